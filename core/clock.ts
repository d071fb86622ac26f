/**
 * Milliseconds since 1970 by a clock that nobody sets: what waits for an hour waits for an hour, whatever becomes of the time of day. It
 * began with the time of day at the start of the process.
 */
export function steadyNow(): number {
  return performance.timeOrigin + performance.now();
}

/** How far the time of day is ahead of the steady clock. */
export function clockAhead(): number {
  return Date.now() - steadyNow();
}

/** The time of day of a moment of the steady clock. */
export function timeOfDay(moment: number): number {
  return moment + clockAhead();
}

/** The moment of the steady clock of a time of day, as an earlier process has written it down. */
export function steadyMoment(time: number): number {
  return time - clockAhead();
}
