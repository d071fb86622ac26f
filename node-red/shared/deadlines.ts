import { sleep } from '../../core/client';

/** How long one thing may take: a signal, as far as axios needs one, that fires when the time is over or the caller gives up. */
export interface Deadline {
  readonly aborted: boolean;
  /** Whether it fired because the time was over. */
  readonly passed: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
  /** To be called when the thing is done. */
  end(): void;
}

class Watch implements Deadline {
  aborted = false;
  passed = false;
  /** Where it stands among all that are watched. */
  place = 0;
  private listeners: Array<() => void> = [];

  constructor(
    private readonly deadlines: Deadlines,
    /** On the clock of `performance.now()`, which nobody sets. */
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
 * The deadlines of many things at once. `AbortSignal.timeout()` for each, joined with another signal, would do the same; but what Node.js
 * keeps for those is only freed by a full garbage collection, and thousands of messages in a row make Node-RED larger and slower. The same
 * goes for a listener for each on a signal that lives long, and for a Set: both chain what is done to what comes after it. An AbortSignal
 * for each is no better, and costs more than all the rest here.
 */
export class Deadlines {
  /** In no order: the last one takes the place of one that ends. */
  private readonly watched: Watch[] = [];
  private readonly callers = new WeakSet<AbortSignal>();
  private wakeAt = Infinity;
  private waking = new AbortController();

  /** Begins a deadline of `ms` milliseconds that also fires with `signal`. */
  begin(ms: number, signal?: AbortSignal): Deadline {
    const watch = new Watch(this, performance.now() + ms, signal);
    watch.place = this.watched.push(watch) - 1;
    if (signal !== undefined) this.listenTo(signal);
    if (signal?.aborted === true) watch.giveUp();
    this.wakeFor(watch);
    return watch;
  }

  /** To be called by a watch that ends. */
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
