import { asMessagingError, type MessagingError } from './errors';
import { sleep } from './sleep';

export interface RetrySettings {
  /** Further tries after the first. */
  retries: number;
  /** A longer wait than this (milliseconds) is not waited for: the error says how long the service asked for. */
  longestWaitMs: number;
}

export const defaultRetry: RetrySettings = { retries: 3, longestWaitMs: 60_000 };

const FIRST_WAIT_MS = 500;
const PAUSE_WITHOUT_RETRY_AFTER_MS = 1000;

/**
 * How long the service asks to wait before it is called again, in milliseconds: with 429, and with 503 where it says how long (service
 * facts). Undefined when it does not ask.
 */
export function pauseAskedFor({
  status,
  retryAfterMs,
}: {
  status?: number | undefined;
  retryAfterMs?: number | undefined;
}): number | undefined {
  if (status === 429) return retryAfterMs ?? PAUSE_WITHOUT_RETRY_AFTER_MS;
  return status === 503 ? retryAfterMs : undefined;
}

/** Whether another try can neither send twice nor be pointless (docs/architecture.md, invariant 5). */
export function mayRetry(error: MessagingError): boolean {
  if (error.outcome === 'unknown') return false;
  const neverReached = error.status === undefined && isUnreachable(error);
  return neverReached || pauseAskedFor(error) !== undefined;
}

function isUnreachable({ code }: MessagingError): boolean {
  return code === 'unreachable' || code === 'proxy_unreachable';
}

/**
 * Runs `task` until it succeeds, fails for good, or the tries are used up. Waits as long as the service asks, or twice as long
 * each time with jitter. `signal` ends the waiting: the last error is thrown.
 * @throws MessagingError of the last try.
 */
export async function withRetry<T>(
  task: () => Promise<T>,
  settings: RetrySettings = defaultRetry,
  signal?: AbortSignal,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    const result = await attemptOnce(task);
    if (result.ok) return result.value;
    const wait = result.error.retryAfterMs ?? FIRST_WAIT_MS * 2 ** attempt * (0.5 + Math.random() / 2);
    const lastTry = attempt >= settings.retries || wait > settings.longestWaitMs;
    if (lastTry || !mayRetry(result.error)) throw result.error;
    await sleep(wait, signal);
    if (signal?.aborted === true) throw result.error;
  }
}

type Attempt<T> = { ok: true; value: T } | { ok: false; error: MessagingError };

async function attemptOnce<T>(task: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { ok: true, value: await task() };
  } catch (error) {
    return { ok: false, error: asMessagingError(error) };
  }
}
