import { once } from './once';

const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)?$/;

/** `sendDate`: seconds and offset are optional (docs/readings.md). */
export function isSendDate(text: string): boolean {
  const parts = DATE_TIME.exec(text);
  return parts !== null && isCalendarDate(Number(parts[1]), Number(parts[2]), Number(parts[3]));
}

/** An RFC 3339 date-time: seconds and offset are required, `T` and `Z` in upper case. */
export function isRfc3339DateTime(text: string): boolean {
  const parts = DATE_TIME.exec(text);
  return isSendDate(text) && parts?.[5] !== undefined && parts[7] !== undefined;
}

function isCalendarDate(year: number, month: number, day: number): boolean {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** The time zone of the service: version 1 writes its timestamps in it, and a `sendDate` without an offset is read in it (own choice). */
const SERVICE_TIME_ZONE = 'Europe/Zurich';

const localTime = once(
  () =>
    new Intl.DateTimeFormat('sv-SE', {
      timeZone: SERVICE_TIME_ZONE,
      dateStyle: 'short',
      timeStyle: 'medium',
    }),
);

export type ServiceVersion = 1 | 2;

/** A time in the version's format: version 2 in UTC with `Z`, version 1 in local time without an offset (chapter 9). */
export function timestamp(moment: number, version: ServiceVersion): string {
  return version === 2 ? new Date(moment).toISOString() : localTimestamp(moment);
}

/** The time of a valid `sendDate`, in milliseconds since 1970. */
export function parseSendDate(sendDate: string): number {
  if (/(Z|[+-]\d\d:\d\d)$/.test(sendDate)) return Date.parse(sendDate);
  const asUtc = Date.parse(`${sendDate}Z`);
  const guess = asUtc - offsetAt(asUtc);
  return asUtc - offsetAt(guess);
}

function localTimestamp(moment: number): string {
  return new Date(moment + offsetAt(moment)).toISOString().slice(0, 23);
}

/** How many milliseconds the service's clocks are ahead of UTC at that time, which is whole minutes. */
function offsetAt(moment: number): number {
  const start = moment - (moment % 60_000);
  return Date.parse(`${localTime().format(start).replace(' ', 'T')}Z`) - start;
}
