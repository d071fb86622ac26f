import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { StatusEvent } from '../../../core/receive';
import { asText, isRecord } from '../../../core/reading';
import { asData } from '../../data';
import { failedItem, withoutFailure } from '../errors';
import { APPROVE } from './properties';
import {
  isAnswered,
  isOpen,
  isOver,
  type Person,
  type Progress,
  type RecordedAnswer,
  type Wait,
} from './wait';

/** The two branches of a wait: answered (or delivered), no answer (or not delivered). */
type Branches = [INodeExecutionData[], INodeExecutionData[]];

/** The output, with the data of the input items. When the time is up, all go by the second branch, with what is known by then. */
export function branchesOf(wait: Wait, input: readonly INodeExecutionData[]): Branches {
  const branches: Branches = [[], []];
  const { people, waitFor } = wait;
  const over = isOver(wait);
  const isTaken = over && people.some((person) => isAnswered(wait, person));
  const open = over ? people.filter((person) => isOpen(wait, person)) : [];
  const common = {
    notAnswered: open.length > 0 ? open.flatMap(({ question }) => question?.to ?? []) : undefined,
    asked: waitFor === 'inTurn' ? people.map((person) => askedIn(wait, person)) : undefined,
  };
  const told = people.flatMap((person) => (person.told ? [became(person, person.told)] : []));
  for (const [item, person] of people.entries()) {
    const isFirst = over && isAnswered(wait, person);
    // Where somebody has taken it, nobody has failed to answer: `notAnswered` and `asked` name them.
    if (isTaken && !isFirst && (waitFor === 'inTurn' || open.includes(person))) continue;
    const more = { ...common, told: isAnswered(wait, person) && told.length > 0 ? told : undefined };
    branches[isFirst ? 0 : 1].push(itemOf(wait, { item, person, input: input[item], more }));
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

interface Output {
  item: number;
  person: Person;
  input: INodeExecutionData | undefined;
  /** What it says about the others. */
  more: object;
}

function itemOf(wait: Wait, { item, person, input, more }: Output): INodeExecutionData {
  const { state, addressee, error, question, sent = {}, answer } = person;
  const pairedItem = { item };
  if (state === 'not_asked') return { ...input, json: input?.json ?? {}, pairedItem };
  if (question === undefined || (error !== undefined && answer === undefined))
    return { json: failedItem(input?.json, addressee, error ?? {}), pairedItem };
  const { messageId, requestId, sendDate, sms, statusText } = sent;
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
    ...{ messageId, requestId, sendDate, sms, statusText },
    ...more,
  };
  return { ...input, json: withOwn(input, own), pairedItem };
}

/**
 * The fields of an input item with those of the output. An earlier Send and Wait may have written the same, so none of its remain. A
 * `sendDate` is often a field of the user's own: it is replaced only by the date of a planned question.
 */
function withOwn(input: INodeExecutionData | undefined, own: Record<string, unknown>): IDataObject {
  const isOwn = (name: string) => name !== 'sendDate' && Object.hasOwn(own, name);
  const copied = Object.entries(withoutFailure(input?.json ?? {})).filter(([name]) => !isOwn(name));
  return { ...Object.fromEntries(copied), ...asData(own) };
}

/** `approved` or `text`, as in n8n's own nodes, and further data in the same style. */
function dataOf({ responseType }: Wait, { answer, question }: Person): IDataObject | undefined {
  if (responseType === 'delivery') return answer?.delivery ?? { delivered: false, status: 'timeUp' };
  if (answer === undefined || answer.delivery !== undefined) return answer?.delivery;
  if (responseType === 'freeText') return { text: answer.text ?? '' };
  const value = question?.choices[answer.choice ?? -1]?.value;
  return responseType === 'approval' ? { approved: value === APPROVE } : { choice: value };
}

/** What became of the question to a person who is asked in turn. */
function askedIn(wait: Wait, person: Person) {
  const { state, at, question, answer } = person;
  const said = became(person, person);
  if (question === undefined || state === 'not_asked') return said;
  const outcome = isOpen(wait, person) && state !== 'unknown' ? 'no_answer' : state;
  const { errorText, statusText } = state === 'failed' ? (answer?.delivery ?? {}) : {};
  const reason = said.reason ?? asText(errorText) ?? asText(statusText);
  return { ...said, outcome, askedAt: new Date(at).toISOString(), reason };
}

/** What became of a message to a person. */
function became({ question, addressee }: Person, { state, sent = {}, error = {} }: Progress) {
  const { messageId, sendDate } = sent;
  const outcome = state === 'skipped' ? error.code : state;
  const requestId = error.requestId ?? sent.requestId;
  return {
    to: question?.to ?? addressee.to,
    outcome,
    messageId,
    sendDate,
    reason: asText(error.message),
    requestId,
  };
}

/** Notes what a final report, or an answer to the question for the status, says about a message. */
export function noteReport(
  wait: Wait,
  person: Person,
  report: Pick<StatusEvent, 'status' | 'statusText' | 'errorCode' | 'errorText' | 'timestamp'>,
): void {
  const { status, statusText, errorCode, errorText, timestamp } = report;
  const delivered = status === 'delivered';
  person.state = delivered ? 'delivered' : 'failed';
  if (delivered && wait.responseType !== 'delivery') return;
  const delivery = asData({ delivered, status, statusText, errorCode, errorText, timestamp });
  person.answer = { respondedAt: new Date().toISOString(), via: 'report', delivery } satisfies RecordedAnswer;
}
