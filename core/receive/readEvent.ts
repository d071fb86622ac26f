import { asText } from '../reading';
import type { ServiceEvent, StatusEvent } from './events';
import { collectFields, isBlank, readFirst } from './fields';
import { readInbound } from './inboundEvent';
import { bodiesIn } from './severalEvents';
import { readStatus, stateWords } from './statusEvent';
import { FIELD_NAMES, isWordOfCall, kindOfWord, statusOfWord } from './vocabulary';

/** A request to a trigger, as the platform parsed it. Remove a shared secret from the query first: the query may become `raw`. */
export interface ReceivedRequest {
  query?: unknown;
  body?: unknown;
  /** The account's own name for the ID of a message. */
  idField?: string | undefined;
}

/** Which events a trigger wants: one kind of them, or both. */
export type WantedKind = 'inbound' | 'status' | 'any';

/**
 * Reads the events of a call, in the order in which they came: its body, or without one its query (specification 2.6, `UrlPost` and `Url`). It may
 * bring several (see `bodiesIn`), or none, such as a check whether the address exists. What is neither kind is `unknown`, so that it is not lost.
 * @example
 * const [event] = readEvents('inbound', { body: { from: '+41791234567', text: 'Yes' }, query: {} });
 * // event: 'inbound', from: '+41791234567', text: 'Yes'
 */
export function readEvents(wanted: WantedKind, { body, query, idField }: ReceivedRequest): ServiceEvent[] {
  const received = isBlank(body) ? query : body;
  return isBlank(received) ? [] : bodiesIn(received).map((each) => readEvent(wanted, each, idField));
}

/**
 * Reads an event: its own words decide the kind, else its shape. What could be both kinds, or is only a part of a message, counts as what is wanted.
 * Accepts names in any spelling, the usual aliases (`vocabulary.ts`), missing fields, and envelopes. Never throws.
 */
export function readEvent(wanted: WantedKind, raw: unknown, idField?: string): ServiceEvent {
  const fields = collectFields(raw);
  const status = readStatus(fields, raw, idField);
  const message = readInbound(fields, raw);
  const unknown = { event: 'unknown', raw } as const;
  const hasSender = message.from !== undefined;
  const hasContent = message.text !== undefined || message.contentType !== undefined;
  const named = readFirst(fields, FIELD_NAMES.kind, (value) => kindOfWord(asText(value) ?? ''));
  if (named === 'inbound') return hasSender || hasContent ? message : unknown;
  if (named === 'status') return status ?? unknown;
  if (status === undefined) {
    const isMessage = wanted === 'inbound' ? hasSender || hasContent : hasSender && hasContent;
    return isMessage ? message : unknown;
  }
  if (!hasContent) return status;
  if (message.choice !== undefined || kindOfWord(status.statusText) === 'inbound') return message;
  if (!hasSender || isOfSentMessage(status, stateWords(fields))) return status;
  return { inbound: message, status, any: unknown }[wanted];
}

/** Whether a state beside a sender and a content is that of a message that was sent: such a report names the message. A received one can be a success. */
function isOfSentMessage({ messageId }: StatusEvent, words: readonly string[]): boolean {
  if (messageId === undefined) return false;
  return words.some((word) => {
    const state = statusOfWord(word);
    return state !== undefined && !(state === 'delivered' && isWordOfCall(word));
  });
}
