import { MessagingError } from '../../core/client';
import { runItems, type ItemOutcome } from '../../nodes/MessagingService/items';

const items = (count: number): Array<ItemOutcome<number>> =>
  Array.from({ length: count }, (_, value) => ({ kind: 'done', value }));
const refused = new MessagingError({ message: 'refused', outcome: 'rejected', code: 'refused' });
const kinds = (outcomes: Array<ItemOutcome<unknown>>) => outcomes.map(({ kind }) => kind);
const never = () => new Promise<never>(() => undefined);

describe('items are run', () => {
  it('a few at once, with the results in their order', async () => {
    let running = 0;
    let most = 0;
    const outcomes = await runItems(
      items(10),
      { atOnce: 3, goOn: false, signal: undefined },
      async (item) => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        return item * 2;
      },
    );

    expect(most).toBe(3);
    expect(outcomes).toEqual(items(10).map((_, index) => ({ kind: 'done', value: index * 2 })));
  });

  it.each([
    [false, ['done', 'failed', 'skipped', 'skipped']],
    [true, ['done', 'failed', 'done', 'done']],
  ])('after a failure only when told to go on (%s)', async (goOn, expected) => {
    const outcomes = await runItems(items(4), { atOnce: 1, goOn, signal: undefined }, async (item) => {
      if (item === 1) throw refused;
      return item;
    });

    expect(kinds(outcomes)).toEqual(expected);
  });

  it('but not those that have failed already', async () => {
    const failed = { kind: 'failed', error: refused } as const;
    const task = jest.fn(async (item: number) => item);

    const outcomes = await runItems(
      [failed, ...items(1)],
      { atOnce: 1, goOn: false, signal: undefined },
      task,
    );

    expect(outcomes).toEqual([failed, { kind: 'done', value: 0 }]);
    expect(task).toHaveBeenCalledTimes(1);
  });
});

describe('a stop of the execution', () => {
  it('ends the run at once: what was under way may have been sent, nothing new is begun', async () => {
    const stop = new AbortController();
    const begun: number[] = [];
    const run = runItems(items(4), { atOnce: 2, goOn: false, signal: stop.signal }, async (item) => {
      begun.push(item);
      return item === 0 ? item : await never();
    });
    await new Promise((resolve) => setImmediate(resolve));

    stop.abort();

    const outcomes = await run;
    expect(kinds(outcomes)).toEqual(['done', 'failed', 'failed', 'skipped']);
    expect(outcomes[1]).toMatchObject({ error: { outcome: 'unknown', code: 'cancelled' } });
    expect(begun).toEqual([0, 1, 2]);
  });

  it('before the run begins nothing', async () => {
    const task = jest.fn(async (item: number) => item);

    const outcomes = await runItems(items(2), { atOnce: 1, goOn: true, signal: AbortSignal.abort() }, task);

    expect(kinds(outcomes)).toEqual(['skipped', 'skipped']);
    expect(task).not.toHaveBeenCalled();
  });
});
