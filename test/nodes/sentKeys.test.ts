import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { checkMessage } from '../../core/client';
import { alone, journey, notCompared, resultOf, valueOf } from '../../core/journey';
import type { Draft } from '../../nodes/MessagingService/actions/message/draft';
import { oncePerKeyOf } from '../../nodes/MessagingService/actions/message/sentKeys';
import { processedKeys } from '../../nodes/processedKeys';

/** A node of its own, with n8n's list of keys, whose first write fails after or before it was committed. */
function nodeOf(id: string, failure: { isCommitted: boolean; reason: string }): IExecuteFunctions {
  const stored = new Set<string>();
  let writes = 0;
  const context: IExecuteFunctions = Object.assign(Object.create(null), {
    getNode: () => ({ id, parameters: {} }),
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
/** Sends a message with a key from the node, and gives its output. */
async function send(context: IExecuteFunctions): Promise<unknown> {
  const draft: Draft = {
    position: 0,
    itemIndex: 0,
    request: await checkMessage({
      channel: 'Sms',
      from: 'MyCompany',
      to: '+41791234567',
      content: { type: 'Text', text: 'Hello' },
    }),
    files: [],
    compared: notCompared,
    oddNumbers: [],
    notes: [],
    validateOnly: false,
    key: 'order 17',
  };
  const { forAll, forEach } = oncePerKeyOf(context, [draft]);
  await journey(
    [forAll, forEach],
    alone<IDataObject, Draft>(async () => ({ messageId: 'a' })),
  )([draft]);
  return valueOf(resultOf(draft));
}

describe('a database that fails while a key is recorded', () => {
  it('after it has recorded it: the message is not sent, and not reported as sent before', async () => {
    await expect(send(nodeOf('lost', lostAnswer))).rejects.toMatchObject({ outcome: 'unknown' });
  });

  it.each(['database is locked', 'UNIQUE constraint failed'])('before: it is sent (%s)', async (reason) => {
    expect(await send(nodeOf(reason, { isCommitted: false, reason }))).toEqual({ messageId: 'a' });
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
