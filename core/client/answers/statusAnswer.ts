import { readStatusNotification } from '../../receive/readEvent';
import { findingsIn, isSaying } from '../../receive/signs';
import { mayBeOfCall } from '../../receive/vocabulary';
import type { StatusEvent } from '../../receive';
import { isRecord } from '../../reading';
import { readMessageId, readOwnId } from './acceptance';
import { readNames } from './names';
import { comparableAddress } from '../../receive/phoneNumber';
import { askedByRecipients, matchGiven } from './match';

/** A status as it is read from an answer. */
export type MessageStatus = Omit<StatusEvent, 'event'> & {
  /** Why the answer does not tell the status of the message, if it does not; undefined otherwise. */
  unreadable?: string[];
};

interface AskedStatus {
  messageId: string;
  recipient?: string | undefined;
  idField?: string | undefined;
}

/**
 * The status of a message from the answer to a query. An answer about another message or recipient, one that contradicts itself, and one
 * that may only speak about the call (`{"status":"success"}`) do not tell the status: it is then `unknown`, and `unreadable` says why.
 */
export function readMessageStatus(raw: unknown, { messageId: id, ...others }: AskedStatus): MessageStatus {
  const asked = { ...others, messageId: id.trim() };
  const { messageId, idField } = asked;
  const status = readStatus(raw, messageId);
  const reason = doubtAbout(raw, status, asked);
  const own = { ...status, messageId: readOwnId(raw, idField) === messageId ? messageId : status.messageId };
  if (reason === undefined) return own;
  return { ...own, messageId, status: 'unknown', final: false, unreadable: [reason] };
}

/** As `readMessageStatus`, for an entry of the status of a batch: it speaks about a message, but it is not known which. */
export function readStatus(raw: unknown, messageId: string | undefined): MessageStatus {
  const read = readStatusNotification({ body: raw });
  if (read.event !== 'status') return { messageId, status: 'other', statusText: '', final: false, raw };
  const status: Omit<StatusEvent, 'event'> & Partial<StatusEvent> = { ...read };
  delete status.event;
  return { ...status, messageId: status.messageId ?? messageId };
}

function doubtAbout(raw: unknown, status: MessageStatus, asked: AskedStatus): string | undefined {
  const id = readOwnId(raw, asked.idField) ?? status.messageId;
  const other = whyNotAbout({ messageId: id, recipient: status.recipient }, asked);
  if (other !== undefined) return `the answer ${other}`;
  if (mayBeOfCall(status.statusText) && !isNamedBeside(raw, status.statusText, asked)) {
    return `"${status.statusText}" may only say how the query went`;
  }
  const bad = findingsIn(raw).find((found) => found.sign === 'bad' && !isSaying(found));
  if (status.status !== 'delivered' || bad === undefined) return undefined;
  return `"${status.statusText}" contradicts ${bad.path}`;
}

/** Whether the object that holds the status also names the message: then the status is not that of the call. */
function isNamedBeside(raw: unknown, statusText: string, { messageId }: AskedStatus): boolean {
  if (Array.isArray(raw)) return raw.length === 1 && isNamedBeside(raw[0], statusText, { messageId });
  if (!isRecord(raw)) return false;
  const values = Object.values(raw);
  const holdsStatus = values.some((value) => String(value).trim() === statusText);
  if (holdsStatus) return readMessageId(raw) === messageId || readNames(raw).recipients.length > 0;
  return values.some((value) => isNamedBeside(value, statusText, { messageId }));
}

/** A message, as far as it is known, or what a report names. */
interface NamedMessage {
  messageId?: string | undefined;
  recipient?: string | undefined;
}

/**
 * Why a report is not about a message: it names another one, or another recipient (also a national or partly hidden number). Undefined if it
 * may be about it. The same for reports of the service and for answers to the question for the status.
 */
export function whyNotAbout(report: NamedMessage, message: NamedMessage): string | undefined {
  const { messageId, recipient } = report;
  const isOther =
    messageId !== undefined && message.messageId !== undefined && messageId !== message.messageId;
  if (isOther) return `is about another message (${messageId})`;
  return isOtherRecipient(recipient, message.recipient)
    ? `is about another recipient (${recipient})`
    : undefined;
}

function isOtherRecipient(named: string | undefined, recipient: string | undefined): boolean {
  if (named === undefined || recipient === undefined) return false;
  const asked = askedByRecipients({
    channel: 'Sms',
    from: '',
    to: recipient,
    content: { type: 'Text', text: '' },
  });
  const names = { ...readNames({}), recipients: [comparableAddress(named)] };
  return matchGiven(asked, [{ names }])[0] === undefined;
}
