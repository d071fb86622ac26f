import type { Node, NodeAPI, NodeMessage } from 'node-red';

import { isRecord } from '../../core/reading';
import { ContextStore } from './contextStore';
import { warnOnce } from './failure';
import { handoverOf, nodeKeyOf } from './handover';
import { jsonCopy } from './jsonCopy';

/** A waiting message as it is stored. */
interface Kept {
  msg: NodeMessage;
  state: unknown;
  /** The part of the message that survives a restart. */
  copy: Record<string, unknown>;
}

/** Where the messages are stored, and how their names begin there. */
interface Home {
  store: ContextStore;
  prefix: string;
}

/** The waiting messages of a node. A deploy replaces the node but not this object. */
interface Keeping {
  home: Home;
  entries: Map<string, Kept>;
  /** The id of each message. */
  idOf: WeakMap<NodeMessage, string>;
}

const keepingOf = new Map<string, Keeping>();

export interface KeepingSettings<State> {
  /** The prefix of their names in the node's context; each message has a name of its own. */
  prefix: string;
  /** The name in settings.js; '' for the default store. */
  store?: string;
  /** Reads a stored state; undefined if it is invalid. */
  read: (stored: unknown) => State | undefined;
  /** Called for each message from an earlier run, before the flows start. */
  restored?: (state: State) => void;
}

/**
 * Messages that wait for something outside, with how far they have come. They survive a deploy in memory: their objects go to the node that
 * replaces this one (see Handover). They survive a restart in the node's context, if Node-RED keeps it in files: then the node receives a
 * copy of each message again, in the order of their ids.
 */
export class KeptMessages<State> {
  private readonly keeping: Keeping;
  private readonly home: Home;
  private readonly key: string;
  private readonly warn: (error: unknown) => void;
  /** The last warning about what would not survive a restart. */
  private told: string | undefined;
  /** Resolves when the messages of an earlier run have been read. */
  readonly ready: Promise<void>;

  constructor(
    private readonly RED: NodeAPI,
    private readonly node: Node,
    private readonly settings: KeepingSettings<State>,
  ) {
    const { store = '', prefix } = settings;
    this.home = { store: new ContextStore(RED, node, store), prefix: `${prefix}__` };
    this.warn = warnOnce(RED, node, 'notKept');
    this.key = `${nodeKeyOf(node)} ${prefix}`;
    const before = keepingOf.get(this.key);
    this.keeping = before ?? { home: this.home, entries: new Map(), idOf: new WeakMap() };
    keepingOf.set(this.key, this.keeping);
    this.ready = before === undefined ? this.recall() : Promise.resolve();
    if (this.keeping.home.store.place !== this.home.store.place) void this.moveFrom(this.keeping.home);
    this.keeping.home = this.home;
  }

  get size(): number {
    return this.keeping.entries.size;
  }

  /** What is stored about a message that this node, or the previous one, has started. */
  find(msg: NodeMessage): { id: string; state: State } | undefined {
    const id = this.keeping.idOf.get(msg);
    const state = id === undefined ? undefined : this.settings.read(this.keeping.entries.get(id)?.state);
    return id === undefined || state === undefined ? undefined : { id, state };
  }

  /** Keeps a message and all its changes until it is forgotten. Warns about what would not survive a restart. */
  keep(id: string, msg: NodeMessage, state: State): void {
    const { copy, lost } = jsonCopy(msg);
    this.keeping.idOf.set(msg, id);
    this.keeping.entries.set(id, { msg, state, copy });
    void this.write([id]);
    this.tell(lost);
  }

  /** Stores how far a message has come. Resolves to whether the store has it. */
  async change(id: string, state: State): Promise<boolean> {
    const entry = this.keeping.entries.get(id);
    if (entry === undefined) return false;
    entry.state = state;
    return this.write([id]);
  }

  /** Call this when a message ends, whatever has ended it. */
  ended(msg: NodeMessage): void {
    const id = this.keeping.idOf.get(msg);
    if (id !== undefined) this.forget(id);
  }

  forget(id: string): void {
    const entry = this.keeping.entries.get(id);
    if (entry === undefined) return;
    this.keeping.idOf.delete(entry.msg);
    this.keeping.entries.delete(id);
    void this.write([id]);
  }

  /** Call this when the node closes; resolves when everything is stored. */
  async close(removed: boolean): Promise<void> {
    const ids = [...this.keeping.entries.keys()];
    if (removed) {
      this.keeping.entries.clear();
      keepingOf.delete(this.key);
    }
    await this.write(removed ? ids : []);
  }

  private async recall(): Promise<void> {
    const started = handoverOf(this.RED).started();
    const { store, prefix } = this.home;
    const stored = await store.startingWith(prefix).catch((error: unknown) => {
      this.warn(error);
      return new Map<string, unknown>();
    });
    for (const [name, entry] of [...stored].sort(([one], [other]) => (one < other ? -1 : 1))) {
      const state = isRecord(entry) ? this.settings.read(entry['state']) : undefined;
      if (!isRecord(entry) || !isRecord(entry['copy']) || state === undefined) continue;
      const id = name.slice(prefix.length);
      const msg: NodeMessage = { ...entry['copy'] };
      this.keeping.idOf.set(msg, id);
      this.keeping.entries.set(id, { msg, state, copy: entry['copy'] });
      this.settings.restored?.(state);
      // Earlier, the nodes after this one in the flow do not exist yet.
      void started.then(() => this.node.receive(msg));
    }
  }

  /** Moves waiting messages to where a restart will look for them. */
  private async moveFrom({ store, prefix }: Home): Promise<void> {
    const ids = [...this.keeping.entries.keys()];
    if (await this.write(ids)) await store.set(ids.map((id) => [prefix + id, undefined])).catch(this.warn);
  }

  /** Writes the present state of these messages, or removes those that are gone. */
  private async write(ids: readonly string[]): Promise<boolean> {
    await this.ready;
    const values = ids.map((id) => {
      const entry = this.keeping.entries.get(id);
      const value = entry === undefined ? undefined : { state: entry.state, copy: entry.copy };
      return [this.home.prefix + id, value] as const;
    });
    try {
      await this.home.store.set(values);
      return true;
    } catch (error) {
      this.warn(error);
      return false;
    }
  }

  /** Warns once about the same properties. */
  private tell(lost: readonly string[]): void {
    const properties = lost.map((name) => `msg.${name}`).join(', ');
    const { survives, writtenAfterMs } = this.home.store.nature;
    const told = survives ? properties : 'memory';
    if (told === this.told) return;
    const isFirst = this.told === undefined;
    this.told = told;
    const text = (key: string, values: object) =>
      this.RED._(`${this.node.type}.errors.${key}`, { ...values });
    if (!survives) this.node.log(text('inMemory', {}));
    else if (properties !== '') this.node.warn(text('notStored', { properties }));
    if (writtenAfterMs > 0 && isFirst)
      this.node.log(text('writtenLate', { seconds: Math.ceil(writtenAfterMs / 1000) }));
  }
}
