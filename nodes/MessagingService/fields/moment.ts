import { isRecord } from '../../../core/reading';

const LOCAL = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(\.\d+)?$/;

/**
 * A date and time as ISO 8601 text. n8n's calendar stores the local time of the workflow's time zone without an offset. The service cannot
 * know that zone, so the offset is added. Anything but a date stays as it is.
 */
export function momentText(value: unknown, timezone: string): unknown {
  if (value instanceof Date) return value.toISOString();
  // An expression such as {{ $now.plus({ hours: 1 }) }} gives a Luxon date.
  if (isRecord(value) && typeof value.toISO === 'function') return String(value);
  if (typeof value !== 'string') return value;
  const [, date, minutes, seconds = ':00', fraction = ''] = LOCAL.exec(value.trim()) ?? [];
  if (date === undefined || minutes === undefined) return value;
  const local = `${date}T${minutes}${seconds}`;
  const utc = Date.parse(`${local}Z`);
  return Number.isNaN(utc) ? value : `${local}${fraction}${offsetOf(utc, timezone)}`;
}

/** The offset of a time zone, such as `+01:00`, at a local time that is given as if it were UTC. */
function offsetOf(wallClock: number, timezone: string): string {
  const guess = minutesAhead(wallClock, timezone);
  const minutes = minutesAhead(wallClock - guess * 60_000, timezone);
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(Math.abs(minutes) / 60))}:${pad(Math.abs(minutes) % 60)}`;
}

function minutesAhead(moment: number, timezone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment);
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
  const there = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return Math.round((there - Math.floor(moment / 1000) * 1000) / 60_000);
}
