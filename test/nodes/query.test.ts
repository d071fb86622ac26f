import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { MessagingError } from '../../core/client';
import { beginRun, type NodeRun } from '../../nodes/MessagingService/actions/run';
import { query } from '../../nodes/MessagingService/actions/queries';

/** The run of a node with two items. */
async function run({
  goOn = false,
  signal,
}: { goOn?: boolean; signal?: AbortSignal } = {}): Promise<NodeRun> {
  const context: IExecuteFunctions = Object.assign(Object.create(null), {
    continueOnFail: () => goOn,
    getExecuteData: () => ({}),
    getCredentials: async () => ({}),
    getExecutionCancelSignal: () => signal,
    getInputData: () => [{ json: {} }, { json: {} }],
    getNode: () => ({
      name: 'Messaging',
      type: 'messagingService',
      parameters: { options: { itemsAtOnce: 3 } },
    }),
    getNodeParameter: (name: string) => (name === 'options.itemsAtOnce' ? 3 : ''),
    getTimezone: () => 'Europe/Zurich',
    getWorkflowDataProxy: () => ({ $runIndex: 0 }),
    isToolExecution: () => false,
  });
  return await beginRun(context);
}

it('all parts of all items share Items at Once, with the results in their order', async () => {
  let now = 0;
  let most = 0;

  const output = await query(
    await run(),
    (_, item) => Array.from({ length: 10 }, (_, part) => ({ item, part })),
    async (part) => {
      most = Math.max(most, ++now);
      await Promise.resolve();
      now -= 1;
      return part;
    },
  );

  expect(most).toBe(3);
  expect(output[11]).toEqual({ json: { item: 1, part: 1 }, pairedItem: { item: 1 } });
});

const refused = new MessagingError({ message: 'refused', outcome: 'rejected', code: 'refused' });
const never = () => new Promise<never>(() => undefined);
const four = () => [0, 1, 2, 3];

it('a failure ends the node after what was under way, unless it goes on', async () => {
  const begun: number[] = [];
  const ask = async (part: number): Promise<IDataObject> => {
    begun.push(part);
    if (part === 1) throw refused;
    return { part };
  };

  await expect(query(await run(), (_, item) => (item === 0 ? four() : []), ask)).rejects.toThrow('refused');
  expect(begun).toEqual([0, 1, 2]);
  const output = await query(await run({ goOn: true }), (_, item) => (item === 0 ? four() : []), ask);
  expect(output.map(({ json }) => json.error ?? json.part)).toEqual([0, 'refused', 2, 3]);
});

it('an item that cannot be read keeps the others from being asked', async () => {
  const ask = jest.fn(async () => ({}));
  const read = (_: unknown, item: number) => {
    if (item === 1) throw refused;
    return four();
  };

  await expect(query(await run(), read, ask)).rejects.toThrow('refused');
  expect(ask).not.toHaveBeenCalled();
  expect(await query(await run({ goOn: true }), read, ask)).toHaveLength(5);
});

it('a stop of the execution ends the run at once, and nothing new is begun', async () => {
  const stop = new AbortController();
  const begun: number[] = [];
  const asking = query(
    await run({ goOn: true, signal: stop.signal }),
    (_, item) => (item === 0 ? four() : []),
    async (part) => {
      begun.push(part);
      return part === 0 ? { part } : await never();
    },
  );
  await new Promise((resolve) => setImmediate(resolve));

  stop.abort();

  const output = await asking;
  expect(output[0]?.json).toEqual({ part: 0 });
  const error = 'The execution was stopped before the service answered';
  expect(output[1]?.json).toMatchObject({ error, errorDetails: { code: 'cancelled' } });
  expect(begun).toEqual([0, 1, 2, 3]);
});
