import {
  NodeHelpers,
  type IDataObject,
  type IExecuteFunctions,
  type INode,
  type IRunExecutionData,
} from 'n8n-workflow';

import type { Language } from '../../../core/ask/pageTexts';
import { BoundedMap } from '../../../core/boundedMap';
import type { Channel } from '../../../core/contract/names';
import type { ToldPerson } from '../../../core/client';
import type { OtherPerson } from '../../../core/steps';
import { isRecord } from '../../../core/reading';

/** The kinds of questions. The first and the third have the values of n8n's own nodes. */
export type ResponseType = 'approval' | 'choice' | 'freeText' | 'delivery';

/** What a person can choose. */
export interface AnswerChoice {
  label: string;
  value: string;
  description?: string;
}

/** The answer to one message. Times are ISO 8601. */
export interface RecordedAnswer {
  /** Identifies the answer when its call is repeated; a report has none. */
  id?: string;
  respondedAt: string;
  /** By a tap or text in the chat, by the page behind the link, or by a report of the service. */
  via: 'chat' | 'page' | 'report';
  /** Who answered, as the channel named that person. */
  by?: string;
  /** Index of the choice. */
  choice?: number;
  text?: string;
  delivery?: IDataObject;
  /** Id of the inbound message with the answer. */
  messageId?: string;
}

/** One message that was sent, and what is known about its answer. */
export interface SentQuestion {
  /** Index of the input item. */
  item: number;
  channel: Channel;
  from: string;
  to: string;
  text: string;
  choices: AnswerChoice[];
  /** The language of the person; a wait that an older version stored has none. */
  language?: Language;
  /** Whether the person's next message is the answer. */
  plain: boolean;
  /** Whether the message contains the link to a page for the answer: whoever has it can answer. */
  linked: boolean;
  /** What the service said about the message. */
  sent: IDataObject;
  /** Whether the message is known to be delivered, so that it cannot fail any more. */
  delivered?: boolean;
  /** When it was sent (ISO 8601), where people are asked one after another. */
  askedAt?: string;
  answer?: RecordedAnswer;
}

/** One message that was refused, was not sent, or may have been sent. */
export interface FailedQuestion {
  /** Index of the input item. */
  item: number;
  error: IDataObject;
  /** Whom the message was for; a wait that an older version stored does not say it. */
  addressee?: IDataObject;
  /** How it would have gone out; only for a message that may have been sent. */
  asked?: OtherPerson;
}

/** What a node waits for in one run; stored with the execution in n8n's database. */
export interface WaitState {
  /** Index of the node's run: in a loop, an answer to an earlier round must not count. */
  run: number;
  /** The execution to which the answers come; a wait that an older version stored has none. */
  execution?: string;
  responseType: ResponseType;
  waitFor: 'all' | 'first' | 'inTurn';
  /** Where people are asked one after another: how long each of them has, and who has not been asked yet. */
  eachMs?: number;
  unasked?: Array<{ item: number; to: string }>;
  answersFrom: 'recipient' | 'anybody';
  /** When the time is up (ISO 8601); without it, there is no limit. */
  until?: string;
  /** When the status is asked for next, and since when it is (milliseconds since 1970); an older version did not store the latter. */
  look?: { at: number; since?: number };
  questions: SentQuestion[];
  /** The other items. */
  failures: FailedQuestion[];
  /** What became of the text that tells the others that somebody has taken it, once it was sent. */
  told?: ToldPerson[];
  /** The items as they came in, for the expressions of later runs; a wait that an older version stored has none. */
  items?: IDataObject[];
}

const KEY = 'messagingServiceWait';

/** Where an execution stores a node's wait: `getContext('node')`, in a webhook `contextInWebhook()`. */
export type NodeContext = Record<string, unknown>;

/** What the node last waited for in this execution. */
export function waitIn(context: NodeContext): WaitState | undefined {
  const wait = context[KEY];
  return isWait(wait) ? wait : undefined;
}

export function keepWait(context: NodeContext, wait: WaitState): void {
  context[KEY] = wait;
}

/** Only this package writes it, so a check of its shape is enough. */
function isWait(value: unknown): value is WaitState {
  return isRecord(value) && Array.isArray(value.questions) && typeof value.run === 'number';
}

/** Whether the person has answered, or the message was delivered where that is waited for. */
export function isAnswered({ answer }: Pick<SentQuestion, 'answer'>): boolean {
  return answer !== undefined && (answer.delivery === undefined || answer.delivery.delivered === true);
}

/** Whether nothing is waited for any more: a message that failed will have no answer, but does not count as the first answer. */
export function isOver({ waitFor, questions, unasked = [] }: WaitState): boolean {
  if (waitFor !== 'all' && questions.some(isAnswered)) return true;
  return unasked.length === 0 && questions.every(({ answer }) => answer !== undefined);
}

/** n8n's timer may run the node a moment before the time is up. */
const EARLY_MS = 1000;

/** Whether the wait has a limit, and it is reached. */
export function isTimeUp({ until }: WaitState): boolean {
  return until !== undefined && Date.now() >= Date.parse(until) - EARLY_MS;
}

const WAITS_REMEMBERED = 10_000;
const answersSeen = new BoundedMap<string, Map<number, RecordedAnswer>>(WAITS_REMEMBERED);

/**
 * Adds the answers that this process has recorded for the same wait. n8n reads the execution before it asks the node, so one of two
 * simultaneous answers could be overwritten.
 * @param key identifies the wait within this n8n
 */
export function addAnswersSeen(key: string, wait: WaitState): void {
  const seen = answersSeen.get(key) ?? new Map<number, RecordedAnswer>();
  for (const question of wait.questions) {
    // A person can answer after the message was reported as failed.
    if (!isAnswered(question)) question.answer = seen.get(question.item) ?? question.answer;
    if (question.answer !== undefined) seen.set(question.item, question.answer);
  }
  if (isOver(wait)) answersSeen.delete(key);
  else answersSeen.set(key, seen);
}

/** The node's context in the webhook of a waiting execution; undefined if this n8n does not keep it there. */
export function contextInWebhook(functions: object, node: INode): NodeContext | undefined {
  const runData = runDataOf(functions);
  return runData === undefined ? undefined : NodeHelpers.getContext(runData, 'node', node);
}

/**
 * Makes n8n run the waiting node again instead of skipping it: only `execute` can return two branches, or keep waiting with the answers so
 * far.
 */
export function runAgain(functions: object): void {
  const entry = runDataOf(functions)?.executionData?.nodeExecutionStack[0];
  if (entry !== undefined) entry.node.disabled = false;
}

/**
 * Has the execution wait until `date` such that n8n runs the node again when the time is up. n8n passes over a node that it finds waiting,
 * through its first output, also after *Executions > Retry*. It knows such a node by `waitTill` in the stored data; when to continue is
 * stored beside the data as well. So `waitTill` is left out of what is stored, and the node decides what happened.
 */
export async function putToWait(
  context: Pick<IExecuteFunctions, 'getExecuteData' | 'putExecutionToWait'>,
  run: number,
  date: Date,
): Promise<void> {
  const runData = runDataOf(context);
  if (runData !== undefined) {
    Object.defineProperty(runData, 'waitTill', { writable: true, configurable: true, enumerable: false });
    // The run that goes on is the same one.
    context.getExecuteData().runIndex = run;
  }
  await context.putExecutionToWait(date);
}

/** The data of the execution. n8n's functions have it, although their type does not say so. */
export function runDataOf(functions: object): IRunExecutionData | undefined {
  const data: unknown = 'runExecutionData' in functions ? functions.runExecutionData : undefined;
  return isRunData(data) ? data : undefined;
}

function isRunData(data: unknown): data is IRunExecutionData {
  return (
    isRecord(data) && isRecord(data.executionData) && Array.isArray(data.executionData.nodeExecutionStack)
  );
}
