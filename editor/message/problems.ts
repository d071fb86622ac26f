import type { Channel } from '../../core/contract';
import { readCountryCode } from '../../core/contract/patterns';
import { forms } from '../../core/forms/forms';
import { placeOf, placeText } from '../../core/forms/place';
import { withUsualText } from '../../node-red/shared/messageRows';
import { draftOf } from '../checks/draft';
import { explainAll } from '../checks/explain';
import { channelNamed, contractProblems, type StoredMessage } from '../checks/message';
import type { PlacedProblem } from '../checks/problem';
import { expressionProblem } from '../form/expressions';
import { textOrEmpty, asValues, fromEnvironment, isEmpty, type Values } from '../form/values';
import { red } from '../red';
import { formText } from '../texts';

/** A message as a node stores it, with the account that sends it. */
export interface NodeMessage extends StoredMessage {
  account: unknown;
}

/** Everything that is wrong with a node's message, in the user's language: for its red triangle and for "Still to do". */
export function messageProblems(stored: NodeMessage): string[] {
  const form = asValues(withUsualText(stored.contentType, stored.form));
  return [
    ...explainAll([
      ...senderMissing(stored.account, stored.channel, form),
      ...contractProblems(forms, { ...stored, form }, countryOf(stored.account)),
    ]),
    ...brokenExpressions({ ...stored, form }),
  ];
}

/**
 * The country code of an account. The editor does not know one that comes from the environment, so it takes any to check the rest of the
 * number.
 */
export function countryOf(account: unknown): string | undefined {
  const country = textOrEmpty(red.nodes.node(textOrEmpty(account))?.['defaultCountry']);
  return fromEnvironment(country) ? '+1' : readCountryCode(country);
}

const senderOf: Record<Channel, string> = {
  Sms: 'senderSms',
  Whatsapp: 'senderWhatsapp',
  Rcs: 'senderRcs',
};

/** Whether neither the node nor its account has a sender for the channel. */
export function lacksSender(account: unknown, channel: unknown, from: unknown): boolean {
  const used = red.nodes.node(textOrEmpty(account)) ?? undefined;
  const named = channelNamed(forms, channel);
  if (used === undefined || named === undefined || !isEmpty(from)) return false;
  return textOrEmpty(used[senderOf[named]]).trim() === '';
}

/** If the message names the recipient, it can also name the sender, or be a reply, which needs none. */
function senderMissing(account: unknown, channel: unknown, form: Values): PlacedProblem[] {
  const { from, to, toList } = asValues(form['message']);
  const isComplete = isEmpty(to) && isEmpty(toList);
  return !isComplete && lacksSender(account, channel, from)
    ? [{ key: 'senderMissing', where: ['From'] }]
    : [];
}

/** Invalid expressions that would be evaluated when a message arrives. */
export function brokenExpressions(stored: StoredMessage): string[] {
  const { message, content, notification, unknown } = draftOf(forms, stored);
  const request = { ...message, content, notification };
  return unknown.flatMap(({ path, leaf }) => {
    const problem = expressionProblem(leaf);
    return problem === undefined ? [] : [`${placeText(placeOf(path, request), formText)}: ${problem}`];
  });
}
