import type { IDataObject } from 'n8n-workflow';

import type { Language } from '../../../core/ask/pageTexts';
import { MessagingError, type AttemptResult } from '../../../core/client';
import type { Channel } from '../../../core/contract/names';
import {
  maySucceed,
  next,
  reported,
  succeeded,
  type Attempt,
  type DeliveryReport,
  type Plan,
  type PlanStep,
  type Tried,
} from '../../../core/plan';
import type { InboundEvent } from '../../../core/receive';
import { isRecord } from '../../../core/reading';
import { fault } from '../../texts';

/** The kinds of questions. The first and the third have the values of n8n's own nodes. */
export type ResponseType = 'approval' | 'choice' | 'freeText' | 'delivery';

/** What a person can choose. */
export interface AnswerChoice {
  label: string;
  value: string;
  description?: string | undefined;
}

/** How a question goes out. */
export interface Question {
  channel: Channel;
  from: string;
  to: string;
  text: string;
  choices: AnswerChoice[];
  language: Language;
  /** Whether the person's next message is the answer. */
  plain: boolean;
  /** Whether the message contains the link to a page for the answer: whoever has it can answer. */
  linked: boolean;
}

/** The answer to a question, as it is handed on and stored. */
export interface Answer {
  /** Identifies the answer when its call is repeated; a report has none. */
  id?: string;
  /** ISO 8601. */
  respondedAt: string;
  /** By a tap or text in the chat, by the page behind the link, or by a report of the service. */
  via: 'chat' | 'page' | 'report';
  /** Who answered: in the chat, as the channel named that person; on the page, whom its link was sent to. A report has none. */
  by?: string;
  /** Where somebody answered in the chat: on which channel, and to which number or sender. */
  channel?: InboundEvent['channel'];
  to?: string;
  /** Index of the choice. */
  choice?: number;
  text?: string;
  /** Id of the inbound message with the answer. */
  messageId?: string;
}

/** The person of an input item. */
export interface Person {
  /** Whom the message is for, as far as it is known. */
  addressee: IDataObject;
  /** How far the question has come; missing while the person is not asked. */
  attempt?: Tried;
  /** Why the question was not sent, or may not have been. */
  error?: IDataObject;
  /** Missing for a message that was certainly not sent. */
  question?: Question;
  answer?: Answer;
  /** What became of the text that somebody else has taken it. */
  told?: AttemptResult;
}

/** What a node waits for. */
export interface Terms {
  responseType: ResponseType;
  waitFor: 'all' | 'first' | 'inTurn';
  answersFrom: 'recipient' | 'anybody';
  /** How long each person has from when the question goes out (`inTurn`), or all of them have together, in milliseconds; without it, no limit. */
  limitMs?: number | undefined;
}

const VERSION = 1;

/** What an execution that waits stores of one run of the node, in n8n's database. */
export interface Wait extends Terms {
  version: typeof VERSION;
  /** Index of the node's run: in a loop, an answer to an earlier round must not count. */
  run: number;
  /** The execution to which the answers come. */
  execution: string;
  /** When the questions began to go out, milliseconds since 1970. */
  began: number;
  /** One for each input item, in their order. */
  people: Person[];
  /** When the status is asked for next, and since when it is (milliseconds since 1970). */
  look?: { at: number; since: number };
}

const KEY = 'messagingServiceWait';

/** Where an execution stores a node's wait: `getContext('node')`, in a webhook `contextInWebhook()`. */
export type NodeContext = Record<string, unknown>;

/** What the node waits for in a run of this execution, or waited for last. */
export function readWait(context: NodeContext | undefined, run?: number): Wait | undefined {
  const wait = context?.[KEY];
  return isWait(wait) && wait.run === (run ?? wait.run) ? wait : undefined;
}

export function keepWait(context: NodeContext, wait: Wait): void {
  context[KEY] = wait;
}

/** Only this package writes it, so its version says what is in it. */
function isWait(value: unknown): value is Wait {
  return isRecord(value) && value.version === VERSION;
}

/** All questions are one plan: its targets are the items. */
export function planOf({ responseType, waitFor, people, limitMs = Infinity }: Wait): Plan {
  return {
    targets: people.length,
    order: waitFor === 'inTurn' ? 'in_turn' : 'at_once',
    success: responseType === 'delivery' ? 'delivered' : 'answered',
    wanted: waitFor === 'all' ? people.length : 1,
    eachMs: limitMs,
  };
}

/** In the order in which they were made. Where all are asked at once, their time begins together. */
function attemptsIn({ people, waitFor, began }: Wait): Attempt[] {
  const attempts = people.flatMap(({ attempt }) => attempt ?? []);
  if (waitFor !== 'inTurn') return attempts.map((attempt) => ({ ...attempt, at: began }));
  return attempts.sort((one, other) => one.at - other.at);
}

/** n8n's timer may run the node a moment before the time is up. */
const EARLY_MS = 1000;

/** What the node does next. */
export function nextStep(wait: Wait): PlanStep {
  return next(planOf(wait), attemptsIn(wait), Date.now() + EARLY_MS);
}

/** Whether the person has answered, or the message was delivered where that is waited for. */
export function isAnswered(wait: Wait, { attempt }: Person): boolean {
  return attempt !== undefined && succeeded(planOf(wait), attempt);
}

/** Whether a person has the question, or may have it, and has not answered. */
export function isOpen(wait: Wait, { attempt }: Person): boolean {
  return attempt !== undefined && maySucceed(planOf(wait), attempt);
}

/** Whether nothing is waited for any more. An answer counts until n8n sees that the time is up. */
export function isOver(wait: Wait): boolean {
  const step = nextStep(wait);
  return step.do === 'end' && (step.how === 'success' || !wait.people.some((person) => isOpen(wait, person)));
}

/** Notes what a final report, or the service when asked, says about a message. Its failure is an answer; its delivery only where that is waited for. */
export function noteReport(wait: Wait, person: Person, report: DeliveryReport): void {
  const { status, final, statusText, errorCode, errorText, timestamp } = report;
  if (person.attempt === undefined) return;
  person.attempt = reported(person.attempt, { status, final, statusText, errorCode, errorText, timestamp });
  if (status === 'delivered' && wait.responseType !== 'delivery') return;
  person.answer = { respondedAt: new Date().toISOString(), via: 'report' };
}

/** Only that execution knows what it has sent, and only it takes the answers. */
export function sentBefore({ execution }: Wait, what: 'asked_before' | 'asked_before.told'): MessagingError {
  return new MessagingError({ ...fault(what, { execution }), sends: false });
}
