import type { JournalStore } from '../../node-red/journal/journalRecords';

/** What a store has, as JSON by name. */
export type Values = Map<string, string>;

function parsed(text: string): unknown {
  return JSON.parse(text);
}

/** The context of a node at one place. A cached store writes when it is told to. */
export class FakeStore implements JournalStore {
  readonly nature: JournalStore['nature'];
  private cache: Values;
  private watchers: Array<() => void> = [];
  failing = false;
  /** The process has ended: nothing more gets to the disk. */
  isDead = false;

  constructor(
    readonly place: string,
    private readonly disk: Values,
    private readonly isCached: boolean,
  ) {
    this.nature = { survives: true, writtenAfterMs: isCached ? 1000 : 0 };
    this.cache = new Map(disk);
  }

  async startingWith(prefix: string): Promise<Map<string, unknown>> {
    const found = [...this.cache].filter(([name]) => name.startsWith(prefix));
    return new Map(found.map(([name, text]) => [name, parsed(text)]));
  }

  async set(values: Iterable<readonly [string, unknown]>): Promise<void> {
    const given = [...values];
    await Promise.resolve();
    if (this.isDead) return;
    if (this.failing) {
      this.failing = false;
      throw new Error('the disk is full');
    }
    for (const into of this.isCached ? [this.cache] : [this.cache, this.disk])
      for (const [name, value] of given) {
        if (value === undefined) into.delete(name);
        else into.set(name, JSON.stringify(value));
      }
  }

  async written(isThere: (values: Record<string, unknown>) => boolean, signal?: AbortSignal): Promise<void> {
    while (this.isCached && !isThere(this.onDisk())) {
      if (signal?.aborted === true) throw new Error('closed');
      await new Promise<void>((resolve) => {
        this.watchers.push(resolve);
        signal?.addEventListener('abort', () => resolve());
      });
    }
  }

  private onDisk(): Record<string, unknown> {
    return Object.fromEntries([...this.disk].map(([name, text]) => [name, parsed(text)]));
  }

  flush(): void {
    this.disk.clear();
    for (const [name, text] of this.cache) this.disk.set(name, text);
    for (const wake of this.watchers.splice(0)) wake();
  }
}
