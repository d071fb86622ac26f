import { randomBytes } from 'crypto';
import type { NodeMessage } from 'node-red';

import type { ContextStore } from './contextStore';

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
export interface Records {
  store: JournalStore;
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
  /** Where the node was before, and the records that are still there. */
  leftBehind: LeftBehind[];
  /** Set while these are removed. */
  tidying: Promise<Failure | undefined> | undefined;
}

/** Records where a node was before. */
export interface LeftBehind {
  store: JournalStore;
  ids: string[];
  /** The node has been there again since, and may have written its records anew: they must not be waited for to go. */
  isBack: boolean;
}

export interface Failure {
  reason: unknown;
}

/** The records of all nodes, by node and kind. */
export type Registry = Map<string, Records>;

export const registry: Registry = new Map();

/** The part of a context store that a journal needs. */
export type JournalStore = Pick<ContextStore, 'place' | 'nature' | 'startingWith' | 'set' | 'written'>;

/** The node that a journal belongs to. */
export interface JournalOwner {
  /** Stays the same when the node is deployed again. */
  key: string;
  /** Its id in the flows; inside a subflow, that of the subflow's node. */
  id: string;
  /** All other places where it may have left records in an earlier run. */
  elsewhere(): readonly JournalStore[];
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

export function newRecords(owner: JournalOwner, store: JournalStore): Records {
  return {
    owner,
    store,
    byId: new Map(),
    idOf: new WeakMap(),
    isAway: false,
    deploysWithout: 0,
    ready: Promise.resolve(),
    leftBehind: [],
    tidying: undefined,
  };
}

/** Short, and one piece in memory: Node.js makes a UUID of twenty. */
export function newRevision(): string {
  return randomBytes(9).toString('base64url');
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
