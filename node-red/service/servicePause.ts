import { defaultRetry, pauseAskedFor, sleep, type Transport } from '../../core/client';
import { readRetryAfter } from '../../core/client/answers/answers';

/** The pause that the service asks for, for all requests of an account. */
export interface ServicePause {
  /** The transport to use; it watches the answers. */
  transport: Transport;
  /** Whether the service must not be called at the moment. */
  readonly active: boolean;
  /** Waits until the service may be called again, or `signal` fires. */
  passed(signal?: AbortSignal): Promise<void>;
}

/** Watches a transport for answers that ask for a pause: then everything of the account waits, not only the request that got the answer. */
export function servicePauseOf(transport: Transport): ServicePause {
  let until = 0;
  const watch = (response: Awaited<ReturnType<Transport>>) => {
    const asked = pauseAskedFor({ status: response.status, retryAfterMs: readRetryAfter(response) });
    if (asked === undefined) return;
    // There is no point in waiting longer than the client does: the answer to the next request says how long the service asks for.
    until = Math.max(until, Date.now() + Math.min(asked, defaultRetry.longestWaitMs));
  };
  return {
    transport: async (request) => {
      const response = await transport(request);
      watch(response);
      return response;
    },
    get active() {
      return Date.now() < until;
    },
    async passed(signal) {
      while (this.active && signal?.aborted !== true) await sleep(until - Date.now(), signal);
    },
  };
}
