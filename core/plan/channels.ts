import {
  attempt,
  changed,
  failed,
  inOneLine,
  isSkipped,
  MessagingError,
  skippedError,
  type Accepted,
  type Failed,
  type FallbackAttempt,
  type Outcome,
  type Result,
  type Skipped,
  type SkipReason,
} from '../client';
import type { Channel } from '../contract';
import { textOf, type Said } from '../errors/sentence';
import { fault, listed, say } from '../errors/texts';
import type { DeliveryStatus } from '../receive';
import { next, placesOf, type Attempt, type AttemptState, type Plan, type PlanStep } from './plan';

/** The channels that a message goes out on, one after the other, until it gets through. */
export interface FallbackRules {
  channels: readonly Channel[];
  countsAs: 'accepted' | 'delivered';
  /** How long each channel has to reach the state that counts as success, in milliseconds. */
  afterMs: number;
  /** How long a channel is tried again while the service cannot be reached, in milliseconds; not at all, unless given. */
  retryMs?: number;
}

/** How far a message has come on one channel, as it is stored. */
export interface ChannelAttempt
  extends Omit<FallbackAttempt, 'state' | 'reason'>, Pick<Attempt, 'at' | 'checked'> {
  state: FallbackAttempt['state'] | 'not_reached';
  reason?: Said | undefined;
}

/** How far a message has come. Plain data: a caller that stores it can continue after a restart. */
export interface FallbackProgress {
  attempts: readonly ChannelAttempt[];
  /** The answer of the service for each attempt that it accepted. */
  results: ReadonlyArray<Accepted | null>;
}

/** What a report or an answer to a question says about a message that was sent. */
export interface DeliveryReport {
  messageId?: string;
  status: DeliveryStatus;
  final: boolean;
  statusText: string;
  errorText?: string;
}

/** How the messages of a plan reach the service, and how their reports come back. */
export interface FallbackWork {
  /** Sends the message of a channel, counting from 0. Whoever stores the progress awaits `begin` right before the request can leave. */
  send(index: number, begin: () => Promise<void>): Promise<Result>;
  /** Waits for the next report about one of these messages; undefined once `until` has passed (milliseconds since 1970). */
  report(messageIds: readonly string[], until: number): Promise<DeliveryReport | undefined>;
  /** Whether an error means that the work was interrupted before the message was sent, and continues later. */
  interrupted?(error: MessagingError): boolean;
  /**
   * Whether an error means that the service was not reached: then another attempt is of use and cannot send twice, unless it was not
   * reached in all the time that there was.
   */
  notReached?(error: MessagingError): 'try_again' | 'time_up' | undefined;
  /** What to say when the service was not reached in all the time that there was. The last error is unknown after a restart, its reason is not. */
  gaveUp?(last: MessagingError | undefined, reason: Said | undefined): MessagingError;
  /**
   * Stores that a message is being sent: if the process ends now, nobody knows what became of it.
   * @throws MessagingError `not_sent` if it cannot be stored, so that the message must not be sent
   */
  begin?(progress: FallbackProgress): Promise<void>;
  /** Stores what became of a message. */
  keep?(progress: FallbackProgress): Promise<void>;
}

const startOfFallback: FallbackProgress = { attempts: [], results: [] };

function planOf({ channels, countsAs, afterMs, retryMs = 0 }: FallbackRules): Plan {
  return { targets: channels, order: 'fallback', success: countsAs, eachMs: afterMs, retryMs };
}

function attemptOn({ channel, state, at, checked }: ChannelAttempt): Attempt {
  return { target: channel, state: stateOf(state), at, ...(checked === true ? { checked } : {}) };
}

function stateOf(state: ChannelAttempt['state']): AttemptState {
  return isSkipReason(state) ? 'skipped' : state;
}

/** The progress while a message is sent, whose outcome nobody knows. An attempt that did not reach the service is made again. */
function whileSending(
  { channels }: FallbackRules,
  { attempts, results }: FallbackProgress,
  index: number,
  now: number,
): FallbackProgress {
  const channel = channels[index];
  if (channel === undefined) throw new RangeError(`There is no channel ${index}`);
  const again =
    attempts.at(-1)?.state === 'not_reached' &&
    placesOf({ targets: channels }, attempts.map(attemptOn)).at(-1) === index;
  const before = again ? attempts.slice(0, -1) : attempts;
  const at = (again ? attempts.at(-1)?.at : undefined) ?? now;
  const reason = say('notKnown');
  return {
    attempts: [...before.map(withTimeUp), { channel, state: 'unknown', reason, at }],
    results: [...results.slice(0, before.length), null],
  };
}

function afterAccepted(progress: FallbackProgress, result: Accepted, now: number): FallbackProgress {
  const { messageId, requestId, sendDate } = result;
  return {
    attempts: withLast(progress.attempts, ({ channel }) => ({
      channel,
      state: 'accepted',
      ...(messageId === undefined ? {} : { messageId }),
      ...(requestId === undefined ? {} : { requestId }),
      ...(sendDate === undefined ? {} : { sendDate }),
      // What is planned is on its way only then.
      at: Math.max(now, Date.parse(sendDate ?? '') || 0),
    })),
    results: [...progress.results.slice(0, -1), result],
  };
}

function afterFailure(
  progress: FallbackProgress,
  result: Failed | Skipped,
  notReached: 'try_again' | 'time_up' | undefined,
): FallbackProgress {
  const state = result.outcome === 'failed' ? result.error.outcome : result.outcome;
  const requestId = result.outcome === 'failed' ? result.error.requestId : undefined;
  return {
    ...progress,
    attempts: withLast(progress.attempts, ({ channel, at }) => ({
      channel,
      state: notReached === undefined ? state : 'not_reached',
      reason: result.outcome === 'failed' ? reasonOf(result.error) : result.reason.message,
      at: notReached === 'time_up' ? 0 : at,
      ...(requestId === undefined ? {} : { requestId }),
    })),
  };
}

function reasonOf({ said, fact, details }: MessagingError): Said {
  const more = details.flatMap(({ messages }) => messages).filter((message) => !fact.includes(message));
  return more.length === 0 ? said : inOneLine(fact, ...more);
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
  const changed: ChannelAttempt =
    status === 'delivered'
      ? { ...attempt, state: status, reason: undefined, ...(isLate ? { late: true } : {}) }
      : { ...attempt, state: 'failed', reason: report.errorText ?? report.statusText };
  return { ...progress, attempts: attempts.map((each) => (each === attempt ? changed : each)) };
}

/**
 * Sends a message on one channel after the other until it gets through (see `next`), and says what became of it: a failure has
 * `attempts`. Given the `progress` of an earlier run, it continues where that one ended. A message that is skipped on its first channel is
 * skipped.
 */
export async function runFallback(
  rules: FallbackRules,
  work: FallbackWork,
  from: FallbackProgress = startOfFallback,
): Promise<Result> {
  let progress = from;
  let failure: MessagingError | undefined;
  const change = async (changed: FallbackProgress) => {
    progress = changed;
    await work.keep?.(changed);
  };
  for (;;) {
    const step = next(planOf(rules), progress.attempts.map(attemptOn), Date.now());
    if (step.do === 'end') {
      const last = progress.attempts.at(-1);
      if (last?.state === 'not_reached') failure = work.gaveUp?.(failure, last.reason) ?? failure;
      return ended(step, progress, failure, rules.channels.length === 1);
    }
    if (step.do !== 'send') {
      const until = step.do === 'wait' ? step.until : 0;
      const waited = await attempt(() => work.report(openIn(progress.attempts), until));
      if (!waited.ok) return failed(waited.error);
      const report = waited.value;
      await change(report === undefined ? withoutReport(progress) : afterReport(progress, report));
      continue;
    }
    const [index = 0] = step.targets;
    const sending = whileSending(rules, progress, index, Date.now());
    const sent = await attempt(() => work.send(index, async () => work.begin?.(sending)));
    const result = sent.ok ? sent.value : failed(sent.error);
    if (result.outcome === 'accepted') {
      await change(afterAccepted(sending, result, Date.now()));
      continue;
    }
    const isInterrupted = result.outcome === 'failed' && work.interrupted?.(result.error) === true;
    const isFirst = progress.attempts.every(({ state }) => state === 'not_reached');
    if (isInterrupted || (isFirst && isSkipped(result))) {
      await change(progress);
      return result;
    }
    failure = result.outcome === 'failed' ? result.error : skippedError(result);
    await change(afterFailure(sending, result, work.notReached?.(failure)));
  }
}

/** The time of the last channel is up, and nothing was reported. */
function withoutReport(progress: FallbackProgress): FallbackProgress {
  return { ...progress, attempts: withLast(progress.attempts, (last) => ({ ...last, checked: true })) };
}

function ended(
  step: Extract<PlanStep, { do: 'end' }>,
  { attempts, results }: FallbackProgress,
  failure: MessagingError | undefined,
  isOnly: boolean,
): Result {
  const through = step.how === 'success' ? step.attempt : undefined;
  const result = results.at(through ?? -1);
  const isOpen = step.how === 'time_up' && attempts.at(-1)?.state === 'accepted';
  if ((through === undefined && !isOpen) || result === undefined || result === null)
    return failed(isOnly && failure !== undefined ? failure : notThrough(attempts, failure));
  return isOnly
    ? result
    : { ...result, channel: attempts[through ?? -1]?.channel ?? null, attempts: attempts.map(attemptTold) };
}

/** What a flow learns about an attempt. */
function attemptTold({
  channel,
  state,
  messageId,
  requestId,
  sendDate,
  reason,
  late,
}: ChannelAttempt): FallbackAttempt {
  return {
    channel,
    state: state === 'not_reached' ? 'not_sent' : state,
    ...(messageId === undefined ? {} : { messageId }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(sendDate === undefined ? {} : { sendDate }),
    ...(reason === undefined ? {} : { reason: textOf(reason) }),
    ...(late === undefined ? {} : { late }),
  };
}

/** If earlier messages may still arrive, the outcome is unknown: sending again could deliver them twice. */
function notThrough(
  attempts: readonly ChannelAttempt[],
  failure: MessagingError | undefined,
): MessagingError {
  const last = attempts.at(-1);
  const open = attempts.some(({ state }) => state === 'accepted' || state === 'unknown');
  const list = listed(
    attempts.map(({ channel, reason }) =>
      say('colon', { before: channel, after: reason ?? say('notThrough') }),
    ),
  );
  const several = attempts.length > 1;
  const own = {
    message: several
      ? fault('not_delivered.channels', { attempts: list }).message
      : (failure?.said ?? last?.reason ?? list),
    // What was accepted and then failed was sent: the sentence says what became of each.
    sends: open || !attempts.some(({ state }) => state === 'failed'),
    outcome: open ? ('unknown' as const) : outcomeAfter(last),
    requestId: failure?.requestId ?? last?.requestId,
    attempts: attempts.map(attemptTold),
  };
  return failure === undefined
    ? new MessagingError({ ...own, code: 'not_delivered' })
    : changed(failure, own);
}

function outcomeAfter(last: ChannelAttempt | undefined): Outcome {
  return last !== undefined &&
    (last.state === 'not_sent' || last.state === 'not_reached' || isSkipReason(last.state))
    ? 'not_sent'
    : 'rejected';
}

function isSkipReason(state: ChannelAttempt['state']): state is SkipReason {
  return SKIPPED.includes(state);
}

const SKIPPED: readonly string[] = [
  'opted_out',
  'outside_window',
  'over_limit',
  'sent_before',
] satisfies SkipReason[];

/** The messages that can still be delivered. */
function openIn(attempts: readonly ChannelAttempt[]): string[] {
  return attempts.flatMap(({ state, messageId }) =>
    state === 'accepted' && messageId !== undefined ? [messageId] : [],
  );
}

function mayArrive(state: ChannelAttempt['state']): boolean {
  return state === 'accepted' || state === 'delivered' || state === 'unknown';
}

function withTimeUp(attempt: ChannelAttempt): ChannelAttempt {
  return attempt.state === 'accepted' && attempt.reason === undefined
    ? { ...attempt, reason: say('notReported') }
    : attempt;
}

function withLast(
  attempts: readonly ChannelAttempt[],
  change: (last: ChannelAttempt) => ChannelAttempt,
): ChannelAttempt[] {
  return attempts.map((attempt, index) => (index === attempts.length - 1 ? change(attempt) : attempt));
}
