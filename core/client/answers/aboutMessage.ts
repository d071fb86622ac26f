import { comparableAddress } from '../../receive/phoneNumber';
import { askedByRecipients, matchGiven } from './match';
import { readNames } from './names';

/** A message, as far as it is known, or what a report names. */
export interface NamedMessage {
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
