import { LONGEST_MS } from '../../core/client/calls/sleep';
import { steadyNow } from '../service/clock';

/** Times that end at almost the same moment end together: each look goes through all of them. */
const SHORTEST_MS = 50;

/** Says of each thing when its time is up, with one timer for all of them. Times are of the steady clock. */
export class Deadlines<Thing> {
  private readonly times = new Map<Thing, number>();
  private timer: NodeJS.Timeout | undefined;
  private next = Infinity;

  constructor(private readonly timeUp: (thing: Thing) => void) {}

  set(thing: Thing, at: number): void {
    this.times.set(thing, at);
    if (at < this.next) this.wakeAt(at);
  }

  delete(thing: Thing): void {
    this.times.delete(thing);
  }

  clear(): void {
    this.times.clear();
    this.wakeAt(Infinity);
  }

  private wakeAt(at: number): void {
    clearTimeout(this.timer);
    this.next = at;
    if (at === Infinity) return;
    const ms = Math.min(Math.max(at - steadyNow(), SHORTEST_MS), LONGEST_MS);
    this.timer = setTimeout(() => this.look(), ms).unref();
  }

  private look(): void {
    const now = steadyNow();
    const over: Thing[] = [];
    let next = Infinity;
    for (const [thing, at] of this.times) {
      if (at <= now) over.push(thing);
      else if (at < next) next = at;
    }
    for (const thing of over) this.times.delete(thing);
    this.wakeAt(next);
    for (const thing of over) this.timeUp(thing);
  }
}
