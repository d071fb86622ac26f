import { createHash, randomUUID } from 'crypto';
import type { Node, NodeAPI } from 'node-red';

import { sharedKeys, sleep, type KeyStore, type SharedKeys } from '../../core/client';
import { isRecord, readText } from '../../core/reading';
import { ContextStore } from './contextStore';
import { nodeKeyOf } from './handover';

/** Which keys a node keeps, how many, for how long, and in which context store. */
export interface KeepingRules {
  /** The prefix of their names in the node's context. */
  prefix: string;
  keysKept: number;
  keptForMs: number;
  /** The name in settings.js; '' for the default store. */
  store: string;
}

/** What is stored for a key. */
interface StoredKey {
  /** When it was recorded, milliseconds since 1970. */
  at: number;
  /** Who recorded it. */
  by: string;
  /** The id of its message. */
  id?: string;
}

/** The keys of a node. A deploy replaces the node but not this object. */
interface Known extends SharedKeys {
  /** By name, oldest first. */
  readonly entries: Map<string, StoredKey>;
  /** Where they are stored. */
  home: ContextStore;
  loaded: boolean;
  loading: Promise<void> | undefined;
}

const knownOf = new Map<string, Known>();

/** Much longer than another Node-RED takes between reading a key and writing it. */
const SETTLING_MS = 100;

/**
 * Keys in the node's context, each under its own name, as a hash: those of *Send Only Once Per*, and those of events. The store has no
 * lock. If several Node-REDs may share it, a key that is recorded belongs to the one whose entry is still there a moment later.
 */
export class StoredKeys implements KeyStore {
  private readonly known: Known;
  private readonly store: ContextStore;
  private readonly mayBeShared: boolean;

  constructor(
    RED: NodeAPI,
    private readonly node: Node,
    private readonly rules: KeepingRules,
  ) {
    this.store = new ContextStore(RED, node, rules.store);
    this.mayBeShared = isShared(this.store);
    this.known = knownOf.get(nodeKeyOf(node)) ?? {
      ...sharedKeys(),
      entries: new Map(),
      home: this.store,
      loaded: false,
      loading: undefined,
    };
    knownOf.set(nodeKeyOf(node), this.known);
    if (this.isHome) this.known.home = this.store;
    // Not only with the first message: before it comes, the tab that the node was on may be deleted, or Node-RED may be restarted.
    void this.load().catch(() => undefined);
  }

  private get isHome(): boolean {
    return this.known.home.place === this.store.place;
  }

  /** What all senders with these keys share. */
  get shared(): SharedKeys {
    return this.known;
  }

  async record(keys: readonly string[]): Promise<Map<string, string | undefined>> {
    await this.load();
    const names = keys.map((key) => this.nameOf(key));
    if (this.mayBeShared) await this.readAgain(names);
    const before = new Map<string, string | undefined>();
    const fresh: string[] = [];
    for (const [index, name] of names.entries()) {
      const found = this.known.entries.get(name);
      if (found !== undefined && found.at > this.oldest()) before.set(keys[index] ?? '', found.id);
      else fresh.push(name);
    }
    if (fresh.length === 0) return before;
    const entry = newEntry();
    await this.store.set(this.remember(fresh, entry)).catch((error: unknown) => {
      for (const name of fresh) this.known.entries.delete(name);
      return Promise.reject(error);
    });
    if (!this.mayBeShared) return before;

    await sleep(SETTLING_MS * (1 + Math.random()));
    await this.readAgain(fresh);
    for (const [index, name] of names.entries()) {
      const found = this.known.entries.get(name);
      if (found !== undefined && found.by !== entry.by) before.set(keys[index] ?? '', found.id);
    }
    return before;
  }

  /** Whether the store has the key, whoever recorded it. */
  async has(key: string): Promise<boolean> {
    const [stored] = await this.store.get([this.nameOf(key)]);
    const found = readStoredKey(stored);
    return found !== undefined && found.at > this.oldest();
  }

  /** Records a key, whether it was there or not. */
  async add(key: string): Promise<void> {
    await this.load();
    await this.store.set(this.remember([this.nameOf(key)], newEntry()));
  }

  async remove(keys: readonly string[]): Promise<void> {
    await this.load();
    const names = keys.map((key) => this.nameOf(key));
    await this.store.set(names.map((name) => [name, undefined]));
    for (const name of names) this.known.entries.delete(name);
  }

  confirm(key: string, messageId: string): Promise<void> {
    const name = this.nameOf(key);
    const found = this.known.entries.get(name);
    if (found === undefined) return Promise.resolve();
    const entry = { ...found, id: messageId };
    this.known.entries.set(name, entry);
    // Nobody waits for this: without the id, only a later result contains less.
    void this.store.set([[name, entry]]).catch(() => undefined);
    return Promise.resolve();
  }

  /** Call this when the node closes. */
  async close(removed: boolean): Promise<void> {
    if (removed) knownOf.delete(nodeKeyOf(this.node));
    await this.store.set([]).catch(() => undefined);
  }

  /** Waits until the keys are known, and stored where this node looks for them. If that fails, the next message tries again. */
  private async load(): Promise<void> {
    while (!this.known.loaded || !this.isHome) {
      this.known.loading ??= this.recall().finally(() => (this.known.loading = undefined));
      await this.known.loading;
    }
  }

  /** Reads what an earlier run has stored, and brings it along if the node has moved, or has another store now. */
  private async recall(): Promise<void> {
    const { home, entries } = this.known;
    const stored = [...(await home.startingWith(this.rules.prefix))].flatMap(([name, value]) => {
      const entry = readStoredKey(value);
      return entry === undefined || entries.has(name) ? [] : [{ name, entry }];
    });
    stored.sort((one, other) => one.entry.at - other.entry.at);
    for (const { name, entry } of stored) entries.set(name, entry);
    this.known.loaded = true;
    if (this.isHome) return;
    await this.store.set(entries);
    this.known.home = this.store;
    // Other Node-REDs may still look for the keys there.
    if (isShared(home)) return;
    await home.set([...entries.keys()].map((name) => [name, undefined])).catch(() => undefined);
  }

  private async readAgain(names: string[]): Promise<void> {
    const values = await this.store.get(names);
    for (const [index, name] of names.entries()) {
      const entry = readStoredKey(values[index]);
      if (entry === undefined) this.known.entries.delete(name);
      else this.known.entries.set(name, entry);
    }
  }

  /** Adds an entry under these names and drops the oldest ones if there are too many; returns what is to be written. */
  private remember(names: readonly string[], entry: StoredKey): Map<string, StoredKey | undefined> {
    const oldest = this.oldest();
    const { entries } = this.known;
    const changes = new Map<string, StoredKey | undefined>();
    for (const name of names) {
      // Deleted first, so that the new entry is at the end.
      entries.delete(name);
      entries.set(name, entry);
      changes.set(name, entry);
    }
    for (const [name, { at }] of entries) {
      if (entries.size <= this.rules.keysKept && at > oldest) break;
      entries.delete(name);
      changes.set(name, undefined);
    }
    return changes;
  }

  private nameOf(key: string): string {
    return this.rules.prefix + createHash('sha256').update(key).digest('hex').slice(0, 40);
  }

  /** Keys recorded before this time are no longer kept; milliseconds since 1970. */
  private oldest(): number {
    return Date.now() - this.rules.keptForMs;
  }
}

/** Whether several Node-REDs may use the store. */
function isShared({ nature }: ContextStore): boolean {
  return nature.kind === 'shared';
}

function newEntry(): StoredKey {
  return { at: Date.now(), by: randomUUID() };
}

function readStoredKey(value: unknown): StoredKey | undefined {
  if (!isRecord(value) || typeof value['at'] !== 'number') return undefined;
  const id = readText(value, 'id');
  return { at: value['at'], by: readText(value, 'by') ?? '', ...(id === undefined ? {} : { id }) };
}
