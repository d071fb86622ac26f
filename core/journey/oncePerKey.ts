import { attempt, invalidField, type MessagingError } from '../client';
import { asText, kindOf } from '../reading';
import { end, type OnItsWay, type Step } from './journey';
import type { KeyClaims } from './keyClaims';

/** A message with its key of *Send Only Once Per*; undefined if it may be sent as often as it comes. */
interface Keyed<T> extends OnItsWay<T> {
  readonly key: string | undefined;
}

/**
 * The key in the value of a setting. Many messages without a number have NaN in common, and a number beyond 2^53 has lost digits, so it can be
 * that of another message, too: neither is a key.
 * @param place where it is entered: its path and label
 * @param missing the rule that an empty value breaks
 * @throws MessagingError `invalid_request` for a value that is no key: sending without one could send twice
 */
export function readKey(
  value: unknown,
  { path, label }: { path: string; label?: string },
  missing: string,
): string {
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw invalidField(path, 'is a number that has lost digits: enter it as text', { label });
  const key = Number.isNaN(value) ? undefined : asText(value)?.trim();
  if (key !== undefined && key !== '') return key;
  const isOther = typeof value === 'object' ? value !== null : typeof value === 'boolean';
  if (!isOther) throw invalidField(path, missing, { label });
  throw invalidField(path, 'must be text or a number', { label, got: kindOf(value) });
}

export interface OncePerKey<M, T> {
  /** The value of a message whose key was sent before. */
  sentBefore(key: string, messageId: string | undefined): T;
  /** The id of the message that was sent. */
  idOf(value: T): string | undefined;
  /** Whether a message has claimed its key already, before a redeploy or a restart. */
  hasClaimed?(message: M): boolean;
  /** Whether copies wait for such a message. They must not if they have a turn, which that message needs. */
  copiesWait?: boolean;
  /** Whether another node has taken over the message, and claims its key. */
  isTakenOver?(message: M): boolean;
  /** Whether a message that ended with this error continues in another node, with its key. */
  continues?(error: MessagingError): boolean;
}

/** Sends one message for each key. Copies wait until it is known what became of the first: then they are skipped, or the next one is sent. */
export function oncePerKey<T, M extends Keyed<T>>(claims: KeyClaims, rules: OncePerKey<M, T>): Step<M> {
  return async (messages, next) => {
    const claiming: Array<WithKey<M>> = [];
    const others: M[] = [];
    for (const message of messages)
      if (!needsKey(message)) others.push(message);
      else if (rules.hasClaimed?.(message) !== true) claiming.push(message);
      else {
        claims.continues(message.key, rules.copiesWait === true);
        others.push(message);
      }
    let { free, later } = await claim(claims, rules, claiming);
    free = [...free, ...others];
    for (;;) {
      if (free.length > 0) await next(free);
      for (const message of free) await settle(claims, rules, message);
      if (later.length === 0) return;
      // Only now: two callers that claim several keys would otherwise wait for each other.
      await claims.over(later.map(({ key }) => key));
      ({ free, later } = await claim(claims, rules, later));
    }
  };
}

type WithKey<M> = M & { readonly key: string };

function needsKey<M extends Keyed<unknown>>(message: M): message is WithKey<M> {
  return message.key !== undefined;
}

/** Divides messages into those that may be sent now and those that wait for another with their key. All others have a result. */
async function claim<T, M extends Keyed<T>>(
  claims: KeyClaims,
  { sentBefore, isTakenOver }: OncePerKey<M, T>,
  messages: ReadonlyArray<WithKey<M>>,
): Promise<{ free: M[]; later: Array<WithKey<M>> }> {
  const free: M[] = [];
  const later: Array<WithKey<M>> = [];
  const claimed = await attempt(() => claims.claim(messages.map(({ key }) => key)));
  if (!claimed.ok) {
    end(messages, claimed);
    return { free, later };
  }
  const { before } = claimed.value;
  const mine = new Set(claimed.value.mine);
  for (const message of messages) {
    const { key } = message;
    if (before.has(key)) message.result = { ok: true, value: sentBefore(key, before.get(key)) };
    // Only the first message of each key is sent.
    else if (!mine.delete(key)) later.push(message);
    else if (isTakenOver?.(message) === true) await claims.released(key).catch(() => undefined);
    else free.push(message);
  }
  return { free, later };
}

/** If a key cannot be removed, its message is skipped from now on; no other message loses its result. */
async function settle<T, M extends Keyed<T>>(
  claims: KeyClaims,
  { idOf, continues }: OncePerKey<M, T>,
  message: M,
): Promise<void> {
  const { key, result } = message;
  if (key === undefined) return;
  if (result === undefined) await claims.released(key).catch(() => undefined);
  else if (result.ok) await claims.sent(key, idOf(result.value));
  else if (continues?.(result.error) !== true)
    message.result = { ok: false, error: await claims.failed(key, result.error) };
}
