import { splitMessage } from '../../core/client/request/splitText';
import type { AccountRules, Channel } from '../../core/contract';
import { readAllowedRecipients } from '../../core/contract/allowedRecipients';
import { channelNamed } from '../../core/contract/names';
import { readCountryCode } from '../../core/contract/phoneNumber';
import { rule } from '../../core/contract/sentences';
import { placeOf } from '../../core/forms/place';
import { accountOf } from '../red';
import { asValues, fromEnvironment, isEmpty, textOrEmpty, type Values } from '../values';
import { askProblems } from './ask';
import { draftOf, type FormDraft } from './draft';
import { expressionProblem } from './expressions';
import { contractProblems, namesNobody, pathInRows } from './message';
import type { EditorProblem } from './problem';

/** Everything that is wrong with a node's message. */
export function messageProblems(node: Values): EditorProblem[] {
  const { account, type, ifTooLong } = node;
  const draft = usualDraft(node);
  const rules = accountRules(account);
  const [firstPart = draft.request] = ifTooLong === 'split' ? splitMessage(draft.request, rules) : [];
  return [
    ...senderMissing(account, draft),
    ...(type === 'messaging-ask' ? askProblems(node, draft) : []),
    ...contractProblems({ ...draft, request: firstPart }, rules),
    ...brokenExpressions(draft),
  ];
}

/** The request of a node, in which an empty text stands for the payload of the message. */
export function usualDraft(node: Values): FormDraft {
  const content = asValues(node['content']);
  if (node['contentType'] !== 'Text' || !isEmpty(content['text'])) return draftOf(node);
  return draftOf({ ...node, content: { ...content, text: { t: 'msg', v: 'payload' } } });
}

/**
 * What an account changes about the rules of a message. The editor does not know a country code that comes from the environment, so it takes
 * any to check the rest of the number.
 */
export function accountRules(account: unknown): AccountRules {
  const used = accountOf({ account });
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

/** Neither the node nor its account has a sender. If the message names the recipient, it can also name the sender, or be a reply. */
function senderMissing(account: unknown, { request }: FormDraft): EditorProblem[] {
  const used = accountOf({ account });
  const channel = channelNamed(request['channel']);
  if (namesNobody(request) || !isEmpty(request['from']) || used === undefined || channel === undefined)
    return [];
  const hasSender = textOrEmpty(used[senderOf[channel]]).trim() !== '';
  return hasSender ? [] : [{ said: rule('senderRequired'), where: ['From'], path: ['from'] }];
}

/** Invalid expressions that would be evaluated when a message arrives. */
function brokenExpressions({ request, unknown }: FormDraft): EditorProblem[] {
  return unknown.flatMap(({ path, input }) => {
    const wrong = expressionProblem(input);
    return wrong === undefined
      ? []
      : [{ said: wrong, where: placeOf(path, request), path: pathInRows(path) }];
  });
}
