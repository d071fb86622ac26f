import type { AccountRules, Channel } from '../../core/contract';
import { readAllowedRecipients } from '../../core/contract/allowedRecipients';
import { readCountryCode } from '../../core/contract/phoneNumber';
import { placeOf } from '../../core/forms/place';
import { draftOf, type FormDraft, type StoredMessage } from '../checks/draft';
import { explain } from '../checks/explain';
import { channelNamed } from '../../core/contract/names';
import { contractProblems, namesNobody } from '../checks/message';
import type { EditorProblem } from '../checks/problem';
import { expressionProblem } from '../form/expressions';
import { asValues, textOrEmpty, fromEnvironment, isEmpty } from '../form/values';
import { red } from '../red';
import { askProblems, type Question } from './askProblems';

/** An empty text stands for the payload of the message. */
function withUsualText(contentType: unknown, form: unknown): unknown {
  const fields = asValues(form);
  const content = asValues(fields['content']);
  if (contentType !== 'Text' || !isEmpty(content['text'])) return form;
  return { ...fields, content: { ...content, text: { t: 'msg', v: 'payload' } } };
}

/** A message as a node stores it, with the account that sends it. */
export interface NodeMessage extends StoredMessage {
  account: unknown;
  question?: Question | undefined;
}

/** Everything that is wrong with a node's message, in the user's language. */
export function messageProblems(message: NodeMessage): string[] {
  return messageFindings(message).map(explain);
}

/** Everything that is wrong with a node's message: for its red triangle, its tabs and "Still to do". */
export function messageFindings({ account, question, ...stored }: NodeMessage): EditorProblem[] {
  const draft = draftOf({ ...stored, form: withUsualText(stored.contentType, stored.form) });
  return [
    ...senderMissing(account, draft),
    ...(question === undefined ? [] : askProblems(question, draft, account)),
    ...contractProblems(draft, accountRules(account)),
    ...brokenExpressions(draft),
  ];
}

/**
 * What an account changes about the rules of a message. The editor does not know a country code that comes from the environment, so it takes
 * any to check the rest of the number.
 */
export function accountRules(account: unknown): AccountRules {
  const used = red.nodes.node(textOrEmpty(account));
  const country = textOrEmpty(used?.['defaultCountry']);
  const countryCode = fromEnvironment(country) ? '+1' : readCountryCode(country);
  const recipients = readAllowedRecipients(textOrEmpty(used?.['recipientsAllowed']), countryCode);
  return {
    countryCode,
    // What comes from the environment, or is wrong, is said of the account itself.
    recipientsAllowed: recipients.ok ? recipients.allowed : undefined,
    strictLimits: used?.['strictLimits'] !== false,
  };
}

const senderOf: Record<Channel, string> = {
  Sms: 'senderSms',
  Whatsapp: 'senderWhatsapp',
  Rcs: 'senderRcs',
};

/** Whether neither the node nor its account has a sender for the channel. */
export function lacksSender(account: unknown, channel: unknown, from: unknown): boolean {
  const used = red.nodes.node(textOrEmpty(account)) ?? undefined;
  const named = channelNamed(channel);
  if (used === undefined || named === undefined || !isEmpty(from)) return false;
  return textOrEmpty(used[senderOf[named]]).trim() === '';
}

/** If the message names the recipient, it can also name the sender, or be a reply, which needs none. */
function senderMissing(account: unknown, { request }: FormDraft): EditorProblem[] {
  return !namesNobody(request) && lacksSender(account, request['channel'], request['from'])
    ? [{ key: 'senderMissing', where: ['From'] }]
    : [];
}

/** Invalid expressions that would be evaluated when a message arrives. */
function brokenExpressions({ request, unknown }: FormDraft): EditorProblem[] {
  return unknown.flatMap(({ path, leaf }) => {
    const problem = expressionProblem(leaf);
    return problem === undefined ? [] : [{ ...problem, where: placeOf(path, request) }];
  });
}
