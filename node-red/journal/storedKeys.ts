import { createHash } from 'crypto';
import type { Node, NodeAPI } from 'node-red';

import { sharedKeys, type KeyStore, type SharedKeys } from '../../core/journey';
import { isRecord, readText } from '../../core/reading';
import type { SendOnceSetting } from '../settings/sendOnceRows';
import { ContextStore, otherPlaces } from './contextStore';
import { nodeKeyOf } from './redeploy';

const PREFIX = 'messagingSent_';

/** What is stored for a key. */
interface StoredKey {
  /** When it was recorded, milliseconds since 1970. */
  at: number;
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

/** The keys of *Send Only Once Per* in the node's context, each under its own name, as a hash. */
export class StoredKeys implements KeyStore {
  private readonly known: Known;
  private readonly store: ContextStore;

  constructor(
    private readonly RED: NodeAPI,
    private readonly node: Node,
    private readonly rules: Pick<SendOnceSetting, 'keysKept' | 'keysKeptFor' | 'contextStore'>,
  ) {
    this.store = new ContextStore(RED, node, rules.contextStore);
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
    const before = new Map<string, string | undefined>();
    const fresh: string[] = [];
    for (const [index, name] of names.entries()) {
      const found = this.known.entries.get(name);
      if (found !== undefined && found.at > this.oldest()) before.set(keys[index] ?? '', found.id);
      else fresh.push(name);
    }
    if (fresh.length === 0) return before;
    const entry: StoredKey = { at: Date.now() };
    await this.store.set(this.remember(fresh, entry)).catch((error: unknown) => {
      for (const name of fresh) this.known.entries.delete(name);
      return Promise.reject(error);
    });
    return before;
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

  /**
   * Reads what an earlier run has stored, and brings it along if the node has moved, or has another store now. Node-RED may have ended in the
   * middle of that, so after a start the node looks wherever it may have been.
   */
  private async recall(): Promise<void> {
    const { home, entries, loaded } = this.known;
    const found = loaded ? new Map<string, unknown>() : await home.startingWith(PREFIX);
    const before = [...(this.isHome ? [] : [home])];
    for (const place of loaded ? [] : otherPlaces(this.RED, this.node, home)) {
      const there = await place.startingWith(PREFIX).catch(() => new Map<string, unknown>());
      for (const [name, value] of there) if (!found.has(name)) found.set(name, value);
      if (there.size > 0) before.push(place);
    }
    const stored = [...found].flatMap(([name, value]) => {
      const entry = readStoredKey(value);
      return entry === undefined || entries.has(name) ? [] : [{ name, entry }];
    });
    stored.sort((one, other) => one.entry.at - other.entry.at);
    for (const { name, entry } of stored) entries.set(name, entry);
    this.known.loaded = true;
    if (before.length === 0) return;
    await this.store.set(entries);
    this.known.home = this.store;
    for (const place of before.filter(({ place }) => place !== this.store.place))
      await place.set([...entries.keys()].map((name) => [name, undefined])).catch(() => undefined);
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
    return PREFIX + createHash('sha256').update(key).digest('hex').slice(0, 40);
  }

  /** Keys recorded before this time are no longer kept; milliseconds since 1970. */
  private oldest(): number {
    return Date.now() - this.rules.keysKeptFor;
  }
}

function readStoredKey(value: unknown): StoredKey | undefined {
  if (!isRecord(value) || typeof value['at'] !== 'number') return undefined;
  const id = readText(value, 'id');
  return { at: value['at'], ...(id === undefined ? {} : { id }) };
}
