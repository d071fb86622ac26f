import type { NodeMessage } from 'node-red';

import { isRecord } from '../../core/reading';
import { notRecorded } from '../outcome/failure';
import { jsonCopy } from '../outcome/jsonCopy';
import {
  newRecords,
  newRevision,
  registry,
  type Failure,
  type JournalOwner,
  type JournalStore,
  type Records,
  type Registry,
} from './journalRecords';
import { StoredRecords } from './storedRecords';

export interface JournalSettings<State> {
  /** How the names of its records begin in the node's context. */
  name: string;
  /** Reads a stored state; undefined if it is invalid. */
  read: (stored: unknown) => State | undefined;
  /** Called for each message from an earlier run, before the flows start. */
  restored?: (state: State) => void;
}

/**
 * The messages of a node that must outlive it, with how far each one has come. A record is appended before something happens to its message, and
 * ends when its outcome was passed on. A deploy finds it in memory; after a restart, the node gets copies of the messages, in the order of the ids.
 */
export class Journal<State> {
  private readonly records: Records;
  private readonly stored: StoredRecords;

  constructor(
    private readonly owner: JournalOwner,
    private readonly store: JournalStore,
    private readonly settings: JournalSettings<State>,
    all: Registry = registry,
  ) {
    const key = `${owner.key} ${settings.name}`;
    const before = all.get(key);
    this.records = before ?? newRecords(owner, store);
    all.set(key, this.records);
    this.stored = new StoredRecords(this.records, owner, store, settings.name);
    if (before === undefined) this.records.ready = this.recall();
    const { store: last, isAway, leftBehind } = this.records;
    for (const left of leftBehind) left.isBack ||= left.store.place === store.place;
    Object.assign(this.records, { owner, store, isAway: false, deploysWithout: 0 });
    if (isAway) this.comeBack();
    if (last.place !== store.place) void this.stored.moveFrom(last);
  }

  /** Resolves when the records of an earlier run have been read. */
  get ready(): Promise<void> {
    return this.records.ready;
  }

  get size(): number {
    return this.records.byId.size;
  }

  /** Whether the store writes a change before it confirms it. */
  get writesAtOnce(): boolean {
    return this.store.nature.writtenAfterMs === 0;
  }

  /** The record of a message that this node, or the previous one, has begun. */
  find(msg: NodeMessage): { id: string; state: State } | undefined {
    const id = this.records.idOf.get(msg) ?? '';
    const state = this.stateOf(id);
    return state === undefined ? undefined : { id, state };
  }

  stateOf(id: string): State | undefined {
    return this.settings.read(this.records.byId.get(id)?.state);
  }

  messageOf(id: string): NodeMessage | undefined {
    return this.records.byId.get(id)?.msg;
  }

  append(id: string, msg: NodeMessage, state: State): void {
    this.enter(id, msg, state);
    void this.stored.write([id]);
  }

  /** Records a message whose turn comes soon. A store that writes later gets it only when it begins: until it was written, it could not begin. */
  enqueue(id: string, msg: NodeMessage, state: State): void {
    this.enter(id, msg, state);
    if (this.writesAtOnce) void this.stored.write([id]);
  }

  private enter(id: string, msg: NodeMessage, state: State): void {
    const { copy, lost } = jsonCopy(msg);
    this.records.idOf.set(msg, id);
    this.records.byId.set(id, { msg, state, copy, revision: newRevision(), stored: false });
    this.owner.lost(lost);
  }

  /** Records how far a message has come. Resolves when the store has it, or has failed. */
  async change(id: string, state: State): Promise<void> {
    if (this.enterState(id, state)) await this.stored.write([id]);
  }

  /**
   * Records that messages are being sent. Resolves when no restart can send them again: when this is written, or if nothing else was.
   * @param changes makes each new state from the present one, which may have changed by the time it is entered
   * @throws MessagingError `not_recorded`, `not_sent`: then they must not be sent. If `signal` fires as well.
   */
  async begin(
    changes: ReadonlyArray<readonly [id: string, next: (present: State) => State]>,
    signal?: AbortSignal,
  ): Promise<void> {
    const begun = changes.map(([id]) => id);
    const again = begun.filter((id) => this.records.byId.get(id)?.stored === true);
    const left = again.length === 0 ? undefined : await unlessClosed(this.stored.tidyUp(), signal);
    if (left !== undefined) throw notRecorded(left.reason);
    for (const [id, next] of changes) {
      const present = this.stateOf(id);
      if (present !== undefined) this.enterState(id, next(present));
    }
    const failure = await this.stored.write(begun);
    if (again.length === 0) return;
    if (failure !== undefined) throw notRecorded(failure.reason);
    const isThere = (values: Record<string, unknown>) =>
      again.every((id) => {
        const stored = values[this.stored.nameOf(id)];
        return isRecord(stored) && stored['revision'] === this.records.byId.get(id)?.revision;
      });
    await this.store.written(isThere, signal).catch((error: unknown) => {
      if (signal?.aborted !== true) this.owner.failed(error);
      throw notRecorded(error);
    });
  }

  /** Ends the record of a message, whose outcome was passed on. */
  end(msg: NodeMessage): void {
    const id = this.records.idOf.get(msg) ?? '';
    const record = this.records.byId.get(id);
    if (record === undefined) return;
    this.records.idOf.delete(msg);
    this.records.byId.delete(id);
    if (record.stored) void this.stored.write([id]);
  }

  /**
   * Call this when the node closes; resolves when everything is stored.
   * @param isAway whether no node replaces it: then its messages wait until it is back, as its tab may only be disabled
   */
  async close(isAway: boolean): Promise<void> {
    this.records.isAway = isAway;
    const unwritten = [...this.records.byId].flatMap(([id, { stored }]) => (stored ? [] : [id]));
    await this.stored.write(unwritten);
  }

  private enterState(id: string, state: State): boolean {
    const record = this.records.byId.get(id);
    if (record === undefined) return false;
    record.state = state;
    record.revision = newRevision();
    return true;
  }

  private async recall(): Promise<void> {
    const started = this.owner.started();
    const all = await this.stored.read();
    for (const [id, entry] of all) {
      const state = this.settings.read(entry.state);
      if (state === undefined) continue;
      const msg: NodeMessage = { ...entry.copy };
      this.records.idOf.set(msg, id);
      this.records.byId.set(id, { ...entry, msg, revision: newRevision(), stored: true });
    }
    this.resume([...all.keys()], started);
  }

  /** Continues with what has waited while the node was away, which Node-RED has meanwhile removed from its context if the node was deleted. */
  private comeBack(): void {
    const ids = [...this.records.byId.keys()];
    void this.stored.write(ids);
    this.resume(ids, this.owner.started());
  }

  /** Gives messages to the node once the flows have started. A deploy may have replaced it by then, or taken it away. */
  private resume(ids: readonly string[], started: Promise<void>): void {
    for (const id of [...ids].sort()) {
      const state = this.stateOf(id);
      const record = this.records.byId.get(id);
      if (record === undefined || state === undefined) continue;
      this.settings.restored?.(state);
      void started.then(() => {
        if (!this.records.isAway) this.records.owner.receive(record.msg);
      });
    }
  }
}

/** What the task resolves to, or a failure if the node is closed first. Nothing of it stays at the signal, which lives as long as the node. */
async function unlessClosed(
  task: Promise<Failure | undefined>,
  signal: AbortSignal | undefined,
): Promise<Failure | undefined> {
  const done = new AbortController();
  const closed = new Promise<Failure>((resolve) => {
    const end = () => resolve({ reason: new Error('the node was closed') });
    if (signal?.aborted === true) end();
    signal?.addEventListener('abort', end, { signal: done.signal });
  });
  try {
    return await Promise.race([task, closed]);
  } finally {
    done.abort();
  }
}
