import { until } from '../hosts/n8n/until';
import { serve, useNodeBench } from './inProcess/bench';

/** The operations that ask the service, and how an account is spoken to. */
const bench = useNodeBench();

const sms = { from: 'Test', to: '+41791234567', text: 'Hello' };
const goOn = { onError: 'continueRegularOutput' } as const;
const urls = () => bench.sandbox.calls().map(({ url }) => url);

async function sentIds(count: number, operation = 'send') {
  await bench.run(
    { operation, ...sms },
    Array.from({ length: count }, () => ({})),
  );
  return bench.sandbox.messages().map(({ messageId }) => messageId);
}

describe('Get Status', () => {
  const query = (messageId: unknown) => ({ operation: 'getStatus', messageId });

  it('tells what became of each message', async () => {
    const [delivered = '', failed = '', open] = await sentIds(3);
    bench.sandbox.setState(delivered, 'Delivered');
    bench.sandbox.setState(failed, 'Failed', { code: 'AbsentSubscriber', message: 'Not reachable' });
    const execution = await bench.run(
      query('={{ $json.id }}'),
      [delivered, failed, open].map((id) => ({ json: { id } })),
    );
    expect(execution.items()).toMatchObject([
      { messageId: delivered, status: 'delivered', statusText: 'Delivered', final: true },
      {
        messageId: failed,
        status: 'failed',
        final: true,
        errorCode: 'AbsentSubscriber',
        errorText: 'Not reachable',
      },
      {
        messageId: open,
        status: 'other',
        final: false,
        requestId: expect.any(String),
        raw: expect.any(Object),
      },
    ]);
    expect(execution.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
      [0, 1, 2].map((item) => ({ item })),
    );
  });

  it.each([
    ['an array', (ids: unknown[]) => ids],
    ['a text with commas', (ids: unknown[]) => ids.join(', ')],
  ])(
    'takes several ids from %s, and gives each its result or its error, which names it',
    async (_name, given) => {
      const [first, last] = await sentIds(2);
      const item = { json: { ids: given([first, 'nothing', last]) } };
      expect((await bench.run(query('={{ $json.ids }}'), [item], goOn)).items()).toMatchObject([
        { messageId: first },
        { error: expect.stringMatching(/^nothing: /), errorDetails: { status: 404, outcome: 'rejected' } },
        { messageId: last },
      ]);
    },
  );

  it.each([
    ['={{ $json.id }}', 'its expression finds nothing: {{ $json.id }}'],
    [', ,', 'is required'],
    ['={{ 9007199254740993 }}', 'is a number that has lost digits: enter it as text'],
    ['undefined', 'contains "undefined", so an expression or a field probably found no text'],
    ['null', 'contains "null", so an expression or a field probably found no text'],
  ])('asks for the id that is missing: %s', async (messageId, said) => {
    expect((await bench.run(query(messageId))).error?.message).toBe(`Message ID: ${said}`);
    expect(urls()).toEqual([]);
  });
});

describe('what goes wrong', () => {
  const query = { operation: 'getStatus', messageId: '={{ $json.id }}', options: { itemsAtOnce: 1 } };
  const ids = (...all: string[]) => all.map((id) => ({ json: { id } }));

  it('ends the node, before anything is asked where it is seen then, unless it goes on', async () => {
    const [id = ''] = await sentIds(1);
    const asked = async (items: ReturnType<typeof ids>, settings: object = {}) => {
      const before = urls().length;
      await bench.run(query, items, settings);
      return urls().length - before;
    };
    const failing = ids(id, 'nothing', id);
    const unread = ids(id, ' ', id);
    expect([await asked(failing), await asked(unread)]).toEqual([2, 0]);
    expect([await asked(failing, goOn), await asked(unread, goOn)]).toEqual([3, 2]);
  });

  it('is a stop of the execution: it ends at once, and asks for nothing more', async () => {
    let calls = 0;
    const account = await serve(() => (calls += 1));
    const begun = bench.begin(query, ids('a', 'b'), { ...goOn, account });
    await until('the call', async () => calls === 1);
    begun.stop.abort();
    const error = 'The execution was stopped before the service answered';
    const stopped = { error, errorDetails: { code: 'cancelled' } };
    expect((await begun.settled()).items()).toMatchObject([stopped]);
    expect(calls).toBe(1);
  });
});

describe('Get Batch Status', () => {
  it('gives an item for each message of the batch', async () => {
    const ids = await sentIds(3, 'sendBatch');
    bench.sandbox.setState(ids[1] ?? '', 'Delivered');
    const batchId = bench.sandbox.messages()[0]?.messageListId;
    const execution = await bench.run({ operation: 'getBatchStatus', batchId });
    expect(execution.items()).toMatchObject(
      ids.map((messageId, index) => ({ messageId, status: index === 1 ? 'delivered' : 'other' })),
    );
    expect(execution.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(ids.map(() => ({ item: 0 })));
  });

  it('gives an error for a message that the service refused', async () => {
    const messages = [
      { messageId: 'a', status: 'Delivered' },
      { to: '+41', customerid: 'c', error: { errorCode: 'Invalid', errorMessage: 'Invalid receiver' } },
    ];
    const account = await serve((_, answer) => answer.end(JSON.stringify({ messages })));
    const ask = { operation: 'getBatchStatus', batchId: 'b' };
    const message = expect.stringContaining('Invalid receiver');
    const fields = { outcome: 'rejected', raw: messages[1] };
    const who = { to: '+41', customerid: 'c' };
    expect((await bench.run(ask, [{ json: { row: 1 } }], { account })).items()).toMatchObject([
      { messageId: 'a', status: 'delivered' },
      { row: 1, ...who, error: message, errorDetails: fields },
    ]);
    const settings = { account, onError: 'continueErrorOutput' } as const;
    const [, refused] = (await bench.run(ask, [{}], settings)).items();
    expect(refused).toEqual({ error: expect.objectContaining({ message, ...fields, ...who }) });
  });
});

it('Get Balance asks once, however many items come in', async () => {
  bench.sandbox.change({ points: 4711 });
  const execution = await bench.run({ resource: 'account', operation: 'getBalance' }, [{}, {}, {}]);
  expect(execution.items()).toMatchObject([
    { points: 4711, requestId: expect.any(String), raw: { balance: 4711 } },
  ]);
  expect(execution.outputs[0]?.[0]?.pairedItem).toEqual([0, 1, 2].map((item) => ({ item })));
  expect(urls()).toHaveLength(1);
});
