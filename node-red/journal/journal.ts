import type { NodeMessage } from 'node-red';

import { isRecord } from '../../core/reading';
import { notRecorded } from '../outcome/failure';
import { jsonCopy } from '../outcome/jsonCopy';
import { newRecords, registry, type JournalOwner, type Records, type Registry } from './journalRecords';
import type { Change } from './journalFile';
import type { JournalStore } from './journals';

export interface FixedPart<Fixed> {
  is(value: unknown): value is Fixed;
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
  /** Called for each message from an earlier run, before the flows start. */
  restored?: (state: State) => void;
}

/**
 * The messages of a node that must outlive it, with how far each one has come. A record is appended before something happens to its message, and
 * ends when the flow has its outcome. A deploy finds it in memory; after a restart, the node gets copies of the messages, in the order of the ids.
 */
export class Journal<State, Fixed = undefined> {
  private readonly records: Records;

  constructor(
    private readonly owner: JournalOwner,
    private readonly store: JournalStore,
    private readonly settings: JournalSettings<State, Fixed>,
    all: Registry = registry,
  ) {
    const key = `${owner.key} ${settings.name}`;
    const before = all.get(key);
    this.records = before ?? newRecords(owner);
    all.set(key, this.records);
    if (before === undefined) this.records.ready = this.recall();
    const { isAway, byId, unheard } = this.records;
    this.records.remove = () => void store.remove([...byId.keys()].flatMap((id) => this.namesOf(id)));
    Object.assign(this.records, { owner, isAway: false, deploysWithout: 0, unheard: new Set() });
    const again = isAway ? [...byId.keys()] : [...unheard];
    if (again.length > 0) this.resume(again, owner.started());
    store.ready.catch((error: unknown) => owner.failed(error));
  }

  /** Resolves when the records of an earlier run have been read. */
  get ready(): Promise<void> {
    return this.records.ready;
  }

  get size(): number {
    return this.records.byId.size;
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

  /** What was fixed when the message arrived. */
  fixedOf(id: string): Fixed | undefined {
    const fixed = this.records.byId.get(id)?.fixed;
    return this.settings.fixed?.is(fixed) === true ? fixed : undefined;
  }

  messageOf(id: string): NodeMessage | undefined {
    return this.records.byId.get(id)?.msg;
  }

  /** Records a message. Resolves with whether that is written; `begin()` fails as well if it is not. */
  append(id: string, msg: NodeMessage, state: State, fixed?: Fixed): Promise<boolean> {
    const { copy, lost } = jsonCopy(msg);
    this.records.idOf.set(msg, id);
    const stored = fixed === undefined ? undefined : this.settings.fixed?.write(fixed);
    this.records.byId.set(id, { msg, state, fixed, unwritten: { copy, fixed: stored } });
    this.owner.lost(lost);
    return this.change(id, state);
  }

  /** Records how far a message has come. Resolves with whether that is written. */
  change(id: string, state: State): Promise<boolean> {
    this.enterState(id, state);
    return this.write([id]).then(
      () => true,
      (error: unknown) => {
        this.owner.failed(error);
        return false;
      },
    );
  }

  /**
   * Records that messages are being sent. Resolves when that is written, so that no restart sends them again.
   * @param changes makes each new state from the present one, which may have changed by the time it is entered
   * @throws MessagingError `not_recorded`, `not_sent`: then they must not be sent
   */
  async begin(changes: ReadonlyArray<readonly [id: string, next: (present: State) => State]>): Promise<void> {
    for (const [id, next] of changes) {
      const present = this.stateOf(id);
      if (present !== undefined) this.enterState(id, next(present));
    }
    try {
      await this.write(changes.map(([id]) => id));
    } catch (error) {
      this.owner.failed(error);
      throw notRecorded(error);
    }
  }

  /** Ends the record of a message whose outcome was sent on, once the flow has it: a stop before that must not lose it. */
  end(msg: NodeMessage): void {
    const id = this.records.idOf.get(msg) ?? '';
    if (!this.records.byId.has(id)) return;
    this.records.ending.add(id);
    void this.owner.passedOn().then(() => {
      if (!this.records.ending.delete(id)) return;
      this.records.idOf.delete(msg);
      this.records.byId.delete(id);
      void this.store.remove(this.namesOf(id));
    });
  }

  /** Call this as soon as the node is being closed: what has not reached the next nodes by now may be lost, so it comes out again. */
  stop(): void {
    const { ending, unheard } = this.records;
    for (const id of ending) unheard.add(id);
    ending.clear();
  }

  /**
   * Call this when the node closes; resolves when everything is written.
   * @param isAway whether no node replaces it: then its messages wait until it is back, as its tab may only be disabled
   */
  close(isAway: boolean): Promise<void> {
    this.records.isAway = isAway;
    return this.store.flush();
  }

  private nameOf(id: string): string {
    return `${this.settings.name} ${this.owner.key} ${id}`;
  }

  /** What never changes is written once, under a name of its own: it can be large. */
  private nameOfMessage(id: string): string {
    return `${this.settings.name}.message ${this.owner.key} ${id}`;
  }

  private namesOf(id: string): string[] {
    return [this.nameOf(id), this.nameOfMessage(id)];
  }

  private enterState(id: string, state: State): void {
    const record = this.records.byId.get(id);
    if (record !== undefined) record.state = state;
  }

  private async write(ids: readonly string[]): Promise<void> {
    await this.records.ready;
    const records = ids.flatMap((id) => this.records.byId.get(id) ?? []);
    // What never changes can be large, and is written once.
    await Promise.allSettled(records.map(({ writing }) => writing));
    const changes: Change[] = [];
    for (const id of ids) {
      const record = this.records.byId.get(id);
      if (record?.unwritten !== undefined) changes.push([this.nameOfMessage(id), record.unwritten]);
      if (record !== undefined) changes.push([this.nameOf(id), record.state]);
    }
    if (changes.length === 0) return;
    const writing = this.store.set(changes);
    const begun = records.filter(({ unwritten }) => unwritten !== undefined);
    for (const record of begun) record.writing = writing;
    await writing;
    for (const record of begun) record.unwritten = undefined;
  }

  private async recall(): Promise<void> {
    const started = this.owner.started();
    await this.store.ready.catch(() => undefined);
    const messages = this.store.startingWith(this.nameOfMessage(''));
    const ids: string[] = [];
    for (const [name, state] of this.store.startingWith(this.nameOf(''))) {
      const id = name.slice(this.nameOf('').length);
      const entry = messages.get(this.nameOfMessage(id));
      if (!isRecord(entry) || !isRecord(entry['copy']) || this.settings.read(state) === undefined) continue;
      const fixed = this.settings.fixed?.read(entry['fixed']);
      if (this.settings.fixed !== undefined && fixed === undefined) continue;
      const msg: NodeMessage = { ...entry['copy'] };
      this.records.idOf.set(msg, id);
      this.records.byId.set(id, { msg, state, fixed, unwritten: undefined });
      ids.push(id);
    }
    this.resume(ids, started);
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
