import {
  asMessagingError,
  attempt,
  failed,
  errorOf,
  isSkipped,
  MessagingError,
  type AttemptResult,
  type Result,
} from '../client';
import { steadyNow } from '../clock';
import type { Channel } from '../contract';
import type { Said, Sentence } from '../errors/sentence';
import { fault, listed, say } from '../errors/texts';
import {
  afterCheck,
  afterReport,
  afterResult,
  growingPause,
  attemptResult,
  whileSending,
  type DeliveryReport,
  type Tried,
} from './progress';
import { runPlan, type Plan, type PlanEnd } from './plan';

/** The channels that a message goes out on, one after the other, until it gets through. */
export interface FallbackRules {
  channels: readonly Channel[];
  countsAs: 'accepted' | 'delivered';
  /** How long each channel has to reach the state that counts as success, in milliseconds. */
  afterMs: number;
}

/** How the messages of a run reach the service, and how to learn what became of them. */
export interface FallbackWork {
  /** Sends the message of a channel, counting from 0. */
  send(index: number): Promise<Result>;
  /** @throws MessagingError if the service does not tell the status at the moment */
  statusOf(messageId: string): Promise<DeliveryReport>;
  /** @throws MessagingError if the work is broken off */
  pause(ms: number): Promise<void>;
}

const PAUSES = { first: 1000, longest: 30_000 };

/**
 * Sends a message on one channel after the other until it gets through (see `next`), and says what became of it: a failure has
 * `attempts`. A message that is skipped on its first channel is skipped.
 */
export async function runFallback(
  { channels, countsAs, afterMs }: FallbackRules,
  work: FallbackWork,
): Promise<Result> {
  const plan: Plan = { targets: channels.length, order: 'fallback', success: countsAs, eachMs: afterMs };
  let tried: readonly Tried[] = [];
  let failure: MessagingError | undefined;
  const ask = async () => {
    for (const { state, messageId } of tried) {
      if (state !== 'accepted' || messageId === undefined) continue;
      const asked = await attempt(() => work.statusOf(messageId));
      if (asked.ok) tried = afterReport(tried, { ...asked.value, messageId });
    }
  };
  try {
    const end = await runPlan(plan, {
      attempts: () => tried,
      send: async (index) => {
        tried = whileSending(tried, index, steadyNow());
        const result = await work.send(index);
        if (result.outcome !== 'accepted') failure = errorOf(result);
        tried = afterResult(tried, index, result, { now: steadyNow() });
      },
      wait: async (until, isSending) => {
        if (isSending) return new Promise(() => undefined);
        const { at = steadyNow() } = tried.at(-1) ?? {};
        const since = Math.max(at, steadyNow());
        await work.pause(Math.min(since + growingPause(since - at, PAUSES), until) - steadyNow());
        // When the time is up, the plan asks itself.
        if (steadyNow() < until) await ask();
      },
      check: async () => {
        await ask();
        tried = afterCheck(tried, [...tried.keys()]);
      },
    });
    return fallbackResult(end, tried, channels, failure);
  } catch (error) {
    return failed(asMessagingError(error));
  }
}

/**
 * What became of a message with fallback channels.
 * @param failure the last error, if it is known
 */
export function fallbackResult(
  end: PlanEnd,
  tried: readonly Tried[],
  channels: readonly Channel[],
  failure: MessagingError | undefined,
): Result {
  const [first] = tried;
  if (first?.result !== undefined && isSkipped(first.result)) return first.result;
  const through = end.how === 'success' ? tried[end.attempt] : undefined;
  const last = tried.at(-1);
  const result =
    through?.result ?? (end.how === 'time_up' && last?.state === 'accepted' ? last.result : undefined);
  if (result?.outcome !== 'accepted') return failed(fallbackError(tried, channels, failure));
  if (channels.length === 1) return result;
  const channel = (through && channels[through.target]) ?? null;
  return { ...result, channel, attempts: attemptsTold(tried, channels) };
}

/** Why a message did not get through. */
function fallbackError(
  tried: readonly Tried[],
  channels: readonly Channel[],
  failure: MessagingError | undefined,
): MessagingError {
  if (channels.length === 1 && failure !== undefined) return failure;
  const list = listed(
    tried.map((each, index) =>
      say('colon', {
        before: channels[each.target] ?? '',
        after: reasonIn(tried, index) ?? say('notThrough'),
      }),
    ),
  );
  const last = tried.at(-1);
  const message =
    tried.length > 1
      ? fault('not_delivered.channels', { attempts: list }).message
      : (failure?.said ?? say('words', { words: last?.reason ?? list }));
  return planError(message, attemptsTold(tried, channels), last, failure);
}

/**
 * The error of a plan that has not succeeded: that of the last attempt, with what became of all. If a message has arrived or still may, the
 * outcome is unknown: sending again could deliver it twice.
 * @param failure the error of the last attempt, if it is known
 */
export function planError(
  message: Sentence,
  attempts: readonly AttemptResult[],
  last: Tried | undefined,
  failure: MessagingError | undefined,
): MessagingError {
  const outcomes = new Set(attempts.map(({ outcome }) => outcome));
  const isOpen = outcomes.has('accepted') || outcomes.has('delivered') || outcomes.has('unknown');
  const hasFailed = outcomes.has('failed');
  const { state, code = 'not_delivered', requestId } = last ?? {};
  const surely = hasFailed || state === 'rejected' ? ('rejected' as const) : ('not_sent' as const);
  const own = {
    message,
    // What was accepted and then failed was sent: the sentence says what became of each.
    sends: isOpen || !hasFailed,
    outcome: isOpen ? ('unknown' as const) : surely,
    requestId: failure?.requestId ?? requestId,
    attempts,
  };
  return failure?.with(own) ?? new MessagingError({ ...own, code });
}

/** Why an attempt did not get through. */
function reasonIn(tried: readonly Tried[], index: number): Said | undefined {
  const attempt = tried[index];
  const isTimeUp = attempt?.state === 'accepted' && index < tried.length - 1;
  return isTimeUp ? say('notReported') : attempt?.reason;
}

/** The attempts as a flow gets them. */
export function attemptsTold(tried: readonly Tried[], channels: readonly Channel[]): AttemptResult[] {
  return tried.flatMap((attempt, index) => {
    const channel = channels[attempt.target];
    return channel === undefined ? [] : { channel, ...attemptResult(attempt, reasonIn(tried, index)) };
  });
}
