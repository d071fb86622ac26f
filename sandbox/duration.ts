/** A time as `30s`, `5m`, `24h` or `7d`, or in milliseconds. */
export type Duration = number | string;

const UNITS = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

/** A duration in milliseconds. */
export function millisecondsOf(duration: Duration): number {
  const [, count, unit = ''] = /^(\d+(?:\.\d+)?) ?([a-z]+)$/.exec(String(duration)) ?? [];
  const milliseconds = typeof duration === 'number' ? duration : Number(count) * (UNITS.get(unit) ?? NaN);
  if (milliseconds >= 0 && Number.isFinite(milliseconds)) return Math.round(milliseconds);
  throw new Error(`'${duration}' is not a duration, such as 30s, 5m, 2h or 1d.`);
}
