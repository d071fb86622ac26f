import type { Stored } from './settings';

const UNITS = { seconds: 1000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;
type Unit = keyof typeof UNITS;

const LONGEST_MS = 365 * UNITS.days;

/** A time that a dialog asks for as a number and a unit, in milliseconds: more than none, a year at most. */
export function durationOf(
  stored: Stored,
  name: string,
  unitName: string,
  byDefault: { value: number; unit: Unit },
): number {
  const unit = UNITS[stored.choice(unitName, byDefault.unit, 'seconds', 'minutes', 'hours', 'days')];
  const value = stored.optionalNumber(name);
  if (value === undefined || value <= 0) return byDefault.value * UNITS[byDefault.unit];
  return Math.min(value * unit, LONGEST_MS);
}
