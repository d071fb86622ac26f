import type { Change } from './journalFile';

/**
 * What the nodes of an account keep, by name. A name is `<kind> <node key> <id>`. A value stays in the file in which it was begun, so a node that is
 * given another account still finds it.
 */
export interface JournalStore {
  /** Resolves when everything can be read. Rejects if the account's own file cannot be used. */
  ready: Promise<void>;
  /** Resolves when what an earlier run has stored is known. Rejects while there may be something that cannot be read. */
  read: Promise<void>;
  /** All values whose name begins so, oldest first. Call it when the store is ready. */
  startingWith(prefix: string): Map<string, unknown>;
  /** Resolves when the values are on the disk. @throws the error of the disk */
  set(changes: Iterable<Change>): Promise<void>;
  /** Removes names, now or as soon as the disk allows it. */
  remove(names: Iterable<string>): Promise<void>;
  /** Resolves when nothing is being written. */
  flush(): Promise<void>;
}

/** Of a node without an account, which can do nothing that must be kept. */
export const noStore: JournalStore = {
  ready: Promise.resolve(),
  read: Promise.resolve(),
  startingWith: () => new Map(),
  set: () => Promise.reject(new Error('the node has no account')),
  remove: () => Promise.resolve(),
  flush: () => Promise.resolve(),
};
