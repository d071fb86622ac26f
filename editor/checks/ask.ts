import { optionsIn } from '../../core/ask/options';
import { isRecord } from '../../core/reading';
import { red } from '../red';
import { asList, fromEnvironment, isEmpty, textOrEmpty, type Values } from '../values';
import type { FormDraft } from './draft';
import type { EditorProblem } from './explain';

/**
 * What keeps a question from ever being answered: it needs somebody to ask, something to choose, and a link, or a sender to which a person
 * can reply.
 */
export function askProblems(node: Values, draft: FormDraft): EditorProblem[] {
  const { waitFor, words, answerBy, order } = node;
  const { request } = draft;
  const problems: EditorProblem[] = [];
  const toList = asList(request['toList']);
  const namesOthers = toList.some((entry) => isRecord(entry) && entry['type'] !== 'Number');
  const inRecipients = { where: ['Recipients'], path: ['toList'] };
  if (order !== 'first' && order !== 'inTurn') {
    if (toList.length > 1 || namesOthers) problems.push({ key: 'askSeveral', ...inRecipients });
  } else {
    if (namesOthers) problems.push({ key: 'askAddressBook', ...inRecipients });
    if (!isEmpty(request['sendDate']))
      problems.push({ key: 'askPlanned', where: ['Send At'], path: ['sendDate'] });
  }
  const hasWords = textOrEmpty(words).trim() !== '';
  if (waitFor === 'choice' && !hasWords && optionsIn(request['content']).length === 0)
    problems.push({ key: 'askNoChoice', where: [], path: ['words'] });
  if (waitFor === 'delivery') return problems;
  if (answerBy === 'link') return [...problems, ...linkProblems(node, draft)];
  const sender = smsSender(node, draft);
  if (sender !== undefined && /\p{L}/u.test(sender))
    problems.push({ key: 'askNameSender', values: { got: sender }, where: ['From'], path: ['from'] });
  return problems;
}

function accountOf({ account }: Values): Values | undefined {
  return red.nodes.node(textOrEmpty(account)) ?? undefined;
}

const atLink = { where: [], path: ['answerBy'] };

function linkProblems(node: Values, { request: { content } }: FormDraft): EditorProblem[] {
  const account = accountOf(node);
  const lacksAddress = account !== undefined && textOrEmpty(account['publicAddress']).trim() === '';
  const isText = isRecord(content) && content['type'] === 'Text';
  return [
    ...(lacksAddress ? [{ key: 'askLinkAddress', ...atLink }] : []),
    ...(isText ? [] : [{ key: 'askLinkContent', ...atLink }]),
  ];
}

/** Undefined if it comes with the message or from the environment. */
function smsSender(node: Values, { request, unknown }: FormDraft): string | undefined {
  if (request['channel'] !== 'Sms' || unknown.some(({ path: [name] }) => name === 'from')) return undefined;
  const sender = textOrEmpty(request['from']) || textOrEmpty(accountOf(node)?.['senderSms']);
  return fromEnvironment(sender) ? undefined : sender;
}
