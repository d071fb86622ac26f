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
  /** How many tasks in its lines must end before it. */
  after: number;
  /** The tasks that wait for this one to end; a line has only one. */
  followers: Entry[] | undefined;
  start?: () => void;
}

const NO_LINES: readonly string[] = [];

/**
 * Makes a limiter for `maxInFlight` tasks at once. Further tasks wait in order, so that a flood of messages stays in order and does not
 * open a flood of connections. A task that waits in one of its lines leaves its turn to later ones, and has the first turn after that.
 */
export function createLimiter(maxInFlight: number): Limiter {
  /** Sets, because a task leaves the front of a long array only in time that grows with its length. */
  const fromLines = new Set<Entry>();
  const others = new Set<Entry>();
  /** The last task of each line; a line without tasks has none. */
  const last = new Map<string, Entry>();
  let inLine = 0;
  let inFlight = 0;

  const enter = (lines: readonly string[]): Entry => {
    const entry: Entry = { after: 0, followers: undefined };
    for (const line of lines) {
      const before = last.get(line);
      last.set(line, entry);
      if (before === undefined || before === entry) continue;
      (before.followers ??= []).push(entry);
      entry.after += 1;
    }
    return entry;
  };

  const leave = (entry: Entry, lines: readonly string[]) => {
    for (const line of lines) if (last.get(line) === entry) last.delete(line);
    for (const follower of entry.followers ?? []) {
      follower.after -= 1;
      if (follower.after > 0) continue;
      inLine -= 1;
      fromLines.add(follower);
    }
  };

  // A freed slot goes straight to the next task: if it were free for a moment, a newcomer could overtake.
  const startNext = () => {
    while (inFlight < maxInFlight) {
      const queue = fromLines.size > 0 ? fromLines : others;
      const [next] = queue;
      if (next === undefined) return;
      queue.delete(next);
      next.start?.();
    }
  };

  const begin = async <T>(entry: Entry, lines: readonly string[], task: () => Promise<T>): Promise<T> => {
    inFlight += 1;
    try {
      return await task();
    } finally {
      inFlight -= 1;
      leave(entry, lines);
      startNext();
    }
  };

  return {
    get waiting() {
      return fromLines.size + others.size + inLine;
    },
    get full() {
      return inFlight >= maxInFlight;
    },
    // Not async: thousands of tasks can wait, and each would keep a suspended function besides its place in the queue.
    run(task, lines = NO_LINES) {
      const entry = enter(lines);
      if (entry.after === 0 && inFlight < maxInFlight) return begin(entry, lines, task);
      if (entry.after === 0) others.add(entry);
      else inLine += 1;
      return new Promise((resolve) => {
        entry.start = () => resolve(begin(entry, lines, task));
      });
    },
  };
}
