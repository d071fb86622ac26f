import { isRecord } from '../../core/reading';
import type { Failure, JournalOwner, JournalStore, LeftBehind, Records } from './journalRecords';

/** What is stored for a message, besides its revision. */
interface Entry {
  state: unknown;
  copy: Record<string, unknown>;
}

/**
 * The records of a journal in the context of its node. They are at one place, where a restart looks for them: when the node is moved, they are
 * written there, and removed where it was. No message is sent while another place has its record.
 */
export class StoredRecords {
  constructor(
    private readonly records: Records,
    private readonly owner: JournalOwner,
    private readonly store: JournalStore,
    private readonly name: string,
  ) {}

  /** The name of a record in the node's context. */
  nameOf(id: string): string {
    return `${this.name}__${id}`;
  }

  /** What an earlier run has stored, by id. It may have ended in the middle of a move, so that records are where the node was before. */
  async read(): Promise<Map<string, Entry>> {
    const places = [...this.owner.elsewhere(), this.store];
    const found = await Promise.all(places.map((store) => this.readFrom(store)));
    for (const [index, store] of places.slice(0, -1).entries()) {
      const ids = [...(found[index] ?? new Map()).keys()];
      // The node may be there again by now.
      const isBack = store.place === this.records.store.place;
      if (ids.length > 0) this.records.leftBehind.push({ store, ids, isBack });
    }
    if (this.records.leftBehind.length > 0) void this.records.ready.then(() => this.tidyUp());
    // What is here is not older than what was left elsewhere.
    return new Map(found.flatMap((entries) => [...entries]));
  }

  private async readFrom(store: JournalStore): Promise<Map<string, Entry>> {
    const found = new Map<string, Entry>();
    for (const [name, entry] of await this.namesAndEntries(store)) {
      if (!isRecord(entry) || !isRecord(entry['copy'])) continue;
      const { state, copy } = entry;
      found.set(name.slice(this.nameOf('').length), { state, copy });
    }
    return found;
  }

  private async namesAndEntries(store: JournalStore): Promise<Map<string, unknown>> {
    try {
      return await store.startingWith(this.nameOf(''));
    } catch (error) {
      this.owner.failed(error);
      return new Map();
    }
  }

  /** Writes the present state of these records, or removes those that have ended. Resolves with the reason if that fails. */
  async write(ids: readonly string[]): Promise<Failure | undefined> {
    // What the store loses anyway would only take memory twice.
    if (ids.length === 0 || !this.records.store.nature.survives) return undefined;
    await this.records.ready;
    const values = ids.map((id) => {
      const record = this.records.byId.get(id);
      if (record !== undefined) record.stored = true;
      const { revision, state, copy } = record ?? {};
      return [this.nameOf(id), record && { revision, state, copy }] as const;
    });
    return this.failureOf(() => this.records.store.set(values));
  }

  /** Moves the records to where a restart will look for them. */
  async moveFrom(store: JournalStore): Promise<void> {
    await this.records.ready;
    this.records.leftBehind.push({ store, ids: [...this.records.byId.keys()], isBack: false });
    await this.removeStale();
    await this.tidyUp();
  }

  /** Removes what the node has left here when it was here before: its messages were continued elsewhere, and a restart would send them again. */
  private async removeStale(): Promise<void> {
    const stored = await this.namesAndEntries(this.store);
    const known = new Set([...this.records.byId.keys()].map((id) => this.nameOf(id)));
    const stale = [...stored.keys()].filter((name) => !known.has(name));
    if (stale.length > 0) await this.failureOf(() => this.store.set(stale.map((name) => [name, undefined])));
  }

  /** Removes what was left behind, or says why it cannot: should the node be there again, it would continue from it. */
  tidyUp(): Promise<Failure | undefined> {
    this.records.tidying ??= this.removeLeft().finally(() => (this.records.tidying = undefined));
    return this.records.tidying;
  }

  private async removeLeft(): Promise<Failure | undefined> {
    const [left] = this.records.leftBehind;
    if (left === undefined) return undefined;
    const failure = (await this.write(left.ids)) ?? (await this.failureOf(() => this.clear(left)));
    if (failure !== undefined) return failure;
    this.records.leftBehind.shift();
    return this.removeLeft();
  }

  private async clear(left: LeftBehind): Promise<void> {
    if (left.isBack) return;
    const { store } = left;
    const names = left.ids.map((id) => this.nameOf(id));
    await store.set(names.map((name) => [name, undefined]));
    await store.written((values) => left.isBack || names.every((name) => values[name] === undefined));
    // What was written there since the node is back is gone.
    if (left.isBack) await this.write([...this.records.byId.keys()]);
  }

  /** Tells the node why something failed. */
  private async failureOf(task: () => Promise<void>): Promise<Failure | undefined> {
    try {
      await task();
      return undefined;
    } catch (reason) {
      this.owner.failed(reason);
      return { reason };
    }
  }
}
