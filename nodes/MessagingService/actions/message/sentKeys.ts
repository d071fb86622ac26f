import { randomUUID } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { MessagingError, sleep } from '../../../../core/client';
import { KeyClaims, sharedKeys, type KeyStore, type Once, type SharedKeys } from '../../../../core/steps';
import { nodeKey } from '../../../nodeKey';
import { processedKeys, SETTLING_MS } from '../../../processedKeys';
import { cancelSignalOf } from '../../items';
import { KeysOfRun } from './keysOfRun';
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
  const store = new KeysOfRun(keys, databaseOf(context));
  return {
    once: { claims: new KeyClaims(store, known) },
    giveBack: async () => {
      const givenBack = known.lock.run(() => store.giveBack()).catch(() => undefined);
      // n8n stores a stopped execution at once.
      if (cancelSignalOf(context)?.aborted !== true) await givenBack;
    },
  };
}

/** How many of the latest keys n8n keeps for a node: it reads and writes all of them with each call. */
const KEYS_KEPT = 10_000;

/** Why a later run may send a message a second time; nothing if n8n can keep all keys of this one. */
export function keysHint(messages: readonly Draft[]): string[] {
  const keys = new Set(messages.flatMap(({ key }) => key ?? []));
  if (keys.size <= KEYS_KEPT) return [];
  return [
    `This run has ${keys.size} different keys ('Deduplicate By'), and n8n keeps ${KEYS_KEPT} for a node: a later run can send the messages of the others again`,
  ];
}

const MOST_TRIES = 20;
/** If this worker has paused for longer, n8n may have given it up, and another worker may have started the same items. */
const TOO_LATE_MS = 10_000;

/**
 * Writes a mark together with the keys. If the mark is still there a moment later, no other process has overwritten them; if not, all
 * keys of this run are written again. A process that paused in between has itself overwritten what others recorded meanwhile, so
 * it records nothing more.
 */
function databaseOf(context: IExecuteFunctions): KeyStore {
  // Twice as many, because each key may have a mark.
  const most = 2 * KEYS_KEPT;
  const list = () => processedKeys(context, most);
  const recorded = new Set<string>();
  let isLate = false;
  return {
    async record(keys) {
      const wanted = new Set(keys);
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const mark = `mark ${randomUUID()}`;
        throwIfLate();
        const written = [...(tries === 0 ? [] : recorded), ...keys, mark];
        const found = await add(written).catch(() => add(written));
        throwIfLate();
        // The first write was committed and its answer lost: what the second one found says nothing about the time before.
        if (found.includes(mark)) throw inDoubt();
        const before = new Map(found.filter((key) => wanted.has(key)).map((key) => [key, undefined]));
        if (before.size < wanted.size && !(await isStillThere(mark))) continue;
        for (const key of keys) if (!before.has(key)) recorded.add(key);
        return before;
      }
      throw new Error('Other executions of this node are recording keys at the same time.');
    },
    async remove(keys) {
      for (const key of keys) recorded.delete(key);
      await list().remove([...keys]);
    },
  };

  async function add(keys: string[]): Promise<string[]> {
    const started = Date.now();
    const before = await list().add(keys);
    isLate ||= Date.now() - started > TOO_LATE_MS;
    return before;
  }

  async function isStillThere(mark: string): Promise<boolean> {
    await sleep(SETTLING_MS * (1 + Math.random()));
    return (await add([mark])).length > 0;
  }

  function throwIfLate(): void {
    if (isLate) throw new Error('This took so long that another worker may have sent the message meanwhile.');
  }
}

/** `unknown`, so that Retry on Fail does not take the keys of this run for those of a message that was sent. */
function inDoubt(): MessagingError {
  return new MessagingError({
    message:
      'The database recorded the deduplication key without an answer, so that nobody knows whether its message was sent before',
    advice:
      'It was not sent now, and counts as sent. If the portal does not show it, send it with another key.',
    outcome: 'unknown',
    code: 'key_not_recorded',
  });
}
