import {
  attempt,
  checkAgain,
  invalidField,
  MessagingError,
  type MessageResult,
  type NumberList,
  type RecipientResult,
} from '../client';
import type { MessageRequest } from '../contract';
import { personKey } from '../contract/phoneNumber';
import type { OnItsWay, Step } from './journey';

/** A message to people, and what the steps change about it. */
export interface Addressed<T> extends OnItsWay<T> {
  /** What it sends; undefined if the steps have nothing to judge. */
  request?: MessageRequest | undefined;
  /** The recipients of its request that it does not go to, and why. */
  leftOut?: readonly RecipientResult[];
  /** When the service sends it, if the sending window decides that. */
  sendAt?: string | undefined;
}

/** The recipients of a message, compared with a list. */
export interface Compared {
  /** Those on the list, as written in the request. */
  listed: readonly string[];
  /** Whether the message is for others, too. */
  hasOthers: boolean;
}

/** The recipients of a message that is compared with no list. */
export const notCompared: Compared = { listed: [], hasOthers: true };

/**
 * Takes those out of a message who are on the list of *Do Not Send To*. A message that is for nobody else fails with `OptedOut`.
 * @param comparedOf throws MessagingError if the recipients of a message cannot be compared with its list
 */
export function doNotSendTo<M extends Addressed<unknown>>(
  comparedOf: (message: M) => Promise<Compared>,
): Step<M> {
  return async (messages, next) => {
    const going: M[] = [];
    for (const message of messages) {
      const compared = await attempt(() => comparedOf(message));
      if (!compared.ok) message.result = compared;
      else {
        message.leftOut = compared.value.listed.map(optedOutRecipient);
        if (compared.value.hasOthers) going.push(message);
        else message.result = { ok: false, error: new OptedOut(message.leftOut) };
      }
    }
    await next(going);
  };
}

/**
 * What cannot be compared is an error: nobody gets a message because this package cannot know the number.
 * @param label what the form calls the recipients
 * @throws MessagingError `invalid_request` for people and groups of the service's address book, and for an SMS about the status to a number
 * on the list, which the service would send
 */
export function compareWithList(
  request: MessageRequest,
  list: NumberList,
  label: string | undefined,
): Compared {
  if (request.toList?.some(({ type }) => type !== 'Number') === true)
    throw invalidField(
      'toList',
      "people and groups of the address book cannot be compared with the list of 'Do Not Send To': send to numbers",
      { label },
    );
  const isListed = (number: string) => list.has(personKey(number));
  const notified = request.notification?.addresses.find(
    ({ type, address }) => type === 'Sms' && isListed(address),
  );
  if (notified !== undefined)
    throw invalidField('notification', "must not go to a number on the list of 'Do Not Send To'", {
      got: notified.address,
    });
  const recipients = recipientsOf(request);
  const listed = recipients.filter(isListed);
  return { listed, hasOthers: listed.length < recipients.length };
}

/** The numbers and names that a message is for, as written in its request. */
export function recipientsOf({ to, toList }: MessageRequest): string[] {
  const only = to === undefined || to === null ? [] : [to];
  return toList?.map(({ address }) => address) ?? only;
}

const LISTED = "The number is on the list of 'Do Not Send To'";

function optedOutRecipient(address: string): RecipientResult {
  return { address, accepted: false, messageId: undefined, error: { code: 'opted_out', message: LISTED } };
}

/** The error of a message whose recipients are all on the list. */
export class OptedOut extends MessagingError {
  constructor(
    /** All recipients of the message. */
    readonly recipients: readonly RecipientResult[],
  ) {
    super({
      message: LISTED,
      advice: 'Choose somebody else, or take the number off the list if the person agrees.',
      outcome: 'opted_out',
      code: 'opted_out',
    });
  }
}

/** The request of a message as it goes out: without those that are left out. */
export async function withoutLeftOut(
  request: MessageRequest,
  leftOut: readonly RecipientResult[] = [],
): Promise<MessageRequest> {
  if (leftOut.length === 0) return request;
  const left = byAddress(leftOut);
  const toList = request.toList?.filter(({ address }) => !left.has(address));
  return checkAgain({ ...request, toList });
}

/** The result of a message, with those that were left out, in the order of its request. */
export function withLeftOut(
  result: MessageResult,
  request: MessageRequest,
  leftOut: readonly RecipientResult[] = [],
): MessageResult {
  if (leftOut.length === 0) return result;
  const left = byAddress(leftOut);
  const others = [...result.recipients];
  const recipients = recipientsOf(request).flatMap((address) => left.get(address) ?? others.splice(0, 1));
  return { ...result, recipients: [...recipients, ...others] };
}

function byAddress(leftOut: readonly RecipientResult[]): ReadonlyMap<string | undefined, RecipientResult> {
  return new Map(leftOut.map((recipient) => [recipient.address, recipient]));
}
