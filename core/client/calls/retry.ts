import { attempt } from '../outcome/attempt';
import type { MessagingError } from '../outcome/errors';
import { sleep } from './sleep';

export interface CallOptions {
  signal?: AbortSignal;
  /** Replaces the client's own settings. */
  retries?: number | undefined;
  /** Asked before each retry: by then, nobody may need it. */
  isWanted?: () => boolean;
}

/** How often a call is tried again, unless its caller wants it otherwise. */
export const USUAL_RETRIES = 3;
/** The longest wait in milliseconds. If the service asks for more, the task fails, and the error says how long. */
export const LONGEST_WAIT_MS = 60_000;

const FIRST_WAIT_MS = 500;
const PAUSE_WITHOUT_RETRY_AFTER_MS = 1000;
/** A longer pause is a mistake (a day, the year 9999), or over before: then the next answer says so. */
const LONGEST_PAUSE_MS = 15 * 60_000;

/**
 * How long to wait before the next call because the service asks for it, in milliseconds: with 429, and with 503 if it says how long (service
 * facts); never more than 15 minutes. Undefined if it does not ask.
 */
export function pauseAskedFor({
  status,
  retryAfterMs,
}: Partial<Pick<MessagingError, 'status' | 'retryAfterMs'>>): number | undefined {
  const pause = status === 429 ? (retryAfterMs ?? PAUSE_WITHOUT_RETRY_AFTER_MS) : retryAfterMs;
  return pause === undefined || (status !== 429 && status !== 503)
    ? undefined
    : Math.min(pause, LONGEST_PAUSE_MS);
}

/** Whether a retry is of use and cannot send the message twice (docs/architecture.md, invariant 5). */
function mayRetry(error: MessagingError): boolean {
  if (error.outcome === 'unknown') return false;
  const isUnreachable = error.code === 'unreachable' || error.code === 'proxy_unreachable';
  return (isUnreachable && error.status === undefined) || pauseAskedFor(error) !== undefined;
}

/**
 * Runs `task` until it succeeds, fails for good, or uses up its retries. Waits as long as the service asks, otherwise twice as long each
 * time, with jitter. If `signal` ends the wait, or no retry is wanted any more, the last error is thrown.
 * @throws MessagingError of the last attempt
 */
export async function withRetry<T>(
  task: () => Promise<T>,
  retries: number,
  { signal, isWanted }: Pick<CallOptions, 'signal' | 'isWanted'> = {},
): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    const result = await attempt(task);
    if (result.ok) return result.value;
    const backoff = FIRST_WAIT_MS * 2 ** tries * (0.5 + Math.random() / 2);
    const wait = result.error.retryAfterMs ?? Math.max(backoff, pauseAskedFor(result.error) ?? 0);
    const lastTry = tries >= retries || wait > LONGEST_WAIT_MS;
    if (lastTry || !mayRetry(result.error)) throw result.error;
    await sleep(wait, signal);
    if (signal?.aborted === true || isWanted?.() === false) throw result.error;
  }
}
