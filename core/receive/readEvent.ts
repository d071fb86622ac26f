import type { InboundEvent, ServiceEvent, StatusEvent, UnknownEvent } from './events';
import { collectFields, isBlank, plainText, readFirst, type Fields } from './fields';
import { readInbound, readInboundParts, type InboundParts } from './inboundEvent';
import { bodiesIn } from './severalEvents';
import { readStatus, readStatusText } from './statusEvent';
import { FIELD_NAMES, kindOfWord, statusOfWord } from './vocabulary';

/** A request to a trigger, as the platform parsed it. Remove a shared secret from the query first: the query may become `raw`. */
export interface ReceivedRequest {
  query?: unknown;
  body?: unknown;
}

/**
 * Reads a status notification: from the body, or without one from the query (specification 2.6, `UrlPost` and `Url`). Accepts names in any
 * spelling, the usual aliases (`vocabulary.ts`), missing fields, and envelopes. What has no status is `unknown`. Never throws.
 */
export function readStatusNotification(request: ReceivedRequest): StatusEvent | UnknownEvent {
  const event = readAs('status', request);
  return event.event === 'inbound' ? { event: 'unknown', raw: event.raw } : event;
}

/** Reads an inbound message (specification 6.2, ReceivedMessage), as tolerantly; a sender or a content is enough. */
export function readInboundMessage(body: unknown): InboundEvent | UnknownEvent {
  const event = readAs('inbound', { body });
  return event.event === 'status' ? { event: 'unknown', raw: event.raw } : event;
}

/** Reads an event of either kind. The request's own words decide the kind, else its shape. What could be both or neither is `unknown`. */
export function readEvent(request: ReceivedRequest): ServiceEvent {
  return readAs('any', request);
}

/** Which events a trigger wants: one kind of them, or both. */
export type WantedKind = 'inbound' | 'status' | 'any';

/** What a trigger gets from a call. */
export interface WantedReading {
  /** The events that it wants, in the order in which they came. */
  events: ServiceEvent[];
  /** Whether there were events of the other kind, which start nothing. */
  otherKind: boolean;
}

/**
 * Reads a call for a trigger. It may bring several events (see `bodiesIn`) or none, such as a check whether the address exists. What could be both
 * kinds counts as the wanted one; what is neither is passed on as `unknown`, so that it is not lost.
 *
 * @example
 * const { events } = readWanted('inbound', { body: { from: '+41791234567', text: 'Yes' }, query: {} });
 * // events[0] has event: 'inbound', from: '+41791234567', text: 'Yes'
 */
export function readWanted(wanted: WantedKind, { body, query }: ReceivedRequest): WantedReading {
  const received = isBlank(body) ? query : body;
  if (isBlank(received)) return { events: [], otherKind: false };
  const events = bodiesIn(received).map((each) => readAs(wanted, { body: each }));
  const isWanted = ({ event }: ServiceEvent) => wanted === 'any' || event === wanted || event === 'unknown';
  return { events: events.filter(isWanted), otherKind: !events.every(isWanted) };
}

/** What could be both kinds, or is only a part of a message, counts as what is wanted. */
function readAs(wanted: WantedKind, { query, body }: ReceivedRequest): ServiceEvent {
  const raw = isBlank(body) && !isBlank(query) ? query : body;
  const fields = collectFields(raw);
  const statusText = readStatusText(fields);
  const parts = readInboundParts(fields);
  const kind = kindOf(wanted, fields, statusText, parts);
  if (kind === 'status' && statusText !== undefined) return readStatus(fields, statusText, raw);
  return kind === 'inbound' ? readInbound(fields, parts, raw) : { event: 'unknown', raw };
}

function kindOf(
  wanted: WantedKind,
  fields: Fields,
  statusText: string | undefined,
  parts: InboundParts,
): ServiceEvent['event'] {
  const hasSender = parts.from !== undefined;
  const hasContent = parts.text !== undefined || parts.contentType !== undefined;
  const named = readFirst(fields, FIELD_NAMES.kind, (value) => kindOfWord(plainText(value) ?? ''));
  if (named === 'inbound') return hasSender || hasContent ? 'inbound' : 'unknown';
  if (named === 'status') return statusText === undefined ? 'unknown' : 'status';
  if (statusText === undefined) {
    const isInbound = wanted === 'inbound' ? hasSender || hasContent : hasSender && hasContent;
    return isInbound ? 'inbound' : 'unknown';
  }
  if (!hasContent) return 'status';
  if (kindOfWord(statusText) === 'inbound') return 'inbound';
  if (!hasSender || statusOfWord(statusText) !== undefined) return 'status';
  return wanted === 'any' ? 'unknown' : wanted;
}
