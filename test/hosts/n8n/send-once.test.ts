import { type Bench, type InputItem, outputs, startBench } from './messaging';

/** *Send Only Once Per*, in a real n8n with its own database. */
jest.setTimeout(300_000);

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(async () => {
  await bench?.stop();
});
beforeEach(() => {
  bench.sandbox.reset();
});

const orders = (...ids: Array<string | number>): InputItem[] =>
  ids.map((order, index) => ({ json: { order, to: `+4179100000${index}` } }));
const keyed = { from: 'Test', to: '={{ $json.to }}', text: '=Order {{ $json.order }}' };
const options = { sendOncePer: '={{ $json.order }}' };
const texts = () =>
  bench.sandbox
    .messages()
    .map(({ content }) => ('text' in content ? content.text : ''))
    .sort();
const goOn = { onError: 'continueRegularOutput' } as const;

describe.each(['send', 'sendBatch'])('%s', (operation) => {
  const parameters = { ...keyed, operation, options };

  it('sends no key a second time, in the same run or a later one, and says which message had it', async () => {
    const workflow = await bench.workflow(parameters, orders('A', 'B', 'A', 7));
    const first = outputs(await bench.n8n.run(workflow));
    expect(texts()).toEqual(['Order 7', 'Order A', 'Order B']);
    expect(first.map(({ outcome }) => outcome)).toEqual([undefined, undefined, 'sent_before', undefined]);
    expect(first[2]).toEqual({ outcome: 'sent_before', key: 'A', messageId: first[0]?.messageId });

    const again = outputs(await bench.n8n.run(workflow));
    expect(texts()).toHaveLength(3);
    expect(again.map(({ outcome, key }) => [outcome, key])).toEqual(
      ['A', 'B', 'A', '7'].map((key) => ['sent_before', key]),
    );
  });

  it('remembers keys over a restart of n8n', async () => {
    const workflow = await bench.workflow(parameters, orders('before', 'too'));
    await bench.n8n.run(workflow);
    await bench.n8n.restart();
    const again = outputs(await bench.n8n.run(workflow));
    expect(again).toEqual([
      { outcome: 'sent_before', key: 'before' },
      { outcome: 'sent_before', key: 'too' },
    ]);
    expect(texts()).toHaveLength(2);
  });

  it('sends later what was surely not sent, and never what may have been', async () => {
    const workflow = await bench.workflow(
      { ...parameters, options: { ...options, chunkSize: 1 } },
      orders('A', 'B'),
      goOn,
    );
    bench.sandbox.change({ faults: [{ fault: 'no-credit', times: 2 }] });
    const refused = outputs(await bench.n8n.run(workflow));
    expect(refused).toEqual([
      { error: expect.objectContaining({ outcome: 'rejected' }) },
      { error: expect.objectContaining({ outcome: 'rejected' }) },
    ]);

    bench.sandbox.change({ faults: [{ fault: 'close-after-body', times: 2 }] });
    const open = outputs(await bench.n8n.run(workflow));
    expect(open.map(({ error }) => error)).toEqual(
      Array(2).fill(expect.objectContaining({ outcome: 'unknown' })),
    );

    bench.sandbox.change({ faults: [] });
    const last = outputs(await bench.n8n.run(workflow));
    expect(last.map(({ outcome }) => outcome)).toEqual(['sent_before', 'sent_before']);
    expect(texts().length).toBeLessThanOrEqual(2);
  });

  it('does not send an item that has no key', async () => {
    const items: InputItem[] = [...orders('A'), { json: { to: '+41791234567' } }];
    const execution = await bench.run(parameters, items);
    expect(execution.error?.message).toContain('Send Only Once Per');
    expect(texts()).toEqual([]);
  });
});

it('keeps keys apart by node', async () => {
  for (const operation of ['send', 'sendBatch'])
    await bench.run({ ...keyed, operation, options }, orders('A'));
  expect(texts()).toEqual(['Order A', 'Order A']);
});
