import { createHash } from 'crypto';
import { mayHaveLostDigits } from '../json';
import type { InboundEvent, ServiceEvent } from './events';

/** Equal if the same event is sent twice; undefined for an event that is never taken for a repeat. */
export type EventKey = string | undefined;

/**
 * A short key that is equal if the same event is sent twice; `SeenEvents` finds repeats with it. Without a message id, but with a timestamp, it is
 * made from everything received, whatever the order of the fields.
 * @returns undefined for unknown events, without id and timestamp (the same person may write "yes" twice), and with a number beyond 2^53, as two
 *   events could look the same: losing a message is worse than getting it twice
 */
export function eventKey(event: ServiceEvent): EventKey {
  if (event.event === 'unknown') return undefined;
  if (event.messageId === undefined) {
    if (event.timestamp === undefined || mayHaveLostDigits(event.raw)) return undefined;
    return shortHash(event.event + canonicalJson(event.raw));
  }
  const parts =
    event.event === 'status'
      ? ['status', event.messageId, event.recipient, event.statusText, event.timestamp]
      : ['inbound', event.messageId, event.from, event.to, event.text, chosenOrAttached(event)];
  return shortHash(JSON.stringify(parts));
}

function chosenOrAttached({ choice, media }: InboundEvent): string | undefined {
  return choice?.id ?? choice?.title ?? media?.mediaId ?? media?.url;
}

function shortHash(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('base64url').slice(0, 22);
}

/** JSON with the fields of objects sorted by name. No recursion, because deep nesting would overflow the stack. */
function canonicalJson(whole: unknown): string {
  const written: string[] = [];
  const pending: Pending[] = [{ value: whole }];
  const seen = new Set<object>();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if ('written' in next) {
      written.push(next.written);
    } else if (typeof next.value !== 'object' || next.value === null) {
      written.push(typeof next.value, JSON.stringify(String(next.value)), ',');
    } else if (!seen.has(next.value)) {
      seen.add(next.value);
      written.push(Array.isArray(next.value) ? '[' : '{');
      putOff(next.value, pending);
    }
  }
  return written.join('');
}

/** Text to write as it is, or a value still to be written. */
type Pending = { written: string } | { value: unknown };

/** Reversed, because the last entry of the list is taken first. */
function putOff(object: object, pending: Pending[]): void {
  pending.push({ written: '}' });
  const entries = Object.entries(object);
  if (!Array.isArray(object)) entries.sort(([first], [second]) => (first < second ? -1 : 1));
  for (const [name, value] of entries.reverse()) {
    pending.push({ value }, { written: `${JSON.stringify(name)}:` });
  }
}
