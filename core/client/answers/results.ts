import type { MessageRequest } from '../../contract';
import { textOf } from '../../errors/sentence';
import { fault } from '../../errors/texts';
import { asText, fieldsNamed, isRecord } from '../../reading';
import { FIELD_NAMES } from '../../receive/vocabulary';
import { countPages, type PageCount } from '../../sms';
import type { MessagingError } from '../outcome/errors';
import { failed, type Accepted, type Failed, type RecipientResult } from '../outcome/result';
import { answerError, readFault, refusal, type Answer } from './answers';
import {
  isAnswerAbout,
  readBatchId,
  readIdList,
  readMessageId,
  readOne,
  readResults,
  saysNo,
  unclear,
  type Reading,
} from './rule';

/** How an SMS text is encoded and split; undefined for other messages. */
export function pagesOf(message: Pick<MessageRequest, 'channel' | 'content'>): PageCount | undefined {
  if (message.channel !== 'Sms' || message.content.type !== 'Text') return undefined;
  return countPages(message.content.text, message.content.options ?? {});
}

/**
 * The message as it goes out. An SMS that is cut goes out without the part that the service would cut, which would not see where a joined
 * emoji begins.
 */
export function withoutCutPart(message: MessageRequest): MessageRequest {
  const pages = pagesOf(message);
  if (pages?.truncated !== true || pages.encoding !== 'UCS-2' || message.content.type !== 'Text')
    return message;
  return { ...message, content: { ...message.content, text: pages.sentText } };
}

/** What an answer with status 2xx that is no refusal says about a message. */
export function messageResult(message: MessageRequest, answer: Answer): Accepted | Failed {
  const { raw, messageIdField: idField } = answer;
  const [recipients] = readMessages([message], [readOne(raw, idField)], answer) ?? [];
  return resultOf(message, recipients, answer);
}

/** What such an answer says about each message of a batch. */
export function batchResults(messages: readonly MessageRequest[], answer: Answer): Array<Accepted | Failed> {
  const { raw, messageIdField: idField } = answer;
  const ofBatch = { batchId: readBatchId(raw) };
  const entries = readResults(raw, idField);
  const read = entries === undefined ? readWhole(messages, raw) : readMessages(messages, entries, answer);
  return messages.map((message, index) => {
    const recipients = read?.[index];
    const entry = recipients === undefined ? raw : (entries?.[index]?.raw ?? raw);
    return resultOf(message, recipients, { ...answer, raw: entry }, ofBatch);
  });
}

/** Without a list, the id of the batch alone means that all of it was accepted. */
function readWhole(messages: readonly MessageRequest[], raw: unknown): RecipientReading[][] | undefined {
  if (readBatchId(raw) === undefined || hasOtherList(raw) || saysNo(raw)) return undefined;
  const reading: Reading = { verdict: 'accepted', messageId: undefined, raw };
  return messages.map((message) => askedIn(message).map(({ address }) => ({ ...reading, address })));
}

function resultOf(
  message: MessageRequest,
  recipients: readonly RecipientReading[] = [],
  answer: Answer,
  ofBatch: Pick<Accepted, 'batchId'> = {},
): Accepted | Failed {
  if (!recipients.some(({ verdict }) => verdict === 'accepted'))
    return failed(noneAccepted(recipients, answer));
  const messageIds = recipients.flatMap(({ messageId }) => messageId ?? []);
  const { requestId, raw } = answer;
  return {
    outcome: 'accepted',
    ...{ messageId: messageIds[0], messageIds, recipients: recipients.map(recipientResult) },
    pages: pagesOf(message),
    ...statusTextIn(raw),
    ...{ requestId, raw },
    ...ofBatch,
  };
}

function recipientResult({ address, verdict, messageId, raw }: RecipientReading): RecipientResult {
  if (verdict === 'accepted') return { address, accepted: true, messageId, error: undefined };
  const fault = readFault(raw);
  const refused = { code: fault?.code, message: fault?.message ?? 'refused' };
  return { address, accepted: false, messageId, error: verdict === 'rejected' ? refused : noResult };
}

/** Whether an answer has a list of objects under a name that the rule does not know: it may say what became of each message. */
function hasOtherList(raw: unknown): boolean {
  return isRecord(raw) && Object.values(raw).some((value) => Array.isArray(value) && value.some(isRecord));
}

function statusTextIn(raw: unknown): Pick<Accepted, 'statusText'> {
  const text = fieldsNamed(raw, 'status').find((each) => typeof each === 'string' && each !== '');
  return typeof text === 'string' ? { statusText: text } : {};
}

/** Whether a message was certainly not sent to a recipient. */
export function wasRefused({ accepted, error }: RecipientResult): boolean {
  return !accepted && error?.code !== noResult.code;
}

function noneAccepted([first, ...more]: readonly RecipientReading[], answer: Answer): MessagingError {
  const isRefused = first?.verdict === 'rejected' && more.every(({ verdict }) => verdict === 'rejected');
  if (isRefused) return refusal(answer, first.raw);
  const message = readFault(answer.raw)?.message;
  return answerError(fault('unreadable_answer.unanswered'), answer, { message });
}

const unread = fault('no_result');
const noResult = { code: unread.code, message: textOf(unread.message) };

/** What an answer says about a recipient. */
interface RecipientReading extends Reading {
  /** The number or name, as in the request; for the members of a group, as the answer names them. */
  address: string | undefined;
}

/** The recipients that a message asks for. */
function askedIn({ to, toList }: MessageRequest): Array<{ type: string; address: string | undefined }> {
  return toList ?? [{ type: 'Number', address: to ?? undefined }];
}

/**
 * What the entries of an answer say about the recipients of each message, in the order of the request. Undefined if they do not tell which
 * entry belongs to which message: there are more or fewer, or one names another number. An ID that several have belongs to none of them.
 */
function readMessages(
  messages: readonly MessageRequest[],
  entries: readonly Reading[],
  { raw, messageIdField: idField }: Answer,
): RecipientReading[][] | undefined {
  const known = entries.flatMap((entry, index) => {
    const recipients = messages[index] && readMessage(messages[index], entry, idField);
    return recipients === undefined ? [] : [recipients];
  });
  if (entries.length !== messages.length || known.length < messages.length) return undefined;
  const ids = known.flat().flatMap(({ messageId }) => messageId ?? []);
  const seen = new Set<string>();
  // With a *no* around them, none was surely accepted.
  const unsure = new Set(saysNo(raw) ? ids : ids.filter((id) => seen.size === seen.add(id).size));
  if (unsure.size === 0) return known;
  return known.map((recipients) =>
    recipients.map((reading) => (unsure.has(reading.messageId ?? '') ? unclear(reading) : reading)),
  );
}

/** @param whole what the answer says about the message, if it has no list of IDs */
function readMessage(
  message: MessageRequest,
  whole: Reading,
  idField: string | undefined,
): RecipientReading[] | undefined {
  const { raw } = whole;
  const asked = askedIn(message);
  const all = (reading: Reading) => asked.map(({ address }) => ({ ...reading, address }));
  if (whole.verdict === 'rejected') return isAnswerAbout(raw, asked) ? all(whole) : undefined;
  const hasId = (whole.messageId ?? readMessageId(raw, idField)) !== undefined;
  const isOne = (message.toList ?? undefined) === undefined && hasId;
  const given = (isOne ? undefined : readIdList(raw, idField)) ?? [whole];
  if (asked.some(({ type }) => type === 'Group'))
    return given.map((reading) => ({ ...reading, address: addressIn(reading.raw) }));
  const isAbout =
    isAnswerAbout(raw, asked) && asked.every((each, index) => isAnswerAbout(given[index]?.raw, [each]));
  if (!isAbout) return undefined;
  if (given.length !== asked.length) return all(unclear(whole));
  return given.map((reading, index) => ({ ...reading, address: asked[index]?.address }));
}

function addressIn(entry: unknown): string | undefined {
  return fieldsNamed(entry, ...FIELD_NAMES.recipient)
    .map(asText)
    .find((address) => address !== undefined);
}
