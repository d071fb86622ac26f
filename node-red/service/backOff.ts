import { pauseAskedFor, type MessagingError } from '../../core/client';
import type { Said } from '../../core/errors/sentence';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/** When to try again while the service cannot be reached: after pauses that double, or as long as the service asks for. */
export class BackOff {
  /** Whether the last attempt did not reach the service. */
  isOn = false;
  /** When the next attempt is due, on the clock of `performance.now()`. */
  nextTry = 0;
  /** Why the last attempt failed. */
  lastReason: Said | undefined;
  private pauseMs = FIRST_PAUSE_MS;

  end(): void {
    this.isOn = false;
    this.pauseMs = FIRST_PAUSE_MS;
  }

  /** An attempt has failed, or for another reason nothing can be sent now. */
  failed(failure: MessagingError | undefined, now: number): void {
    if (failure !== undefined) this.lastReason = failure.said;
    if (this.isOn && now >= this.nextTry) this.pauseMs = Math.min(this.pauseMs * 2, LONGEST_PAUSE_MS);
    this.isOn = true;
    this.nextTry = Math.max(this.nextTry, now + Math.max(pauseAskedFor(failure ?? {}) ?? 0, this.pauseMs));
  }
}
