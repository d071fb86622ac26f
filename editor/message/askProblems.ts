import { optionsIn } from '../../core/ask/options';
import { isRecord } from '../../core/reading';
import type { FormDraft } from '../checks/draft';
import type { EditorProblem } from '../checks/problem';
import { asList, fromEnvironment, isEmpty, textOrEmpty } from '../form/values';
import { red, type EditorNode } from '../red';

/** What a node that asks waits for. */
export interface Question {
  waitFor: unknown;
  words: unknown;
  answerBy: unknown;
  /** How several people are asked; `all` for one person only. */
  order: unknown;
}

/** Undefined for a node that does not ask. */
export function questionOf({ type, waitFor, words, answerBy, order }: EditorNode): Question | undefined {
  return type === 'messaging-ask' ? { waitFor, words, answerBy, order } : undefined;
}

/** Whether a question goes to one person only. A node of an earlier version stores no order. */
export function asksOne(order: unknown): boolean {
  return order !== 'first' && order !== 'inTurn';
}

/**
 * What keeps a question from ever being answered: it needs somebody to ask, something to choose, and a link, or a sender to which a person
 * can reply.
 */
export function askProblems(
  { waitFor, words, answerBy, order }: Question,
  draft: FormDraft,
  account: unknown,
): EditorProblem[] {
  const { request } = draft;
  const problems: EditorProblem[] = [];
  const toList = asList(request['toList']);
  const namesOthers = toList.some((entry) => isRecord(entry) && entry['type'] !== 'Number');
  if (asksOne(order)) {
    if (toList.length > 1 || namesOthers) problems.push({ key: 'askSeveral', where: ['To'] });
  } else {
    if (namesOthers) problems.push({ key: 'askAddressBook', where: ['To'] });
    if (!isEmpty(request['sendDate'])) problems.push({ key: 'askPlanned', where: ['Send At'] });
  }
  const hasWords = textOrEmpty(words).trim() !== '';
  if (waitFor === 'choice' && !hasWords && optionsIn(request['content']).length === 0)
    problems.push({ key: 'askNoChoice' });
  if (answerBy === 'link' && waitFor !== 'delivery') return [...problems, ...linkProblems(draft, account)];
  const sender = smsSender(draft, account);
  if (waitFor !== 'delivery' && sender !== undefined && /\p{L}/u.test(sender))
    problems.push({ key: 'askNameSender', values: { got: sender }, where: ['From'] });
  return problems;
}

function linkProblems({ request: { content } }: FormDraft, account: unknown): EditorProblem[] {
  const used = red.nodes.node(textOrEmpty(account)) ?? undefined;
  const lacksAddress = used !== undefined && textOrEmpty(used['publicAddress']).trim() === '';
  const isText = isRecord(content) && content['type'] === 'Text';
  return [
    ...(lacksAddress ? [{ key: 'askLinkAddress' }] : []),
    ...(isText ? [] : [{ key: 'askLinkContent' }]),
  ];
}

/** Undefined if it comes with the message or from the environment. */
function smsSender({ request, unknown }: FormDraft, account: unknown): string | undefined {
  if (request['channel'] !== 'Sms' || unknown.some(({ path: [name] }) => name === 'from')) return undefined;
  const used = red.nodes.node(textOrEmpty(account)) ?? undefined;
  const sender = textOrEmpty(request['from']) || textOrEmpty(used?.['senderSms']);
  return fromEnvironment(sender) ? undefined : sender;
}
