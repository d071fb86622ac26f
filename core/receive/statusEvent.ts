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

/**
 * A known word in a status field, else in the event's name (`"event": "delivered"`) if the body is about a message, else the text of the first
 * status field. A word that may only say how the call went (`"status": "success"`) comes after all others.
 */
function readStatusText(fields: Fields): string | undefined {
  const statusWord = (counts: (word: string) => boolean) =>
    readFirst(fields, FIELD_NAMES.status, (value) => {
      const word = knownWord(filledText(value));
      return word !== undefined && counts(word) ? word : undefined;
    });
  return (
    statusWord((word) => !isWordOfCall(word)) ??
    statusWord(() => true) ??
    readFirst(fields, FIELD_NAMES.eventName, (value) =>
      concernsMessage(fields) ? knownWord(filledText(value)) : undefined,
    ) ??
    readFirst(fields, FIELD_NAMES.status, filledText)
  );
}

/** Reads a status notification (specification 6.1); undefined without a status. */
export function readStatus(fields: Fields, raw: unknown, idField?: string): StatusEvent | undefined {
  const statusText = readStatusText(fields);
  if (statusText === undefined) return undefined;
  const status = statusOfWord(statusText) ?? 'other';
  const ownId = idField === undefined ? [] : [plainName(idField)];
  const final = status === 'delivered' || status === 'failed';
  return present<StatusEvent>({
    ...{ event: 'status', status, statusText, final, rank: final ? 3 : status === 'delayed' ? 2 : 1, raw },
    messageId: readId(fields, [...ownId, ...FIELD_NAMES.messageId]),
    ...readAddressee(fields),
    ...readError(fields),
    timestamp: readFilledText(fields, FIELD_NAMES.timestamp),
  });
}

/** Whom a message was for. */
export function readAddressee(fields: Fields): Pick<StatusEvent, 'recipient' | 'channel' | 'customerid'> {
  return {
    recipient: readFirst(fields, FIELD_NAMES.recipient, addressText),
    channel: readFirst(fields, FIELD_NAMES.channel, (value) => wordIn(channels, filledText(value) ?? '')),
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

function knownWord(text: string | undefined): string | undefined {
  return text !== undefined && statusOfWord(text) !== undefined ? text : undefined;
}

/** An event name alone ("created", "deleted") is a status only if the body is clearly about a message. */
function concernsMessage(fields: Fields): boolean {
  return readFirst(fields, MESSAGE_HINT, addressText) !== undefined;
}
