import type { Channel } from '../../core/contract';
import { readCountryCode, tidyNumber, withCountryCode } from '../../core/contract/patterns';
import { forms } from '../../core/forms/forms';
import { countPages } from '../../core/sms';
import { explainAll } from '../checks/explain';
import { channelNamed, checkMessage, contentNamed, type StoredMessage } from '../checks/message';
import type { PlacedProblem } from '../checks/problem';
import { expressionProblems } from '../form/expressions';
import {
  asList,
  asText,
  asValues,
  fromEnvironment,
  isEmpty,
  isLeaf,
  literal,
  type Values,
} from '../form/values';
import { red } from '../red';
import { formText } from '../texts';

/** A message as a node stores it, with the account it goes out by. */
export interface NodeMessage extends StoredMessage {
  account: unknown;
}

/** Everything that is wrong with the message of a node, in the language of the user: for its red triangle and for "Still to do". */
export function messageProblems(stored: NodeMessage): string[] {
  const form = withCountry(stored.account, withUsualText(stored.contentType, asValues(stored.form)));
  return [
    ...explainAll([
      ...senderMissing(stored.account, stored.channel, form),
      ...checkMessage(forms, { ...stored, form }),
      ...outsideGsm(stored, form),
    ]),
    ...brokenExpressions(stored, form),
  ];
}

/** A text that was left empty is the payload of the message. */
export function withUsualText(contentType: unknown, form: Values): Values {
  const content = asValues(form['content']);
  if (contentType !== 'Text' || !isEmpty(content['text'])) return form;
  return { ...form, content: { ...content, text: { t: 'msg', v: 'payload' } } };
}

/** National numbers among the recipients as they will be sent, where the account has a default country. */
function withCountry(account: unknown, form: Values): Values {
  const message = asValues(form['message']);
  const toList = asList(message['toList']).map((entry) => {
    const { type, address, ...rest } = asValues(entry);
    return { ...rest, type, address: type === 'Number' ? numberAsSent(account, address) : address };
  });
  return {
    ...form,
    message: {
      ...message,
      to: numberAsSent(account, message['to']),
      ...(toList.length > 0 ? { toList } : {}),
    },
  };
}

/** A recipient's number that was typed in, as it will be sent; anything else stays as it is. */
export function numberAsSent(account: unknown, number: unknown): unknown {
  const country = asText(red.nodes.node(asText(account))?.['defaultCountry']);
  // Which one comes from the environment is not known here: any will do to judge the rest of the number.
  const code = fromEnvironment(country) ? '+1' : readCountryCode(country);
  const typed = literal(number);
  if (code === undefined || typed === undefined || !isLeaf(number)) return number;
  return { ...number, v: withCountryCode(tidyNumber(typed), code) };
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

function outsideGsm({ channel, contentType }: StoredMessage, form: Values): PlacedProblem[] {
  if (channel !== 'Sms' || contentType !== 'Text') return [];
  const text = literal(asValues(form['content'])['text']) ?? '';
  const forceGsm = literal(asValues(form['smsOptions'])['forceGsm']) === 'true';
  const { forbiddenCharacters: found } = countPages(text, { forceGsm });
  return found.length === 0
    ? []
    : [{ key: 'outsideGsm', values: { characters: found.join(' ') }, where: ['Text'] }];
}

function brokenExpressions({ channel, contentType }: StoredMessage, form: Values): string[] {
  const named = channelNamed(forms, channel);
  const content = named && contentNamed(forms, named, contentType);
  const found = [
    ...expressionProblems(forms.message, form['message']),
    ...(content === undefined ? [] : expressionProblems(content, form['content'])),
    ...(named === 'Sms' ? expressionProblems(forms.smsOptions, form['smsOptions'], ['SMS Options']) : []),
    ...expressionProblems(forms.notification, form['notification'], ['Notification']),
  ];
  return found.map(({ where, problem }) => `${where.map((part) => formText(part)).join(' › ')}: ${problem}`);
}
