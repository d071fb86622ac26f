import type { Channel } from '../../core/contract';
import { readCountryCode } from '../../core/contract/patterns';
import { forms } from '../../core/forms/forms';
import { placeOf, placeText } from '../../core/forms/place';
import { draftOf } from '../checks/draft';
import { explainAll } from '../checks/explain';
import { channelNamed, checkMessage, type StoredMessage } from '../checks/message';
import type { PlacedProblem } from '../checks/problem';
import { expressionProblem } from '../form/expressions';
import { asText, asValues, fromEnvironment, isEmpty, type Values } from '../form/values';
import { red } from '../red';
import { formText } from '../texts';

/** A message as a node stores it, with the account it goes out by. */
export interface NodeMessage extends StoredMessage {
  account: unknown;
}

/** Everything that is wrong with the message of a node, in the language of the user: for its red triangle and for "Still to do". */
export function messageProblems(stored: NodeMessage): string[] {
  const form = withUsualText(stored.contentType, asValues(stored.form));
  return [
    ...explainAll([
      ...senderMissing(stored.account, stored.channel, form),
      ...checkMessage(forms, { ...stored, form }, countryOf(stored.account)),
    ]),
    ...brokenExpressions({ ...stored, form }),
  ];
}

/** A text that was left empty is the payload of the message. */
export function withUsualText(contentType: unknown, form: Values): Values {
  const content = asValues(form['content']);
  if (contentType !== 'Text' || !isEmpty(content['text'])) return form;
  return { ...form, content: { ...content, text: { t: 'msg', v: 'payload' } } };
}

/** The country code of an account. Which one comes from the environment is not known here: any will do to judge the rest of a number. */
export function countryOf(account: unknown): string | undefined {
  const country = asText(red.nodes.node(asText(account))?.['defaultCountry']);
  return fromEnvironment(country) ? '+1' : readCountryCode(country);
}

const senderOf: Record<Channel, string> = {
  Sms: 'senderSms',
  Whatsapp: 'senderWhatsapp',
  Rcs: 'senderRcs',
};

/** Whether neither the node nor its account has a sender for the channel. */
export function lacksSender(account: unknown, channel: unknown, from: unknown): boolean {
  const used = red.nodes.node(asText(account)) ?? undefined;
  const named = channelNamed(forms, channel);
  if (used === undefined || named === undefined || !isEmpty(from)) return false;
  return asText(used[senderOf[named]]).trim() === '';
}

/** Where the message names the recipient, it can name the sender too, or be an answer, which needs none. */
function senderMissing(account: unknown, channel: unknown, form: Values): PlacedProblem[] {
  const { from, to, toList } = asValues(form['message']);
  const isComplete = isEmpty(to) && isEmpty(toList);
  return !isComplete && lacksSender(account, channel, from)
    ? [{ key: 'senderMissing', where: ['From'] }]
    : [];
}

/** Expressions that are evaluated when a message arrives, and are none. */
function brokenExpressions(stored: StoredMessage): string[] {
  const { message, content, notification, unknown } = draftOf(forms, stored);
  const request = { ...message, content, notification };
  return unknown.flatMap(({ path, leaf }) => {
    const problem = expressionProblem(leaf);
    return problem === undefined ? [] : [`${placeText(placeOf(path, request), formText)}: ${problem}`];
  });
}
