import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { until } from '../hosts/n8n/until';
import { withoutRepeats } from '../../nodes/MessagingServiceTrigger/repeats';

/**
 * A trigger on a worker, with n8n's list of keys in the database.
 * @param keeps whether the list has what was written, or another process overwrites all of it
 * @param missedBy which calls do not find it, counted from 1
 */
function trigger(id: string, keeps: boolean, missedBy: readonly number[] = []) {
  const written: string[][] = [];
  const stored = new Set<string>();
  const warnings: string[] = [];
  const items: INodeExecutionData[] = ['a', 'b'].map((messageId) => ({
    json: { event: 'inbound', messageId, from: '+41791234567', text: 'Hello', raw: {} },
  }));
  const context = {
    getInputData: () => items,
    getMode: () => 'webhook',
    getNode: () => ({ id, name: 'Trigger', parameters: {} }),
    getWorkflow: () => ({ id: 'workflow' }),
    getNodeParameter: (_name: string, _item: number, fallback: unknown) => fallback,
    logger: { warn: (text: string) => warnings.push(text) },
    helpers: {
      checkProcessedAndRecord: async (keys: string[]) => {
        written.push(keys);
        const processed = missedBy.includes(written.length) ? [] : keys.filter((key) => stored.has(key));
        if (keeps) for (const key of keys) stored.add(key);
        return { new: [], processed };
      },
    },
  };
  return { run: () => withoutRepeats(isContext(context)), written, stored, warnings, items };
}

/** Only these parts of n8n are used. */
function isContext(context: object): IExecuteFunctions {
  return Object.create(context);
}

it('looks once whether its keys are still in the list, and drops what comes again', async () => {
  const { run, written, items } = trigger('keeps', true);
  expect(await run()).toEqual(items);
  expect(written).toHaveLength(2);
  expect(await run()).toEqual([]);
});

it('writes keys that others overwrite again, then goes on and says so: an event is rather taken twice than never', async () => {
  const { run, written, warnings, items } = trigger('loses', false);
  expect(await run()).toEqual(items);
  expect(written.filter((keys) => keys.length > 1)).toHaveLength(20);
  expect(warnings).toEqual([expect.stringContaining('repeated events are not dropped')]);
});

it('takes no event for a repeat that it has written itself, when others have overwritten it for a moment', async () => {
  const { run, written, items } = trigger('comes back', true, [2]);
  expect(await run()).toEqual(items);
  expect(written).toHaveLength(4);
});

it('drops an event that another process took while both wrote: of two that come at the same moment, one starts', async () => {
  const { run, written, stored } = trigger('at once', true);
  const running = run();
  await until('the first write', async () => written.length === 1);
  // The other one had read the list before, and writes it back with the same keys.
  const keys = (written[0] ?? []).filter((key) => !/^(mark|witness) /.test(key));
  stored.clear();
  for (const key of keys) stored.add(key);
  expect(await running).toEqual([]);
});
