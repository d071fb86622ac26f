import type { IExecuteFunctions } from 'n8n-workflow';

import {
  checkMessage,
  failed,
  MessagingError,
  skippedError,
  type Result,
  type ToldPerson,
} from '../../../../core/client';
import type { AccountRules, MessageRequest } from '../../../../core/contract';
import { othersAsked } from '../../../../core/plan';
import { asText } from '../../../../core/reading';
import { enteredAt, labelIn, optionsIn } from '../../../parameters';
import { asInputError, attemptInput, errorData } from '../../errors';
import { beginRun } from '../operation';
import type { Draft } from './drafts';
import { notBegun } from './sendAll';
import { oneByOne, sendDrafts } from './sending';
import { parameterOf } from '../../items';
import { branchesOf } from '../../wait/outputs';
import { severalPeople, tellOthers } from '../../wait/properties';
import { isAnswered, type Question, type Terms, type Wait } from '../../wait/wait';

/**
 * Tells those who were asked that somebody else has taken it (*Tell the Others*), and notes what became of it, so that no further run of the
 * node tells them again. n8n resumes an execution only once with an answer. If it is killed meanwhile, the execution has crashed; one that
 * retries it may not tell anybody, as they may know. Whoever cannot be told is no failure of the answer.
 */
export async function tellTheOthers(context: IExecuteFunctions, wait: Wait): Promise<void> {
  const taken = wait.people.findIndex((person) => isAnswered(wait, person));
  const others = othersIn(wait);
  if (taken < 0 || others.length === 0 || wait.told !== undefined) return;
  const allWith = (error: unknown) => others.map(() => failed(asInputError(error)));
  try {
    const text = textFor(context, wait, taken);
    if (text === '') return;
    const isOurs = wait.execution === context.getExecutionId();
    wait.told = toldOf(others, isOurs ? await tell(context, others, text) : allWith(maybeTold(wait)));
  } catch (error) {
    wait.told = toldOf(others, allWith(error));
  }
}

/** The text, whose expressions see the item as it comes out, with who has answered. */
function textFor(context: IExecuteFunctions, wait: Wait, item: number): string {
  const input = context.getInputData();
  const entry = input[item];
  // The first answer.
  const [output] = branchesOf(wait, input)[0];
  if (entry === undefined || output === undefined) return '';
  const { json } = entry;
  entry.json = output.json;
  try {
    return severalPeople.read(optionsIn(parameterOf(context, item)))?.toOthers() ?? '';
  } finally {
    entry.json = json;
  }
}

/** Sends the text to each as any message. As for the question, a list or a window can differ from item to item. */
async function tell(context: IExecuteFunctions, others: readonly Other[], text: string): Promise<Result[]> {
  const run = await beginRun(context);
  const drafts = await Promise.all(
    others.map(({ item, question }, position) =>
      attemptInput(async (): Promise<Draft> => {
        const { rules, compare, options } = run.itemAt(item);
        const request = await checkMessage(messageTo(question, text), undefined, rules());
        const { window } = options();
        const draft = { position, itemIndex: item, request, compared: compare(request), window };
        return { ...draft, files: [], notes: [], key: undefined };
      }),
    ),
  );
  const made = drafts.flatMap((draft) => (draft.ok ? [draft.value] : []));
  const toAll = oneByOne(run, () => true);
  await sendDrafts(run, made, toAll);
  return drafts.map((draft) => (draft.ok ? (draft.value.result ?? failed(notBegun())) : failed(draft.error)));
}

function messageTo({ channel, from, to }: Pick<Question, 'channel' | 'from' | 'to'>, text: string) {
  return { channel, from, to, content: { type: 'Text', text } };
}

function maybeTold({ execution }: Wait): MessagingError {
  return new MessagingError({
    message: `Execution ${execution} may have told the others before it ended`,
    advice: 'Look into the portal. They were not told again.',
    outcome: 'unknown',
    sends: false,
    code: 'asked_before',
  });
}

/**
 * Checks the text for the others before anybody is asked. One with an expression is known only when somebody has answered.
 * @throws MessagingError `invalid_request`
 */
export async function checkTextForOthers(
  context: Pick<IExecuteFunctions, 'getNode'>,
  { waitFor }: Terms,
  { channel, from, to }: MessageRequest,
  rules: AccountRules,
): Promise<void> {
  const path = `options.${severalPeople.name}.values.${tellOthers.name}`;
  const text = asText(enteredAt(context.getNode().parameters, path))?.trim() ?? '';
  if (waitFor === 'all' || text === '' || text.startsWith('=')) return;
  await checkMessage(
    messageTo({ channel, from, to: to ?? '' }, text),
    () => labelIn({ within: severalPeople.label }, tellOthers.label),
    rules,
  );
}

/** Somebody who is told that somebody else has taken it. */
interface Other {
  /** Index of the input item. */
  item: number;
  question: Question;
}

/** Those who have the question, or may have it, and have not answered, in the order of the items. */
function othersIn({ people, waitFor }: Wait): Other[] {
  if (waitFor === 'all') return [];
  const reached = people.flatMap(({ state, question }, item) =>
    question === undefined || state === 'not_asked' ? [] : [{ state, to: question.to, item, question }],
  );
  return othersAsked({ success: 'answered' }, reached);
}

/** What became of the text to each person, for the output. */
function toldOf(others: readonly Other[], results: readonly Result[]): ToldPerson[] {
  return results.map((result, index) => ({ to: others[index]?.question.to ?? '', ...outcomeOf(result) }));
}

function outcomeOf(result: Result): Omit<ToldPerson, 'to'> {
  if (result.outcome === 'accepted') {
    const { messageId, sendDate, requestId } = result;
    return { outcome: 'accepted', messageId, sendDate, requestId };
  }
  const error = result.outcome === 'failed' ? result.error : skippedError(result);
  const outcome = result.outcome === 'failed' ? error.outcome : result.outcome;
  return { outcome, reason: asText(errorData(error).message) ?? '', requestId: error.requestId };
}
