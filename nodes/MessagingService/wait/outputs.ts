import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { everybodyAsked } from '../../../core/plan';
import { asText, isRecord } from '../../../core/reading';
import { asData } from '../../data';
import { failedItem, withoutFailure } from '../outcomes';
import { APPROVE } from './properties';
import { isAnswered, isOpen, isOver, planOf, type Person, type Wait } from './wait';

/** The two branches of a wait: answered (or delivered), no answer (or not delivered). */
type Branches = [INodeExecutionData[], INodeExecutionData[]];

/**
 * The output, with the data of the input items. When the time is up before the wait has succeeded, all go by the second branch, also those
 * who have answered: a decision that needs all of them was not made.
 */
export function branchesOf(wait: Wait, input: readonly INodeExecutionData[]): Branches {
  const branches: Branches = [[], []];
  const { people, waitFor } = wait;
  const over = isOver(wait);
  const answered = people.filter((person) => isAnswered(wait, person));
  const open = over ? people.filter((person) => isOpen(wait, person)) : [];
  const told = people.flatMap((person) => person.told ?? []);
  const several = {
    notAnswered: open.length > 0 ? open.flatMap(({ question }) => question?.to ?? []) : undefined,
    asked: waitFor === 'inTurn' ? askedIn(wait) : undefined,
  };
  for (const [item, person] of people.entries()) {
    const isAmong = answered.includes(person);
    const isFirst = over && isAmong;
    // Where somebody has taken it, nobody has failed to answer: `notAnswered` and `asked` name them.
    const isPassedOver = over && answered.length > 0 && (waitFor === 'inTurn' || open.includes(person));
    if (isPassedOver && !isFirst) continue;
    const json = outputOf(wait, person, input[item]?.json, {
      ...several,
      told: isAmong && told.length > 0 ? told : undefined,
    });
    // Not the error of an earlier node: n8n would put it in place of the answer.
    const binary = input[item]?.binary;
    branches[isFirst ? 0 : 1].push({ json, ...(binary && { binary }), pairedItem: { item } });
  }
  return branches;
}

/** The output for an AI agent, without input fields: the model writes those, and n8n runs the tool wherever it finds `approved`. */
export function decisionsOf(wait: Wait): INodeExecutionData[] {
  return branchesOf(wait, [])
    .flat()
    .map(({ json, ...item }) => {
      const approved = isRecord(json.data) && json.data.approved === true;
      return { ...item, json: { ...json, approved } };
    });
}

/**
 * The fields of an input item with those of the output. An earlier Send and Wait may have written the same, so none of its remain. A
 * `sendDate` is often a field of the user's own: it is replaced only by the date of a scheduled question.
 */
function outputOf(wait: Wait, person: Person, input: IDataObject = {}, others: object = {}): IDataObject {
  const { attempt, addressee, error, question, answer } = person;
  if (attempt === undefined) return input;
  if (question === undefined || (error !== undefined && answer === undefined))
    return failedItem(input, addressee, error ?? {});
  const { messageId, requestId, sendDate } = attempt;
  const choice = question.choices[answer?.choice ?? -1];
  const own = {
    answered: isAnswered(wait, person),
    data: dataOf(wait, person),
    choice: choice && { value: choice.value, label: choice.label },
    recipient: question.to,
    answeredBy: answer?.by,
    channel: question.channel,
    via: answer?.via,
    respondedAt: answer?.respondedAt,
    answersFrom: answer !== undefined && wait.answersFrom === 'anybody' ? 'anybody' : undefined,
    answerMessageId: answer?.messageId,
    ...{ messageId, requestId, sendDate, ...others },
  };
  const isOwn = (name: string) => name !== 'sendDate' && Object.hasOwn(own, name);
  const kept = Object.entries(withoutFailure(input)).filter(([name]) => !isOwn(name));
  return { ...Object.fromEntries(kept), ...asData(own) };
}

/** `approved` or `text`, as in n8n's own nodes, and further data in the same style. */
function dataOf({ responseType }: Wait, { answer, question, attempt }: Person): IDataObject | undefined {
  if (answer?.via === 'report') {
    const { status, statusText, errorCode, errorText, timestamp } = { ...attempt?.report };
    return { delivered: status === 'delivered', status, statusText, errorCode, errorText, timestamp };
  }
  if (responseType === 'delivery') return { delivered: false, status: 'timeUp' };
  if (answer === undefined) return undefined;
  if (responseType === 'freeText') return { text: answer.text ?? '' };
  const value = question?.choices[answer.choice ?? -1]?.value;
  return responseType === 'approval' ? { approved: value === APPROVE } : { choice: value };
}

/** What became of the question to each person. */
function askedIn(wait: Wait) {
  const { people } = wait;
  const numbers = people.map(({ question, addressee }) => question?.to ?? asText(addressee.to));
  const attempts = people.flatMap(({ attempt }) => attempt ?? []);
  return everybodyAsked(planOf(wait), numbers, attempts);
}
