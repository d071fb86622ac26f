/** The first and the longest pause between two questions for a status, in milliseconds. */
export interface Pauses {
  first: number;
  longest: number;
}

/**
 * How long to wait before a status is asked for again, in milliseconds: pauses double, up to the longest. They follow from how long the
 * status has been waited for, so they grow also across a restart, and nothing has to be counted.
 */
export function growingPause(waitedMs: number, { first, longest }: Pauses): number {
  return Math.min(waitedMs + first, longest);
}
