/** How many events a trigger remembers. Their keys take 25 KB of storage. */
export const REMEMBERED_EVENTS = 1000;

/**
 * The latest events of a trigger, by their keys (see `eventKey`): the service may send the same event twice. Add an event only when the platform
 * has taken it.
 */
export class SeenEvents {
  private keys = new Set<string>();

  /** @param remembered what `list()` returned and was stored; ignored if it is not a list of keys */
  constructor(
    private readonly capacity: number,
    remembered?: unknown,
  ) {
    this.addStored(remembered);
  }

  /** Whether the event was seen before. An event without a key never was. */
  has(key: string | undefined): boolean {
    return key !== undefined && this.keys.has(key);
  }

  /** Remembers an event, and forgets the oldest one if there are too many. */
  add(key: string | undefined): void {
    if (key === undefined || this.keys.has(key)) return;
    this.keys.add(key);
    this.forgetOldest();
  }

  /** Adds the keys of a stored `list()`. They count as older than those known already, because they may have been stored long ago. */
  addStored(stored: unknown): void {
    if (!Array.isArray(stored)) return;
    const older = stored.filter((key): key is string => typeof key === 'string' && !this.keys.has(key));
    this.keys = new Set([...older, ...this.keys]);
    this.forgetOldest();
  }

  private forgetOldest(): void {
    for (const oldest of this.keys) {
      if (this.keys.size <= this.capacity) break;
      this.keys.delete(oldest);
    }
  }

  /** The remembered keys, oldest first, to be stored. */
  list(): string[] {
    return [...this.keys];
  }
}
