import type { GenericAbortSignal } from 'axios';

/**
 * A time limit for one request, which fires when the time is over or the caller gives up. It is the signal that axios takes: an
 * AbortController for each request, with a listener on the caller's signal, would take a tenth of the CPU of a message.
 */
export class TimeLimit implements GenericAbortSignal {
  aborted = false;
  /** Whether the time is over. */
  passed = false;
  private readonly listeners = new Set<() => void>();
  private readonly timer: NodeJS.Timeout;
  private readonly together: Set<TimeLimit> | undefined;

  /** @param ms - milliseconds */
  constructor(ms: number, caller?: AbortSignal) {
    this.timer = setTimeout(() => {
      this.passed = true;
      this.fire();
    }, ms);
    this.together = caller && limitsOf(caller);
    this.together?.add(this);
    if (caller?.aborted === true) this.fire();
  }

  addEventListener(_event: 'abort', listener: () => void): void {
    this.listeners.add(listener);
  }

  removeEventListener(_event: 'abort', listener: () => void): void {
    this.listeners.delete(listener);
  }

  fire(): void {
    this.aborted = true;
    for (const listener of this.listeners) listener();
  }

  /** Call this when the request is over. */
  end(): void {
    clearTimeout(this.timer);
    this.together?.delete(this);
  }
}

const limits = new WeakMap<AbortSignal, Set<TimeLimit>>();

/** The limits that fire with a signal. */
function limitsOf(caller: AbortSignal): Set<TimeLimit> {
  const known = limits.get(caller);
  if (known !== undefined) return known;
  const together = new Set<TimeLimit>();
  limits.set(caller, together);
  caller.addEventListener('abort', () => together.forEach((limit) => limit.fire()), { once: true });
  return together;
}
