import { isAnotherNumber } from '../../contract/phoneNumber';
import { present } from '../../reading';
import type { StatusEvent } from '../../receive';
import { collectFields, readId } from '../../receive/fields';
import { idNames, readAddressee, readStatus, stateWords } from '../../receive/statusEvent';
import { ENVELOPES, isWordOfCall, statusOfWord } from '../../receive/vocabulary';
import { readMessageId } from './rule';

/** A status as it is read from an answer. */
export type MessageStatus = Omit<StatusEvent, 'event'>;

/**
 * The status of a message from the answer to a query, read as a notification is. An answer about another message or number tells nothing,
 * and neither does a word that may only say how the call went, unless the ID stands at the top, or beside a state.
 */
export function readMessageStatus(
  raw: unknown,
  asked: { messageId: string; recipient?: string | undefined; idField?: string | undefined },
): MessageStatus {
  const messageId = asked.messageId.trim();
  const read = statusIn(raw, asked.idField);
  const isAsked = isAbout(read, { messageId, recipient: asked.recipient });
  const isOfCall = isWordOfCall(read.statusText) && !isOfMessage(raw, idNames(asked.idField));
  if (!isAsked || isOfCall) return nothing(raw, messageId);
  return { ...read, messageId };
}

/** Whether an answer has an ID at its top, or an envelope in it has one beside a word of state. */
function isOfMessage(answer: unknown, names: readonly string[], isTop = true): boolean {
  const fields = collectFields(answer, 0);
  const hasState = isTop || stateWords(fields).some((word) => statusOfWord(word) !== undefined);
  if (hasState && readId(fields, names) !== undefined) return true;
  const envelopes = [...fields].flatMap(([name, values]) => (ENVELOPES.has(name) ? values : []));
  return envelopes.some((each) => typeof each === 'object' && isOfMessage(each, names, false));
}

/** The status in an answer, and whom it names; `other` without a text if it has none. */
export function statusIn(raw: unknown, idField?: string): MessageStatus {
  const fields = collectFields(raw);
  const read = readStatus(fields, raw, idField);
  if (read === undefined)
    return { ...nothing(raw, readMessageId(raw, idField)), ...present(readAddressee(fields)) };
  const status: MessageStatus & Partial<StatusEvent> = { ...read };
  delete status.event;
  return status;
}

function nothing(raw: unknown, messageId: string | undefined): MessageStatus {
  return present({ messageId, status: 'other', statusText: '', final: false, rank: 1, raw });
}

/** A message, as far as it is known, or what a report names. */
interface NamedMessage {
  messageId?: string | undefined;
  recipient?: string | undefined;
}

/** Whether a report, or the answer to a query, can be about a message: it names no other one, and no other number. */
export function isAbout(report: NamedMessage, message: NamedMessage): boolean {
  const { messageId = message.messageId, recipient } = report;
  if (message.messageId !== undefined && messageId !== message.messageId) return false;
  return (
    recipient === undefined ||
    message.recipient === undefined ||
    !isAnotherNumber(recipient, message.recipient)
  );
}
