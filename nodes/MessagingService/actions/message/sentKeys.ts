import type { IExecuteFunctions } from 'n8n-workflow';

import { KeyClaims, sharedKeys, type KeyStore, type Once, type SharedKeys } from '../../../../core/steps';
import { nodeKey } from '../../../nodeKey';
import { processedKeys, provenKeys } from '../../../processedKeys';
import type { Draft } from './drafts';

/** By node, so that executions that run at the same time in this process share their keys. */
const shared = new Map<string, SharedKeys>();

/** The keys of a run: how one message is sent for each, and what gives back those that no message has used. */
export function keysOf(
  context: IExecuteFunctions,
  messages: readonly Draft[],
): { once: Once<Draft>; giveBack(): Promise<void> } {
  const node = nodeKey(context);
  const known = shared.get(node) ?? sharedKeys();
  shared.set(node, known);
  const keys = messages.flatMap(({ key }) => key ?? []);
  const store = new KeysOfRun(keys, provenKeys(processedKeys(context, KEYS_KEPT)));
  return {
    once: { claims: new KeyClaims(store, known) },
    giveBack: async () => {
      const givenBack = known.lock.run(() => store.giveBack()).catch(() => undefined);
      // n8n stores a stopped execution at once.
      if (context.getExecutionCancelSignal()?.aborted !== true) await givenBack;
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
  /** Recorded for messages that come later. */
  private readonly ahead = new Set<string>();
  /** Nobody knows whether these were there before: they may have been written, and would then be found as if they were older. */
  private readonly inDoubt = new Map<string, unknown>();
  private readonly together: number;

  /** @param keys those of all messages, in the order in which they go out */
  constructor(
    keys: readonly string[],
    private readonly list: KeyStore,
  ) {
    this.waiting = new Set(keys);
    this.together = Math.ceil(this.waiting.size / CALLS);
  }

  async record(keys: readonly string[]): Promise<ReadonlyMap<string, undefined>> {
    const fresh = keys.filter((key) => this.waiting.delete(key));
    if (fresh.length > 0) await this.recordWithNext(fresh);
    for (const key of keys) if (this.inDoubt.has(key)) throw this.inDoubt.get(key);
    const before = keys.filter((key) => !this.ahead.delete(key));
    return new Map(before.map((key) => [key, undefined]));
  }

  async remove(keys: readonly string[]): Promise<void> {
    await this.list.remove(keys);
    for (const key of keys) this.waiting.add(key);
  }

  /** Removes the keys that were recorded for messages that did not go out after all. */
  async giveBack(): Promise<void> {
    const unused = [...this.ahead];
    this.ahead.clear();
    if (unused.length > 0) await this.list.remove(unused);
  }

  private async recordWithNext(keys: readonly string[]): Promise<void> {
    const next = [...this.waiting].slice(0, Math.max(0, this.together - keys.length));
    const together = [...keys, ...next];
    for (const key of next) this.waiting.delete(key);
    try {
      const before = await this.list.record(together);
      for (const key of together) if (!before.has(key)) this.ahead.add(key);
    } catch (error) {
      for (const key of together) this.inDoubt.set(key, error);
    }
  }
}
