import { createHash } from 'crypto';
import type { ServiceEvent } from './events';

/**
 * A short key that is the same for the same event sent twice, to find repeats with (`createRepeatedEventFilter`).
 *
 * A status notification is told by message id, recipient, status and timestamp, an inbound message by message id, sender, receiver
 * and content. Without message id, but with a timestamp, the whole of what was received tells it, whatever the order of its fields.
 * The key is a hash of 128 bits, so that a list of remembered keys has a bounded size.
 *
 * @returns undefined for an event that could not be told from a second, true one (neither id nor timestamp: the same person writing
 *   "yes" twice) and for unknown events: these are never taken for repeats, as a lost message is worse than one that comes twice
 */
export function eventKey(event: ServiceEvent): string | undefined {
  if (event.event === 'unknown') return undefined;
  if (event.messageId === undefined) {
    return event.timestamp === undefined ? undefined : shortHash(event.event + canonicalJson(event.raw));
  }
  const parts =
    event.event === 'status'
      ? ['status', event.messageId, event.recipient, event.statusText, event.timestamp]
      : ['inbound', event.messageId, event.from, event.to, event.text, event.choice?.id];
  return shortHash(JSON.stringify(parts));
}

function shortHash(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('base64url').slice(0, 22);
}

/**
 * JSON with the fields of objects in the order of their names. A list of what is still to do replaces recursion, which deep nesting
 * would end.
 */
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

/** What is written as it is, or a value still to be taken apart. */
type Pending = { written: string } | { value: unknown };

/** The last that is put on the list is taken first. */
function putOff(object: object, pending: Pending[]): void {
  pending.push({ written: '}' });
  const entries = Object.entries(object);
  if (!Array.isArray(object)) entries.sort(([first], [second]) => (first < second ? -1 : 1));
  for (const [name, value] of entries.reverse()) {
    pending.push({ value }, { written: `${JSON.stringify(name)}:` });
  }
}
