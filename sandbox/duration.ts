/** A time such as `30 seconds` or `24 hours` (`30s` and `24h` are read as well), or a number of milliseconds. */
export type Duration = number | string;

const UNITS: [name: string, spelling: RegExp, milliseconds: number][] = [
  ['day', /^(d|days?)$/, 86_400_000],
  ['hour', /^(h|hours?)$/, 3_600_000],
  ['minute', /^(m|min|minutes?)$/, 60_000],
  ['second', /^(s|seconds?)$/, 1000],
  ['millisecond', /^(ms|milliseconds?)$/, 1],
];

/** A duration in milliseconds; an error in words if it is none. */
export function inMilliseconds(duration: Duration): number {
  const milliseconds = typeof duration === 'number' ? duration : read(duration);
  if (milliseconds >= 0 && Number.isFinite(milliseconds)) return Math.round(milliseconds);
  throw new Error(notADuration(duration));
}

export function isDuration(value: unknown): value is string {
  return typeof value === 'string' && Number.isFinite(read(value));
}

export function notADuration(value: unknown): string {
  return `'${String(value)}' is not a duration, such as 30 seconds, 5 minutes, 2 hours or 1 day.`;
}

function read(text: string): number {
  const [, count, unit = ''] = /^(\d+(?:\.\d+)?) ?([a-z]+)$/.exec(text) ?? [];
  const [, , milliseconds = NaN] = UNITS.find(([, spelling]) => spelling.test(unit)) ?? [];
  return Number(count) * milliseconds;
}

/** A duration in its largest whole unit, from seconds on: `90000` becomes `90 seconds`, `3600000` becomes `1 hour`. */
export function durationText(milliseconds: number): string {
  const [name = 'second', , each = 1000] =
    UNITS.find(([, , unit]) => unit >= 1000 && milliseconds > 0 && milliseconds % unit === 0) ?? [];
  const count = milliseconds / each;
  return `${count} ${count === 1 ? name : `${name}s`}`;
}
