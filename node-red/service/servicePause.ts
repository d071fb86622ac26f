import { defaultRetry, pauseAskedFor, sleep, type Transport } from '../../core/client';
import { readRetryAfter } from '../../core/client/answers/answers';

export type ServicePause = ReturnType<typeof servicePauseOf>;

/** Watches a transport for answers that ask for a pause: then everything of the account waits, not only the request that got the answer. */
export function servicePauseOf(transport: Transport) {
  /** On the clock of `performance.now()`. */
  let until = 0;
  const watch = (response: Awaited<ReturnType<Transport>>) => {
    const asked = pauseAskedFor({ status: response.status, retryAfterMs: readRetryAfter(response) });
    if (asked === undefined) return;
    // There is no point in waiting longer than the client does: the answer to the next request says how long the service asks for.
    until = Math.max(until, performance.now() + Math.min(asked, defaultRetry.longestWaitMs));
  };
  return {
    transport: async (request: Parameters<Transport>[0]) => {
      const response = await transport(request);
      watch(response);
      return response;
    },
    /** Whether the service must not be called at the moment. */
    get active(): boolean {
      return performance.now() < until;
    },
    /** Waits until the service may be called again, or `signal` fires. */
    async passed(signal?: AbortSignal): Promise<void> {
      while (this.active && signal?.aborted !== true) await sleep(until - performance.now(), signal);
    },
  };
}
