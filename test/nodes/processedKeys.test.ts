import type { IExecuteFunctions } from 'n8n-workflow';

import { checkMessage, type Accepted } from '../../core/client';
import { ended, takeSteps } from '../../core/steps';
import type { Draft } from '../../nodes/MessagingService/actions/message/drafts';
import { keysOfRun, processedKeys, provenKeys } from '../../nodes/processedKeys';

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
    files: [],
    compared: [],
    notes: [],
    key: 'order 17',
  };
  await takeSteps([draft], {
    once: { claims: keysOfRun(context) },
    send: async ([each]) => {
      if (each !== undefined) each.result = accepted;
    },
  });
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
    expect(await send(nodeOf(reason, { isCommitted: false, reason }))).toBe(accepted);
  });
});

describe('the list of keys', () => {
  const add = (failure: Parameters<typeof nodeOf>[1]) => processedKeys(nodeOf('a', failure), 10).add(['a']);

  it('never says of a key that was just written that it was there before', async () => {
    await expect(add(lostAnswer)).rejects.toThrow('Connection terminated');
  });

  it('is written again if another execution has made it at the same moment', async () => {
    expect(await add({ isCommitted: false, reason: 'duplicate key value' })).toEqual([]);
  });
});

describe('the keys of a run', () => {
  /** A list that keeps the newest keys only. */
  function listOf(most: number) {
    let stored: string[] = [];
    const add = async (keys: readonly string[]) => {
      const before = keys.filter((key) => stored.includes(key));
      stored = [...new Set([...stored, ...keys])].slice(-most);
      return before;
    };
    return { list: { add, remove: async () => undefined }, keys: () => stored.filter(isKey) };
  }
  const isKey = (entry: string) => entry.startsWith('key');

  it('are compared within the run, also if the list keeps fewer', async () => {
    const run = provenKeys(listOf(2).list);
    for (const key of ['key 0', 'key 1', 'key 2']) expect((await run.record([key])).size).toBe(0);
    expect([...(await run.record(['key 0', 'key 3'])).keys()]).toEqual(['key 0']);
  });

  it('are recorded only for the messages whose turn has come', async () => {
    const { list, keys } = listOf(Infinity);
    await provenKeys(list).record(['key 0']);
    expect(keys()).toEqual(['key 0']);
  });

  it('are in doubt if nobody knows whether they were recorded: copies fail alike', async () => {
    const { list } = listOf(Infinity);
    let isLost = true;
    const add = async (keys: readonly string[]) => {
      const before = await list.add(keys);
      if (isLost) throw new Error('lost');
      return before;
    };
    const run = provenKeys({ ...list, add });
    for (const lost of [true, false]) {
      isLost = lost;
      await expect(run.record(['key 0'])).rejects.toThrow('lost');
    }
  });
});

it('sends no message with a key without the list of n8n', async () => {
  const context = Object.assign(nodeOf('without a list', lostAnswer), { helpers: {} });
  expect(await send(context)).toMatchObject({
    outcome: 'failed',
    error: { code: 'key_not_recorded', outcome: 'not_sent' },
  });
});
