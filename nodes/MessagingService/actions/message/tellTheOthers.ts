import type { IExecuteFunctions } from 'n8n-workflow';

import {
  createLimiter,
  failed,
  MessagingError,
  skippedError,
  type Failed,
  type Result,
  type ToldPerson,
} from '../../../../core/client';
import { conversationsOf, tellOther, checkTelling, type OtherPerson } from '../../../../core/steps';
import { asText } from '../../../../core/reading';
import { othersAsked, type Attempt } from '../../../../core/plan';
import { credentialOf } from '../../../account';
import { enteredAt } from '../../../expression';
import type { AccountRules, MessageRequest } from '../../../../core/contract';
import { asInputError, errorData } from '../../errors';
import { itemReader } from '../../fields/itemReader';
import { optionsIn } from '../../fields/parameters';
import { readRunOptions } from '../../fields/sendOptions';
import { parameterOf, underWay, untilStopped } from '../../items';
import { branchesOf } from '../../wait/answers';
import { isAnswered, type SentQuestion, type WaitState, type FailedQuestion } from '../../wait/state';
import { severalPeople, tellOthers } from '../../wait/choices';
import type { Terms } from '../../wait/terms';
import { serviceOf } from './steps';

/**
 * Tells those who were asked that somebody else has taken it (*Tell the Others*), and notes what became of it, so that no further run of the
 * node tells them again. n8n resumes an execution only once with an answer. If it is killed meanwhile, the execution has crashed; one that
 * retries it may not tell anybody, as they may know. Whoever cannot be told is no failure of the answer.
 */
export async function tellTheOthers(context: IExecuteFunctions, wait: WaitState): Promise<void> {
  const taken = wait.questions.find(isAnswered);
  const others = othersIn(wait);
  if (taken === undefined || others.length === 0 || wait.told !== undefined) return;
  const results = await resultsFor(context, wait, taken, others);
  if (results !== undefined) wait.told = toldOf(others, results);
}

/** Undefined if the others are not to be told. */
async function resultsFor(
  context: IExecuteFunctions,
  wait: WaitState,
  taken: SentQuestion,
  others: readonly Other[],
): Promise<Result[] | undefined> {
  const allWith = (result: Failed) => others.map(() => result);
  try {
    const text = textFor(context, wait, taken);
    if (text === '') return undefined;
    if (wait.execution !== context.getExecutionId()) return allWith(failed(maybeTold(wait)));
    return await send(context, others, text);
  } catch (error) {
    return allWith(failed(asInputError(error)));
  }
}

/** The text, whose expressions see the item as it comes out, with who has answered. */
function textFor(context: IExecuteFunctions, wait: WaitState, { item }: SentQuestion): string {
  const input = context.getInputData();
  const entry = input[item];
  // The first answer.
  const [output] = branchesOf(wait, input)[0];
  if (entry === undefined || output === undefined) return '';
  const { json } = entry;
  entry.json = output.json;
  try {
    const several = severalPeople.valuesIn(optionsIn(parameterOf(context, item)));
    return asText(several?.(tellOthers))?.trim() ?? '';
  } finally {
    entry.json = json;
  }
}

async function send(context: IExecuteFunctions, others: readonly Other[], text: string): Promise<Result[]> {
  const readItem = itemReader(context, await credentialOf(context));
  const { client, rateLimit, signal } = await serviceOf(context);
  const atOnce = createLimiter(readRunOptions(context).atOnce);
  const results: Result[] = others.map(underWay);
  const tell = async (other: Other): Promise<Result> => {
    // As for the question: a list or a window can differ from item to item.
    const { rules, compare, options } = readItem(other.item);
    return await tellOther(other, {
      text,
      rules: rules(),
      compare,
      window: options().window,
      rateLimit,
      send: (request) => atOnce.run(() => client.send(request, { signal }), conversationsOf(request)),
    });
  };
  const told = others.map(async (other, index) => {
    results[index] = await tell(other).catch((error: unknown) => failed(asInputError(error)));
  });
  await untilStopped(Promise.all(told), signal);
  return [...results];
}

function maybeTold({ execution }: WaitState): MessagingError {
  return new MessagingError({
    message: `Execution ${execution ?? ''} may have told the others before it ended`,
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
  const { parameters } = context.getNode();
  const entered = asText(enteredAt(parameters, TEXT_FOR_OTHERS))?.trim() ?? '';
  if (waitFor === 'all' || entered === '' || entered.startsWith('=')) return;
  await checkTelling({ channel, from, to: to ?? '' }, { text: entered, rules, labelOf: labelOfText });
}

const TEXT_FOR_OTHERS = `options.${severalPeople.property.name}.values.${tellOthers.name}`;
const labelOfText = () => severalPeople.labelOf(tellOthers);

/** Somebody who is told that somebody else has taken it. */
interface Other extends OtherPerson {
  /** Index of the input item. */
  item: number;
}

/** Those who have the question, or may have it, and have not answered, in the order of the items. */
function othersIn({ questions, failures, waitFor }: WaitState): Other[] {
  if (waitFor === 'all') return [];
  const people = [...questions.map(personAsked), ...failures.flatMap(personFailed)];
  return othersAsked({ success: 'answered' }, people)
    .map(({ other }) => other)
    .sort((one, other) => one.item - other.item);
}

interface Person extends Pick<Attempt, 'state'> {
  to: string;
  other: Other;
}

function personAsked(question: SentQuestion): Person {
  const { item, channel, from, to, answer } = question;
  const state = isAnswered(question) ? 'answered' : answer === undefined ? 'accepted' : 'failed';
  return { state, to, other: { item, channel, from, to } };
}

/** A message that was not accepted may have been sent. */
function personFailed({ item, asked, error }: FailedQuestion): Person[] {
  if (asked === undefined || error.outcome !== 'unknown') return [];
  return [{ state: 'unknown', to: asked.to, other: { item, ...asked } }];
}

/** What became of the text to each person, for the output. */
function toldOf(others: readonly OtherPerson[], results: readonly Result[]): ToldPerson[] {
  return results.map((result, index) => ({ to: others[index]?.to ?? '', ...outcomeOf(result) }));
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
