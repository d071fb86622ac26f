import { readAnswer } from '../../core/client/answers';
import { defaultRetry, sleep, type Transport } from '../../core/client';

/** Lets all requests of an account wait while the service asks for it. */
export interface Hold {
  /** The transport to use: it watches the answers. */
  transport: Transport;
  /** Whether the service must not be called at the moment. */
  readonly active: boolean;
  /** Waits until the service may be called again, or `signal` fires. */
  passed(signal?: AbortSignal): Promise<void>;
}

const PAUSE_WITHOUT_RETRY_AFTER_MS = 1000;

/**
 * Watches a transport for 429 and for 503 with Retry-After (service facts): from then on everything of the account waits, not only the
 * request that was answered so. The client repeats that one by itself.
 */
export function holdOn(transport: Transport): Hold {
  let until = 0;
  const watch = (response: Awaited<ReturnType<Transport>>) => {
    if (response.status !== 429 && response.status !== 503) return;
    const { retryAfterMs } = readAnswer(response);
    if (response.status === 503 && retryAfterMs === undefined) return;
    // Longer than the client is ready to wait makes no sense: what comes then is answered with how long the service asks for.
    const pause = Math.min(retryAfterMs ?? PAUSE_WITHOUT_RETRY_AFTER_MS, defaultRetry.longestWaitMs);
    until = Math.max(until, Date.now() + pause);
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
