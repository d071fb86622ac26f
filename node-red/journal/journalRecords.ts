import type { NodeMessage } from 'node-red';

/** The record of a message: how far it has come, and what stays the same. */
export interface JournalRecord {
  msg: NodeMessage;
  state: unknown;
  /** What is sent, fixed when the message arrived. */
  fixed: unknown;
  /** What is written of the message and of what is sent; undefined once it is written. */
  unwritten: { copy: Record<string, unknown>; fixed: unknown } | undefined;
  /** Settles when that was tried. */
  writing?: Promise<unknown>;
}

/** The records of a node. A deploy replaces the node but not this object. */
export interface Records {
  byId: Map<string, JournalRecord>;
  idOf: WeakMap<NodeMessage, string>;
  /** The node as it is now, or was last. */
  owner: JournalOwner;
  /** The node was deleted, or its tab disabled: the messages wait until it is back. */
  isAway: boolean;
  /** How many deploys in a row were without the node. */
  deploysWithout: number;
  /** Resolves when the records of an earlier run have been read. */
  ready: Promise<void>;
  /** Messages whose outcome was sent on, and may not have reached the next nodes yet. */
  ending: Set<string>;
  /** Removes all of them from the journal. */
  remove: () => void;
  /** Those that had not when the node was closed: their outcome comes out again. */
  unheard: Set<string>;
}

/** The records of all nodes, by node and kind. */
export type Registry = Map<string, Records>;

export const registry: Registry = new Map();

/** The node that a journal belongs to. */
export interface JournalOwner {
  /** Stays the same when the node is deployed again. */
  key: string;
  /** Its id in the flows; inside a subflow, that of the subflow's node. */
  id: string;
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

export function newRecords(owner: JournalOwner): Records {
  return {
    owner,
    byId: new Map(),
    idOf: new WeakMap(),
    isAway: false,
    deploysWithout: 0,
    ready: Promise.resolve(),
    ending: new Set(),
    unheard: new Set(),
    remove: () => undefined,
  };
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
    records.remove();
    if (byId.size > 0) owner.deleted([...byId.values()].map(({ msg }) => msg));
  }
}
