import { attempt, failed, invalidField, type NumberList, type RecipientResult } from '../client';
import type { MessageRequest } from '../contract';
import { personKey } from '../contract/phoneNumber';
import { rule } from '../contract/sentences';
import { textOf } from '../errors/sentence';
import { fault } from '../errors/texts';
import { recipientsOf, type Outgoing } from './outgoing';

/** The recipients of a message, compared with the exclude list (*Do Not Send To*). */
export interface Compared {
  /** Those on the list, as written in the request. */
  listed: readonly string[];
  /** Whether the message is for others, too. */
  hasOthers: boolean;
}

/** The recipients of a message that is compared with no list. */
export const notCompared: Compared = { listed: [], hasOthers: true };

/** Takes those out of messages who are on the list. A message for nobody else is skipped. */
export async function exclude<M extends Outgoing>(
  messages: readonly M[],
  comparedOf: (message: M) => Promise<Compared>,
): Promise<void> {
  for (const message of messages) {
    const compared = await attempt(() => comparedOf(message));
    if (!compared.ok) {
      message.result = failed(compared.error);
      continue;
    }
    const recipients = compared.value.listed.map(optedOutRecipient);
    message.skipped = recipients;
    if (!compared.value.hasOthers) message.result = { outcome: 'opted_out', recipients, reason: LISTED };
  }
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
    throw invalidField('toList', rule('notComparable'), { label });
  const isListed = (number: string) => list.has(personKey(number));
  const notified = request.notification?.addresses.find(
    ({ type, address }) => type === 'Sms' && isListed(address),
  );
  if (notified !== undefined)
    throw invalidField('notification', rule('notifiesListed'), {
      got: notified.address,
    });
  const recipients = recipientsOf(request);
  const listed = recipients.filter(isListed);
  return { listed, hasOthers: listed.length < recipients.length };
}

const LISTED = fault('opted_out');

function optedOutRecipient(address: string): RecipientResult {
  return {
    address,
    accepted: false,
    messageId: undefined,
    error: { code: 'opted_out', message: textOf(LISTED.message) },
  };
}
