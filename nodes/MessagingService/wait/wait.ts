import type { IDataObject } from 'n8n-workflow';

import type { Language } from '../../../core/ask/pageTexts';
import type { Channel } from '../../../core/contract/names';
import { maySucceed, next, succeeded, type Attempt, type AttemptState, type Plan } from '../../../core/plan';
import { isRecord } from '../../../core/reading';

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

/** The answer to a question. */
export interface Answer {
  /** Identifies the answer when its call is repeated; a report has none. */
  id?: string | undefined;
  /** By a tap or text in the chat, by the page behind the link, or by a report of the service. */
  via: 'chat' | 'page' | 'report';
  /** Who answered in the chat, as the channel named that person. */
  by?: string | undefined;
  /** Index of the choice. */
  choice?: number | undefined;
  text?: string | undefined;
  /** Id of the inbound message with the answer. */
  messageId?: string | undefined;
}

export interface RecordedAnswer extends Answer {
  /** ISO 8601. */
  respondedAt: string;
  delivery?: IDataObject;
}

/** How far a message to a person has come. */
export interface Progress {
  state: AttemptState | 'not_asked';
  /** When the service sends the message, milliseconds since 1970. */
  at: number;
  /** What the service said about the message. */
  sent?: IDataObject;
  error?: IDataObject;
}

/** The person of an input item, and how far the question has come. */
export interface Person extends Progress {
  /** Whether the time is up, and the service was asked what became of the message. */
  checked?: boolean;
  /** Whom the message is for, as far as it is known. */
  addressee: IDataObject;
  /** Missing for a message that was certainly not sent. */
  question?: Question;
  answer?: RecordedAnswer;
  /** How far the text has come that somebody else has taken it. */
  told?: Progress;
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
  /** How often *Retry On Fail* has run the node; undefined once n8n has the execution wait. */
  tries?: number;
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
  const attempts = people.flatMap(({ state, at, checked = false }, item) =>
    state === 'not_asked' ? [] : [{ target: item, state, at, checked }],
  );
  if (waitFor !== 'inTurn') return attempts.map((attempt) => ({ ...attempt, at: began }));
  return attempts.sort((one, other) => one.at - other.at);
}

type Step =
  | { do: 'send' | 'check'; items: number[] }
  | { do: 'wait'; until: number }
  | { do: 'end'; isSuccess: boolean };

/** What the node does next. */
export function nextStep(wait: Wait, now = Date.now()): Step {
  const attempts = attemptsIn(wait);
  const step = next(planOf(wait), attempts, now);
  if (step.do === 'send') return { do: 'send', items: step.targets };
  if (step.do === 'check')
    return { do: 'check', items: step.attempts.map((index) => attempts[index]?.target ?? -1) };
  return step.do === 'end' ? { do: 'end', isSuccess: step.how === 'success' } : step;
}

/** Whether the person has answered, or the message was delivered where that is waited for. */
export function isAnswered(wait: Wait, { state }: Person): boolean {
  return state !== 'not_asked' && succeeded(planOf(wait), { state });
}

/** Whether a person has the question, or may have it, and has not answered. */
export function isOpen(wait: Wait, { state }: Person): boolean {
  return state !== 'not_asked' && maySucceed(planOf(wait), { state });
}

/** Whether nothing is waited for any more. An answer counts until n8n sees that the time is up. */
export function isOver(wait: Wait): boolean {
  const step = nextStep(wait);
  return step.do === 'end' && (step.isSuccess || !wait.people.some((person) => isOpen(wait, person)));
}
