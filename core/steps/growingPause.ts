/** The first and the longest pause between two questions for a status, in milliseconds. */
export interface Pauses {
  first: number;
  longest: number;
}

/** How long to wait before a status is asked for again, in milliseconds. Pauses double, also across a restart: they follow from the time waited. */
export function growingPause(waitedMs: number, { first, longest }: Pauses): number {
  return Math.min(waitedMs + first, longest);
}
