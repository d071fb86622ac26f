import { splitMessage } from '../../core/client/request/splitText';
import type { AccountRules, Channel } from '../../core/contract';
import { readAllowedRecipients } from '../../core/contract/allowedRecipients';
import { readCountryCode } from '../../core/contract/phoneNumber';
import { accountOf } from '../red';
import { fromEnvironment, textOrEmpty, type Values } from '../values';
import { askProblems } from './ask';
import { anySender, draftOf, type FormDraft } from './draft';
import { expressionProblem } from './expressions';
import { contractProblems, placeIn } from './message';
import type { EditorProblem } from './problem';

/** Everything that is wrong with a node's message. */
export function messageProblems(node: Values): EditorProblem[] {
  const draft = draftOfNode(node);
  const rules = accountRules(node['account']);
  const [firstPart = draft.request] = node['ifTooLong'] === 'split' ? splitMessage(draft.request, rules) : [];
  return [
    ...(node['type'] === 'messaging-ask' ? askProblems(node, draft.request) : []),
    ...contractProblems({ ...draft, request: firstPart }, rules),
    ...brokenExpressions(draft),
  ];
}

/** The request that a node makes with its account. */
export function draftOfNode(node: Values): FormDraft {
  const { account } = node;
  const used = accountOf({ account });
  if (used === undefined) return draftOf(node);
  // What is wrong with a sender is said of the account itself.
  const senderIn = (name: string, channel: Channel) =>
    textOrEmpty(used[name]).trim() === '' ? '' : anySender[channel];
  const senders = {
    Sms: senderIn('senderSms', 'Sms'),
    Whatsapp: senderIn('senderWhatsapp', 'Whatsapp'),
    Rcs: senderIn('senderRcs', 'Rcs'),
  };
  return draftOf(node, { senders, rules: accountRules(account) });
}

/** What an account changes about the rules of a message. */
export function accountRules(account: unknown): AccountRules {
  const used: Values = accountOf({ account }) ?? {};
  const { countryCode, recipients } = recipientsOf(used);
  return {
    countryCode,
    // What is wrong is said of the account itself.
    recipientsAllowed: recipients.ok ? recipients.allowed : undefined,
    strictLimits: used['strictLimits'] !== false,
  };
}

/**
 * Whom an account may write to. The editor does not know what comes from the environment: a country code is any, to check the rest of a number, and
 * a list allows everybody.
 */
export function recipientsOf({ defaultCountry, recipientsAllowed }: Values) {
  const country = textOrEmpty(defaultCountry);
  const countryCode = fromEnvironment(country) ? '+1' : readCountryCode(country);
  const list = fromEnvironment(recipientsAllowed) ? '' : textOrEmpty(recipientsAllowed);
  return { countryCode, recipients: readAllowedRecipients(list, countryCode) };
}

/** Invalid expressions that would be evaluated when a message arrives. */
function brokenExpressions({ request, unknown }: FormDraft): EditorProblem[] {
  return unknown.flatMap(({ path, input }) => {
    const wrong = input && expressionProblem(input);
    return wrong === undefined ? [] : [{ said: wrong, ...placeIn(request, path) }];
  });
}
