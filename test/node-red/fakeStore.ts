import type { JournalStore } from '../../node-red/journal/journalStore';

/** What a journal has on the disk, as JSON by name. */
export type Values = Map<string, string>;

/** A journal that writes at once. */
export class FakeStore implements JournalStore {
  ready = Promise.resolve();
  read = Promise.resolve();
  failing = false;
  /** The process has ended: nothing more gets to the disk. */
  isDead = false;

  constructor(readonly disk: Values = new Map()) {}

  startingWith(prefix: string): Map<string, unknown> {
    const found = [...this.disk].filter(([name]) => name.startsWith(prefix));
    return new Map(found.map(([name, text]) => [name, JSON.parse(text)]));
  }

  async set(values: Iterable<readonly [string, unknown?]>): Promise<void> {
    const given = [...values].map(([name, value]) => [name, JSON.stringify(value)] as const);
    await Promise.resolve();
    if (this.isDead) return;
    if (this.failing) {
      this.failing = false;
      throw new Error('the disk is full');
    }
    for (const [name, text] of given) this.disk.set(name, text);
  }

  async remove(names: Iterable<string>): Promise<void> {
    const given = [...names];
    await Promise.resolve();
    if (!this.isDead) for (const name of given) this.disk.delete(name);
  }

  flush(): Promise<void> {
    return Promise.resolve();
  }
}
