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
  return { run, started, most: () => most };
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

  it.each([[[]], [['a', 'a']]])('goes on after a task that failed: lines %j', async (lines) => {
    const { run } = createLimiter(lines.length || 1);
    const failing = run(() => Promise.reject(new Error('refused')), lines);
    const next = run(() => Promise.resolve('sent'), lines.slice(1));
    await expect(failing).rejects.toThrow('refused');
    await expect(next).resolves.toBe('sent');
  });

  it('keeps the order within a line, lets others pass meanwhile, and gives the line its turn back', async () => {
    const limiter = createLimiter(2);
    const started: string[] = [];
    const ends = new Map<string, () => void>();
    const run = (name: string, ...lines: string[]) =>
      limiter.run(() => {
        started.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      }, lines);
    const end = async (name: string) => {
      ends.get(name)?.();
      for (let turn = 0; turn < 5; turn += 1) await null;
    };
    const all = [
      run('A1', 'a'),
      run('A2', 'a'),
      run('B1', 'b'),
      run('AB', 'a', 'b'),
      run('C1', 'c'),
      run('A3', 'a'),
    ];
    expect(started).toEqual(['A1', 'B1']);
    await end('B1');
    expect(started).toEqual(['A1', 'B1', 'C1']);
    // A2 came before all that wait.
    all.push(run('D1', 'd'));
    await end('A1');
    expect(started.at(-1)).toBe('A2');
    await end('C1');
    await end('A2');
    expect(started.slice(4)).toEqual(['D1', 'AB']);
    await end('D1');
    expect(started.at(-1)).toBe('AB');
    await end('AB');
    expect(started.at(-1)).toBe('A3');
    await end('A3');
    await Promise.all(all);
    expect(limiter.full).toBe(false);
  });

  it('serves random lines in order, none of them more than one at a time, and as many others as allowed', async () => {
    const limiter = createLimiter(5);
    const seen = new Map<string, number[]>();
    const running = new Set<string>();
    let most = 0;
    let state = 41;
    const random = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
    await Promise.all(
      upTo(2000).map((number) => {
        const lines = upTo(1 + Math.floor(random() * 2)).map(() => `line ${Math.floor(random() * 30)}`);
        return limiter.run(async () => {
          for (const line of new Set(lines)) {
            expect(running.has(line)).toBe(false);
            running.add(line);
            seen.set(line, [...(seen.get(line) ?? []), number]);
          }
          most = Math.max(most, running.size);
          for (let turn = Math.floor(random() * 4); turn > 0; turn -= 1) await null;
          for (const line of lines) running.delete(line);
        }, lines);
      }),
    );
    for (const numbers of seen.values())
      expect(numbers).toEqual([...numbers].sort((one, other) => one - other));
    expect(most).toBeGreaterThanOrEqual(5);
  });

  it('takes linear time for many messages to one person', async () => {
    const limiter = createLimiter(5);
    const started: number[] = [];
    await Promise.all(upTo(50_000).map((number) => limiter.run(async () => started.push(number), ['a'])));
    expect(started).toEqual(upTo(50_000));
  });
});
