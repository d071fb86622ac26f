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

  /** The first entry for which `isBeyond` is true, which it must be for all later entries too (binary search). */
  firstBeyond(isBeyond: (entry: Entry) => boolean): Entry | undefined {
    let low = this.start;
    let high = this.entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const entry = this.entries[middle];
      if (entry === undefined || isBeyond(entry)) high = middle;
      else low = middle + 1;
    }
    return this.entries[low];
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
