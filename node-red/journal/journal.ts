import { randomBytes } from 'crypto';
import type { NodeMessage } from 'node-red';

import { isRecord } from '../../core/reading';
import { notRecorded } from '../outcome/failure';
import { jsonCopy } from '../outcome/jsonCopy';
import {
  newRecords,
  registry,
  type Failure,
  type JournalOwner,
  type JournalStore,
  type LeftBehind,
  type Records,
  type Registry,
} from './journalRecords';

export interface JournalSettings<State> {
  /** How the names of its records begin in the node's context. */
  name: string;
  /** Reads a stored state; undefined if it is invalid. */
  read: (stored: unknown) => State | undefined;
  /** Called for each message from an earlier run, before the flows start. */
  restored?: (state: State) => void;
}

/**
 * The messages of a node that must outlive it, with how far each one has come. A record is appended before something happens to its message,
 * and ends when its outcome was passed on. Records survive a deploy in memory: the message goes to the node that replaces this one (see
 * Redeploy). They survive a restart in the node's context, if that does: then the node receives a copy of each message again, in the order of the
 * ids.
 */
export class Journal<State> {
  private readonly records: Records;

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
    if (before === undefined) this.records.ready = this.recall();
    const { store: last, isAway, leftBehind } = this.records;
    for (const left of leftBehind) left.isBack ||= left.store.place === store.place;
    Object.assign(this.records, { owner, store, isAway: false, deploysWithout: 0 });
    if (isAway) this.comeBack();
    else if (last.place !== store.place) void this.moveFrom(last);
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
    const id = this.records.idOf.get(msg);
    const state = id === undefined ? undefined : this.stateOf(id);
    return id === undefined || state === undefined ? undefined : { id, state };
  }

  /** How far the message of a record has come. */
  stateOf(id: string): State | undefined {
    return this.settings.read(this.records.byId.get(id)?.state);
  }

  /** The message of a record. */
  messageOf(id: string): NodeMessage | undefined {
    return this.records.byId.get(id)?.msg;
  }

  /** Records a message. */
  append(id: string, msg: NodeMessage, state: State): void {
    this.enter(id, msg, state);
    void this.write([id]);
  }

  /**
   * Records a message whose turn comes soon. A store that writes later gets it when it begins, or when the node closes: otherwise it could
   * not begin before that was written.
   */
  enqueue(id: string, msg: NodeMessage, state: State): void {
    this.enter(id, msg, state);
    if (this.writesAtOnce) void this.write([id]);
  }

  private enter(id: string, msg: NodeMessage, state: State): void {
    const { copy, lost } = jsonCopy(msg);
    this.records.idOf.set(msg, id);
    this.records.byId.set(id, { msg, state, copy, revision: newRevision(), stored: false });
    this.owner.lost(lost);
  }

  /** Records how far a message has come. Resolves when the store has it, or has failed. */
  async change(id: string, state: State): Promise<void> {
    if (this.enterState(id, state)) await this.write([id]);
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
    const left = again.length === 0 ? undefined : await unlessClosed(this.tidyUp(), signal);
    if (left !== undefined) throw notRecorded(left.reason);
    for (const [id, next] of changes) {
      const present = this.stateOf(id);
      if (present !== undefined) this.enterState(id, next(present));
    }
    const failure = await this.write(begun);
    if (again.length === 0) return;
    if (failure !== undefined) throw notRecorded(failure.reason);
    const isThere = (values: Record<string, unknown>) =>
      again.every((id) => {
        const stored = values[this.nameOf(id)];
        return isRecord(stored) && stored['revision'] === this.records.byId.get(id)?.revision;
      });
    await this.store.written(isThere, signal).catch((error: unknown) => {
      if (signal?.aborted !== true) this.owner.failed(error);
      throw notRecorded(error);
    });
  }

  /** Ends the record of a message, whose outcome was passed on. */
  end(msg: NodeMessage): void {
    const id = this.records.idOf.get(msg);
    const record = id === undefined ? undefined : this.records.byId.get(id);
    if (id === undefined || record === undefined) return;
    this.records.idOf.delete(msg);
    this.records.byId.delete(id);
    if (record.stored) void this.write([id]);
  }

  /**
   * Call this when the node closes; resolves when everything is stored.
   * @param isAway whether no node replaces it: then its messages wait until it is back, as its tab may only be disabled
   */
  async close(isAway: boolean): Promise<void> {
    this.records.isAway = isAway;
    const unwritten = [...this.records.byId].flatMap(([id, { stored }]) => (stored ? [] : [id]));
    await this.write(unwritten);
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
    const stored = await this.store.startingWith(this.nameOf('')).catch((error: unknown) => {
      this.owner.failed(error);
      return new Map<string, unknown>();
    });
    for (const [name, entry] of [...stored].sort(([one], [other]) => (one < other ? -1 : 1))) {
      const state = isRecord(entry) ? this.settings.read(entry['state']) : undefined;
      if (!isRecord(entry) || !isRecord(entry['copy']) || state === undefined) continue;
      const id = name.slice(this.nameOf('').length);
      const msg: NodeMessage = { ...entry['copy'] };
      this.records.idOf.set(msg, id);
      this.records.byId.set(id, { msg, state, copy: entry['copy'], revision: newRevision(), stored: true });
      this.settings.restored?.(state);
      void started.then(() => this.receiveRecalled(msg));
    }
  }

  /** A deploy may have replaced the node meanwhile, or taken it away. */
  private receiveRecalled(msg: NodeMessage): void {
    const { isAway, owner } = this.records;
    if (!isAway) owner.receive(msg);
  }

  /** Continues with what has waited while the node was away, which Node-RED has meanwhile removed from its context if the node was deleted. */
  private comeBack(): void {
    const ids = [...this.records.byId.keys()].sort();
    const started = this.owner.started();
    void this.write(ids);
    for (const id of ids) {
      const record = this.records.byId.get(id);
      const state = this.settings.read(record?.state);
      if (record === undefined || state === undefined) continue;
      this.settings.restored?.(state);
      void started.then(() => this.owner.receive(record.msg));
    }
  }

  /** Moves the records to where a restart will look for them. */
  private async moveFrom(store: JournalStore): Promise<void> {
    await this.ready;
    this.records.leftBehind.push({ store, ids: [...this.records.byId.keys()], isBack: false });
    await this.removeStale();
    await this.tidyUp();
  }

  /**
   * Removes what the node has left here when it was here before, and could not remove then. Its messages have been continued elsewhere: from
   * this, a restart would send them again.
   */
  private async removeStale(): Promise<void> {
    try {
      const stored = await this.store.startingWith(this.nameOf(''));
      const known = new Set([...this.records.byId.keys()].map((id) => this.nameOf(id)));
      const stale = [...stored.keys()].filter((name) => !known.has(name));
      if (stale.length > 0) await this.store.set(stale.map((name) => [name, undefined]));
    } catch (error) {
      this.owner.failed(error);
    }
  }

  /** Removes what was left behind, or says why it cannot: should the node be there again, it would continue from it. */
  private tidyUp(): Promise<Failure | undefined> {
    this.records.tidying ??= this.removeLeft().finally(() => (this.records.tidying = undefined));
    return this.records.tidying;
  }

  private async removeLeft(): Promise<Failure | undefined> {
    for (let [left] = this.records.leftBehind; left !== undefined; [left] = this.records.leftBehind) {
      const failure = await this.write(left.ids);
      if (failure !== undefined) return failure;
      try {
        await this.clear(left);
      } catch (reason) {
        this.owner.failed(reason);
        return { reason };
      }
      this.records.leftBehind.shift();
    }
    return undefined;
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

  /** Writes the present state of these records, or removes those that have ended. Resolves with the reason if that fails. */
  private async write(ids: readonly string[]): Promise<Failure | undefined> {
    // What the store loses anyway would only take memory twice.
    if (ids.length === 0 || !this.records.store.nature.survives) return undefined;
    await this.ready;
    const values = ids.map((id) => {
      const record = this.records.byId.get(id);
      if (record !== undefined) record.stored = true;
      const { revision, state, copy } = record ?? {};
      return [this.nameOf(id), record && { revision, state, copy }] as const;
    });
    try {
      await this.records.store.set(values);
      return undefined;
    } catch (reason) {
      this.owner.failed(reason);
      return { reason };
    }
  }

  private nameOf(id: string): string {
    return `${this.settings.name}__${id}`;
  }
}

/** Short, and one piece in memory: Node.js makes a UUID of twenty. */
function newRevision(): string {
  return randomBytes(9).toString('base64url');
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
