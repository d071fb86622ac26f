import { MessagingError, type Tried } from '../../core/client';
import {
  cancelSignalOf,
  firstFailure,
  parameterOf,
  parametersOf,
  runItems,
} from '../../nodes/MessagingService/items';

const items = (count: number): Array<Tried<number>> =>
  Array.from({ length: count }, (_, value) => ({ ok: true, value }));
const refused = new MessagingError({ message: 'refused', outcome: 'rejected', code: 'refused' });
const kinds = (outcomes: ReadonlyArray<Tried<unknown> | undefined>) => outcomes.map((outcome) => outcome?.ok);
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
    expect(outcomes).toEqual(items(10).map((_, index) => ({ ok: true, value: index * 2 })));
  });

  it.each([
    [false, [true, false, undefined, undefined]],
    [true, [true, false, true, true]],
  ])('after a failure only when told to go on (%s)', async (goOn, expected) => {
    const outcomes = await runItems(items(4), { atOnce: 1, goOn, signal: undefined }, async (item) => {
      if (item === 1) throw refused;
      return item;
    });

    expect(kinds(outcomes)).toEqual(expected);
  });

  it('but not those that have failed already', async () => {
    const failed = { ok: false, error: refused } as const;
    const task = jest.fn(async (item: number) => item);

    const outcomes = await runItems(
      [failed, ...items(1)],
      { atOnce: 1, goOn: false, signal: undefined },
      task,
    );

    expect(outcomes).toEqual([failed, { ok: true, value: 0 }]);
    expect(task).toHaveBeenCalledTimes(1);
  });
});

describe('an item that fails', () => {
  it('with anything but an error of this package counts as possibly sent', async () => {
    const outcomes = await runItems(items(1), { atOnce: 1, goOn: true, signal: undefined }, async () => {
      throw new TypeError('x is not a function');
    });

    expect(outcomes).toMatchObject([
      {
        ok: false,
        error: { outcome: 'unknown', message: expect.stringContaining('x is not a function') },
      },
    ]);
  });

  it('is found with its place among the others', () => {
    const failed = { ok: false, error: refused } as const;

    expect(firstFailure([...items(2), failed, failed])).toEqual({ error: refused, itemIndex: 2 });
    expect(firstFailure([...items(2), undefined])).toBeUndefined();
    expect(firstFailure([])).toBeUndefined();
  });
});

describe('the parameters of an item', () => {
  const entered = {
    text: 'Hello',
    to: '={{ $json.to }}',
    options: { timeout: 5 },
    rows: { entry: [{ title: 'A' }, { title: '={{ $json.title }}' }] },
  };

  /** A node of n8n that notes how often it is asked; the value is made of name and item. */
  function node() {
    const asked: string[] = [];
    return {
      asked,
      getNode: () => ({ parameters: entered }),
      getNodeParameter(name: string, itemIndex: number, fallback: string) {
        asked.push(`${name} ${itemIndex}`);
        return name === 'missing' ? fallback : `${name} of ${itemIndex}`;
      },
    };
  }

  it('without an expression are read once for all items', () => {
    const context = node();
    const of = parametersOf(context);
    const read = [0, 1, 2].map((item) => [of(item)('text'), of(item)('options.timeout')]);

    expect(read).toEqual(Array.from({ length: 3 }, () => ['text of 0', 'options.timeout of 0']));
    expect(context.asked).toEqual(['text 0', 'options.timeout 0']);
  });

  it.each(['to', 'rows', 'rows.entry'])('with an expression are read for each item: %s', (name) => {
    const of = parametersOf(node());

    expect([0, 1].map((item) => of(item)(name))).toEqual([`${name} of 0`, `${name} of 1`]);
  });

  it('are empty if the node lacks them', () => {
    expect(parametersOf(node())(0)('missing')).toBe('');
    expect(parameterOf(node(), 1)('missing')).toBe('');
    expect(parameterOf(node(), 1)('text')).toBe('text of 1');
  });
});

describe('what n8n gives', () => {
  it('is a signal for the end of the execution, except in older versions', () => {
    const signal = AbortSignal.abort();

    expect(cancelSignalOf({ getExecutionCancelSignal: () => signal })).toBe(signal);
    expect(cancelSignalOf({})).toBeUndefined();
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
    expect(kinds(outcomes)).toEqual([true, false, false, undefined]);
    expect(outcomes[1]).toMatchObject({ error: { outcome: 'unknown', code: 'cancelled' } });
    expect(begun).toEqual([0, 1, 2]);
  });

  it('before the run begins nothing', async () => {
    const task = jest.fn(async (item: number) => item);

    const outcomes = await runItems(items(2), { atOnce: 1, goOn: true, signal: AbortSignal.abort() }, task);

    expect(kinds(outcomes)).toEqual([undefined, undefined]);
    expect(task).not.toHaveBeenCalled();
  });
});
