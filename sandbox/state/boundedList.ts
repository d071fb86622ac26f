/** A list that drops its oldest entries beyond a limit, so that memory stays constant however long the sandbox runs. */
export class BoundedList<Entry> {
  private entries: Entry[] = [];
  private start = 0;

  constructor(
    private readonly limit: number,
    private readonly dropped: (entry: Entry) => void = () => undefined,
  ) {}

  get length(): number {
    return this.entries.length - this.start;
  }

  push(entry: Entry): void {
    this.entries.push(entry);
    if (this.length <= this.limit) return;
    const [oldest] = this.entries.slice(this.start, this.start + 1);
    this.start += 1;
    if (oldest !== undefined) this.dropped(oldest);
    // The space of dropped entries is freed only now and then: moving the rest each time would make every push slow.
    if (this.start > this.limit / 8) {
      this.entries = this.entries.slice(this.start);
      this.start = 0;
    }
  }

  /** The oldest of the newest entries for which it holds. */
  firstOfNewest(holds: (entry: Entry) => boolean): Entry | undefined {
    let first: Entry | undefined;
    for (let index = this.entries.length - 1; index >= this.start; index -= 1) {
      const entry = this.entries[index];
      if (entry === undefined || !holds(entry)) break;
      first = entry;
    }
    return first;
  }

  /** The entries, oldest first. */
  all(): Entry[] {
    return this.entries.slice(this.start);
  }

  clear(): void {
    this.entries = [];
    this.start = 0;
  }
}
