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
  const queue: Array<() => void> = [];
  let head = 0;
  let inFlight = 0;

  // A place that becomes free goes straight to the next in line: were it free for a moment, whoever comes then would overtake.
  const finished = () => {
    const next = queue[head];
    if (next === undefined) {
      inFlight -= 1;
      return;
    }
    head += 1;
    // Shifting an array costs its length; cutting off what was served now and then does not.
    if (head > 1000 && head * 2 > queue.length) {
      queue.splice(0, head);
      head = 0;
    }
    next();
  };

  return {
    get waiting() {
      return queue.length - head;
    },
    get full() {
      return inFlight >= maxInFlight;
    },
    async run(task) {
      if (inFlight < maxInFlight) inFlight += 1;
      else await new Promise<void>((resolve) => queue.push(resolve));
      try {
        return await task();
      } finally {
        finished();
      }
    },
  };
}
