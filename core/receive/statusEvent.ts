import { channels } from '../contract/names';
import { isFilled, present } from '../reading';
import type { StatusEvent } from './events';
import {
  addressText,
  readFirst,
  readObject,
  filledText,
  readFilledText,
  readId,
  type Fields,
} from './fields';
import { FIELD_NAMES, isWordOfCall, MESSAGE_HINT, plainName, statusOfWord, wordIn } from './vocabulary';

/** A code without letters, and a call that went well: they say nothing beside a word. */
const NO_WORD = /^(?:\P{L}*|[oO][kK])$/u;

/**
 * The words of state in all status fields, and in the event's name (`"event": "delivered"`) if the body is about a message. Other texts count
 * beside one that may only say that the call went well (`"status": "success"`), or alone.
 */
export function stateWords(fields: Fields): readonly string[] {
  const textsIn = (names: readonly string[]) =>
    names.flatMap((name) => fields.get(name) ?? []).flatMap((value) => filledText(value) ?? []);
  const named = concernsMessage(fields) ? textsIn(FIELD_NAMES.eventName) : [];
  const texts = [...textsIn(FIELD_NAMES.status), ...named.filter((text) => statusOfWord(text) !== undefined)];
  const known = texts.filter((text) => statusOfWord(text) !== undefined);
  if (known.some((word) => !isWordOfCall(word) || statusOfWord(word) === 'failed')) return known;
  const words = texts.filter((text) => !NO_WORD.test(text));
  return words.length > 0 ? words : texts;
}

/** Reads a status notification (specification 6.1); undefined without a status. Words of different states are `other`, with all of them. */
export function readStatus(fields: Fields, raw: unknown, idField?: string): StatusEvent | undefined {
  const words = stateWords(fields);
  const [first] = words;
  if (first === undefined) return undefined;
  const agree = new Set(words.map(statusOfWord)).size === 1;
  const status = (agree ? statusOfWord(first) : undefined) ?? 'other';
  const statusText = agree
    ? (words.find((word) => !isWordOfCall(word)) ?? first)
    : [...new Set(words)].join(', ');
  const final = status === 'delivered' || status === 'failed';
  return present<StatusEvent>({
    ...{ event: 'status', status, statusText, final, rank: final ? 3 : status === 'delayed' ? 2 : 1, raw },
    messageId: readId(fields, idNames(idField)),
    ...readAddressee(fields),
    ...readError(fields),
    timestamp: readFilledText(fields, FIELD_NAMES.timestamp),
  });
}

/** The names of the ID of a message, with the account's own one first. */
export function idNames(own: string | undefined): readonly string[] {
  return own === undefined ? FIELD_NAMES.messageId : [plainName(own), ...FIELD_NAMES.messageId];
}

/** Whom a message was for. */
export function readAddressee(fields: Fields): Pick<StatusEvent, 'recipient' | 'channel' | 'customerid'> {
  return {
    recipient: readFirst(fields, FIELD_NAMES.recipient, addressText),
    channel: readFirst(fields, FIELD_NAMES.channel, (value) => wordIn(channels, value)),
    customerid: readFilledText(fields, FIELD_NAMES.customerid),
  };
}

/** At the top, or in the service's own error object. */
function readError(fields: Fields): Pick<StatusEvent, 'errorCode' | 'errorText'> {
  const { within } = readObject(fields, ['error']);
  const told = (value: unknown) => (isFilled(value) ? filledText(value) : undefined);
  const read = (names: readonly string[]) => readFirst(fields, names, told) ?? readFirst(within, names, told);
  return { errorCode: read(FIELD_NAMES.errorCode), errorText: read(FIELD_NAMES.errorText) };
}

/** An event name alone ("created", "deleted") is a status only if the body is clearly about a message. */
function concernsMessage(fields: Fields): boolean {
  return readFirst(fields, MESSAGE_HINT, addressText) !== undefined;
}
