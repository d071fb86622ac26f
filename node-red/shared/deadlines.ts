import { sleep } from '../../core/client';

/** How long one thing may take. */
export interface Deadline {
  /** Fires when the time is over, or when the caller gives up. */
  readonly signal: AbortSignal;
  /** Whether it fired because the time was over. */
  readonly passed: boolean;
  /** To be called when the thing is done. */
  end(): void;
}

interface Watched {
  /** On the clock of `performance.now()`, which nobody sets. */
  at: number;
  expire(): void;
}

/**
 * The deadlines of many things at once. `AbortSignal.timeout()` for each, joined with another signal, would do the same; but what Node.js
 * keeps for those is only freed by a full garbage collection, and thousands of messages in a row make Node-RED larger and slower.
 */
export class Deadlines {
  private readonly watched = new Set<Watched>();
  private wakeAt = Infinity;
  private waking = new AbortController();

  /** Begins a deadline of `ms` milliseconds that also fires with `signal`. */
  begin(ms: number, signal?: AbortSignal): Deadline {
    const controller = new AbortController();
    let passed = false;
    const giveUp = () => controller.abort();
    const watched: Watched = {
      at: performance.now() + ms,
      expire: () => {
        passed = true;
        giveUp();
      },
    };
    if (signal?.aborted === true) giveUp();
    signal?.addEventListener('abort', giveUp);
    this.watch(watched);
    return {
      signal: controller.signal,
      get passed() {
        return passed;
      },
      end: () => {
        signal?.removeEventListener('abort', giveUp);
        this.watched.delete(watched);
      },
    };
  }

  private watch(watched: Watched): void {
    const isIdle = this.wakeAt === Infinity;
    this.watched.add(watched);
    if (watched.at >= this.wakeAt) return;
    this.wakeAt = watched.at;
    if (isIdle) void this.watchAll();
    else this.waking.abort();
  }

  private async watchAll(): Promise<void> {
    while (this.wakeAt < Infinity) {
      this.waking = new AbortController();
      await sleep(this.wakeAt - performance.now(), this.waking.signal);
      const now = performance.now();
      for (const watched of this.watched) {
        if (watched.at > now) continue;
        this.watched.delete(watched);
        watched.expire();
      }
      this.wakeAt = Math.min(Infinity, ...[...this.watched].map(({ at }) => at));
    }
  }
}
