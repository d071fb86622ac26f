import { sleep } from '../../core/client';

/** A time limit for one task: a signal, as far as axios needs one, that fires when the time is over or the caller gives up. */
export interface Deadline {
  readonly aborted: boolean;
  /** Whether it fired because the time was over. */
  readonly passed: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
  /** Call this when the task is done. */
  end(): void;
}

class Watch implements Deadline {
  aborted = false;
  passed = false;
  /** Its position in the list of watches. */
  place = 0;
  private listeners: Array<() => void> = [];

  constructor(
    private readonly deadlines: Deadlines,
    /** On the clock of `performance.now()`, which nobody adjusts. */
    readonly at: number,
    readonly caller: AbortSignal | undefined,
  ) {}

  addEventListener(_type: 'abort', listener: () => void): void {
    this.listeners.push(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.listeners = this.listeners.filter((each) => each !== listener);
  }

  expire(): void {
    this.passed = true;
    this.giveUp();
  }

  giveUp(): void {
    if (this.aborted) return;
    this.aborted = true;
    for (const listener of this.listeners) listener();
  }

  end(): void {
    this.deadlines.end(this);
  }
}

/**
 * The time limits of many requests at once. `AbortSignal.any([AbortSignal.timeout(ms), signal])` for each would do the same, but Node.js keeps
 * a timer and a signal of every request until its time is over: with 10,000 messages, Node-RED then takes 276 MB instead of 231 MB and 17%
 * more CPU, and misses the goal for the peak of memory of "Node-RED, send, 50 at once" in docs/performance.md.
 */
export class Deadlines {
  /** Not sorted: when a watch ends, the last one takes its position. */
  private readonly watched: Watch[] = [];
  private readonly callers = new WeakSet<AbortSignal>();
  private wakeAt = Infinity;
  private waking = new AbortController();

  /** Starts a deadline of `ms` milliseconds that also fires with `signal`. */
  begin(ms: number, signal?: AbortSignal): Deadline {
    const watch = new Watch(this, performance.now() + ms, signal);
    watch.place = this.watched.push(watch) - 1;
    if (signal !== undefined) this.listenTo(signal);
    if (signal?.aborted === true) watch.giveUp();
    this.wakeFor(watch);
    return watch;
  }

  /** Called by a watch that ends. */
  end(watch: Watch): void {
    if (this.watched[watch.place] !== watch) return;
    const last = this.watched.pop();
    if (last === undefined || last === watch) return;
    last.place = watch.place;
    this.watched[last.place] = last;
  }

  private listenTo(caller: AbortSignal): void {
    if (this.callers.has(caller)) return;
    this.callers.add(caller);
    const giveUp = () => {
      const watched = this.watched.filter((watch) => watch.caller === caller);
      for (const watch of watched) watch.giveUp();
    };
    caller.addEventListener('abort', giveUp, { once: true });
  }

  private wakeFor({ at }: Watch): void {
    if (at >= this.wakeAt) return;
    const isIdle = this.wakeAt === Infinity;
    this.wakeAt = at;
    if (isIdle) void this.watchAll();
    else this.waking.abort();
  }

  private async watchAll(): Promise<void> {
    while (this.wakeAt < Infinity) {
      this.waking = new AbortController();
      await sleep(this.wakeAt - performance.now(), this.waking.signal);
      const now = performance.now();
      for (const watch of this.watched.filter(({ at }) => at <= now)) {
        watch.end();
        watch.expire();
      }
      this.wakeAt = Math.min(Infinity, ...this.watched.map(({ at }) => at));
    }
  }
}
