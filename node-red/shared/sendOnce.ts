import type { Node, NodeAPI } from 'node-red';

import { attempt, type Attempt, invalidField, SendOnce } from '../../core/client';
import { asText, isRecord, readText } from '../../core/reading';
import { evaluationOf, type Scope } from './evaluate';
import { propertyLabel, propertyNamed } from './labels';
import type { Output } from './report';
import type { SendOnceSetting } from './sendOnceRows';
import { StoredKeys } from './storedKeys';

const NAME = 'sendOncePer';

/** *Send Only Once Per* of a node: the `SendOnce`, and the function that reads a message's key. */
export interface KeyedSending {
  once: SendOnce;
  keyFor(scope: Scope): Promise<string>;
  close(removed: boolean): Promise<void>;
}

/**
 * Makes a node send only once for each key.
 *
 * `keyFor` throws MessagingError `invalid_request` for a message without a key: sending it without one could send it twice.
 */
export function keyedSendingOf(RED: NodeAPI, node: Node, setting: SendOnceSetting): KeyedSending {
  const keys = new StoredKeys(RED, node, setting);
  const evaluated = evaluationOf(setting.key, propertyNamed(NAME));
  return {
    once: new SendOnce(keys, keys.shared),
    close: (removed) => keys.close(removed),
    keyFor: async (scope) => {
      const value = await evaluated(scope);
      // Many messages without a number have NaN in common, so it is no key.
      const key = Number.isNaN(value) ? undefined : asText(value)?.trim();
      if (key !== undefined && key !== '') return key;
      const isOther = typeof value === 'object' ? value !== null : typeof value === 'boolean';
      const rule = isOther ? 'must be text or a number' : 'is empty for this message';
      throw invalidField(NAME, rule, {
        label: propertyLabel(scope.RED, NAME),
        ...(isOther ? { got: kindOf(value) } : {}),
      });
    },
  };
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : String(value);
}

/** The output for a message that was held back. */
export function keptBack(key: string, messageId: string | undefined): Output {
  const payload = { outcome: 'sent_before', key, messageId };
  return { payload, port: 0, status: { key: 'sentBefore' }, uncounted: true };
}

/** The parts of a message with a key that matter here. */
interface Keyed {
  key: string | undefined;
}

/**
 * Sends together those of several messages that may be sent. Copies among them, and copies of messages that are being sent elsewhere, wait
 * until the outcome of the first is known. Never throws.
 */
export async function sendEachOnce<M extends Keyed>(
  once: SendOnce,
  members: readonly M[],
  send: (free: readonly M[]) => Promise<Map<M, Attempt<Output>>>,
): Promise<Map<M, Attempt<Output>>> {
  const outcomes = new Map<M, Attempt<Output>>();
  let open: readonly M[] = members;
  while (open.length > 0) {
    const { free, later } = await claimFor(once, open, outcomes);
    for (const [member, outcome] of free.length === 0 ? [] : await send(free))
      outcomes.set(member, await settled(once, member.key, outcome));
    await once.over(later.flatMap(({ key }) => key ?? []));
    open = later;
  }
  return outcomes;
}

/** Messages that were sent before get their outcome; if the keys cannot be recorded, all messages do. */
async function claimFor<M extends Keyed>(
  once: SendOnce,
  members: readonly M[],
  outcomes: Map<M, Attempt<Output>>,
): Promise<{ free: M[]; later: M[] }> {
  const divided = await attempt(() => once.divide(members));
  if (!divided.ok) {
    for (const member of members) outcomes.set(member, divided);
    return { free: [], later: [] };
  }
  for (const { message, key, messageId } of divided.value.before)
    outcomes.set(message, { ok: true, value: keptBack(key, messageId) });
  return divided.value;
}

/** If a key cannot be removed, its message is held back; no other message loses its outcome. */
async function settled(
  once: SendOnce,
  key: string | undefined,
  outcome: Attempt<Output>,
): Promise<Attempt<Output>> {
  if (key === undefined) return outcome;
  if (!outcome.ok) return { ok: false, error: await once.failed(key, outcome.error) };
  await once.sent(key, messageIdIn(outcome.value));
  return outcome;
}

export function messageIdIn({ payload }: Output): string | undefined {
  return isRecord(payload) ? readText(payload, 'messageId') : undefined;
}
