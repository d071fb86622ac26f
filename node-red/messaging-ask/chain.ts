import {
  MessagingError,
  type AskedPerson,
  type Failed,
  type Outcome,
  type SkipReason,
  type Skipped,
} from '../../core/client';
import { othersAsked, type Attempt, type Plan, type PlanStep } from '../../core/plan';
import { textOf, type Said } from '../../core/errors/sentence';
import { listed, say } from '../../core/errors/texts';
import { isRecord, readList, readText } from '../../core/reading';
import { fault } from '../errors/texts';
import { isTaken, type Wait, type WaitEnd } from '../calls/wait';
import type { Waits } from '../calls/waits';
import type { Output } from '../outcome/report';
import { describeWait, readWait } from './question';

/** How several people are asked: all at once, or one after another. The first who takes it ends both. */
export type AskOrder = 'first' | 'inTurn';

/** A question to several people, and how far it has come. Plain data: it is stored as it is, and replaced as a whole. */
export interface Chain {
  reference: string;
  order: AskOrder;
  /** How long each person has, in milliseconds. */
  eachMs: number;
  /** In the order in which they are asked. */
  people: readonly Person[];
  /** The others were told who has taken it, or are being told. */
  told?: true;
}

/** One of the people, with the question to them; `queued` until it is their turn. */
interface Person {
  wait: Wait;
  failure?: Failure;
}

/** Why a person was not asked, or may not have been. */
interface Failure {
  outcome: Outcome | SkipReason;
  code: string;
  reason: Said;
  requestId?: string;
}

/** Who is asked, in which order, and for how long. */
export function planOf({ order, eachMs, people }: Chain): Plan {
  return {
    targets: people.map(({ wait }) => wait.reference),
    order: order === 'first' ? 'at_once' : 'in_turn',
    success: 'answered',
    eachMs,
  };
}

/** The people who were asked, or may have been. */
export function attemptsIn({ people }: Chain): Attempt[] {
  return people.flatMap((person) => {
    const state = stateOf(person);
    const { reference: target, askedAt: at } = person.wait;
    return state === undefined ? [] : [{ target, state, at }];
  });
}

/** How far the question to a person has come; undefined before the person is asked. */
function stateOf({ wait, failure }: Person): Attempt['state'] | undefined {
  const { stage, end } = wait;
  if (isTaken(end)) return 'answered';
  if (end?.how === 'cancelled') return 'cancelled';
  if (end?.how === 'reported') return 'failed';
  if (failure !== undefined) return failure.outcome === 'unknown' ? 'unknown' : 'failed';
  return stage === 'queued' ? undefined : 'accepted';
}

/** Whether somebody has taken it, or it was cancelled: then nobody else may be asked. */
export function isOver({ people }: Chain): boolean {
  return people.some((person) => ['answered', 'cancelled'].includes(stateOf(person) ?? ''));
}

/** The chain with changes to one person. */
export function withPerson(chain: Chain, reference: string, change: Partial<Person>): Chain {
  const people = chain.people.map((person) =>
    person.wait.reference === reference ? { ...person, ...change } : person,
  );
  return { ...chain, people };
}

/** Why a person was not asked, as it is stored. */
export function failureOf(result: Failed | Skipped): Failure {
  if (result.outcome !== 'failed')
    return { outcome: result.outcome, code: result.outcome, reason: result.reason.message };
  const { outcome, code, said, requestId } = result.error;
  return { outcome, code, reason: said, ...(requestId === undefined ? {} : { requestId }) };
}

/** What became of everybody. */
export function describeChain({ people, order }: Chain): { order: AskOrder; asked: AskedPerson[] } {
  return { order, asked: people.map(describePerson) };
}

function describePerson(person: Person): AskedPerson {
  const { wait, failure } = person;
  const { messageId, askedAt, stage, person: to } = wait;
  const wasAsked = stage !== 'queued' && (failure === undefined || failure.outcome === 'unknown');
  const reason = reasonOf(person);
  return {
    to,
    outcome: outcomeOf(person),
    ...(wasAsked ? { askedAt: new Date(askedAt).toISOString() } : {}),
    ...(messageId === undefined ? {} : { messageId }),
    ...(reason === undefined ? {} : { reason: textOf(reason) }),
    ...(failure?.requestId === undefined ? {} : { requestId: failure.requestId }),
  };
}

function outcomeOf({ wait, failure }: Person): string {
  const { end, stage } = wait;
  if (end !== undefined && (isTaken(end) || end.how === 'reported')) return describeWait(wait, end).outcome;
  if (failure !== undefined) return failure.outcome;
  if (stage === 'sending') return 'unknown';
  return stage === 'queued' ? 'not_asked' : 'no_answer';
}

/** Why the question did not reach a person. */
function reasonOf({ wait: { end }, failure }: Person): Said | undefined {
  const reported = end?.how === 'reported' && end.report.status === 'failed' ? end.report : undefined;
  return failure?.reason ?? reported?.errorText ?? reported?.statusText;
}

/** The error of a question that reached none of the people. */
export function nobodyAsked(chain: Chain): MessagingError {
  const { asked } = describeChain(chain);
  const outcomes = new Set(asked.map(({ outcome }) => outcome));
  const [first] = chain.people;
  const people = listed(
    chain.people.map((person) =>
      say('colon', { before: person.wait.person, after: reasonOf(person) ?? outcomeOf(person) }),
    ),
  );
  const same = outcomes.size === 1 ? first?.failure : undefined;
  return new MessagingError({
    message: fault('not_delivered.people', { people }).message,
    // What was accepted and then failed was sent: the sentence says what became of each.
    sends: !outcomes.has('failed'),
    outcome: outcomes.has('unknown') ? 'unknown' : outcomeOfAll(same),
    code: same === undefined ? 'not_delivered' : { given: same.code },
    requestId: asked.find(({ requestId }) => requestId !== undefined)?.requestId,
    asked,
  });
}

/** Whom the user does not want to be asked was not. */
function outcomeOfAll(same: Failure | undefined): Outcome {
  if (same === undefined || same.outcome === 'rejected') return 'rejected';
  return same.outcome === 'unknown' ? 'unknown' : 'not_sent';
}

/** Those who are told that somebody else has taken it. */
export function othersIn({ people }: Chain): Wait[] {
  const asked = people.flatMap((person) => {
    const state = stateOf(person);
    const { wait } = person;
    return state === undefined ? [] : [{ wait, to: wait.person, state }];
  });
  return othersAsked({ success: 'answered' }, asked).map(({ wait }) => wait);
}

/** Reads a stored chain; undefined if it is not one. */
export function readChain(stored: unknown): Chain | undefined {
  if (!isRecord(stored) || !isChain(stored)) return undefined;
  return stored;
}

/** Only this package writes it. */
function isChain(stored: Record<string, unknown>): stored is Record<string, unknown> & Chain {
  const { order, eachMs } = stored;
  const people = readList(stored, 'people') ?? [];
  return (
    readText(stored, 'reference') !== undefined &&
    (order === 'first' || order === 'inTurn') &&
    Number.isFinite(eachMs) &&
    people.length > 0 &&
    people.every((person) => isRecord(person) && readWait(person['wait']) !== undefined)
  );
}

/** `msg.question`: as for one person where somebody has taken it, and what became of everybody. */
export function questionOfChain(
  chain: Chain,
  { properties }: Output,
  { how }: Extract<PlanStep, { do: 'end' }>,
  { person }: Wait,
): object {
  const { channel, from, outcome, ...ofPerson }: Record<string, unknown> = {
    ...Object(properties?.['question']),
  };
  const taken = how === 'success' ? { ...ofPerson, answeredBy: person } : {};
  return { channel, from, outcome, ...taken, ...describeChain(chain) };
}

/** How a person has taken it. */
export function takenIn({ wait }: Person): WaitEnd {
  if (wait.end === undefined) throw new RangeError('Nobody has taken it');
  return wait.end;
}

/** Whether something has happened to a question since it was stored. */
export function hasChanged(before: Wait, now: Wait): boolean {
  const names = ['stage', 'end', 'messageId', 'delivered'] as const;
  return names.some((name) => before[name] !== now[name]);
}

/** Lets the account know the people of a chain who can still be asked, or can answer. */
export function beginChain(chain: Chain, waits: Waits): void {
  if (isOver(chain)) return;
  for (const { wait, failure } of chain.people) {
    const canAnswer = failure === undefined || failure.outcome === 'unknown';
    if (canAnswer && waits.find(wait.reference) === undefined) waits.begin({ ...wait });
  }
}

/** The chain as its waits have it: who was only waiting for their turn when somebody else took it has not been asked. */
export function asSent(chain: Chain, waits: Waits): Chain {
  return chain.people.reduce((before, { wait }) => {
    const known = waits.find(wait.reference);
    return known?.stage === 'queued' && wait.stage === 'sending'
      ? withPerson(before, wait.reference, { wait: { ...wait, stage: 'queued' } })
      : before;
  }, chain);
}
