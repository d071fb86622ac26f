import type { IExecuteFunctions } from 'n8n-workflow';

import { checkMessage, createLimiter, type Accepted } from '../../core/client';
import { ended, takeSteps } from '../../core/steps';
import type { Draft } from '../../nodes/MessagingService/actions/message/drafts';
import { keysOfRun, KeysOfRun, processedKeys, type ProcessedKeys } from '../../nodes/processedKeys';

/** A node of its own, with n8n's list of keys, whose first write fails after or before it was committed. */
function nodeOf(id: string, failure: { isCommitted: boolean; reason: string }): IExecuteFunctions {
  const stored = new Set<string>();
  let writes = 0;
  const context: IExecuteFunctions = Object.assign(Object.create(null), {
    getNode: () => ({ id, parameters: {} }),
    getExecutionCancelSignal: () => undefined,
    getWorkflow: () => ({ id: 'w' }),
    getNodeParameter: (_name: string, _item: number, fallback: unknown) => fallback,
    helpers: {
      checkProcessedAndRecord: async (keys: string[]) => {
        const processed = keys.filter((key) => stored.has(key));
        const isFailing = ++writes === 1;
        if (!isFailing || failure.isCommitted) for (const key of keys) stored.add(key);
        if (isFailing) throw new Error(failure.reason);
        return { processed, new: [] };
      },
    },
  });
  return context;
}
const lostAnswer = { isCommitted: true, reason: 'Connection terminated' };
/** Sends a message with a key from the node, and says what became of it. */
async function send(context: IExecuteFunctions): Promise<unknown> {
  const draft: Draft = {
    itemIndex: 0,
    request: await checkMessage({
      channel: 'Sms',
      from: 'MyCompany',
      to: '+41791234567',
      content: { type: 'Text', text: 'Hello' },
    }),
    ...{ place: 0, files: [], compared: [], notes: [], key: 'order 17' },
  };
  const { claims, giveBack } = keysOfRun(context, ['order 17']);
  await takeSteps([draft], {
    once: { claims },
    send: async ([each]) => {
      if (each !== undefined) each.result = accepted;
    },
  });
  await giveBack();
  return ended(draft);
}

const accepted: Accepted = {
  ...{ outcome: 'accepted', messageId: 'a', messageIds: ['a'], recipients: [] },
  ...{ pages: undefined, requestId: undefined, raw: {} },
};

describe('a database that fails while a key is recorded', () => {
  it('after it has recorded it: the message is not sent, and not reported as sent before', async () => {
    expect(await send(nodeOf('lost', lostAnswer))).toMatchObject({
      outcome: 'failed',
      error: { outcome: 'unknown' },
    });
  });

  it.each(['database is locked', 'UNIQUE constraint failed'])('before: it is sent (%s)', async (reason) => {
    const context = nodeOf(reason, { isCommitted: false, reason });
    expect(await send(context)).toBe(accepted);
    expect(await send(context)).toMatchObject({ outcome: 'sent_before', messageId: 'a' });
  });
});

describe('the list of keys', () => {
  const add = (failure: Parameters<typeof nodeOf>[1]) => processedKeys(nodeOf('a', failure), 10).add(['a']);

  it('never says of a key that was just written that it was there before', async () => {
    await expect(add(lostAnswer)).rejects.toThrow('Connection terminated');
  });

  it('is written again if another execution has made it at the same moment', async () => {
    expect(await add({ isCommitted: false, reason: 'duplicate key value' })).toEqual(new Set());
  });
});

describe('the keys of a run', () => {
  /** A list that keeps the newest keys only. */
  function listOf(most: number) {
    const stored = new Set<string>();
    const calls: number[] = [];
    const list: ProcessedKeys = {
      add: async (keys) => {
        calls.push(keys.length);
        const before = keys.filter((key) => stored.has(key));
        for (const key of keys) stored.add(key);
        for (const key of [...stored].slice(0, Math.max(0, stored.size - most))) stored.delete(key);
        return new Set(before);
      },
      remove: async (keys) => {
        for (const key of keys) stored.delete(key);
      },
    };
    return { list, stored, calls };
  }
  const keys = Array.from({ length: 20_000 }, (_, index) => `key ${index}`);
  const claimed = (key: string) => new Map([[key, undefined]]);

  it('are recorded in twenty calls, however many there are', async () => {
    const { list, calls } = listOf(Infinity);
    const run = new KeysOfRun(keys, list);
    let found = 0;
    for (const key of keys) found += (await run.record(claimed(key))).size;
    expect(found).toBe(0);
    expect(calls).toHaveLength(20);
  });

  it('are recorded in one call if they are asked for together, while no other run of the node calls', async () => {
    const { list, calls } = listOf(Infinity);
    let isBusy = false;
    const slow = async (given: readonly string[]) => {
      expect(isBusy).toBe(false);
      isBusy = true;
      await new Promise(setImmediate);
      isBusy = false;
      return await list.add(given);
    };
    const turns = createLimiter(1);
    const runs = [0, 10].map((start) => {
      const wanted = keys.slice(start, start + 20);
      const run = new KeysOfRun(wanted, { ...list, add: slow }, turns);
      return Promise.all(wanted.map((key) => run.record(claimed(key))));
    });
    const found = await Promise.all(runs);
    expect(found.map((each) => each.filter(({ size }) => size > 0).length)).toEqual([0, 10]);
    expect(calls).toEqual([20, 20]);
  });

  it('are compared within the run, also if the list keeps fewer', async () => {
    const run = new KeysOfRun(keys.slice(0, 100), listOf(10).list);
    for (const key of keys.slice(0, 100)) await run.record(claimed(key));
    expect(await run.record(claimed('key 0'))).toEqual(claimed('key 0'));
  });

  it('are removed in one call where several messages fail while the list is busy', async () => {
    const { list, stored } = listOf(Infinity);
    const remove = jest.fn(list.remove);
    const run = new KeysOfRun(keys.slice(0, 20), { ...list, remove });
    for (const key of keys.slice(0, 20)) await run.record(claimed(key));
    await Promise.all(keys.slice(0, 20).map((key) => run.remove([key])));
    expect(remove).toHaveBeenCalledTimes(1);
    expect(stored.size).toBe(0);
    expect(await run.record(claimed('key 0'))).toEqual(new Map());
  });

  it('are given back if their messages do not go out after all', async () => {
    const { list, stored } = listOf(Infinity);
    const run = new KeysOfRun(keys.slice(0, 100), list);
    await run.record(claimed('key 0'));
    expect(stored.size).toBe(5);
    await run.giveBack();
    expect([...stored]).toEqual(['key 0']);
  });

  it('are in doubt together if nobody knows whether they were recorded', async () => {
    const { list } = listOf(Infinity);
    const run = new KeysOfRun(keys.slice(0, 100), {
      ...list,
      add: async (given) => {
        await list.add(given);
        throw new Error('lost');
      },
    });
    for (const key of ['key 0', 'key 1']) await expect(run.record(claimed(key))).rejects.toThrow('lost');
  });
});

it('needs the list of n8n only for a message with a key, which is not sent without it', async () => {
  const context = Object.assign(nodeOf('without a list', lostAnswer), { helpers: {} });
  await expect(keysOfRun(context, []).giveBack()).resolves.toEqual(new Set());
  expect(await send(context)).toMatchObject({
    outcome: 'failed',
    error: { code: 'key_not_recorded', outcome: 'not_sent' },
  });
});
