import type { BatchMessage } from '../contract';
import { countPages, type PageCount } from '../sms';
import { readAcceptances, readBatchAnswer, refusal, type Acceptance, type Answer } from './answers';
import { asMessagingError, MessagingError } from './errors';

/** One recipient of an accepted message. */
export interface RecipientResult {
  address: string | undefined;
  accepted: boolean;
  messageId: string | undefined;
  /** Why this recipient was refused, if it was. */
  error: { code: string | undefined; message: string } | undefined;
}

/** A message the service has accepted, for at least one of its recipients. */
export interface MessageResult {
  /** Id of the first accepted recipient; undefined when the answer named none. */
  messageId: string | undefined;
  messageIds: string[];
  recipients: RecipientResult[];
  /** Only for an SMS: its encoding, pages and what is cut off. */
  pages: PageCount | undefined;
  requestId: string | undefined;
  raw: unknown;
}

export type BatchEntry = { ok: true; result: MessageResult } | { ok: false; error: MessagingError };

/** How an SMS text is encoded and split; undefined for other messages. */
export function pagesOf(message: Pick<BatchMessage, 'channel' | 'content'>): PageCount | undefined {
  if (message.channel !== 'Sms' || message.content.type !== 'Text') return undefined;
  return countPages(message.content.text, message.content.options ?? {});
}

/**
 * What an answer with status 2xx says about a message.
 * @throws MessagingError `rejected` when it refuses every recipient, `unknown` when it says nothing about any.
 */
export function messageResult(message: BatchMessage, answer: Answer): MessageResult {
  const acceptances = readAcceptances(answer.raw);
  if (!acceptances.some(({ accepted }) => accepted)) throw noneAccepted(acceptances, answer);
  const addresses = message.toList?.map(({ address }) => address) ?? [message.to ?? undefined];
  const recipients = acceptances.map(({ address, accepted, messageId, error }, index): RecipientResult => ({
    // By position only where the answer has an entry for each: a group of the address book can turn into many.
    address: address ?? (acceptances.length === addresses.length ? addresses[index] : undefined),
    accepted,
    messageId,
    error: accepted
      ? undefined
      : { code: error?.code, message: error === undefined ? noResult : (error.message ?? 'refused') },
  }));
  const messageIds = recipients.flatMap(({ messageId }) => (messageId === undefined ? [] : [messageId]));
  return {
    messageId: messageIds[0],
    messageIds,
    recipients,
    pages: pagesOf(message),
    requestId: answer.requestId,
    raw: answer.raw,
  };
}

/**
 * What an answer with status 2xx says about each message of a batch, and the id of the batch.
 * @throws MessagingError `rejected` when it refuses the batch as a whole.
 */
export function batchResult(
  messages: readonly BatchMessage[],
  answer: Answer,
): { batchId: string | undefined; entries: BatchEntry[] } {
  const { batchId, entries, error } = readBatchAnswer(answer.raw);
  if (error !== undefined) throw refusal(error, answer);
  // An answer with nothing but the id of the batch says that all of it was accepted.
  const results = entries ?? (batchId === undefined ? [] : messages.map(() => ({})));
  // With more or fewer results than messages, none can be told for certain to belong to a message.
  const belong = results.length === messages.length;
  return {
    batchId,
    entries: messages.map((message, index) =>
      batchEntry(message, belong ? results[index] : undefined, answer),
    ),
  };
}

function batchEntry(message: BatchMessage, raw: unknown, answer: Answer): BatchEntry {
  if (raw === undefined || raw === null) return { ok: false, error: unanswered(answer) };
  try {
    return { ok: true, result: messageResult(message, { ...answer, raw }) };
  } catch (error) {
    return { ok: false, error: asMessagingError(error) };
  }
}

function noneAccepted(acceptances: Acceptance[], answer: Answer): MessagingError {
  const refused = acceptances.find(({ error }) => error !== undefined);
  const allRefused = acceptances.every(({ error }) => error !== undefined);
  return refused !== undefined && allRefused ? refusal(refused.error, answer) : unanswered(answer);
}

const noResult = 'The answer of the service has no result for this recipient; it may have been sent';

/** The answer does not say what became of the message. */
function unanswered(answer: Answer): MessagingError {
  return unreadableAnswer(
    answer,
    'The answer of the service has no result for this message',
    'Ask for the status of the batch, or look the message up in the portal.',
  );
}

const otherServer = 'Check the base URL in the account: the answer may come from a proxy or another server.';

/** The answer is no JSON, or only the beginning of it. */
export function unreadable(answer: Answer): MessagingError {
  return unreadableAnswer(
    answer,
    'The service answered with something that is not JSON or not complete',
    otherServer,
  );
}

/** The answer to an upload names no media id. */
export function withoutMediaId(answer: Answer): MessagingError {
  return unreadableAnswer(answer, 'The answer of the service names no media id', otherServer);
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
