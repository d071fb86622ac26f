import { computed, signal } from '@preact/signals';

/** The newest entries of one kind, oldest first. What reads them is shown again after a change. */
export class Entries<Key, Entry> {
  private readonly entries = new Map<Key, Entry>();
  private readonly version = signal(0);
  private readonly list = computed(() => {
    void this.version.value;
    return [...this.entries.values()];
  });

  constructor(
    private readonly limit: number,
    private readonly getKey: (entry: Entry) => Key,
  ) {}

  get all(): Entry[] {
    return this.list.value;
  }

  get(key: Key): Entry | undefined {
    void this.version.value;
    return this.entries.get(key);
  }

  /** Adds an entry or replaces the one with the same key. */
  keep(entry: Entry): void {
    this.entries.set(this.getKey(entry), entry);
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= this.limit) break;
      this.entries.delete(oldest);
    }
    this.version.value += 1;
  }

  /** Replaces all entries. */
  replace(entries: Entry[]): void {
    this.entries.clear();
    for (const entry of entries) this.entries.set(this.getKey(entry), entry);
    this.version.value += 1;
  }
}
