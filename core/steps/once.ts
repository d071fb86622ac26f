import { attempt, failed, invalidField, type MessagingError, type Result } from '../client';
import { rule } from '../contract/sentences';
import type { Sentence } from '../errors/sentence';
import { fault, say, valueShown } from '../errors/texts';
import { asText, leftByProgram } from '../reading';
import type { KeyClaims } from './keyClaims';

/** A message with its deduplication key; undefined if it may be sent as often as it comes. */
export interface Keyed {
  readonly key?: string | undefined;
  result?: Result | undefined;
  /** Whether the key stays although the message was not sent, so that another try would skip it. */
  keyStays?: boolean;
}

/**
 * The key, or the ID, in the value of a setting. Many messages without a number have NaN or "order-undefined" in common, and a number
 * beyond 2^53 has lost digits, so it can be that of another message, too: none of these is a key.
 * @param place where it is entered: its path and label
 * @param missing the rule that an empty value breaks
 * @throws MessagingError `invalid_request` for a value that is no key: sending without one could send twice
 */
export function readKey(
  value: unknown,
  { path, label }: { path: string; label?: string },
  missing: Sentence,
): string {
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw invalidField(path, rule('lostDigits'), { label });
  const key = Number.isNaN(value) ? undefined : asText(value)?.trim();
  const left = leftByProgram(key ?? '');
  if (left !== undefined) throw invalidField(path, rule('leftByProgram', { left }), { label });
  if (key !== undefined && key !== '') return key;
  const isOther = typeof value === 'object' ? value !== null : typeof value === 'boolean';
  if (!isOther) throw invalidField(path, missing, { label });
  throw invalidField(path, rule('textOrNumber'), { label, got: valueShown(value) });
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
  const keys = [...new Set(messages.flatMap(({ key }) => key ?? []))];
  if (messages.length === 0) return;
  if (once === undefined || keys.length === 0) return send(messages);
  await once.claims.turns.run(async () => {
    for (let left = messages; left.length > 0;) {
      const { free, copies } = await claim(once, left);
      if (free.length > 0) await send(free);
      const results = new Map<string, Result | undefined>();
      for (const { key, result } of free) {
        // What was stopped keeps its key: it claims it again when it goes on.
        const goesOn = result?.outcome === 'failed' && once.continues?.(result.error) === true;
        if (key !== undefined && !goesOn) results.set(key, result);
      }
      const staying = await once.claims.settle(results);
      for (const message of free) if (staying.includes(message.key ?? '')) sayKeyStays(message);
      left = copies;
    }
  }, keys);
}

/** Says of a message that was not sent that its key could not be removed. */
export function sayKeyStays(message: Keyed): void {
  const { key = '', result } = message;
  message.keyStays = true;
  if (result?.outcome === 'failed')
    message.result = failed(result.error.withAdviceBefore(say('keyKept', { key })));
}

/** Divides messages into those that may be sent now and copies of these. All others have a result. */
async function claim<M extends Keyed>(
  { claims, claimantOf }: Once<M>,
  messages: readonly M[],
): Promise<{ free: M[]; copies: M[] }> {
  const firsts = new Map<string, M>();
  for (const message of messages)
    if (message.key !== undefined && !firsts.has(message.key)) firsts.set(message.key, message);
  const claimants = new Map([...firsts].map(([key, message]) => [key, claimantOf?.(message)]));
  const claimed = await attempt(() => claims.claim(claimants));
  const free: M[] = [];
  const copies: M[] = [];
  for (const message of messages) {
    const { key } = message;
    if (key === undefined) free.push(message);
    else if (!claimed.ok) message.result = failed(claimed.error);
    else if (claimed.value.has(key)) message.result = skippedCopy(key, claimed.value.get(key));
    else if (firsts.get(key) === message) free.push(message);
    else copies.push(message);
  }
  return { free, copies };
}

function skippedCopy(key: string, messageId: string | undefined): Result {
  return { outcome: 'sent_before', key, messageId, reason: fault('sent_before', { key }) };
}
