import { LONGEST_MS } from '../../core/client/calls/sleep';

/** Times that end at almost the same moment end together: each look goes through all of them. */
const SHORTEST_MS = 50;

/** Says of each thing when its time is up, with one timer for all of them. A clock that is set meanwhile changes nothing. */
export class Deadlines<Thing> {
  /** On the clock of `performance.now()`. */
  private readonly times = new Map<Thing, number>();
  private timer: NodeJS.Timeout | undefined;
  private next = Infinity;

  constructor(private readonly timeUp: (thing: Thing) => void) {}

  /** @param at milliseconds since 1970 */
  set(thing: Thing, at: number): void {
    const due = performance.now() + at - Date.now();
    this.times.set(thing, due);
    if (due < this.next) this.wakeAt(due);
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
    const ms = Math.min(Math.max(at - performance.now(), SHORTEST_MS), LONGEST_MS);
    this.timer = setTimeout(() => this.look(), ms).unref();
  }

  private look(): void {
    const now = performance.now();
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
