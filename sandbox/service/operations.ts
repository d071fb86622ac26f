import { randomUUID } from 'node:crypto';
import type { ServiceAccount } from '../state/account';
import { priceInPoints, SEVEN_DAYS, type SandboxMessage, type Submission } from '../state/messages';
import { problemsWithAccount } from './accountChecks';
import { timestamp, type ServiceVersion } from './dates';
import { invalidContent, invalidContentBody, notEnoughCredit, notFound, type ErrorBody } from './errors';
import { faultAction, type FaultName } from './faults';
import { judgeMessage, judgeMessageListEnvelope, judgeMessageRequest } from './judge';
import type { Message } from './wire';

/** The user, the version of the answer, and the fault to cause, if any. */
export interface CallContext {
  requestId: string;
  version: ServiceVersion;
  fault?: FaultName;
}

/** Single send (chapter 4). */
export function sendMessage(account: ServiceAccount, body: unknown, caller: CallContext): object {
  const verdict = judgeMessageRequest(body);
  if (!verdict.ok) throw invalidContent(verdict.problems);
  const message = verdict.request;
  const problems = problemsWithAccount(account, message);
  if (problems.length > 0) throw invalidContent(problems);
  charge(account, [message]);
  const { notification } = message;
  const accepted = account.messages.accept({
    message,
    notification,
    request: body,
    ...submissionOrigin(caller),
  });
  return { ...sendResult(message, accepted), timestamp: timestamp(account.clock.now(), caller.version) };
}

/** Batch send: an invalid message gets its error, the others are sent. */
export function sendBatch(account: ServiceAccount, body: unknown, caller: CallContext): object {
  const verdict = judgeMessageListEnvelope(body);
  if (!verdict.ok) throw invalidContent(verdict.problems);
  const { messages, notification } = verdict.request;
  const judged = messages.map((message) => judgeInBatch(account, message));
  charge(
    account,
    judged.flatMap((entry) => (entry.ok ? [entry.message] : [])),
  );
  const origin = submissionOrigin(caller);
  const messageListId = randomUUID();
  const results = judged.map((entry, index) => {
    if (!entry.ok) return { error: entry.error };
    const { message } = entry;
    return sendResult(
      message,
      account.messages.accept({
        message,
        notification,
        request: messages[index],
        messageListId,
        ...origin,
      }),
    );
  });
  return { messageListId, timestamp: timestamp(account.clock.now(), caller.version), messages: results };
}

/** Status of one message. */
export function messageStatus(account: ServiceAccount, messageId: string, { version }: CallContext): object {
  const message = account.messages.get(messageId);
  if (message === undefined) throw notFound(`There is no message with the id '${messageId}'.`);
  if (isPastQuery(account, message))
    throw notFound(`The status of '${messageId}' can be asked for only for seven days.`);
  return statusRecord(message, version);
}

/** Status of the messages of a batch. */
export function batchStatus(
  account: ServiceAccount,
  messageListId: string,
  { version }: CallContext,
): object {
  const messages = account.messages
    .inBatch(messageListId)
    .filter((message) => !isPastQuery(account, message));
  if (messages.length === 0) throw notFound(`There is no batch with the id '${messageListId}'.`);
  return { messageListId, messages: messages.map((message) => statusRecord(message, version)) };
}

function judgeInBatch(
  account: ServiceAccount,
  body: unknown,
): { ok: true; message: Message } | { ok: false; error: ErrorBody } {
  const verdict = judgeMessage(body);
  const problems = verdict.ok ? problemsWithAccount(account, verdict.request) : verdict.problems;
  return verdict.ok && problems.length === 0
    ? { ok: true, message: verdict.request }
    : { ok: false, error: invalidContentBody(problems) };
}

function submissionOrigin({
  requestId,
  version,
  fault,
}: CallContext): Pick<Submission, 'requestId' | 'version' | 'webhookFault'> {
  const action = faultAction(fault);
  return { requestId, version, webhookFault: action?.kind === 'webhooks' ? action.how : undefined };
}

/** Deducts the points from the balance, or refuses all messages if there are not enough. */
function charge(account: ServiceAccount, messages: Message[]): void {
  const { points, pageLimit } = account.settings;
  const cost = messages.reduce(
    (sum, message) =>
      sum + priceInPoints(message, pageLimit) * account.addressBook.resolveRecipients(message).length,
    0,
  );
  if (cost > points) throw notEnoughCredit(cost, points);
  account.change({ points: points - cost });
}

function sendResult(message: Message, accepted: SandboxMessage[]): object {
  if (typeof message.to === 'string') return { messageId: accepted[0]?.messageId };
  return { messageIdList: accepted.map(({ messageId, recipient, to }) => ({ messageId, ...recipient, to })) };
}

function isPastQuery(account: ServiceAccount, message: SandboxMessage): boolean {
  return account.clock.now() - message.changedAt > SEVEN_DAYS;
}

function statusRecord(message: SandboxMessage, version: ServiceVersion): object {
  return {
    messageId: message.messageId,
    status: message.state,
    channel: message.channel,
    from: message.from,
    to: message.to,
    customerid: message.customerid,
    pages: message.sms?.pages ?? null,
    points: message.points,
    acceptedAt: timestamp(message.acceptedAt, version),
    sendDate: message.sendAt === undefined ? null : timestamp(message.sendAt, version),
    timestamp: timestamp(message.changedAt, version),
    errorCode: message.errorCode ?? null,
    errorMessage: message.errorMessage ?? null,
  };
}
