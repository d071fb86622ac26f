import { createLimiter } from '../../../core/client';

/** Tasks that record when they start and how many run at once; each takes one turn of the microtask queue. */
function countedTasks(maxInFlight: number) {
  const limiter = createLimiter(maxInFlight);
  const started: number[] = [];
  let running = 0;
  let most = 0;
  const run = (number: number) =>
    limiter.run(async () => {
      started.push(number);
      running += 1;
      most = Math.max(most, running);
      await null;
      running -= 1;
      return number;
    });
  return { limiter, run, started, most: () => most };
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('limiter', () => {
  it('runs never more tasks at once than allowed', async () => {
    const tasks = countedTasks(3);
    await Promise.all(upTo(50).map(tasks.run));
    expect(tasks.most()).toBe(3);
  });

  it('lets nobody who comes while a place becomes free overtake those who wait', async () => {
    const tasks = countedTasks(2);
    const all = upTo(5).map(tasks.run);
    for (let number = 5; number < 60; number += 1) {
      await null;
      all.push(tasks.run(number));
    }
    expect(await Promise.all(all)).toEqual(upTo(60));
    expect(tasks.started).toEqual(upTo(60));
    expect(tasks.most()).toBe(2);
  });

  it('goes on after a task that failed, and hands its failure to whoever gave the task', async () => {
    const { run } = createLimiter(1);
    const failing = run(() => Promise.reject(new Error('refused')));
    const next = run(() => Promise.resolve('sent'));
    await expect(failing).rejects.toThrow('refused');
    await expect(next).resolves.toBe('sent');
  });

  it('tells how many wait, and serves 5,000 of them in order', async () => {
    const tasks = countedTasks(10);
    const all = upTo(5_000).map(tasks.run);
    expect(tasks.limiter.waiting).toBe(4_990);
    await Promise.all(all);
    expect(tasks.limiter.waiting).toBe(0);
    expect(tasks.started).toEqual(upTo(5_000));
  });
});
