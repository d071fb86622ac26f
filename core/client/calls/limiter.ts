/** Runs tasks in order, with a limit on how many run at once. */
export interface Limiter {
  /**
   * @param lines where the task waits for those that came before it, whatever else may run at once; none if it may run beside all others
   */
  run<T>(task: () => Promise<T>, lines?: readonly string[]): Promise<T>;
  /** Tasks that wait for their turn. */
  readonly waiting: number;
  readonly full: boolean;
}

/** A task from when it comes to when it has ended. */
interface Entry {
  /** Earlier tasks have smaller ones. */
  readonly place: number;
  readonly lines: readonly string[];
  /** How many tasks in its lines must end before it. */
  after: number;
  /** The tasks that wait for this one to end; a line has only one. */
  followers: Entry[] | undefined;
  start: () => void;
}

const NO_LINES: readonly string[] = [];
const nothing = () => undefined;

/**
 * Makes a limiter for `maxInFlight` tasks at once. Further tasks wait in order, so that a flood of messages stays in order and does not
 * open a flood of connections. A task that waits in one of its lines leaves its turn to later ones, and has the first turn after that.
 */
export function createLimiter(maxInFlight: number): Limiter {
  /** By place. Entries of tasks that have started are set to undefined, as they would keep the results. */
  const queue: Array<Entry | undefined> = [];
  let head = 0;
  let inFlight = 0;
  let arrived = 0;
  let inLine = 0;
  /** The last task of each line; a line without tasks has none. */
  const last = new Map<string, Entry>();

  const enter = (lines: readonly string[]): Entry => {
    const entry: Entry = { place: arrived, lines, after: 0, followers: undefined, start: nothing };
    arrived += 1;
    for (const line of lines) {
      const before = last.get(line);
      last.set(line, entry);
      if (before === undefined || before === entry) continue;
      (before.followers ??= []).push(entry);
      entry.after += 1;
    }
    return entry;
  };

  const leave = (entry: Entry) => {
    for (const line of entry.lines) if (last.get(line) === entry) last.delete(line);
    for (const follower of entry.followers ?? []) {
      follower.after -= 1;
      if (follower.after > 0) continue;
      inLine -= 1;
      queue.splice(placeOf(follower), 0, follower);
    }
  };

  /** Where a task that has come before others belongs among them. */
  const placeOf = ({ place }: Entry): number => {
    let low = head;
    let high = queue.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((queue[middle]?.place ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  // A freed slot goes straight to the next task: if it were free for a moment, a newcomer could overtake.
  const startNext = () => {
    for (let next = queue[head]; next !== undefined && inFlight < maxInFlight; next = queue[head]) {
      queue[head] = undefined;
      head += 1;
      // Shifting an array takes time in proportion to its length, so started tasks are cut off only now and then.
      if (head > 1000 && head * 2 > queue.length) {
        queue.splice(0, head);
        head = 0;
      }
      next.start();
    }
  };

  const begin = async <T>(entry: Entry, task: () => Promise<T>): Promise<T> => {
    inFlight += 1;
    try {
      return await task();
    } finally {
      inFlight -= 1;
      leave(entry);
      startNext();
    }
  };

  return {
    get waiting() {
      return queue.length - head + inLine;
    },
    get full() {
      return inFlight >= maxInFlight;
    },
    // Not async: thousands of tasks can wait, and each would keep a suspended function besides its place in the queue.
    run(task, lines = NO_LINES) {
      const entry = enter(lines);
      if (entry.after === 0 && inFlight < maxInFlight) return begin(entry, task);
      if (entry.after === 0) queue.push(entry);
      else inLine += 1;
      return new Promise((resolve) => {
        entry.start = () => resolve(begin(entry, task));
      });
    },
  };
}
