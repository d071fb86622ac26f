import type { GenericAbortSignal } from 'axios';

/**
 * A time limit for one request, which fires when the time is over or the caller gives up. It is the signal that axios takes: an
 * AbortController for each request would take a tenth of the CPU of a message.
 */
export class TimeLimit implements GenericAbortSignal {
  aborted = false;
  /** Whether the time is over. */
  passed = false;
  private readonly listeners = new Set<() => void>();
  private readonly timer: NodeJS.Timeout;

  /** @param ms - milliseconds */
  constructor(
    ms: number,
    private readonly caller?: AbortSignal,
  ) {
    this.timer = setTimeout(() => {
      this.passed = true;
      this.fire();
    }, ms);
    caller?.addEventListener('abort', this.fire);
    if (caller?.aborted === true) this.fire();
  }

  addEventListener(_event: 'abort', listener: () => void): void {
    this.listeners.add(listener);
  }

  removeEventListener(_event: 'abort', listener: () => void): void {
    this.listeners.delete(listener);
  }

  private readonly fire = (): void => {
    this.aborted = true;
    for (const listener of this.listeners) listener();
  };

  /** Call this when the request is over. */
  end(): void {
    clearTimeout(this.timer);
    this.caller?.removeEventListener('abort', this.fire);
  }
}
