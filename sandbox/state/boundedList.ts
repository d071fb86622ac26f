/** A list that drops its oldest entries beyond a limit, so that memory stays constant however long the sandbox runs. */
export class BoundedList<Entry> {
  private readonly entries: Entry[] = [];

  constructor(
    private readonly limit: number,
    private readonly dropped: (entry: Entry) => void = () => undefined,
  ) {}

  get length(): number {
    return Math.min(this.entries.length, this.limit);
  }

  push(entry: Entry): void {
    this.entries.push(entry);
    // Several at once: moving the rest for each one would make every push slow.
    if (this.entries.length <= this.limit * 1.125) return;
    for (const oldest of this.entries.splice(0, this.entries.length - this.limit)) this.dropped(oldest);
  }

  /** The oldest of the newest entries for which it holds. */
  firstOfNewest(holds: (entry: Entry) => boolean): Entry | undefined {
    let first: Entry | undefined;
    for (let index = this.entries.length - 1; index >= 0; index -= 1) {
      const entry = this.entries[index];
      if (entry === undefined || !holds(entry)) break;
      first = entry;
    }
    return first;
  }

  /** The entries, oldest first. */
  all(): Entry[] {
    return this.entries.slice(-this.limit);
  }

  clear(): void {
    for (const entry of this.entries.splice(0)) this.dropped(entry);
  }
}
