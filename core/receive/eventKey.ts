import { createHash } from 'crypto';
import { jsonOf, mayHaveLostDigits } from '../json';
import { isRecord } from '../reading';
import type { InboundEvent, ServiceEvent } from './events';

/** Undefined for an event that is never taken for a repeat. */
export type EventKey = string | undefined;

/**
 * A short key that is equal if the same event is sent twice. Without a message id, but with a timestamp, it is
 * made from everything received, whatever the order of the fields.
 * @returns undefined for unknown events, without id and timestamp (the same person may write "yes" twice), and with a number beyond 2^53, as two
 *   events could look the same: losing a message is worse than getting it twice
 */
export function eventKey(event: ServiceEvent): EventKey {
  if (event.event === 'unknown') return undefined;
  if (event.messageId === undefined) {
    const written = event.timestamp === undefined ? undefined : jsonOf(event.raw, sorted);
    if (written === undefined || mayHaveLostDigits(event.raw)) return undefined;
    return shortHash(event.event + written);
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

/** Sorts the fields of objects by name, as JSON is written. */
function sorted(_name: string, value: unknown): unknown {
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;
}

/** How many events a trigger remembers. */
export const REMEMBERED_EVENTS = 1000;
