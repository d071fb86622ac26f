import type { StatusEvent } from './events';
import {
  addPresent,
  addressText,
  plainText,
  readFirst,
  readObject,
  readText,
  wrappedText,
  type Fields,
} from './fields';
import { channelOfWord, ERROR_OBJECT, FIELD_NAMES, statusOfWord } from './vocabulary';

/**
 * The text that tells the status: a known word under any of the names for it, else a known word in the name of the event
 * (`"event": "delivered"`) of a message, else whatever is under the first of the names.
 */
export function readStatusText(fields: Fields): string | undefined {
  return (
    readFirst(fields, FIELD_NAMES.status, (value) => knownWord(wrappedText(value))) ??
    readFirst(fields, FIELD_NAMES.eventName, (value) =>
      concernsMessage(fields) ? knownWord(plainText(value)?.trim()) : undefined,
    ) ??
    readFirst(fields, FIELD_NAMES.status, wrappedText)
  );
}

export function readStatus(fields: Fields, statusText: string, raw: unknown): StatusEvent {
  const status = statusOfWord(statusText) ?? 'unknown';
  const final = status === 'delivered' || status === 'failed';
  return addPresent<StatusEvent>(
    { event: 'status', status, statusText, final, raw },
    {
      messageId: readText(fields, FIELD_NAMES.messageId),
      recipient: readFirst(fields, FIELD_NAMES.recipient, addressText),
      channel: readFirst(fields, FIELD_NAMES.channel, (value) => channelOfWord(wrappedText(value) ?? '')),
      ...readError(fields),
      customerid: readText(fields, FIELD_NAMES.customerid),
      timestamp: readText(fields, FIELD_NAMES.timestamp),
    },
  );
}

function readError(fields: Fields): Pick<StatusEvent, 'errorCode' | 'errorText'> {
  const inner = readObject(fields, ['error']);
  return {
    errorCode:
      readText(fields, FIELD_NAMES.errorCode) ?? (inner && readText(inner.within, ERROR_OBJECT.code)),
    errorText:
      readText(fields, FIELD_NAMES.errorText) ?? (inner && readText(inner.within, ERROR_OBJECT.text)),
  };
}

function knownWord(text: string | undefined): string | undefined {
  return text !== undefined && statusOfWord(text) !== undefined ? text : undefined;
}

/** A bare name of an event ("created", "deleted") is a status only where the body plainly speaks of a message. */
function concernsMessage(fields: Fields): boolean {
  return readFirst(fields, FIELD_NAMES.messageHint, addressText) !== undefined;
}
