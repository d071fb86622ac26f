const UNITS: [name: string, pattern: RegExp, milliseconds: number][] = [
  ['day', /^(d|days?)$/, 86_400_000],
  ['hour', /^(h|hours?)$/, 3_600_000],
  ['minute', /^(m|min|minutes?)$/, 60_000],
  ['second', /^(s|seconds?)$/, 1000],
];

/** The milliseconds of `10 s`, `2 min`, `1 hour` or `3 days`; undefined if the text says no duration. */
export function millisecondsOf(text: string): number | undefined {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)\s*([a-z]+)$/.exec(text.trim()) ?? [];
  const factor = UNITS.find(([, pattern]) => pattern.test(unit))?.[2];
  return factor === undefined ? undefined : Math.round(Number(number) * factor);
}

/** The shortest text for a duration: `90000` becomes `90 seconds`, `3600000` becomes `1 hour`. */
export function durationOf(milliseconds: number): string {
  const [name = 'second', , factor = 1000] =
    UNITS.find(([, , each]) => milliseconds > 0 && milliseconds % each === 0) ?? [];
  const count = milliseconds / factor;
  return `${count} ${count === 1 ? name : `${name}s`}`;
}
