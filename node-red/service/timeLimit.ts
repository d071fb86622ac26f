/** A time limit for one task: its signal fires when the time is over or the caller gives up. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  /** Whether the time is over. */
  readonly passed: boolean;
  /** Call this when the task is done. */
  end(): void;
}

/**
 * Starts a time limit of `ms` milliseconds that also fires with `caller`. `AbortSignal.any` and `AbortSignal.timeout` would take three times
 * the CPU, and keep the timer of every message that was answered.
 */
export function timeLimit(ms: number, caller?: AbortSignal): TimeLimit {
  const controller = new AbortController();
  const giveUp = () => controller.abort();
  let passed = false;
  const timer = setTimeout(() => {
    passed = true;
    giveUp();
  }, ms);
  if (caller?.aborted === true) giveUp();
  caller?.addEventListener('abort', giveUp, { once: true });
  return {
    signal: controller.signal,
    get passed() {
      return passed;
    },
    end() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', giveUp);
    },
  };
}
