/** How many events a trigger remembers; their keys take 25 KB where they are stored. */
export const REMEMBERED_EVENTS = 1000;

/**
 * The events that a trigger has taken last, by their keys (see `eventKey`), to find repeats with: the service may send the same event
 * twice. Holds the last `capacity` different keys, however often each came, and never more.
 */
export class SeenEvents {
  private readonly keys = new Set<string>();

  /**
   * @param capacity a whole number from 1
   * @param remembered what `list()` gave and was stored; what is no list of keys is ignored, as a storage can hold anything
   * @throws RangeError for any other capacity
   */
  constructor(
    private readonly capacity: number,
    remembered?: unknown,
  ) {
    if (!Number.isSafeInteger(capacity) || capacity < 1) {
      throw new RangeError(
        `The number of events to remember must be a whole number from 1, got ${String(capacity)}`,
      );
    }
    this.addStored(remembered);
  }

  /** Whether the event was taken before. An event without a key is never taken for a repeat. */
  has(key: string | undefined): boolean {
    return key !== undefined && this.keys.has(key);
  }

  /** Remembers an event that the platform has taken; the oldest one is forgotten for it. */
  add(key: string | undefined): void {
    if (key === undefined || this.keys.has(key)) return;
    this.keys.add(key);
    for (const oldest of this.keys) {
      if (this.keys.size <= this.capacity) break;
      this.keys.delete(oldest);
    }
  }

  /** Adds the keys of a stored `list()`. */
  addStored(stored: unknown): void {
    if (!Array.isArray(stored)) return;
    for (const key of stored) if (typeof key === 'string') this.add(key);
  }

  /** The remembered keys, oldest first, to be stored. */
  list(): string[] {
    return [...this.keys];
  }
}
