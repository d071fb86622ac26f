import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Channel } from '../../../core/contract/names';
import type { StatusEvent } from '../../../core/receive';
import { isRecord, asText } from '../../../core/reading';
import type { AskedPerson } from '../../../core/client';
import { asData } from '../../data';
import { failedItem, withoutFailure } from '../errors';
import { APPROVE } from './choices';
import {
  isAnswered,
  type FailedQuestion,
  type RecordedAnswer,
  type ResponseType,
  type SentQuestion,
  type WaitState,
} from './state';

/** The two branches of a wait: answered (or delivered), no answer (or not delivered). */
export type Branches = [INodeExecutionData[], INodeExecutionData[]];

/** The output when the wait is over: each answered item, and each whose message failed, with the data of its input item. */
export function branchesOf(wait: WaitState, input: readonly INodeExecutionData[]): Branches {
  const { questions, failures } = wait;
  const notAnswered = questions.filter(({ answer }) => answer === undefined).map(({ to }) => to);
  const others = notAnswered.length > 0 ? notAnswered : undefined;
  // Where somebody has taken it in turn, those who could not be asked have not failed to answer: `asked` names them.
  const isTaken = wait.waitFor === 'inTurn' && questions.some(isAnswered);
  const failed = isTaken ? [] : failures;
  const branches: Branches = [[], failed.map((failure) => itemOfFailure(failure, input[failure.item]))];
  for (const question of questions) {
    if (question.answer === undefined || (isTaken && !isAnswered(question))) continue;
    const output = itemOf(wait, question, input[question.item], others);
    branches[isAnswered(question) ? 0 : 1].push(output);
  }
  return branches;
}

/** What goes on without an answer when the time is up: each item, with what is known by then. */
export function itemsSoFar(wait: WaitState, input: readonly INodeExecutionData[]): INodeExecutionData[] {
  const asked = new Map(wait.questions.map((question) => [question.item, question]));
  const failed = new Map(wait.failures.map((failure) => [failure.item, failure]));
  return input.map((each, index) => {
    const question = asked.get(index);
    if (question !== undefined) return itemOf(wait, question, each);
    const failure = failed.get(index);
    return failure === undefined ? each : itemOfFailure(failure, each);
  });
}

function itemOfFailure(
  { item, error, addressee }: FailedQuestion,
  input: INodeExecutionData | undefined,
): INodeExecutionData {
  return { json: failedItem(input?.json, addressee, error), pairedItem: { item } };
}

/**
 * The output for an AI agent, of items without input fields: the model writes those, and n8n runs the tool wherever it finds `approved`.
 */
export function decisionsOf(items: readonly INodeExecutionData[]): INodeExecutionData[] {
  return items.map(({ json, pairedItem }) => {
    const approved = isRecord(json.data) && json.data.approved === true;
    return { json: { ...json, approved }, ...(pairedItem === undefined ? {} : { pairedItem }) };
  });
}

function itemOf(
  wait: WaitState,
  question: SentQuestion,
  input: INodeExecutionData | undefined,
  notAnswered?: string[],
): INodeExecutionData {
  const { item, channel, to, sent, answer } = question;
  const { messageId, requestId, sendDate, sms, statusText } = sent;
  const own = {
    answered: isAnswered(question),
    data: dataOf(wait.responseType, question),
    choice: chosen(question),
    recipient: to,
    answeredBy: answer?.by,
    channel,
    via: answer?.via,
    respondedAt: answer?.respondedAt,
    answersFrom: answer !== undefined && wait.answersFrom === 'anybody' ? 'anybody' : undefined,
    answerMessageId: answer?.messageId,
    messageId,
    requestId,
    sendDate,
    sms,
    statusText,
    notAnswered,
    asked: askedIn(wait),
    told: isAnswered(question) ? wait.told : undefined,
  };
  return { ...input, json: withOwn(input, own), pairedItem: { item } };
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
function dataOf(responseType: ResponseType, { answer, choices }: SentQuestion): IDataObject | undefined {
  if (responseType === 'delivery') return answer?.delivery ?? { delivered: false, status: 'timeUp' };
  if (answer === undefined || answer.delivery !== undefined) return answer?.delivery;
  if (responseType === 'freeText') return { text: answer.text ?? '' };
  const value = choices[answer.choice ?? -1]?.value;
  return responseType === 'approval' ? { approved: value === APPROVE } : { choice: value };
}

function chosen({ answer, choices }: SentQuestion): IDataObject | undefined {
  const choice = choices[answer?.choice ?? -1];
  return choice === undefined ? undefined : { value: choice.value, label: choice.label };
}

/** An answer that is handed to the waiting node. Only this package makes it, never a browser's form. */
export interface GivenAnswer {
  /** Who answered in the chat, on which channel, and to which number or sender. */
  by?: string | undefined;
  channel?: Channel | undefined;
  to?: string | undefined;
  /** Index of the choice. */
  choice?: number | undefined;
  text?: string | undefined;
  /** Id of the inbound message. */
  messageId?: string | undefined;
}

export interface HandedAnswer extends GivenAnswer {
  /** Identifies the answer when its call is repeated. */
  id: string;
  /** When it was handed on, milliseconds since 1970. */
  at: number;
}

/** What a final report, or an answer to the question for the status, says about a message. */
export function answerOfReport(
  report: Pick<StatusEvent, 'status' | 'statusText' | 'errorCode' | 'errorText' | 'timestamp'>,
): RecordedAnswer {
  const { status, statusText, errorCode, errorText, timestamp } = report;
  const delivered = status === 'delivered';
  return {
    respondedAt: new Date().toISOString(),
    via: 'report',
    delivery: asData({ delivered, status, statusText, errorCode, errorText, timestamp }),
  };
}

/** What became of everybody, in the order of the items; undefined unless people are asked one after another. */
export function askedIn({
  waitFor,
  questions,
  failures,
  unasked = [],
}: WaitState): AskedPerson[] | undefined {
  if (waitFor !== 'inTurn') return undefined;
  const people = [
    ...questions.map((question) => ({ item: question.item, person: personAsked(question) })),
    ...failures.map((failure) => ({ item: failure.item, person: personNotAsked(failure) })),
    ...unasked.map(({ item, to }) => ({ item, person: { to, outcome: 'not_asked' } })),
  ];
  return people.sort((one, other) => one.item - other.item).map(({ person }) => person);
}

function personAsked(question: SentQuestion): AskedPerson {
  const { to, askedAt, sent, answer } = question;
  const messageId = asText(sent.messageId);
  const delivery = answer?.delivery;
  const reason = asText(delivery?.errorText) ?? asText(delivery?.statusText);
  const outcome =
    delivery === undefined
      ? isAnswered(question)
        ? 'answered'
        : 'no_answer'
      : delivery.delivered === true
        ? 'delivered'
        : 'failed';
  return { to, outcome, askedAt, messageId, reason: outcome === 'failed' ? reason : undefined };
}

function personNotAsked({ addressee, error }: FailedQuestion): AskedPerson {
  return {
    to: asText(addressee?.to) ?? '',
    outcome: asText(error.outcome) ?? 'not_sent',
    reason: asText(error.message),
    requestId: asText(error.requestId),
  };
}
