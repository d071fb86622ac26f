import type { NodeMessage } from 'node-red';

import { isRecord } from '../../core/reading';
import { notRecorded } from '../outcome/failure';
import { jsonCopy } from '../outcome/jsonCopy';
import type { Change } from './journalFile';
import type { JournalStore } from './journalStore';

interface FixedPart<Fixed> {
  write(fixed: Fixed): unknown;
  read(stored: unknown): Fixed | undefined;
}

export interface JournalSettings<State, Fixed = undefined> {
  /** The kind of its records. */
  name: string;
  /** Reads a stored state; undefined if it is invalid. */
  read: (stored: unknown) => State | undefined;
  /** What is fixed when a message arrives: how it is written, and read again (undefined if it is invalid). */
  fixed?: FixedPart<Fixed>;
  /** How a state is written, if not as it is. */
  written?: (state: State) => unknown;
}

/** The node that a journal belongs to. */
export interface JournalOwner {
  /** Stays the same when the node is deployed again. */
  key: string;
  /** Resolves when the flows have started: earlier, the nodes after this one in the flow do not exist. */
  started(): Promise<void>;
  /** Resolves when the next nodes have what was sent to them. */
  passedOn(): Promise<void>;
  /** Takes a message from an earlier run, or from before the node was away. */
  receive(msg: NodeMessage): void;
  /** The journal could not be read or written. */
  failed(error: unknown): void;
  /** These properties of a message would not survive a restart. */
  lost(properties: readonly string[]): void;
  /** The node was deleted for good, and these messages end with it. */
  deleted(messages: readonly NodeMessage[]): void;
}

/** The record of a message: how far it has come, and what stays the same. */
interface JournalRecord<State, Fixed> {
  msg: NodeMessage;
  state: State;
  /** What is sent, fixed when the message arrived. */
  fixed: Fixed | undefined;
  /** What is written of the message and of what is sent; undefined once it is written. */
  unwritten: { copy: Record<string, unknown>; fixed: unknown } | undefined;
  /** Settles when that was tried. */
  writing?: Promise<unknown>;
}

/** A node as it is now, or was last. */
interface Attached<State, Fixed> {
  owner: JournalOwner;
  store: JournalStore;
  settings: JournalSettings<State, Fixed>;
}

/**
 * The messages of a node that must outlive it, with how far each one has come. A record is appended before something happens to its message, and
 * ends when the flow has its outcome. A deploy replaces the node but not this object; after a restart, the node gets copies of the messages, in
 * the order of the ids.
 */
export class Journal<State, Fixed = undefined> {
  /** Resolves when the records of an earlier run have been read. */
  ready: Promise<void> = Promise.resolve();
  private readonly byId = new Map<string, JournalRecord<State, Fixed>>();
  private readonly idOf = new WeakMap<NodeMessage, string>();
  private node: Attached<State, Fixed> | undefined;
  /** The node was deleted, or its tab disabled: the messages wait until it is back. */
  private isAway = false;
  /** Messages whose outcome was sent on, and may not have reached the next nodes yet. */
  private readonly ending = new Set<string>();
  /** Those that had not when the node was closed: their outcome comes out again. */
  private unheard = new Set<string>();

  /** Call this when the node is created. */
  attach(owner: JournalOwner, store: JournalStore, settings: JournalSettings<State, Fixed>): this {
    const isFirst = this.node === undefined;
    const again = this.isAway ? [...this.byId.keys()] : [...this.unheard];
    this.node = { owner, store, settings };
    this.isAway = false;
    this.unheard = new Set();
    if (isFirst) this.ready = this.recall(this.node);
    if (again.length > 0) this.resume(again, this.node);
    store.ready.catch((error: unknown) => owner.failed(error));
    return this;
  }

  private get attached(): Attached<State, Fixed> {
    if (this.node === undefined) throw new RangeError('The journal has no node');
    return this.node;
  }

  get ids(): string[] {
    return [...this.byId.keys()];
  }

  get size(): number {
    return this.byId.size;
  }

  /** The record of a message that this node, or the previous one, has begun. */
  find(msg: NodeMessage): { id: string; state: State } | undefined {
    const id = this.idOf.get(msg) ?? '';
    const state = this.stateOf(id);
    return state === undefined ? undefined : { id, state };
  }

  stateOf(id: string): State | undefined {
    return this.byId.get(id)?.state;
  }

  /** What was fixed when the message arrived. */
  fixedOf(id: string): Fixed | undefined {
    return this.byId.get(id)?.fixed;
  }

  messageOf(id: string): NodeMessage | undefined {
    return this.byId.get(id)?.msg;
  }

  /** Records a message. Resolves with whether that is written; `begin()` fails as well if it is not. */
  append(id: string, msg: NodeMessage, state: State, fixed?: Fixed): Promise<boolean> {
    const { owner, settings } = this.attached;
    const { copy, lost } = jsonCopy(msg);
    this.idOf.set(msg, id);
    const stored = fixed === undefined ? undefined : settings.fixed?.write(fixed);
    this.byId.set(id, { msg, state, fixed, unwritten: { copy, fixed: stored } });
    owner.lost(lost);
    return this.change(id, state);
  }

  /** Records how far a message has come. Resolves with whether that is written. */
  change(id: string, state: State): Promise<boolean> {
    this.enterState(id, state);
    return this.write(id).then(
      () => true,
      (error: unknown) => {
        this.attached.owner.failed(error);
        return false;
      },
    );
  }

  /**
   * Records that a message is being sent. Resolves when that is written, so that no restart sends it again.
   * @param next makes the new state from the present one
   * @throws MessagingError `not_recorded`, `not_sent`: then it must not be sent
   */
  async begin(id: string, next: (present: State) => State): Promise<void> {
    const present = this.stateOf(id);
    if (present !== undefined) this.enterState(id, next(present));
    try {
      await this.write(id);
    } catch (error) {
      this.attached.owner.failed(error);
      throw notRecorded(error);
    }
  }

  /** Ends the record of a message whose outcome was sent on, once the flow has it: a stop before that must not lose it. */
  async end(msg: NodeMessage): Promise<void> {
    const id = this.idOf.get(msg) ?? '';
    if (!this.byId.has(id)) return;
    const { owner, store } = this.attached;
    this.ending.add(id);
    await owner.passedOn();
    if (!this.ending.delete(id)) return;
    this.idOf.delete(msg);
    this.byId.delete(id);
    void store.remove([this.nameOf(id), this.nameOfMessage(id)]);
  }

  /** Call this as soon as the node is being closed: what has not reached the next nodes by now may be lost, so it comes out again. */
  stop(): void {
    for (const id of this.ending) this.unheard.add(id);
    this.ending.clear();
  }

  /**
   * Call this when the node closes; resolves when everything is written.
   * @param isAway whether no node replaces it: then its messages wait until it is back, as its tab may only be disabled
   */
  close(isAway: boolean): Promise<void> {
    this.isAway = isAway;
    return this.attached.store.flush();
  }

  /** The node was deleted for good. */
  deleted(): void {
    if (this.byId.size > 0) this.node?.owner.deleted([...this.byId.values()].map(({ msg }) => msg));
  }

  private nameOf(id: string): string {
    const { settings, owner } = this.attached;
    return `${settings.name} ${owner.key} ${id}`;
  }

  /** What never changes is written once, under a name of its own: it can be large. */
  private nameOfMessage(id: string): string {
    const { settings, owner } = this.attached;
    return `${settings.name}.message ${owner.key} ${id}`;
  }

  private enterState(id: string, state: State): void {
    const record = this.byId.get(id);
    if (record !== undefined) record.state = state;
  }

  private async write(id: string): Promise<void> {
    await this.ready;
    await this.byId.get(id)?.writing?.catch(() => undefined);
    const record = this.byId.get(id);
    if (record === undefined) return;
    const { store, settings } = this.attached;
    const { written = (state: State): unknown => state } = settings;
    const change: Change = [this.nameOf(id), written(record.state)];
    if (record.unwritten === undefined) return store.set([change]);
    record.writing = store.set([[this.nameOfMessage(id), record.unwritten], change]);
    await record.writing;
    record.unwritten = undefined;
  }

  private async recall(node: Attached<State, Fixed>): Promise<void> {
    const { store, settings } = node;
    const started = node.owner.started();
    await store.ready.catch(() => undefined);
    const messages = store.startingWith(this.nameOfMessage(''));
    const ids: string[] = [];
    for (const [name, stored] of store.startingWith(this.nameOf(''))) {
      const id = name.slice(this.nameOf('').length);
      const entry = messages.get(this.nameOfMessage(id));
      const state = settings.read(stored);
      if (!isRecord(entry) || !isRecord(entry['copy']) || state === undefined) continue;
      const fixed = settings.fixed?.read(entry['fixed']);
      if (settings.fixed !== undefined && fixed === undefined) continue;
      const msg: NodeMessage = { ...entry['copy'] };
      this.idOf.set(msg, id);
      this.byId.set(id, { msg, state, fixed, unwritten: undefined });
      ids.push(id);
    }
    this.resume(ids, node, started);
  }

  /** Gives messages to the node once the flows have started. A deploy may have replaced it by then, or taken it away. */
  private resume(
    ids: readonly string[],
    { owner }: Attached<State, Fixed>,
    started: Promise<void> = owner.started(),
  ): void {
    for (const id of [...ids].sort()) {
      const record = this.byId.get(id);
      if (record === undefined) continue;
      void started.then(() => {
        if (!this.isAway) this.node?.owner.receive(record.msg);
      });
    }
  }
}
