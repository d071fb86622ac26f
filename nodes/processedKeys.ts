import { randomUUID } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { attempt, createLimiter, MessagingError, sleep, type Limiter } from '../core/client';
import { BoundedMap } from '../core/boundedMap';
import { KeyClaims, type Claimants, type KeyStore } from '../core/steps';
import { nodeKey } from './nodeKey';
import { fault } from './texts';

/**
 * n8n's own list of what a node has processed: hashes, without times. n8n reads the whole list, adds to it and writes it back without a
 * lock, so two processes can overwrite each other's entries.
 */
export interface ProcessedKeys {
  /** Adds keys; returns those that were there before. */
  add(keys: readonly string[]): Promise<ReadonlySet<string>>;
  remove(keys: readonly string[]): Promise<void>;
}

/** Much longer than n8n takes to read the list, add to it and write it back. */
const SETTLING_MS = 100;

/**
 * The list of the running node.
 * @param maxEntries how many entries are kept, the newest ones; with each call of `provenKeys`, it gets entries besides the keys
 */
export function processedKeys({ helpers }: IExecuteFunctions, maxEntries: number): ProcessedKeys {
  const options = { mode: 'entries', maxEntries } as const;
  return {
    add: async (keys) => {
      const write = () => helpers.checkProcessedAndRecord([...keys], 'node', options);
      // If the first two executions of a node run at the same moment, both insert its list: one fails, and finds the list with its second
      // try. After any other failure the keys may have been written, so that a second try would find them as if they were older.
      const { processed } = await write().catch((error: unknown) => {
        if (/unique|duplicate/i.test(String(error))) return write();
        throw error;
      });
      return new Set(processed.map(String));
    },
    remove: async (keys) => {
      await helpers.removeProcessed([...keys], 'node', options);
    },
  };
}

const MOST_TRIES = 20;
/** If this worker has paused for longer, n8n may have given it up, and another worker may have started the same items. */
const TOO_LATE_MS = 10_000;

/**
 * The list, but it notices when others overwrite its keys: it writes a mark together with the keys. If the mark is still there
 * a moment later, no other process has overwritten them; if not, all keys of this run are written again. A process that paused in between has
 * itself overwritten what others recorded meanwhile, so it records nothing more.
 * @param knowsOwn whether a key that a further write finds can still be new: another process may have read what an earlier one wrote, and
 *   written it back. A witness beside the key, which is never written alone as the mark is, tells this. Without it, the key counts as there
 *   before: rather no message than two.
 */
export function provenKeys(list: ProcessedKeys, { knowsOwn = false } = {}): ProcessedKeys {
  const recorded = new Set<string>();
  let isLate = false;
  return {
    async add(keys) {
      const wanted = new Set(keys);
      /** What was there before each write, by its witness; the latest first. */
      const earlier: Array<readonly [witness: string, before: ReadonlySet<string>]> = [];
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const mark = `mark ${randomUUID()}`;
        throwIfLate();
        const witness = `witness ${randomUUID()}`;
        const witnesses = knowsOwn ? [...earlier.map(([name]) => name), witness] : [];
        const written = [...(tries === 0 ? [] : recorded), ...keys, ...witnesses, mark];
        const found = await write(written).catch(() => write(written));
        throwIfLate();
        // The first write was committed and its answer lost: what the second one found says nothing about the time before. It is `unknown`,
        // so that Retry on Fail does not take the keys of this run for those of a message that was sent.
        if (found.has(mark)) throw new MessagingError(fault('key_not_recorded.inDoubt'));
        const own = earlier.find(([name]) => found.has(name));
        const before = own?.[1] ?? new Set([...found].filter((key) => wanted.has(key)));
        earlier.unshift([witness, before]);
        if (before.size < wanted.size && !(await isStillThere(mark))) continue;
        for (const key of wanted) if (!before.has(key)) recorded.add(key);
        return before;
      }
      throw new Error('Other executions of this node are recording keys at the same time.');
    },
    async remove(keys) {
      for (const key of keys) recorded.delete(key);
      await list.remove(keys);
    },
  };

  async function write(keys: string[]): Promise<ReadonlySet<string>> {
    const started = Date.now();
    const before = await list.add(keys);
    isLate ||= Date.now() - started > TOO_LATE_MS;
    return before;
  }

  async function isStillThere(mark: string): Promise<boolean> {
    await sleep(SETTLING_MS * (1 + Math.random()));
    return (await write([mark])).size > 0;
  }

  function throwIfLate(): void {
    if (isLate)
      throw new Error('Recording took so long that another worker may have done the same meanwhile.');
  }
}

/**
 * By node, so that executions that run at the same time in this process share their keys. Calls of n8n's list have turns, so that none
 * overwrites what another has recorded.
 */
const shared = new Map<string, { turns: Limiter; calls: Limiter; ids: Map<string, string> }>();

/**
 * The deduplication keys of a run: how they are claimed, and what gives back those that no message has used, and tells which of them stay.
 * @param keys those of all messages, in the order in which they go out
 */
export function keysOfRun(
  context: IExecuteFunctions,
  keys: readonly string[],
): { claims: KeyClaims; giveBack(): Promise<ReadonlySet<string>> } {
  const node = nodeKey(context);
  const { turns, calls, ids } = shared.get(node) ?? {
    turns: createLimiter(Infinity),
    calls: createLimiter(1),
    ids: new BoundedMap(KEYS_KEPT),
  };
  shared.set(node, { turns, calls, ids });
  // Each key may have a mark.
  const store = new KeysOfRun(keys, provenKeys(processedKeys(context, 2 * KEYS_KEPT)), calls, ids);
  return {
    claims: new KeyClaims(store, turns),
    giveBack: async () => {
      const staying = store.giveBack();
      // n8n stores a stopped execution at once.
      return context.getExecutionCancelSignal()?.aborted === true ? new Set() : await staying;
    },
  };
}

/** How many of the latest keys n8n keeps for a node: it reads and writes all of them with each call. */
export const KEYS_KEPT = 10_000;

/** A call of n8n's list takes long, and longer the more it holds: this many calls are enough for any run. */
const CALLS = 20;

/**
 * The keys of one run before n8n's list: copies within the run are found here, however few keys the list keeps, and the keys of the messages
 * that come next are recorded together with those that are asked for.
 */
export class KeysOfRun implements KeyStore {
  /** Not recorded yet, in the order in which their messages go out. */
  private readonly waiting: Set<string>;
  /** What is asked for while the list is busy is recorded in one call, and removed in one. */
  private readonly asked = new Set<string>();
  private readonly unsent = new Set<string>();
  private removal: Promise<void> | undefined;
  /** Recorded for messages that come later. */
  private readonly ahead = new Set<string>();
  /** Nobody knows whether these were there before: they may have been written, and would then be found as if they were older. */
  private readonly inDoubt = new Map<string, unknown>();
  private readonly together: number;

  constructor(
    keys: readonly string[],
    private readonly list: ProcessedKeys,
    private readonly calls: Limiter = createLimiter(1),
    /** The message ids of the latest keys, which n8n's list does not hold. */
    private readonly ids: Map<string, string> = new Map(),
  ) {
    this.waiting = new Set(keys);
    this.together = Math.ceil(this.waiting.size / CALLS);
  }

  async record(claimants: Claimants): Promise<ReadonlyMap<string, string | undefined>> {
    const keys = [...claimants.keys()];
    for (const key of keys) this.asked.add(key);
    await this.calls.run(async () => {
      // Others may be asked for in the same moment.
      await null;
      const fresh = [...this.asked].filter((key) => this.waiting.delete(key));
      this.asked.clear();
      if (fresh.length > 0) await this.recordWithNext(fresh);
    });
    for (const key of keys) if (this.inDoubt.has(key)) throw this.inDoubt.get(key);
    const before = keys.filter((key) => !this.ahead.delete(key));
    return new Map(before.map((key) => [key, this.ids.get(key)]));
  }

  async confirm(key: string, messageId: string): Promise<void> {
    this.ids.set(key, messageId);
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) this.unsent.add(key);
    this.removal ??= this.calls.run(async () => {
      await null;
      this.removal = undefined;
      const unsent = [...this.unsent];
      this.unsent.clear();
      await this.list.remove(unsent);
    });
    await this.removal;
    for (const key of keys) this.waiting.add(key);
  }

  /**
   * Removes the keys that were recorded for messages that did not go out after all.
   * @returns those that cannot be removed
   */
  async giveBack(): Promise<ReadonlySet<string>> {
    const unused = new Set(this.ahead);
    this.ahead.clear();
    const remove = () => this.calls.run(() => this.list.remove([...unused]));
    return unused.size === 0 || (await attempt(remove)).ok ? new Set() : unused;
  }

  private async recordWithNext(keys: readonly string[]): Promise<void> {
    const next = [...this.waiting].slice(0, Math.max(0, this.together - keys.length));
    const together = [...keys, ...next];
    for (const key of next) this.waiting.delete(key);
    try {
      const before = await this.list.add(together);
      for (const key of together) if (!before.has(key)) this.ahead.add(key);
    } catch (error) {
      for (const key of together) this.inDoubt.set(key, error);
    }
  }
}
