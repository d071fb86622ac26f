import {
  inOneLine,
  type Accepted,
  type AttemptResult,
  type MessagingError,
  type Result,
  type Skipped,
} from '../client';
import { textOf, type Said } from '../errors/sentence';
import { present } from '../reading';
import type { StatusEvent } from '../receive';
import type { Attempt } from './plan';

/** How far a message has come on its way to one target. Plain data: whoever stores it can go on after a restart. */
export interface Tried extends Attempt {
  messageId?: string;
  requestId?: string;
  /** When the service sends it, if it is scheduled: an ISO date. */
  sendDate?: string;
  /** The status in the service's answer, as the service wrote it. */
  statusText?: string;
  /** Why it did not get through: a code of this package or of the service, and a text. */
  code?: string;
  reason?: Said;
  /** It was delivered after it had been sent to a further target. */
  late?: true;
  /** What the person has answered, and with what; `claim` is by what that is known when it comes again. */
  answer?: { value: string; event: object; claim?: string };
  /** The last report about it. */
  report?: DeliveryReport;
  /** What the service said, or why nobody gets it. */
  result?: Accepted | Skipped;
}

/** What a report or an answer to a question says about a message that was sent. */
export type DeliveryReport = Pick<
  StatusEvent,
  'messageId' | 'recipient' | 'status' | 'final' | 'statusText' | 'errorCode' | 'errorText' | 'timestamp'
>;

/** Why an attempt did not reach the service: it is tried again, or was not reached in all the time that there was. */
export type NotReached = 'try_again' | 'time_up';

/** A message is on its way to a target, also one that was not reached before. */
export function whileSending(tried: readonly Tried[], target: number, now: number): Tried[] {
  const { at = now } = tried.find((each) => each.target === target) ?? {};
  const sending: Tried = { target, state: 'sending', at };
  return tried.some((each) => each.target === target)
    ? changedAt(tried, target, () => sending)
    : [...tried, sending];
}

interface Sent {
  now: number;
  notReached?: NotReached | undefined;
  /** Of the plan. */
  retryMs?: number | undefined;
}

/** What became of a message on its way to a target. */
export function afterResult(
  tried: readonly Tried[],
  target: number,
  result: Result,
  { now, notReached, retryMs = 0 }: Sent,
): Tried[] {
  return changedAt(whileSending(tried, target, now), target, ({ at }) => {
    const attempt = attemptAfter(target, result, now);
    if (attempt.state === 'accepted') return attempt;
    if (notReached === undefined || attempt.state === 'skipped') return { ...attempt, at };
    return { ...attempt, state: 'not_reached', at: notReached === 'time_up' ? now - retryMs : at };
  });
}

/** An attempt that has just ended, with what became of it. */
export function attemptAfter(target: number, result: Result, now: number): Tried {
  if (result.outcome === 'accepted') return { target, ...acceptedAttempt(result, now) };
  if (result.outcome !== 'failed')
    return { target, state: 'skipped', at: now, code: result.outcome, reason: result.reason.message, result };
  const { outcome, code, requestId } = result.error;
  return present({ target, state: outcome, at: now, code, reason: reasonOf(result.error), requestId });
}

function acceptedAttempt(result: Accepted, now: number): Omit<Tried, 'target'> {
  const { messageId, requestId, sendDate, statusText } = result;
  return present({
    state: 'accepted' as const,
    // What is scheduled is on its way only then.
    at: now + Math.max(0, (Date.parse(sendDate ?? '') || 0) - Date.now()),
    ...{ messageId, requestId, sendDate, statusText, result },
  });
}

function reasonOf({ said, fact, details }: MessagingError): Said {
  const more = details.flatMap(({ messages }) => messages).filter((message) => !fact.includes(message));
  return more.length === 0 ? said : inOneLine(fact, ...more);
}

/** Applies a report; one that is not final, or is about another message, changes nothing. What is delivered or answered stays so. */
export function afterReport(tried: readonly Tried[], report: DeliveryReport): readonly Tried[] {
  const index = tried.findIndex(
    ({ messageId, state }) =>
      messageId !== undefined && messageId === report.messageId && state === 'accepted',
  );
  const attempt = tried[index];
  if (attempt === undefined || !report.final) return tried;
  const changed = reported(attempt, report);
  const isLate =
    changed.state === 'delivered' && tried.slice(index + 1).some(({ state }) => mayArrive(state));
  return tried.map((each) => (each === attempt ? { ...changed, ...(isLate ? { late: true } : {}) } : each));
}

/** An attempt after the final report about its message. */
export function reported(attempt: Tried, report: DeliveryReport): Tried {
  if (report.status === 'delivered') return { ...attempt, report, state: 'delivered' };
  return { ...attempt, report, state: 'failed', reason: report.errorText ?? report.statusText };
}

/** The person has answered. */
export function afterAnswer(
  tried: readonly Tried[],
  target: number,
  answer: NonNullable<Tried['answer']>,
): Tried[] {
  return changedAt(tried, target, (attempt) => ({ ...attempt, state: 'answered', answer }));
}

/** The service was asked what became of these attempts. */
export function afterCheck(tried: readonly Tried[], indexes: readonly number[]): Tried[] {
  return tried.map((attempt, index) => (indexes.includes(index) ? { ...attempt, checked: true } : attempt));
}

/** What became of an attempt, as a flow gets it. */
export function attemptResult(attempt: Tried, reason = attempt.reason): AttemptResult {
  const { messageId, requestId, sendDate, late } = attempt;
  return present({
    outcome: outcomeOf(attempt),
    ...{ messageId, requestId, sendDate, late },
    reason: reason === undefined ? undefined : textOf(reason),
  });
}

function outcomeOf({ state, result }: Tried): AttemptResult['outcome'] {
  if (state === 'skipped') return result?.outcome ?? 'opted_out';
  if (state === 'not_reached' || state === 'cancelled') return 'not_sent';
  return state === 'sending' ? 'unknown' : state;
}

/** Whether the person may still get the message, or has it. */
export function mayArrive(state: Tried['state']): boolean {
  return state === 'accepted' || state === 'delivered' || state === 'unknown';
}

function changedAt(tried: readonly Tried[], target: number, change: (attempt: Tried) => Tried): Tried[] {
  return tried.map((attempt) => (attempt.target === target ? change(attempt) : attempt));
}

/** How long to wait before a status is asked for again, in milliseconds. Pauses double, also across a restart: they follow from the time waited. */
export function growingPause(waited: number, pauses: { first: number; longest: number }): number {
  return Math.min(waited + pauses.first, pauses.longest);
}
