import { once } from './once';

const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)?$/;

/** `sendDate`: seconds and offset may be left out (docs/readings.md). */
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
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  return days !== undefined && day >= 1 && day <= days;
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
export function momentOf(sendDate: string): number {
  if (/(Z|[+-]\d\d:\d\d)$/.test(sendDate)) return Date.parse(sendDate);
  const asUtc = Date.parse(`${sendDate}Z`);
  const guess = asUtc - offsetAt(asUtc);
  return asUtc - offsetAt(guess);
}

function localTimestamp(moment: number): string {
  return new Date(moment + offsetAt(moment)).toISOString().slice(0, 23);
}

const QUARTER = 15 * 60 * 1000;

/** The offset of the last requested quarter of an hour: clocks change only on the quarter. */
let lastOffset = { quarter: NaN, offset: 0 };

/** How many milliseconds the service's clocks are ahead of UTC at that time. */
function offsetAt(moment: number): number {
  const quarter = Math.floor(moment / QUARTER);
  if (lastOffset.quarter !== quarter) {
    const start = quarter * QUARTER;
    lastOffset = { quarter, offset: Date.parse(`${localTime().format(start).replace(' ', 'T')}Z`) - start };
  }
  return lastOffset.offset;
}
