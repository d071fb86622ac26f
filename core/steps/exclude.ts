import { attempt, failed, invalidField, type NumberList } from '../client';
import type { LabelOf, MessageRequest } from '../contract';
import { personKey } from '../contract/phoneNumber';
import { rule } from '../contract/sentences';
import { fault } from '../errors/texts';
import { recipientsOf, skip, type Outgoing } from './outgoing';

/** @param listedIn gives those of the recipients of a message who get nothing, as written in its request */
export async function exclude<M extends Outgoing>(
  messages: readonly M[],
  listedIn: (message: M) => Promise<readonly string[]>,
): Promise<void> {
  for (const message of messages) {
    const listed = await attempt(() => listedIn(message));
    if (!listed.ok) {
      message.result = failed(listed.error);
      continue;
    }
    skip(message, new Map(listed.value.map((address) => [address, LISTED])), (recipients) => {
      return { outcome: 'opted_out', recipients, reason: LISTED };
    });
  }
}

/**
 * The recipients who are on the list. What cannot be compared is an error: nobody gets a message because this package cannot know the number.
 * @throws MessagingError `invalid_request` for people and groups of the service's address book, and for an SMS about the status to a number
 * on the list, which the service would send
 */
export function compareWithList(request: MessageRequest, list: NumberList, labelOf: LabelOf): string[] {
  if (request.toList?.some(({ type }) => type !== 'Number') === true)
    throw invalidField('toList', rule('notComparable'), { label: labelOf(['toList'], request) });
  const isListed = (number: string) => list.has(personKey(number));
  const notified = request.notification?.addresses.find(
    ({ type, address }) => type === 'Sms' && isListed(address),
  );
  if (notified !== undefined)
    throw invalidField('notification', rule('notifiesListed'), {
      label: labelOf(['notification'], request),
      got: notified.address,
    });
  return recipientsOf(request).filter(isListed);
}

const LISTED = fault('opted_out');
