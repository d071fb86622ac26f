import { sleep } from '../../core/client';

/** Collects items until there are `count` of them, or the first has waited for `waitMs` milliseconds; then `release` gets them. */
export class Collector<Item> {
  private items: Item[] = [];
  /** Ends the wait of the items collected so far. */
  private released = new AbortController();
  private closed = false;

  constructor(
    private readonly count: number,
    private readonly waitMs: number,
    private readonly release: (items: Item[]) => void,
  ) {}

  add(item: Item): void {
    this.items.push(item);
    if (this.items.length >= this.count) this.flush();
    else if (this.items.length === 1) void this.flushLater();
  }

  close(): void {
    this.closed = true;
    this.flush();
  }

  private flush(): void {
    const { items } = this;
    this.released.abort();
    this.released = new AbortController();
    this.items = [];
    if (items.length > 0) this.release(items);
  }

  private async flushLater(): Promise<void> {
    const { signal } = this.released;
    await sleep(this.closed ? 0 : this.waitMs, signal);
    if (!signal.aborted) this.flush();
  }
}
