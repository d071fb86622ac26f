/** Runs tasks in order, with a limit on how many run at once. */
export interface Limiter {
  run<T>(task: () => Promise<T>): Promise<T>;
  /** Tasks that wait for their turn. */
  readonly waiting: number;
  readonly full: boolean;
}

/**
 * Makes a limiter for `maxInFlight` tasks at once. Further tasks wait in order, so that a flood of messages stays in order and does not
 * open a flood of connections.
 */
export function createLimiter(maxInFlight: number): Limiter {
  /** Entries of tasks that have started are set to undefined, as they would keep the results. */
  const queue: Array<(() => void) | undefined> = [];
  let head = 0;
  let inFlight = 0;

  // A freed slot goes straight to the next task in line: if it were free for a moment, a newcomer could overtake.
  const finished = () => {
    const next = queue[head];
    if (next === undefined) {
      inFlight -= 1;
      return;
    }
    queue[head] = undefined;
    head += 1;
    // Shifting an array takes time in proportion to its length, so started tasks are cut off only now and then.
    if (head > 1000 && head * 2 > queue.length) {
      queue.splice(0, head);
      head = 0;
    }
    next();
  };

  const begin = async <T>(task: () => Promise<T>): Promise<T> => {
    try {
      return await task();
    } finally {
      finished();
    }
  };

  return {
    get waiting() {
      return queue.length - head;
    },
    get full() {
      return inFlight >= maxInFlight;
    },
    // Not async: thousands of tasks can wait, and each would keep a suspended function besides its place in the queue.
    run(task) {
      if (inFlight >= maxInFlight) return new Promise((resolve) => queue.push(() => resolve(begin(task))));
      inFlight += 1;
      return begin(task);
    },
  };
}
