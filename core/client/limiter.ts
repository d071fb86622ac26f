/** Runs tasks in the order they come, never more than so many at once. */
export interface Limiter {
  run<T>(task: () => Promise<T>): Promise<T>;
  /** Tasks that wait for their turn. */
  readonly waiting: number;
  /** Whether the next task must wait. */
  readonly full: boolean;
}

/**
 * Makes a limiter for `maxInFlight` tasks at once. Tasks beyond that wait in order, so that a flood of messages neither opens
 * a flood of connections nor overtakes itself.
 */
export function createLimiter(maxInFlight: number): Limiter {
  /** What was served is emptied, as it would keep its result. */
  const queue: Array<(() => void) | undefined> = [];
  let head = 0;
  let inFlight = 0;

  // A place that becomes free goes straight to the next in line: were it free for a moment, whoever comes then would overtake.
  const finished = () => {
    const next = queue[head];
    if (next === undefined) {
      inFlight -= 1;
      return;
    }
    queue[head] = undefined;
    head += 1;
    // Shifting an array costs its length; cutting off what was served now and then does not.
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
    // Not async: thousands can wait, and each would keep a suspended function besides its place in the queue.
    run(task) {
      if (inFlight >= maxInFlight) return new Promise((resolve) => queue.push(() => resolve(begin(task))));
      inFlight += 1;
      return begin(task);
    },
  };
}
