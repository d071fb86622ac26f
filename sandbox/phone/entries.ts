import { batch, computed, signal } from '@preact/signals';

/** How often the page is shown anew while much happens. */
const FRAME = 16;

const waiting = new Set<() => void>();

/** Announces changes together, at most once per frame. */
function announceSoon(announce: () => void): void {
  if (waiting.size === 0) {
    // Not only with requestAnimationFrame, which does not run in a background tab: the tab would fall further and further behind.
    setTimeout(() => {
      const announcements = [...waiting];
      waiting.clear();
      batch(() => announcements.forEach((each) => each()));
    }, FRAME);
  }
  waiting.add(announce);
}

/** The newest entries of one kind, oldest first. What reads them is shown again after a change. */
export class Entries<Key, Entry> {
  private readonly entries = new Map<Key, Entry>();
  private readonly version = signal(0);
  private readonly list = computed(() => {
    void this.version.value;
    return [...this.entries.values()];
  });
  private readonly announce = () => {
    this.version.value += 1;
  };

  constructor(
    private readonly limit: number,
    private readonly keyOf: (entry: Entry) => Key,
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
    this.entries.set(this.keyOf(entry), entry);
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= this.limit) break;
      this.entries.delete(oldest);
    }
    announceSoon(this.announce);
  }

  /** Replaces all entries. */
  replace(entries: Entry[]): void {
    this.entries.clear();
    for (const entry of entries) this.entries.set(this.keyOf(entry), entry);
    announceSoon(this.announce);
  }
}
