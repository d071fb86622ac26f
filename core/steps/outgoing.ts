import {
  asMessagingError,
  failed,
  pagesOf,
  type Accepted,
  type Failed,
  type RecipientResult,
  type Result,
  type Skipped,
} from '../client';
import type { MessageRequest } from '../contract';
import { personKey } from '../contract/phoneNumber';
import { textOf } from '../errors/sentence';
import type { Fault } from '../errors/texts';
import { present } from '../reading';
import type { PageCount } from '../sms';

/** A message on its way to the service. */
export interface Outgoing {
  /** What it sends. */
  readonly request: MessageRequest;
  /** The recipients of its request that it does not go to, by their addresses as written there, and why. */
  skipped?: ReadonlyMap<string, RecipientResult> | undefined;
  /** When the service sends it, if the sending window decides that. */
  sendAt?: string | undefined;
  /** What became of it; a message that was not begun, or was only checked, has none. */
  result?: Result | undefined;
  /** What would go out, if it was only checked. */
  checked?: WouldGoOut;
}

/** The numbers and names that a message is for, as written in its request. */
export function recipientsOf({ to, toList }: MessageRequest): string[] {
  const only = to === undefined || to === null ? [] : [to];
  return toList?.map(({ address }) => address) ?? only;
}

/** Of each recipient, as the lines of a limiter: the messages of a sender to a person arrive in their order. */
export function conversationsOf(request: MessageRequest): string[] {
  const sender = personKey(request.from);
  return recipientsOf(request).map((address) => `${sender} ${personKey(address)}`);
}

/** The messages that go on. */
export function open<M extends Pick<Outgoing, 'result'>>(messages: readonly M[]): readonly M[] {
  return messages.some(({ result }) => result !== undefined)
    ? messages.filter(({ result }) => result === undefined)
    : messages;
}

/** Nobody is skipped. */
export const NOBODY: ReadonlyMap<string, RecipientResult> = new Map();

type Changes = Pick<Outgoing, 'skipped' | 'sendAt'>;

/**
 * Takes recipients out of a message. If nobody is left, the message is skipped.
 * @param reasons by their addresses, as written in the request
 */
export function skip(
  message: Outgoing,
  reasons: ReadonlyMap<string, Fault>,
  whole: (recipients: RecipientResult[]) => Skipped,
): void {
  const skipped = new Map(message.skipped);
  for (const [address, { code, message: text }] of reasons)
    skipped.set(address, {
      ...{ address, accepted: false, messageId: undefined },
      error: { code, message: textOf(text) },
    });
  message.skipped = skipped;
  const recipients = recipientsOf(message.request);
  if (skipped.size > 0 && recipients.every((address) => skipped.has(address)))
    message.result = whole(recipients.flatMap((address) => skipped.get(address) ?? []));
}

/** The request of a message as it goes out: without those that are skipped, and at the time that the sending window gives it. */
export function outgoing(request: MessageRequest, { skipped = NOBODY, sendAt }: Changes): MessageRequest {
  const toOthers =
    skipped.size === 0
      ? request
      : { ...request, toList: request.toList?.filter(({ address }) => !skipped.has(address)) };
  return sendAt === undefined ? toOthers : { ...toOthers, sendDate: sendAt };
}

/** The result of a message that went out so, with those that were skipped, in the order of its request. */
export function resultOfOutgoing(
  result: Accepted | Failed,
  { request, skipped = NOBODY, sendAt }: Outgoing,
): Accepted | Failed {
  if (result.outcome === 'failed') return result;
  const sendDate = sendAt ?? request.sendDate ?? undefined;
  if (skipped.size === 0 && sendDate === undefined) return result;
  const others = [...result.recipients];
  const inOrder = recipientsOf(request).flatMap((address) => skipped.get(address) ?? others.splice(0, 1));
  return { ...result, recipients: [...inOrder, ...others], ...present({ sendDate }) };
}

/** What is known of a message that is only checked. */
export interface WouldGoOut {
  /** The request that would be sent. */
  request: MessageRequest;
  /** Only for an SMS. */
  pages: PageCount | undefined;
  /** Those among its recipients who would get nothing, as written in the request. */
  skipped?: string[];
}

/** What would go out of a message. */
export function wouldGoOut(message: Outgoing): WouldGoOut {
  const { skipped = NOBODY } = message;
  const request = outgoing(message.request, message);
  return {
    request,
    pages: pagesOf(request),
    ...(skipped.size === 0 ? {} : { skipped: [...skipped.keys()] }),
  };
}

/** What became of a message after its steps. */
export function ended({ result }: Pick<Outgoing, 'result'>): Result {
  // Only seen if this package has a fault.
  return result ?? failed(asMessagingError('a message has no result'));
}
