/** What the tests use of luxon, which n8n-workflow brings without its types. */
declare module 'luxon' {
  interface Zoned {
    zone: string;
  }

  export class DateTime {
    static fromMillis(moment: number, options: Zoned): DateTime;
    static fromISO(text: string, options: Zoned): DateTime;
    static fromObject(parts: { year: number }, options: Zoned): DateTime;
    static utc(year: number, month: number, day: number): DateTime;
    readonly year: number;
    readonly month: number;
    readonly day: number;
    readonly hour: number;
    readonly minute: number;
    readonly second: number;
    readonly millisecond: number;
    /** Monday is 1. */
    readonly weekday: number;
    /** In minutes. */
    readonly offset: number;
    plus(duration: { days: number }): DateTime;
    startOf(unit: 'day'): DateTime;
    toMillis(): number;
    toISO(options: { suppressMilliseconds: boolean }): string | null;
    toISODate(): string | null;
    toFormat(format: string): string;
  }
}
