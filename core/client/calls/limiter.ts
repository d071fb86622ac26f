/** Runs tasks in order, with a limit on how many run at once. */
export interface Limiter {
  /** @param lines where the task waits for those that came before it, whatever else may run at once */
  run<T>(task: () => Promise<T>, lines?: readonly string[]): Promise<T>;
  /** As `run`, for very many tasks: while one waits, nothing else is kept of it. It must not fail. */
  start(task: () => Promise<void>, lines?: readonly string[]): void;
  readonly full: boolean;
}

/** A task from when it comes to when it has ended. */
interface Entry {
  readonly task: () => Promise<void>;
  readonly lines: readonly string[];
  /** How many tasks in its lines must end before it. */
  after: number;
  /** The tasks that wait for this one to end; a line has only one. */
  followers: Entry[] | undefined;
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
  let inFlight = 0;

  const enter = (task: Entry['task'], lines: readonly string[]): Entry => {
    const entry: Entry = { task, lines, after: 0, followers: undefined };
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
      if (follower.after === 0) fromLines.add(follower);
    }
  };

  // A freed slot goes straight to the next task: if it were free for a moment, a newcomer could overtake.
  const startNext = () => {
    while (inFlight < maxInFlight) {
      const queue = fromLines.size > 0 ? fromLines : others;
      const [next] = queue;
      if (next === undefined) return;
      queue.delete(next);
      void begin(next);
    }
  };

  const begin = async (entry: Entry): Promise<void> => {
    inFlight += 1;
    await entry.task();
    inFlight -= 1;
    leave(entry);
    startNext();
  };

  const start: Limiter['start'] = (task, lines = NO_LINES) => {
    const entry = enter(task, lines);
    if (entry.after > 0) return;
    if (inFlight < maxInFlight) void begin(entry);
    else others.add(entry);
  };

  return {
    get full() {
      return inFlight >= maxInFlight;
    },
    start,
    run: (task, lines) =>
      new Promise((resolve, reject) => {
        start(async () => {
          try {
            resolve(await task());
          } catch (error) {
            reject(error);
          }
        }, lines);
      }),
  };
}
