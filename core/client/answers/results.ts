import type { MessageRequest } from '../../contract';
import { textOf } from '../../errors/sentence';
import { fault, say, type Fault } from '../../errors/texts';
import { fieldsNamed, isRecord } from '../../reading';
import { countPages, type PageCount } from '../../sms';
import { valueOf, type Tried } from '../outcome/attempt';
import { MessagingError } from '../outcome/errors';
import { readFault, refusal, withWords, type Answer } from './answers';
import { askedIn, readMessages, type RecipientReading } from './recipients';
import { readBatchId, readOne, readResults, saysNo, unclear, type Reading } from './rule';

/** One recipient of an accepted message. */
export interface RecipientResult {
  /** The number or name, as in the request. */
  address: string | undefined;
  /** Whether the service accepted the message to this recipient. */
  accepted: boolean;
  /** ID of the message to this recipient. */
  messageId: string | undefined;
  /** Why this recipient was refused, or was skipped (`opted_out`, `over_limit`). */
  error: { code: string | undefined; message: string } | undefined;
}

/** A message that the service has accepted for at least one of its recipients. */
export interface MessageResult {
  /** ID of the first accepted recipient; missing if the answer contains none. */
  messageId: string | undefined;
  /** The IDs of all accepted recipients. */
  messageIds: string[];
  /** What became of each recipient. */
  recipients: RecipientResult[];
  /** When the service sends it: the date that was asked for, or when the sending window opens; missing if at once. */
  sendDate?: string;
  /** Only for an SMS: its encoding, its pages and the part that is cut off. */
  pages: PageCount | undefined;
  /** What a person should know about its texts and files, such as what was changed in them; missing if there is nothing. */
  notes?: string[];
  /** The `status` of the answer as the service wrote it; missing if it has none. It does not decide whether the message counts as accepted, unless it is a word of failure. */
  statusText?: string;
  /** ID of the request, to quote to support. */
  requestId: string | undefined;
  /** The answer of the service. */
  raw: unknown;
}

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

/**
 * What an answer with status 2xx says about a message.
 * @throws MessagingError `rejected` if it refuses every recipient, `unknown` if it does not say that any was accepted
 */
export function messageResult(message: MessageRequest, answer: Answer): MessageResult {
  const [recipients] = readMessages([message], [answer.raw], { idField: answer.messageIdField }) ?? [];
  return valueOf(resultOf(message, recipients, answer));
}

/**
 * What an answer with status 2xx says about each message of a batch, and the id of the batch.
 * @throws MessagingError `rejected` if it refuses the whole batch
 */
export function batchResult(
  messages: readonly MessageRequest[],
  answer: Answer,
): { batchId: string | undefined; entries: Array<Tried<MessageResult>> } {
  const { raw, messageIdField: idField } = answer;
  if (readOne(raw, idField).verdict === 'rejected') throw refusal(readFault(raw), answer);
  const batchId = readBatchId(raw);
  const { entries, areIds } = readResults(raw) ?? {};
  const read =
    entries === undefined ? readWhole(messages, raw) : readMessages(messages, entries, { idField, areIds });
  const isDenied = saysNo(raw);
  return {
    batchId,
    entries: messages.map((message, index) => {
      const recipients = read?.[index]?.map((reading) =>
        isDenied && reading.verdict === 'accepted' ? unclear(reading) : reading,
      );
      const entry = recipients === undefined ? raw : (entries?.[index] ?? raw);
      return resultOf(message, recipients, { ...answer, raw: entry });
    }),
  };
}

/** Without a list, the id of the batch alone means that all of it was accepted. */
function readWhole(messages: readonly MessageRequest[], raw: unknown): RecipientReading[][] | undefined {
  if (readBatchId(raw) === undefined || hasOtherList(raw)) return undefined;
  const reading: Reading = { verdict: 'accepted', messageId: undefined, raw };
  return messages.map((message) => askedIn(message).map(({ address }) => ({ ...reading, address })));
}

function resultOf(
  message: MessageRequest,
  recipients: readonly RecipientReading[] = [],
  answer: Answer,
): Tried<MessageResult> {
  if (!recipients.some(({ verdict }) => verdict === 'accepted'))
    return { ok: false, error: noneAccepted(recipients, answer) };
  const messageIds = recipients.flatMap(({ messageId }) => messageId ?? []);
  const { requestId, raw } = answer;
  return {
    ok: true,
    value: {
      ...{ messageId: messageIds[0], messageIds, recipients: recipients.map(recipientResult) },
      pages: pagesOf(message),
      ...statusTextIn(raw),
      ...{ requestId, raw },
    },
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

function statusTextIn(raw: unknown): Pick<MessageResult, 'statusText'> {
  const text = fieldsNamed(raw, 'status').find((each) => typeof each === 'string' && each !== '');
  return typeof text === 'string' ? { statusText: text } : {};
}

/** Whether a message was certainly not sent to a recipient. */
export function wasRefused({ accepted, error }: RecipientResult): boolean {
  return !accepted && error?.message !== noResult.message;
}

function noneAccepted([first, ...more]: readonly RecipientReading[], answer: Answer): MessagingError {
  const isRefused = first?.verdict === 'rejected' && more.every(({ verdict }) => verdict === 'rejected');
  return isRefused ? refusal(readFault(first.raw), answer) : unanswered(answer);
}

const noResult = { code: undefined, message: textOf(say('noResult')) };

/** The answer does not say what became of the message. */
function unanswered(answer: Answer): MessagingError {
  const unclear = fault('unreadable_answer.unanswered');
  const message = withWords(unclear.message, readFault(answer.raw)?.message);
  return unreadableAnswer(answer, { ...unclear, message });
}

/** The answer is not JSON, or is incomplete. */
export function unreadable(answer: Answer): MessagingError {
  return unreadableAnswer(answer, fault('unreadable_answer'));
}

/** The answer to an upload contains no media id. */
export function withoutMediaId(answer: Answer): MessagingError {
  return unreadableAnswer(answer, fault('unreadable_answer.noMediaId'));
}

function unreadableAnswer({ status, requestId, raw }: Answer, unreadable: Fault): MessagingError {
  return new MessagingError({ ...unreadable, status, requestId, raw });
}
