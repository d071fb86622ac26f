export const UNITS = { seconds: 1000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;
export type Unit = keyof typeof UNITS;
export const unitNames = ['seconds', 'minutes', 'hours', 'days'] as const satisfies readonly Unit[];

/** A year: longer waits are of no use to anybody. */
export const LONGEST_MS = 365 * UNITS.days;
