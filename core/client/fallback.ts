import type { Channel } from '../contract';
import type { DeliveryStatus } from '../receive';
import { attempt } from './outcome/attempt';
import { MessagingError } from './outcome/errors';
import { isLeftOut, type FallbackAttempt, type Outcome } from './outcome/outcome';
import type { MessageResult } from './answers/results';

type CountsAsSuccess = 'accepted' | 'delivered';

export interface FallbackRules {
  channels: readonly Channel[];
  countsAs: CountsAsSuccess;
  /** How long each channel has to reach the state that counts as success, in milliseconds. */
  afterMs: number;
}

/** How far a message has come. Plain data: a caller that stores it can continue after a restart. */
export interface FallbackProgress {
  attempts: readonly FallbackAttempt[];
  /** The answer of the service for each attempt that it accepted. */
  results: ReadonlyArray<MessageResult | null>;
  /** When the wait for the state that counts as success ends, milliseconds since 1970; 0 if it is over, and nothing came. */
  until: number;
}

type FallbackStep =
  | { do: 'send'; index: number }
  | { do: 'wait'; messageIds: string[] }
  /** `index` of the attempt that got through; null if none is known to have. */
  | { do: 'end'; index: number | null; failed: boolean };

/** What a report or an answer to a question says about a message that was sent. */
export interface DeliveryReport {
  messageId?: string;
  status: DeliveryStatus;
  final: boolean;
  statusText: string;
  errorText?: string;
}

export interface FallbackResult {
  /** The channel that got through; null if the message was accepted but no delivery was reported in time. */
  channel: Channel | null;
  attempts: readonly FallbackAttempt[];
  /** The service's answer on that channel, or on the last channel that accepted. */
  result: MessageResult;
}

/** How the messages of a plan reach the service, and how their reports come back. */
export interface FallbackWork {
  /** Sends the message of a channel, counting from 0. Whoever stores the progress awaits `begin` right before the request can leave. */
  send(index: number, begin: () => Promise<void>): Promise<MessageResult>;
  /** Waits for the next report about one of these messages; undefined once `until` has passed (milliseconds since 1970). */
  report(messageIds: readonly string[], until: number): Promise<DeliveryReport | undefined>;
  /** Whether an error means that the work was interrupted before the message was sent, and continues later. */
  interrupted?(error: MessagingError): boolean;
  /**
   * Stores that a message is being sent: if the process ends now, nobody knows what became of it.
   * @throws MessagingError `not_sent` if it cannot be stored, so that the message must not be sent
   */
  begin?(progress: FallbackProgress): Promise<void>;
  /** Stores what became of a message. */
  keep?(progress: FallbackProgress): Promise<void>;
}

const startOfFallback: FallbackProgress = { attempts: [], results: [], until: 0 };

/**
 * The next step. No further channel is tried after an outcome that leaves open whether the message was sent, nor before a report was asked
 * for: the time may have passed while the process was down.
 */
function nextStep(
  { channels, countsAs }: FallbackRules,
  { attempts, until }: FallbackProgress,
): FallbackStep {
  const through = attempts.findIndex(
    ({ state }) => state === 'delivered' || (state === 'accepted' && countsAs === 'accepted'),
  );
  if (through >= 0) return { do: 'end', index: through, failed: false };
  const last = attempts.at(-1);
  // Who is left out on one channel is left out on all of them.
  if (last?.state === 'unknown' || isLeftOut(last?.state)) return { do: 'end', index: null, failed: true };
  if (last?.state === 'accepted' && until > 0) return { do: 'wait', messageIds: openIn(attempts) };
  const index = untried(channels, attempts);
  if (index >= 0) return { do: 'send', index };
  return { do: 'end', index: null, failed: last?.state !== 'accepted' };
}

/** The first channel that the message was not sent on, or -1. By name, as the order may have changed since. */
function untried(channels: readonly Channel[], attempts: readonly FallbackAttempt[]): number {
  const tried = attempts.map(({ channel }) => channel);
  return channels.findIndex((channel) => {
    const at = tried.indexOf(channel);
    // A channel can be there twice.
    if (at >= 0) tried.splice(at, 1);
    return at < 0;
  });
}

/** The progress while a message is sent, whose outcome nobody knows. */
function whileSending(
  { channels }: FallbackRules,
  progress: FallbackProgress,
  index: number,
): FallbackProgress {
  const channel = channels[index];
  if (channel === undefined) throw new RangeError(`There is no channel ${index}`);
  const reason = 'It is not known whether the message was sent';
  return {
    attempts: [...progress.attempts.map(withTimeUp), { channel, state: 'unknown', reason }],
    results: [...progress.results, null],
    until: 0,
  };
}

function afterAccepted(
  { afterMs }: FallbackRules,
  progress: FallbackProgress,
  result: MessageResult,
  now: number,
): FallbackProgress {
  const { messageId, requestId, sendDate } = result;
  return {
    attempts: withLast(progress.attempts, ({ channel }) => ({
      channel,
      state: 'accepted',
      ...(messageId === undefined ? {} : { messageId }),
      ...(requestId === undefined ? {} : { requestId }),
      ...(sendDate === undefined ? {} : { sendDate }),
    })),
    results: [...progress.results.slice(0, -1), result],
    // What is planned is on its way only then.
    until: Math.max(now, Date.parse(result.sendDate ?? '') || 0) + afterMs,
  };
}

function afterFailure(progress: FallbackProgress, error: MessagingError): FallbackProgress {
  const { outcome, requestId, fact, details } = error;
  const more = details.flatMap(({ messages }) => messages).filter((message) => !fact.includes(message));
  const reason = [fact, ...more].join(' ');
  return {
    ...progress,
    attempts: withLast(progress.attempts, ({ channel }) => ({
      channel,
      state: outcome,
      reason,
      ...(requestId === undefined ? {} : { requestId }),
    })),
  };
}

/** Applies a report; one that is not final, or is about another message, changes nothing. */
function afterReport(progress: FallbackProgress, report: DeliveryReport): FallbackProgress {
  const { attempts } = progress;
  const index = attempts.findIndex(
    ({ messageId }) => messageId !== undefined && messageId === report.messageId,
  );
  const attempt = attempts[index];
  const { status } = report;
  if (attempt === undefined || !report.final) return progress;
  const isLate = attempts.slice(index + 1).some(({ state }) => mayArrive(state));
  const changed: FallbackAttempt =
    status === 'delivered'
      ? { ...attempt, state: status, reason: undefined, ...(isLate ? { late: true } : {}) }
      : { ...attempt, state: 'failed', reason: report.errorText ?? report.statusText };
  return { ...progress, attempts: attempts.map((each) => (each === attempt ? changed : each)) };
}

/**
 * Sends a message on one channel after the other until it gets through (see `nextStep`). Given the `progress` of an earlier run, it
 * continues where that one ended.
 * @throws MessagingError with `attempts` if the message got through on no channel, or if it is not known whether it was sent
 */
export async function runFallback(
  rules: FallbackRules,
  work: FallbackWork,
  from: FallbackProgress = startOfFallback,
): Promise<FallbackResult> {
  let progress = from;
  let failure: MessagingError | undefined;
  const change = async (changed: FallbackProgress) => {
    progress = changed;
    await work.keep?.(changed);
  };
  for (;;) {
    const step = nextStep(rules, progress);
    if (step.do === 'end') return ended(step, progress, failure);
    if (step.do === 'wait') {
      const report = await work.report(step.messageIds, progress.until);
      await change(report === undefined ? { ...progress, until: 0 } : afterReport(progress, report));
      continue;
    }
    const sending = whileSending(rules, progress, step.index);
    const sent = await attempt(() => work.send(step.index, async () => work.begin?.(sending)));
    if (sent.ok) {
      await change(afterAccepted(rules, sending, sent.value, Date.now()));
      continue;
    }
    const { error } = sent;
    const isFirst = progress.attempts.length === 0;
    if (work.interrupted?.(error) === true || (isFirst && isLeftOut(error.outcome))) {
      await change(progress);
      throw error;
    }
    failure = error;
    await change(afterFailure(sending, error));
  }
}

function ended(
  { index, failed }: Extract<FallbackStep, { do: 'end' }>,
  { attempts, results }: FallbackProgress,
  failure: MessagingError | undefined,
): FallbackResult {
  const result = results.at(index ?? -1);
  if (failed || result === undefined || result === null) throw notThrough(attempts, failure);
  return { channel: index === null ? null : (attempts[index]?.channel ?? null), attempts, result };
}

/** If earlier messages may still arrive, the outcome is unknown: sending again could deliver them twice. */
function notThrough(
  attempts: readonly FallbackAttempt[],
  failure: MessagingError | undefined,
): MessagingError {
  const last = attempts.at(-1);
  const open = attempts.some(({ state }) => state === 'accepted' || state === 'unknown');
  const list = attempts.map(({ channel, reason }) => `${channel}: ${reason ?? 'not delivered'}`).join('; ');
  const several = attempts.length > 1;
  return new MessagingError({
    message: several
      ? `The message did not get through on any channel (${list})`
      : (failure?.fact ?? last?.reason ?? list),
    advice: failure?.advice,
    // What was accepted and then failed was sent: the sentence says what became of each.
    sends: open || !attempts.some(({ state }) => state === 'failed'),
    outcome: open ? 'unknown' : outcomeAfter(last),
    code: failure === undefined ? 'not_delivered' : { given: failure.code },
    status: failure?.status,
    details: failure?.details,
    requestId: failure?.requestId ?? last?.requestId,
    raw: failure?.raw,
    attempts,
  });
}

function outcomeAfter(last: FallbackAttempt | undefined): Outcome {
  return last?.state === 'not_sent' || isLeftOut(last?.state) ? last.state : 'rejected';
}

/** The messages that can still be delivered. */
function openIn(attempts: readonly FallbackAttempt[]): string[] {
  return attempts.flatMap(({ state, messageId }) =>
    state === 'accepted' && messageId !== undefined ? [messageId] : [],
  );
}

function mayArrive(state: FallbackAttempt['state']): boolean {
  return state === 'accepted' || state === 'delivered' || state === 'unknown';
}

function withTimeUp(attempt: FallbackAttempt): FallbackAttempt {
  return attempt.state === 'accepted' && attempt.reason === undefined
    ? { ...attempt, reason: 'No delivery was reported in time' }
    : attempt;
}

function withLast(
  attempts: readonly FallbackAttempt[],
  change: (last: FallbackAttempt) => FallbackAttempt,
): FallbackAttempt[] {
  return attempts.map((attempt, index) => (index === attempts.length - 1 ? change(attempt) : attempt));
}
