import { createHash } from 'crypto';

import { createLimiter } from '../../core/client';
import type { Claimants, KeyStore } from '../../core/steps';
import { isRecord, readText } from '../../core/reading';
import { steadyMoment, steadyNow, timeOfDay } from '../../core/clock';
import type { SendOnceSetting } from '../settings/sendOnceRows';
import { ClockWatch } from '../service/clock';
import type { Lasting } from '../service/lasting';
import { KEY, storeOf, type JournalStore } from './journals';

/** What is stored for a key. */
interface StoredKey {
  /** When it was recorded: in memory by the steady clock, in the journal by the time of day. */
  at: number;
  /** The id of its message. */
  id?: string | undefined;
  /** The message that has claimed it, see `Claimants`. */
  by?: string | undefined;
}

/** The keys of *Send Only Once Per* of a node in the journal of its account, each under its own name, as a hash. A deploy replaces the node but not this object. */
export class StoredKeys implements KeyStore {
  /** Of all senders with these keys. */
  readonly turns = createLimiter(Infinity);
  /** By name, oldest first. */
  private readonly entries = new Map<string, StoredKey>();
  private readonly clock = new ClockWatch();
  private loading: Promise<void> | undefined;
  /** As the node is set now. */
  rules: Pick<SendOnceSetting, 'keysKept' | 'keysKeptFor'> = { keysKept: 0, keysKeptFor: 0 };
  private readonly prefix: string;

  /** @param store another one is for tests */
  constructor(
    { RED, id, account }: Lasting,
    private readonly store: JournalStore = storeOf(RED, account),
  ) {
    this.prefix = `${KEY} ${id} `;
    // Each message that needs them says that they cannot be read.
    this.loaded().catch(() => undefined);
  }

  async record(claimants: Claimants): Promise<Map<string, string | undefined>> {
    await this.loaded();
    const before = new Map<string, string | undefined>();
    const fresh: Array<[name: string, entry: StoredKey]> = [];
    const at = steadyNow();
    for (const [key, by] of claimants) {
      const name = this.nameOf(key);
      const found = this.entries.get(name);
      if (by !== undefined && found?.by === by) continue;
      if (found === undefined || found.at <= this.oldest()) fresh.push([name, { at, by }]);
      else before.set(key, found.id);
    }
    if (fresh.length === 0) return before;
    this.keepTimes();
    await this.store.set(fresh.map(written));
    this.remember(fresh);
    return before;
  }

  async remove(keys: readonly string[]): Promise<void> {
    await this.loaded();
    const names = keys.map((key) => this.nameOf(key));
    for (const name of names) this.entries.delete(name);
    await this.store.remove(names);
  }

  confirm(key: string, messageId: string): Promise<void> {
    const name = this.nameOf(key);
    const found = this.entries.get(name);
    if (found === undefined) return Promise.resolve();
    const entry = { ...found, id: messageId };
    this.entries.set(name, entry);
    // Nobody waits for this: without the id, only a later result contains less.
    void this.store.set([written([name, entry])]).catch(() => undefined);
    return Promise.resolve();
  }

  /** @throws the error of the disk; then the next message tries again */
  private loaded(): Promise<void> {
    this.loading ??= this.recall().catch((error: unknown) => {
      this.loading = undefined;
      throw error;
    });
    return this.loading;
  }

  private async recall(): Promise<void> {
    await this.store.ready;
    const stored = [...this.store.startingWith(this.prefix)].flatMap(([name, value]) => {
      const entry = readStoredKey(value);
      return entry === undefined ? [] : [{ name, entry }];
    });
    stored.sort((one, other) => one.entry.at - other.entry.at);
    for (const { name, entry } of stored) this.entries.set(name, entry);
  }

  /** Adds entries, and drops the oldest ones if there are too many. */
  private remember(added: ReadonlyArray<readonly [name: string, entry: StoredKey]>): void {
    const oldest = this.oldest();
    const { entries } = this;
    for (const [name, entry] of added) {
      // Deleted first, so that the new entry is at the end.
      entries.delete(name);
      entries.set(name, entry);
    }
    const dropped: string[] = [];
    for (const [name, { at }] of entries) {
      if (entries.size - dropped.length <= this.rules.keysKept && at > oldest) break;
      dropped.push(name);
    }
    for (const name of dropped) entries.delete(name);
    void this.store.remove(dropped);
  }

  private nameOf(key: string): string {
    return this.prefix + createHash('sha256').update(key).digest('hex').slice(0, 40);
  }

  /** When the computer's clock was set, all keys are written anew, or after a restart they would be kept longer or shorter. */
  private keepTimes(): void {
    if (this.clock.wasSet())
      void this.store.set([...this.entries].map(written)).catch(() => this.clock.repeat());
  }

  /** Keys recorded before this time are no longer kept. */
  private oldest(): number {
    return steadyNow() - this.rules.keysKeptFor;
  }
}

function written([name, entry]: readonly [name: string, entry: StoredKey]): [name: string, entry: StoredKey] {
  return [name, { ...entry, at: Math.round(timeOfDay(entry.at)) }];
}

function readStoredKey(value: unknown): StoredKey | undefined {
  if (!isRecord(value) || typeof value['at'] !== 'number') return undefined;
  // It is kept no longer than a key that is recorded now.
  const at = Math.min(steadyMoment(value['at']), steadyNow());
  return { at, id: readText(value, 'id'), by: readText(value, 'by') };
}
