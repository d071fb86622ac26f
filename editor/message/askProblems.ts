import { optionsIn } from '../../core/ask/options';
import { isRecord } from '../../core/reading';
import type { FormDraft } from '../checks/draft';
import type { EditorProblem } from '../checks/problem';
import { asList, fromEnvironment, textOrEmpty } from '../form/values';
import { red, type EditorNode } from '../red';

/** What a node that asks waits for. */
export interface Question {
  waitFor: unknown;
  words: unknown;
  answerBy: unknown;
}

/** Undefined for a node that does not ask. */
export function questionOf({ type, waitFor, words, answerBy }: EditorNode): Question | undefined {
  return type === 'messaging-ask' ? { waitFor, words, answerBy } : undefined;
}

/**
 * What keeps a question from ever being answered: it needs one person, something to choose, and a link, or a sender to which a person can
 * reply.
 */
export function askProblems(
  { waitFor, words, answerBy }: Question,
  draft: FormDraft,
  account: unknown,
): EditorProblem[] {
  const { request } = draft;
  const problems: EditorProblem[] = [];
  if (goesToSeveral(asList(request['toList']))) problems.push({ key: 'askSeveral', where: ['To'] });
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

function goesToSeveral(toList: readonly unknown[]): boolean {
  return toList.length > 1 || toList.some((entry) => isRecord(entry) && entry['type'] !== 'Number');
}

/** Undefined if it comes with the message or from the environment. */
function smsSender({ request, unknown }: FormDraft, account: unknown): string | undefined {
  if (request['channel'] !== 'Sms' || unknown.some(({ path: [name] }) => name === 'from')) return undefined;
  const used = red.nodes.node(textOrEmpty(account)) ?? undefined;
  const sender = textOrEmpty(request['from']) || textOrEmpty(used?.['senderSms']);
  return fromEnvironment(sender) ? undefined : sender;
}
