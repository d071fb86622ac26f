import { attempt, failed, invalidField, type MessagingError, type Result } from '../client';
import { rule } from '../contract/sentences';
import type { Said } from '../errors/sentence';
import { fault, kindOf } from '../errors/texts';
import { asText, leftByProgram } from '../reading';
import type { KeyClaims } from './keyClaims';

/** A message with its deduplication key; undefined if it may be sent as often as it comes. */
export interface Keyed {
  readonly key?: string | undefined;
  result?: Result | undefined;
}

/**
 * The key in the value of a setting. Many messages without a number have NaN or "order-undefined" in common, and a number beyond 2^53 has
 * lost digits, so it can be that of another message, too: none of these is a key.
 * @param place where it is entered: its path and label
 * @param missing the rule that an empty value breaks
 * @throws MessagingError `invalid_request` for a value that is no key: sending without one could send twice
 */
export function readKey(
  value: unknown,
  { path, label }: { path: string; label?: string },
  missing: Said,
): string {
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw invalidField(path, rule('lostDigits'), { label });
  const key = Number.isNaN(value) ? undefined : asText(value)?.trim();
  const left = leftByProgram(key ?? '');
  if (left !== undefined) throw invalidField(path, rule('leftByProgram', { left }), { label });
  if (key !== undefined && key !== '') return key;
  const isOther = typeof value === 'object' ? value !== null : typeof value === 'boolean';
  if (!isOther) throw invalidField(path, missing, { label });
  throw invalidField(path, rule('textOrNumber'), { label, got: kindOf(value) });
}

export interface Once<M> {
  claims: KeyClaims;
  /** What names a message that goes on after a redeploy or a restart, and then claims its key again. */
  claimantOf?(message: M): string;
  /** Whether a message that ended with this error continues in another node, with its key. */
  continues?(error: MessagingError): boolean;
}

/** Sends one message for each key. Copies wait until it is known what became of the first: then they are skipped, or the next one is sent. */
export async function sendOnce<M extends Keyed>(
  messages: readonly M[],
  once: Once<M> | undefined,
  send: (messages: readonly M[]) => Promise<void>,
): Promise<void> {
  if (once === undefined || messages.every(({ key }) => key === undefined)) {
    if (messages.length > 0) await send(messages);
    return;
  }
  const { claims } = once;
  const claiming: Array<WithKey<M>> = [];
  const others: M[] = [];
  for (const message of messages)
    if (needsKey(message)) claiming.push(message);
    else others.push(message);
  let { free, copies } = await claim(once, claiming);
  free = [...free, ...others];
  for (;;) {
    if (free.length > 0) await send(free);
    for (const message of free) await settle(once, message);
    if (copies.length === 0) return;
    // Only now: two callers that claim several keys would otherwise wait for each other.
    await claims.settled(copies.map(({ key }) => key));
    ({ free, copies } = await claim(once, copies));
  }
}

type WithKey<M> = M & { readonly key: string };

function needsKey<M extends Keyed>(message: M): message is WithKey<M> {
  return message.key !== undefined;
}

/** Divides messages into those that may be sent now and copies, which wait for another with their key. All others have a result. */
async function claim<M extends Keyed>(
  { claims, claimantOf }: Once<M>,
  messages: ReadonlyArray<WithKey<M>>,
): Promise<{ free: M[]; copies: Array<WithKey<M>> }> {
  const free: M[] = [];
  const copies: Array<WithKey<M>> = [];
  const claimants = new Map<string, string>();
  for (const message of messages)
    if (claimantOf !== undefined && !claimants.has(message.key))
      claimants.set(message.key, claimantOf(message));
  const keys = messages.map(({ key }) => key);
  const claimed = await attempt(() => claims.claim(keys, claimants));
  if (!claimed.ok) {
    for (const message of messages) message.result = failed(claimed.error);
    return { free, copies };
  }
  const { sentBefore } = claimed.value;
  const own = new Set(claimed.value.claimed);
  for (const message of messages) {
    const { key } = message;
    if (sentBefore.has(key)) message.result = skippedCopy(key, sentBefore.get(key));
    // Only the first message of each key is sent.
    else if (!own.delete(key)) copies.push(message);
    else free.push(message);
  }
  return { free, copies };
}

function skippedCopy(key: string, messageId: string | undefined): Result {
  return {
    outcome: 'sent_before',
    key,
    messageId,
    reason: fault('sent_before', { key }),
  };
}

/** If a key cannot be removed, its message is skipped from now on; no other message loses its result. */
async function settle<M extends Keyed>({ claims, continues }: Once<M>, message: M): Promise<void> {
  const { key, result } = message;
  if (key === undefined) return;
  if (result?.outcome === 'accepted') await claims.sent(key, result.messageId);
  else if (result?.outcome !== 'failed') await claims.released(key).catch(() => undefined);
  else if (continues?.(result.error) === true) claims.interrupted(key);
  else message.result = failed(await claims.failed(key, result.error));
}
