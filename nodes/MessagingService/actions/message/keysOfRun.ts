import type { KeyStore } from '../../../../core/steps';

/** A call of n8n's list takes long, and longer the more it holds: this many calls are enough for any run. */
const CALLS = 20;

/**
 * The keys of one run before n8n's list: copies within the run are found here, however few keys the list keeps, and the keys of the messages
 * that come next are recorded together with those that are asked for.
 */
export class KeysOfRun implements KeyStore {
  /** Recorded, and asked for. */
  private readonly used = new Set<string>();
  /** Recorded for messages that come later. */
  private readonly ahead = new Set<string>();
  /** Found among those that were there before. */
  private readonly before = new Set<string>();
  /** Nobody knows whether they were there before. */
  private readonly failed = new Map<string, unknown>();
  private readonly waiting: Set<string>;
  private readonly together: number;

  /** @param keys those of all messages, in the order in which they go out */
  constructor(
    keys: readonly string[],
    private readonly list: KeyStore,
  ) {
    this.waiting = new Set(keys);
    this.together = Math.ceil(this.waiting.size / CALLS);
  }

  async record(keys: readonly string[]): Promise<ReadonlyMap<string, undefined>> {
    for (const key of keys) this.waiting.delete(key);
    const fresh = keys.filter((key) => !this.isKnown(key));
    if (fresh.length > 0) await this.recordWithNext(fresh);
    for (const key of keys) if (this.failed.has(key)) throw this.failed.get(key);
    const found = keys.filter((key) => this.used.has(key) || this.before.has(key));
    for (const key of keys) if (this.ahead.delete(key)) this.used.add(key);
    return new Map(found.map((key) => [key, undefined]));
  }

  private isKnown(key: string): boolean {
    return [this.used, this.ahead, this.before, this.failed].some((known) => known.has(key));
  }

  async remove(keys: readonly string[]): Promise<void> {
    await this.list.remove(keys);
    for (const key of keys) this.used.delete(key);
  }

  /** Removes the keys that were recorded for messages that did not go out after all. */
  async giveBack(): Promise<void> {
    const unused = [...this.ahead];
    this.ahead.clear();
    if (unused.length > 0) await this.list.remove(unused);
  }

  private async recordWithNext(keys: readonly string[]): Promise<void> {
    const next = [...take(this.waiting, this.together - keys.length)];
    for (const key of next) this.waiting.delete(key);
    const together = [...keys, ...next];
    try {
      const before = await this.list.record(together);
      for (const key of together) (before.has(key) ? this.before : this.ahead).add(key);
    } catch (error) {
      // They may have been written: they would then be found as if they were older.
      for (const key of together) this.failed.set(key, error);
    }
  }
}

function* take(keys: Iterable<string>, most: number): Generator<string> {
  let count = 0;
  for (const key of keys) {
    if (count >= most) return;
    count += 1;
    yield key;
  }
}
