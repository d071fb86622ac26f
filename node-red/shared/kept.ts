import type { Node, NodeAPI, NodeMessage } from 'node-red';

import { isRecord } from '../../core/reading';
import { handoverOf, keyOf } from './handover';
import { jsonCopy } from './jsonCopy';

/** A message that waits, as it is stored. */
interface Kept<State> {
  msg: NodeMessage;
  state: State;
  /** What of the message a restart leaves over. */
  copy: Record<string, unknown>;
}

/** The messages of each node that waits for something; a deploy replaces the node and not this. */
const keptOf = new Map<string, Map<string, Kept<unknown>>>();

/** Under which id a message is kept. */
const idOf = new WeakMap<NodeMessage, string>();

/**
 * Messages that wait for something outside, with how far they have come. They outlive a deploy in memory (their objects go to the node that
 * takes the place of this one, see Handover), and a restart in the node's context, where Node-RED keeps that in files: then the node
 * receives a copy of each once more.
 */
export class KeptMessages<State> {
  private readonly kept: Map<string, Kept<unknown>>;
  private storing: Promise<void> | undefined;
  private stale = false;
  private warned = false;
  /** Done when what an earlier run of Node-RED has left is there. */
  readonly ready: Promise<void>;

  /**
   * @param contextKey where in the node's context they stand
   * @param read gives a stored state back; undefined for what is none
   * @param restored is told of each message that an earlier run has left, before the flows start
   */
  constructor(
    private readonly RED: NodeAPI,
    private readonly node: Node,
    private readonly contextKey: string,
    private readonly read: (stored: unknown) => State | undefined,
    restored: (id: string, state: State) => void,
  ) {
    const key = keyOf(node);
    const before = keptOf.get(key);
    this.kept = before ?? new Map<string, Kept<unknown>>();
    keptOf.set(key, this.kept);
    this.ready = before === undefined ? this.recall(restored) : Promise.resolve();
  }

  get size(): number {
    return this.kept.size;
  }

  /** What is kept of a message that this node, or the one before it, has begun with. */
  find(msg: NodeMessage): { id: string; state: State } | undefined {
    const id = idOf.get(msg);
    const state = id === undefined ? undefined : this.read(this.kept.get(id)?.state);
    return id === undefined || state === undefined ? undefined : { id, state };
  }

  /**
   * Keeps a message, and all its changes until it is forgotten.
   * @returns the properties of the message that cannot be stored, and would be missing after a restart
   */
  keep(id: string, msg: NodeMessage, state: State): string[] {
    const { copy, lost } = jsonCopy(msg);
    idOf.set(msg, id);
    this.kept.set(id, { msg, state, copy });
    void this.store();
    return lost;
  }

  change(id: string, state: State): void {
    const entry = this.kept.get(id);
    if (entry === undefined) return;
    entry.state = state;
    void this.store();
  }

  forget(id: string): void {
    const entry = this.kept.get(id);
    if (entry === undefined) return;
    idOf.delete(entry.msg);
    this.kept.delete(id);
    void this.store();
  }

  /** To be called when the node closes; comes back when all is stored. */
  async close(removed: boolean): Promise<void> {
    if (removed) {
      this.kept.clear();
      keptOf.delete(keyOf(this.node));
    }
    await this.store();
  }

  private async recall(restored: (id: string, state: State) => void): Promise<void> {
    const started = handoverOf(this.RED).started();
    for (const [id, entry] of Object.entries(await this.stored())) {
      const state = isRecord(entry) ? this.read(entry['state']) : undefined;
      if (!isRecord(entry) || !isRecord(entry['copy']) || state === undefined) continue;
      const msg: NodeMessage = { ...entry['copy'] };
      idOf.set(msg, id);
      this.kept.set(id, { msg, state, copy: entry['copy'] });
      restored(id, state);
      // What comes after the node in the flow is not there before.
      void started.then(() => this.node.receive(msg));
    }
  }

  private stored(): Promise<Record<string, unknown>> {
    return new Promise((resolve) => {
      this.node.context().get(this.contextKey, (_error: Error | null | undefined, stored: unknown) => {
        resolve(isRecord(stored) ? stored : {});
      });
    });
  }

  /** One at a time: what changes while a slow store is at it is stored all at once afterwards. */
  private store(): Promise<void> {
    this.stale = true;
    this.storing ??= this.storeWhileStale().finally(() => (this.storing = undefined));
    return this.storing;
  }

  private async storeWhileStale(): Promise<void> {
    await this.ready;
    while (this.stale) {
      this.stale = false;
      await this.write(
        Object.fromEntries([...this.kept].map(([id, { state, copy }]) => [id, { state, copy }])),
      );
    }
  }

  private write(entries: Record<string, unknown>): Promise<void> {
    return new Promise((resolve) => {
      this.node.context().set(this.contextKey, entries, (error: Error | null | undefined) => {
        if (error && !this.warned) {
          this.warned = true;
          this.node.warn(this.RED._(`${this.node.type}.errors.notKept`, { reason: error.message }));
        }
        resolve();
      });
    });
  }
}

/** Whether the context that nodes store in by default is written to files, or elsewhere outside this process. */
export function keptInFiles(RED: NodeAPI): boolean {
  const stores: unknown = Reflect.get(RED.settings, 'contextStorage');
  if (!isRecord(stores)) return false;
  const named = stores['default'] ?? Object.values(stores)[0];
  const store = typeof named === 'string' && isRecord(stores[named]) ? stores[named] : named;
  return (isRecord(store) ? store['module'] : store) !== 'memory';
}
