import { channels } from '../contract/names';
import type { StatusEvent } from './events';
import {
  addPresent,
  addressText,
  plainText,
  readFirst,
  readObject,
  readFilledText,
  readId,
  wrappedText,
  type Fields,
} from './fields';
import { ERROR_OBJECT, FIELD_NAMES, isWordOfCall, MESSAGE_HINT, statusOfWord, wordIn } from './vocabulary';

/**
 * A known word in a status field, else in the event's name (`"event": "delivered"`) if the body is about a message, else the text of the first
 * status field. A word that may only say how the call went (`"status": "success"`) comes after all others.
 */
export function readStatusText(fields: Fields): string | undefined {
  const statusWord = (counts: (word: string) => boolean) =>
    readFirst(fields, FIELD_NAMES.status, (value) => {
      const word = knownWord(wrappedText(value));
      return word !== undefined && counts(word) ? word : undefined;
    });
  return (
    statusWord((word) => !isWordOfCall(word)) ??
    statusWord(() => true) ??
    readFirst(fields, FIELD_NAMES.eventName, (value) =>
      concernsMessage(fields) ? knownWord(plainText(value)?.trim()) : undefined,
    ) ??
    readFirst(fields, FIELD_NAMES.status, wrappedText)
  );
}

export function readStatus(fields: Fields, statusText: string, raw: unknown): StatusEvent {
  const status = statusOfWord(statusText) ?? 'other';
  const final = status === 'delivered' || status === 'failed';
  return addPresent<StatusEvent>(
    { event: 'status', status, statusText, final, rank: final ? 3 : status === 'delayed' ? 2 : 1, raw },
    {
      messageId: readId(fields, FIELD_NAMES.messageId),
      recipient: readFirst(fields, FIELD_NAMES.recipient, addressText),
      channel: readFirst(fields, FIELD_NAMES.channel, (value) => wordIn(channels, wrappedText(value) ?? '')),
      ...readError(fields),
      customerid: readFilledText(fields, FIELD_NAMES.customerid),
      timestamp: readFilledText(fields, FIELD_NAMES.timestamp),
    },
  );
}

function readError(fields: Fields): Pick<StatusEvent, 'errorCode' | 'errorText'> {
  const inner = readObject(fields, ['error']);
  return {
    errorCode:
      readFilledText(fields, FIELD_NAMES.errorCode) ??
      (inner && readFilledText(inner.within, ERROR_OBJECT.code)),
    errorText:
      readFilledText(fields, FIELD_NAMES.errorText) ??
      (inner && readFilledText(inner.within, ERROR_OBJECT.text)),
  };
}

function knownWord(text: string | undefined): string | undefined {
  return text !== undefined && statusOfWord(text) !== undefined ? text : undefined;
}

/** An event name alone ("created", "deleted") is a status only if the body is clearly about a message. */
function concernsMessage(fields: Fields): boolean {
  return readFirst(fields, MESSAGE_HINT, addressText) !== undefined;
}
