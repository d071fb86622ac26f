/** Collects items until there are `count` of them, or the first has waited for `waitMs` milliseconds; then `release` gets them. Once closed, it passes on at once. */
export class Collector<Item> {
  private items: Item[] = [];
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(
    private readonly count: number,
    private readonly waitMs: number,
    private readonly release: (items: Item[]) => void,
  ) {}

  add(item: Item): void {
    this.items.push(item);
    if (this.items.length >= this.count) this.flush();
    else this.timer ??= setTimeout(() => this.flush(), this.closed ? 0 : this.waitMs);
  }

  close(): void {
    this.closed = true;
    this.flush();
  }

  private flush(): void {
    const { items } = this;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.items = [];
    if (items.length > 0) this.release(items);
  }
}
