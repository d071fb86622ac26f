import type { BatchMessage } from '../../contract';
import { countPages, type PageCount } from '../../sms';
import {
  acceptsBatch,
  contradicts,
  readAcceptances,
  readBatchAnswer,
  sharedIds,
  unreadableIn,
  type Acceptance,
} from './acceptance';
import { readFault, refusal, type Answer } from './answers';
import type { Result } from '../outcome/attempt';
import { asMessagingError, MessagingError } from '../outcome/errors';
import { readField, readText } from '../../reading';
import { askedByMessage, askedByRecipients, matchGiven } from './match';
import { readNames } from './names';

/** One recipient of an accepted message. */
export interface RecipientResult {
  /** The number or name, as in the request. */
  address: string | undefined;
  /** Whether the service accepted the message to this recipient. */
  accepted: boolean;
  /** ID of the message to this recipient. */
  messageId: string | undefined;
  /** Why this recipient was refused, or was left out (`opted_out`, `held_back`). */
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
  /** When the service sends it, if the sending window decided that; otherwise missing. */
  sendDate?: string;
  /** Only for an SMS: its encoding, its pages and the part that is cut off. */
  pages: PageCount | undefined;
  /** What the answer says beside the ids and this package cannot read, such as `status: "Frobnicated"`; missing if there is nothing. */
  unreadable?: string[];
  /** ID of the request, to quote to support. */
  requestId: string | undefined;
  /** The answer of the service. */
  raw: unknown;
}

/** How an SMS text is encoded and split; undefined for other messages. */
export function pagesOf(message: Pick<BatchMessage, 'channel' | 'content'>): PageCount | undefined {
  if (message.channel !== 'Sms' || message.content.type !== 'Text') return undefined;
  return countPages(message.content.text, message.content.options ?? {});
}

/**
 * What an answer with status 2xx says about a message.
 * @param isEntry whether the answer is an entry of the answer to a batch
 * @throws MessagingError `rejected` if it refuses every recipient, `unknown` if it does not say that any was accepted
 */
export function messageResult(message: BatchMessage, answer: Answer, isEntry = false): MessageResult {
  const expected = { idField: answer.messageIdField, content: message.content };
  const { whole, entries } = readAcceptances(answer.raw, isEntry ? 'entry' : 'whole', expected);
  if (entries === undefined && whole.verdict === 'refused') throw refusal(whole.error, answer);
  const recipients = recipientsIn(message, entries ?? [whole]);
  const acceptances = recipients.map(({ acceptance }) => acceptance);
  if (!acceptances.some(isAccepted)) throw noneAccepted(acceptances, answer);
  const messageIds = acceptances.flatMap((acceptance) => acceptance?.messageId ?? []);
  const unreadable = [whole, ...(entries ?? [])].flatMap((each) => each.unreadable);
  return {
    messageId: messageIds[0],
    messageIds,
    recipients: recipients.map(recipientResult),
    pages: pagesOf(message),
    ...(unreadable.length === 0 ? {} : { unreadable }),
    requestId: answer.requestId,
    raw: answer.raw,
  };
}

interface Recipient {
  address: string | undefined;
  /** Undefined if the answer does not say what became of this recipient. */
  acceptance: Acceptance | undefined;
}

/**
 * Each recipient with what the answer says about it, in the order of the request. For a group, the recipients are the members that the
 * answer names.
 */
function recipientsIn(message: BatchMessage, acceptances: Acceptance[]): Recipient[] {
  const { to, toList } = message;
  if (toList?.some(({ type }) => type === 'Group') === true) {
    return acceptances.map((acceptance) => ({ address: acceptance.names.address, acceptance }));
  }
  const addresses = toList?.map(({ address }) => address) ?? [to ?? undefined];
  const matched = matchGiven(askedByRecipients(message), acceptances);
  return addresses.map((address, index) => ({ address, acceptance: matched[index] }));
}

function isAccepted(acceptance: Acceptance | undefined): boolean {
  return acceptance?.verdict === 'accepted';
}

function recipientResult({ address, acceptance }: Recipient): RecipientResult {
  const accepted = isAccepted(acceptance);
  const { error, messageId } = acceptance ?? {};
  const isRefused = acceptance?.verdict === 'refused';
  const reason = isRefused ? { code: error?.code, message: error?.message ?? 'refused' } : noResult;
  return { address, accepted, messageId, error: accepted ? undefined : reason };
}

/**
 * What an answer with status 2xx says about each message of a batch, and the id of the batch.
 * @throws MessagingError `rejected` if it refuses the whole batch
 */
export function batchResult(
  messages: readonly BatchMessage[],
  answer: Answer,
): { batchId: string | undefined; entries: Array<Result<MessageResult>> } {
  const { batchId, entries, whole, around } = readBatchAnswer(answer.raw);
  if (entries === undefined) {
    if (whole.verdict === 'refused') throw refusal(whole.error, answer);
    const accepted = acceptsBatch(answer.raw);
    return { batchId, entries: messages.map((message) => entryOfWhole(message, accepted, answer)) };
  }
  const given = entries.map((raw) => ({ raw, names: readNames(raw) }));
  const matched = matchGiven(messages.map(askedByMessage), given);
  const read = messages.map((message, index) => batchEntry(message, matched[index], answer));
  const shared = sharedIds(
    read.map((entry) => ({ messageId: entry.ok ? entry.value.messageId : undefined })),
  );
  const proven = read.map((entry) => (hasOneOf(entry, shared) ? left(answer) : entry));
  const isBad = contradicts(around, proven.filter(({ ok }) => ok).length, proven.length);
  const unreadable = unreadableIn(around);
  return {
    batchId,
    entries: proven.map((entry) => (isBad && entry.ok ? left(answer) : withMore(entry, unreadable))),
  };
}

function hasOneOf(entry: Result<MessageResult>, ids: ReadonlySet<string>): boolean {
  return entry.ok && entry.value.messageIds.some((id) => ids.has(id));
}

function left(answer: Answer): Result<MessageResult> {
  return { ok: false, error: unanswered(answer) };
}

/** A result with what cannot be read beside the list of results. */
function withMore(entry: Result<MessageResult>, unreadable: string[]): Result<MessageResult> {
  if (!entry.ok || unreadable.length === 0) return entry;
  return {
    ok: true,
    value: { ...entry.value, unreadable: [...(entry.value.unreadable ?? []), ...unreadable] },
  };
}

/**
 * The entry of a message when the answer has no list: an answer that contains only the id of the batch means that all of it was accepted.
 */
function entryOfWhole(message: BatchMessage, accepted: boolean, answer: Answer): Result<MessageResult> {
  if (!accepted) return left(answer);
  const addresses = message.toList?.map(({ address }) => address) ?? [message.to ?? undefined];
  const recipients = addresses.map((address) => ({
    address,
    accepted,
    messageId: undefined,
    error: undefined,
  }));
  const { requestId, raw } = answer;
  const value = {
    messageId: undefined,
    messageIds: [],
    recipients,
    pages: pagesOf(message),
    requestId,
    raw,
  };
  return { ok: true, value };
}

function batchEntry(
  message: BatchMessage,
  given: { raw: unknown } | undefined,
  answer: Answer,
): Result<MessageResult> {
  if (given?.raw === undefined || given.raw === null) return left(answer);
  try {
    return { ok: true, value: messageResult(message, { ...answer, raw: given.raw }, true) };
  } catch (error) {
    return { ok: false, error: asMessagingError(error) };
  }
}

/** Whether a result of a recipient, or a copy of one, says that the message was certainly not sent to it. */
export function wasRefused(recipient: unknown): boolean {
  const reason = readText(readField(recipient, 'error'), 'message');
  return readField(recipient, 'accepted') === false && reason !== noResult.message;
}

function noneAccepted(acceptances: Array<Acceptance | undefined>, answer: Answer): MessagingError {
  const [first] = acceptances;
  const allRefused = acceptances.every((acceptance) => acceptance?.verdict === 'refused');
  return first !== undefined && allRefused ? refusal(first.error, answer) : unanswered(answer);
}

const noResult = {
  code: undefined,
  message: 'The answer of the service has no result for this recipient; it may have been sent',
};

/** The answer does not say what became of the message. */
function unanswered(answer: Answer): MessagingError {
  const said = readFault(answer.raw)?.message;
  return unreadableAnswer(
    answer,
    `The answer of the service does not say that it accepted this message${said === undefined ? '' : `: ${said}`}`,
    'Look the message up in the portal before you send it again.',
  );
}

const otherServer = 'Check the base URL in the account: the answer may come from a proxy or another server.';

/** The answer is not JSON, or is incomplete. */
export function unreadable(answer: Answer): MessagingError {
  return unreadableAnswer(answer, 'The answer of the service is incomplete or not JSON', otherServer);
}

/** The answer to an upload contains no media id. */
export function withoutMediaId(answer: Answer): MessagingError {
  return unreadableAnswer(answer, 'The answer of the service contains no media ID', otherServer);
}

function unreadableAnswer(
  { status, requestId, raw }: Answer,
  message: string,
  advice: string,
): MessagingError {
  return new MessagingError({
    message,
    advice,
    outcome: 'unknown',
    code: 'unreadable_answer',
    status,
    requestId,
    raw,
  });
}
