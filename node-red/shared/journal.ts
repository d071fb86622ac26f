import { randomUUID } from 'crypto';
import type { NodeMessage } from 'node-red';

import { MessagingError } from '../../core/client';
import { isRecord } from '../../core/reading';
import type { ContextStore } from './contextStore';
import { jsonCopy } from './jsonCopy';

/** The record of a message: how far it has come, and the part of it that survives a restart. */
interface JournalRecord {
  msg: NodeMessage;
  state: unknown;
  copy: Record<string, unknown>;
  /** Another one for each state, so that it can be found in a file. */
  revision: string;
  /** Whether the store may have an earlier state, from which a restart would continue. */
  stored: boolean;
}

/** The records of a node. A deploy replaces the node but not this object. */
interface Records {
  store: JournalStore;
  byId: Map<string, JournalRecord>;
  /** The id of each message. */
  idOf: WeakMap<NodeMessage, string>;
  /** The node as it is now, or was last. */
  owner: JournalOwner;
  /** The node was deleted, or its tab disabled: the messages wait until it is back. */
  isAway: boolean;
  /** How many deploys in a row were without the node. */
  deploysWithout: number;
}

/** The records of all nodes, by node and kind. */
export type Registry = Map<string, Records>;

const registry: Registry = new Map();

/** The part of a context store that a journal needs. */
export type JournalStore = Pick<ContextStore, 'place' | 'nature' | 'startingWith' | 'set' | 'written'>;

/** The node that a journal belongs to. */
export interface JournalOwner {
  /** Stays the same when the node is deployed again. */
  key: string;
  /** Its id in the flows; inside a subflow, that of the subflow's node. */
  id: string;
  /** Resolves when the flows have started: earlier, the nodes after this one in the flow do not exist. */
  started(): Promise<void>;
  /** Takes a message from an earlier run, or from before the node was away. */
  receive(msg: NodeMessage): void;
  /** The store could not be read or written. */
  failed(error: unknown): void;
  /** These properties of a message would not survive a restart. */
  lost(properties: readonly string[]): void;
  /** The node was deleted for good, and these messages end with it. */
  deleted(messages: readonly NodeMessage[]): void;
}

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
 * Handover). They survive a restart in the node's context, if that does: then the node receives a copy of each message again, in the order of the
 * ids.
 */
export class Journal<State> {
  private readonly records: Records;
  /** Resolves when the records of an earlier run have been read. */
  readonly ready: Promise<void>;

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
    this.ready = before === undefined ? this.recall() : Promise.resolve();
    const { store: last, isAway } = this.records;
    Object.assign(this.records, { owner, store, isAway: false, deploysWithout: 0 });
    if (isAway) this.comeBack();
    else if (last.place !== store.place) void this.moveFrom(last);
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
    const state = id === undefined ? undefined : this.settings.read(this.records.byId.get(id)?.state);
    return id === undefined || state === undefined ? undefined : { id, state };
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
    this.records.byId.set(id, { msg, state, copy, revision: randomUUID(), stored: false });
    this.owner.lost(lost);
  }

  /** Records how far a message has come. Resolves when the store has it, or has failed. */
  async change(id: string, state: State): Promise<void> {
    if (this.enterState(id, state)) await this.write([id]);
  }

  /**
   * Records that messages are being sent. Resolves when no restart can send them again: when this is written, or if nothing else was.
   * @throws MessagingError `not_recorded`, `not_sent`: then they must not be sent. If `signal` fires as well.
   */
  async begin(
    changes: ReadonlyArray<readonly [id: string, state: State]>,
    signal?: AbortSignal,
  ): Promise<void> {
    const begun = changes.map(([id]) => id);
    const again = begun.filter((id) => this.records.byId.get(id)?.stored === true);
    for (const [id, state] of changes) this.enterState(id, state);
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
    record.revision = randomUUID();
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
      this.records.byId.set(id, { msg, state, copy: entry['copy'], revision: randomUUID(), stored: true });
      this.settings.restored?.(state);
      void started.then(() => this.owner.receive(msg));
    }
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
  private async moveFrom(last: JournalStore): Promise<void> {
    const ids = [...this.records.byId.keys()];
    if ((await this.write(ids)) !== undefined) return;
    await last
      .set(ids.map((id) => [this.nameOf(id), undefined]))
      .catch((error: unknown) => this.owner.failed(error));
  }

  /** Writes the present state of these records, or removes those that have ended. Resolves with the reason if that fails. */
  private async write(ids: readonly string[]): Promise<{ reason: unknown } | undefined> {
    if (ids.length === 0) return undefined;
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

function newRecords(owner: JournalOwner, store: JournalStore): Records {
  return { owner, store, byId: new Map(), idOf: new WeakMap(), isAway: false, deploysWithout: 0 };
}

/**
 * Call this after each deploy. Ends the records of a deleted node with the second deploy that is without it: the first one may be undone.
 * @param ids of all nodes in the flows, also in disabled tabs
 */
export function endDeleted(ids: ReadonlySet<string>, all: Registry = registry): void {
  for (const [key, records] of all) {
    const { owner, byId, isAway } = records;
    records.deploysWithout = isAway && !ids.has(owner.id) ? records.deploysWithout + 1 : 0;
    if (records.deploysWithout < 2) continue;
    all.delete(key);
    if (byId.size > 0) owner.deleted([...byId.values()].map(({ msg }) => msg));
  }
}

function notRecorded(reason: unknown): MessagingError {
  const text = reason instanceof Error ? reason.message : String(reason);
  return new MessagingError({
    message: `The context store could not record that the message is being sent: ${text}`,
    advice: 'Check the store in settings.js, and send the message again.',
    outcome: 'not_sent',
    code: 'not_recorded',
  });
}
