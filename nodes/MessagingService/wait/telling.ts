import type { IExecuteFunctions } from 'n8n-workflow';

import { othersAsked, type PersonAsked } from '../../../core/ask/chain';
import type { MessageResult, Result, ToldPerson } from '../../../core/client';
import type { AccountRules, MessageRequest } from '../../../core/contract';
import { checkTelling, type OtherPerson } from '../../../core/journey';
import { asText, isRecord } from '../../../core/reading';
import { errorData } from '../errors';
import { tellOthers } from './choices';
import { isAnswered, type FailedQuestion, type SentQuestion, type WaitState } from './state';
import type { Terms } from './terms';

/** The parameter with the text for the others. */
export const textForOthers = `options.${tellOthers.name}`;

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
  const { options }: Record<string, unknown> = context.getNode().parameters;
  const entered = isRecord(options) ? (asText(options[tellOthers.name])?.trim() ?? '') : '';
  if (waitFor === 'all' || entered === '' || entered.startsWith('=')) return;
  await checkTelling({ channel, from, to: to ?? '' }, { text: entered, rules, labelOf: labelOfText });
}

const labelOfText = () => tellOthers.displayName;

/** Somebody who is told that somebody else has taken it. */
export interface Other extends OtherPerson {
  /** Index of the input item. */
  item: number;
}

/** Those who have the question, or may have it, and have not answered, in the order of the items. */
export function othersIn({ questions, failures, waitFor }: WaitState): Other[] {
  if (waitFor === 'all') return [];
  const people = [...questions.map(personAsked), ...failures.flatMap(personFailed)];
  return othersAsked(people)
    .map(({ other }) => other)
    .sort((one, other) => one.item - other.item);
}

interface Person extends Pick<PersonAsked, 'state'> {
  to: string;
  other: Other;
}

function personAsked(question: SentQuestion): Person {
  const { item, channel, from, to, answer } = question;
  const state = isAnswered(question) ? 'taken' : answer === undefined ? 'asked' : 'failed';
  return { state, to, other: { item, channel, from, to } };
}

/** A message that was not accepted may have been sent. */
function personFailed({ item, asked, error }: FailedQuestion): Person[] {
  if (asked === undefined || error.outcome !== 'unknown') return [];
  return [{ state: 'unknown', to: asked.to, other: { item, ...asked } }];
}

/** What became of the text to each person, for the output. */
export function toldOf(
  others: readonly OtherPerson[],
  results: ReadonlyArray<Result<MessageResult>>,
): ToldPerson[] {
  return results.map((result, index) => ({ to: others[index]?.to ?? '', ...outcomeOf(result) }));
}

function outcomeOf(result: Result<MessageResult>): Omit<ToldPerson, 'to'> {
  const { requestId } = result.ok ? result.value : result.error;
  const request = requestId === undefined ? {} : { requestId };
  if (!result.ok) {
    const reason = asText(errorData(result.error).message) ?? '';
    return { outcome: result.error.outcome, reason, ...request };
  }
  const { messageId, sendDate } = result.value;
  return {
    outcome: 'accepted',
    ...(messageId === undefined ? {} : { messageId }),
    ...(sendDate === undefined ? {} : { sendDate }),
    ...request,
  };
}
