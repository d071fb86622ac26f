import { util } from '@node-red/util';

import { messagesInArray } from '../../../node-red/messaging-batch/arrayInput';
import { accountNode, batchNode, form, typed, sink, tab, watchers } from '../../hosts/node-red/flows';
import type { FlowNode, Message } from '../../hosts/node-red/nodeRedServer';
import { oddPayloads, pass } from '../../hosts/node-red/passing';

import { nodeRed, sandbox, startForSending } from './sending';

startForSending();

// A message reaches the sinks shortly after its end: the next test starts once it has.
afterEach(async () => {
  const succeeded = () => nodeRed.completions.filter(({ error }) => error === undefined).length;
  await nodeRed.until(() => nodeRed.at('completed').length === succeeded(), 'everything to arrive');
  await nodeRed.forget();
});

const flowWith = (settings: object, account: object = {}): FlowNode[] => [
  tab,
  accountNode(sandbox.url, account),
  batchNode(settings),
  sink('out'),
  sink('failed'),
  ...watchers('batch'),
];

async function run(settings: object, msg: Message, account: object = {}) {
  await nodeRed.deploy(flowWith(settings, account));
  return pass(nodeRed, 'batch', msg);
}

/** Messages whose payloads are numbered texts. */
const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ payload: `Text ${index}`, _msgid: `m${index}`, index }));

/** Bodies of the batches that were sent since `seen` calls. */
const batchesSince = (seen: number) =>
  sandbox
    .calls()
    .slice(seen)
    .filter(({ url }) => url.endsWith('/messagelist'))
    .map(({ requestBody }): { messages: Array<{ content: { text: string } }>; notification?: object } =>
      JSON.parse(requestBody),
    );

const outs = (count: number) =>
  nodeRed.until(
    () => (nodeRed.at('out').length >= count ? nodeRed.at('out') : undefined),
    `${count} results`,
  );

describe('messages that come one by one', () => {
  it('go out in one call as soon as there are enough, each ending in its own result', async () => {
    await nodeRed.deploy(flowWith({ count: 3, seconds: 3600 }));
    const seen = sandbox.calls().length;
    const sent = sandbox.messages().length;
    nodeRed.inject('batch', ...numbered(2));
    await nodeRed.statusLike('batch', /^collected 2$/);
    expect(sandbox.calls()).toHaveLength(seen);
    expect(nodeRed.completions).toEqual([]);

    nodeRed.inject('batch', { payload: 'Text 2', _msgid: 'm2', index: 2, topic: 'third' });
    const results = await outs(3);
    expect(batchesSince(seen)).toMatchObject([
      { messages: [0, 1, 2].map((index) => ({ content: { text: `Text ${index}` } })) },
    ]);
    const ids = sandbox
      .messages()
      .slice(sent)
      .map(({ messageId }) => messageId);
    expect(results).toMatchObject(
      ids.map((messageId, index) => ({
        _msgid: `m${index}`,
        index,
        payload: {
          outcome: 'accepted',
          messageId,
          batchId: expect.any(String),
          requestId: expect.any(String),
          pages: { pages: 1 },
        },
      })),
    );
    expect(results[2]).toMatchObject({ topic: 'third' });
    expect(nodeRed.completions.map(({ msgid, error }) => [msgid, error])).toEqual([
      ['m0', undefined],
      ['m1', undefined],
      ['m2', undefined],
    ]);
    expect(await nodeRed.statusLike('batch', /^sent 3$/)).toMatchObject({ fill: 'green', shape: 'dot' });
  });

  it('go out when the first has waited long enough', async () => {
    await nodeRed.deploy(flowWith({ count: 100, seconds: 0.5 }));
    const seen = sandbox.calls().length;
    nodeRed.inject('batch', ...numbered(2));
    await outs(2);
    expect(batchesSince(seen)).toMatchObject([{ messages: [{}, {}] }]);
    nodeRed.inject('batch', { payload: 'later', _msgid: 'later' });
    expect((await nodeRed.completion('later')).error).toBeUndefined();
  });

  it('that cannot be sent fail at once and hold up nobody', async () => {
    await nodeRed.deploy(flowWith({ count: 2, seconds: 3600, ...form({ message: {} }) }));
    nodeRed.inject('batch', { payload: 'A', to: '+41791110000', _msgid: 'first' });
    const bad = await pass(nodeRed, 'batch', { payload: 'B', to: '0791234567' });
    expect(bad.error).toMatchObject({
      code: 'invalid_request',
      outcome: 'not_sent',
      details: [{ parameter: 'to' }],
    });
    expect((await bad.arrivesAt('caught')).payload).toBe('B');
    expect(await nodeRed.statusLike('batch', /^not sent: to: /)).toMatchObject({
      fill: 'red',
      shape: 'ring',
    });
    await pass(nodeRed, 'batch', { payload: 'C', to: '+41791110000' });
    expect((await nodeRed.completion('first')).error).toBeUndefined();
  });
});

describe('an array', () => {
  it('can hold whole requests in one MessageListRequest, if the node takes them', async () => {
    const seen = sandbox.calls().length;
    const notification = {
      forEvent: 'All',
      addresses: [{ type: 'UrlPost', address: 'https://example.com/status' }],
    };
    const content = { type: 'Text', text: 'Whole' };
    const messages = [
      { channel: 'WhatsApp', to: '+41791110001', content },
      { channel: 'Sms', to: '+41791110002', content },
    ];
    const settings = { requestFrom: typed('msg', 'payload') };
    await run(settings, { to: '+41790000000', payload: { Messages: messages, notification } });
    expect(batchesSince(seen)).toEqual([
      {
        notification,
        messages: [
          { channel: 'Whatsapp', from: '+41795550100', to: '+41791110001', content },
          { channel: 'Sms', from: 'Sandbox', to: '+41791110002', content },
        ],
      },
    ]);
  });

  it('is a batch of its own, sent at once; every entry comes out with its own result', async () => {
    const seen = sandbox.calls().length;
    const { _msgid, error } = await run(
      { count: 2, seconds: 3600 },
      { payload: ['One', 'Two', 3], topic: 'news', order: { id: 7 } },
    );
    expect(error).toBeUndefined();
    expect(batchesSince(seen).map(({ messages }) => messages.map(({ content }) => content.text))).toEqual([
      ['One', 'Two', '3'],
    ]);
    const results = await outs(3);
    const ids = sandbox
      .messages()
      .slice(-3)
      .map(({ messageId }) => messageId);
    expect(results).toMatchObject(
      ids.map((messageId, index) => ({
        _msgid,
        topic: 'news',
        order: { id: 7 },
        parts: { type: 'array', index, count: 3 },
        payload: { outcome: 'accepted', messageId },
      })),
    );
    expect(nodeRed.completions).toHaveLength(1);
    expect(await nodeRed.statusLike('batch', /^sent 3$/)).toMatchObject({ fill: 'green' });
  });

  it('of rows puts each row beside its result', async () => {
    const rows = [1, 2].map((each) => ({ to: `+4179123456${each}`, text: 'Hi', customerid: each }));
    await run({ ...form({ message: {}, content: {} }) }, { payload: rows });
    expect((await outs(2)).map((message) => message['row'])).toEqual(rows);
  });

  it('of records is read by the fields of the form', async () => {
    const seen = sandbox.calls().length;
    const fields = {
      message: { to: typed('msg', 'payload.phone') },
      content: { text: typed('jsonata', '"Hello " & payload.name') },
    };
    await run(
      { ...form(fields) },
      {
        payload: [
          { name: 'Ann', phone: '+41791110001' },
          { name: 'Bob', phone: '+41791110002' },
        ],
      },
    );
    expect(batchesSince(seen)[0]?.messages).toMatchObject([
      { to: '+41791110001', content: { text: 'Hello Ann' } },
      { to: '+41791110002', content: { text: 'Hello Bob' } },
    ]);
  });

  const mixed = {
    payload: ['Good', {}, '', 'Good'],
  };

  it('with entries that cannot be sent ends in one error that names them; the others are sent', async () => {
    const { error, arrivesAt } = await run({}, mixed);
    expect(error).toMatchObject({
      code: 'invalid_request',
      outcome: 'not_sent',
      message: expect.stringMatching(/^2 of 4 messages failed; payload\[1\]: Text: /),
      details: [{ parameter: 'payload[1]' }, { parameter: 'payload[2]' }],
    });
    expect((await arrivesAt('caught')).payload).toEqual(mixed.payload);
    expect(await outs(2)).toMatchObject([{ parts: { index: 0 } }, { parts: { index: 3 } }]);
    expect(nodeRed.completions).toHaveLength(1);
    expect(await nodeRed.statusLike('batch', /^not sent: 2 of 4/)).toMatchObject({ fill: 'red' });
  });

  it('with entries that cannot be sent puts them out by the second output, where there is one', async () => {
    const { error, find } = await run({ failureOutput: true }, { ...mixed, topic: 'x' });
    expect(error).toBeUndefined();
    expect(await outs(2)).toHaveLength(2);
    expect(nodeRed.at('failed')).toMatchObject([
      { topic: 'x', parts: { index: 1 }, error: { code: 'invalid_request' } },
      { topic: 'x', payload: '', parts: { index: 2 }, error: { outcome: 'not_sent' } },
    ]);
    expect(find('caught')).toBeUndefined();
  });

  it('with nothing in it sends nothing and says so at its output', async () => {
    const calls = sandbox.calls().length;
    const { error, arrivesAt } = await run({}, { payload: [], topic: 'x' });
    expect(error).toBeUndefined();
    // A join node makes an empty array of it.
    const parts = { type: 'array', index: 0, count: 1, len: 2 };
    expect(await arrivesAt('out')).toMatchObject({ payload: [], topic: 'x', parts });
    expect(sandbox.calls()).toHaveLength(calls);
    expect(await nodeRed.statusLike('batch', /nothing to send/)).toMatchObject({ fill: 'grey' });
    await pass(nodeRed, 'batch', { payload: ['One'] });
    await nodeRed.statusLike('batch', /^sent 1$/);
  });

  it('that is far too long is refused', async () => {
    const { error } = await run({}, { payload: new Array(100_001).fill('x') });
    expect(error).toMatchObject({ code: 'invalid_request', details: [{ parameter: 'payload' }] });
  });

  it('of odd things ends in one error, and every entry counts', async () => {
    const { error } = await run(
      { failureOutput: true },
      { payload: oddPayloads.map(([, payload]) => payload) },
    );
    expect(error).toBeUndefined();
    await nodeRed.until(
      () => nodeRed.at('out').length + nodeRed.at('failed').length === oddPayloads.length,
      'all entries',
    );
    expect(nodeRed.completions).toHaveLength(1);
  });
});

describe('an array that not everything can read', () => {
  const odd = (name: string) =>
    Object.defineProperty({ text: 'Hi' }, name, {
      enumerable: true,
      get() {
        throw new Error('boom');
      },
    });
  const entriesOf = (payload: unknown[], more: object = {}) => {
    const several = { entries: payload, place: 'payload', areRequests: false };
    return messagesInArray(Object({ util }), { _msgid: 'm', payload, ...more }, several);
  };

  it('takes no recipient from the message around it, for a row or a message', () => {
    const around = { to: 'left over', toList: ['left over'], inbound: {} };
    const entries = entriesOf([{ text: 'Hi' }, { payload: 'Hi' }, { payload: 'Hi', to: '+4179' }], around);
    const kept = entries.map(({ around: own = around }) => Object.keys(around).filter((name) => name in own));
    expect(kept).toEqual([[], [], ['to']]);
  });

  it('has a fault for each entry that throws', () => {
    const entries = entriesOf(['Hello', odd('to'), odd('payload')]);
    expect(entries.map(({ fault }) => fault?.message)).toEqual([
      undefined,
      'payload[1]: cannot be read: boom (not sent)',
      'payload[2]: cannot be read: boom (not sent)',
    ]);
  });

  it('is refused beside what cannot be copied', () => {
    const deep = Array.from({ length: 20_000 }).reduce<unknown>((inner) => [inner], 'Hi');
    expect(() => entriesOf(['Hello'], { inner: odd('bad') })).toThrow('msg: cannot be read: boom');
    expect(() => entriesOf(['Hello'], { deep })).toThrow('msg: cannot be read: Maximum call stack');
  });
});

describe('a call that fails', () => {
  it.each([
    ['no-credit', { status: 403, outcome: 'rejected' }],
    ['server-error', { status: 500, outcome: 'unknown' }],
    ['close-after-body', { code: 'connection_lost', outcome: 'unknown' }],
    ['malformed-answer', { code: 'unreadable_answer', outcome: 'unknown' }],
  ] as const)('%s gives every message of it that error, and sends none again', async (fault, expected) => {
    await nodeRed.deploy(flowWith({ count: 2 }));
    sandbox.change({ faults: [{ fault, times: 1 }] });
    const seen = sandbox.calls().length;
    nodeRed.inject('batch', ...numbered(2));
    const ends = [await nodeRed.completion('m0'), await nodeRed.completion('m1')];
    sandbox.change({ faults: [] });
    expect(ends).toMatchObject([{ error: expected }, { error: expected }]);
    expect(nodeRed.at('out')).toEqual([]);
    expect(batchesSince(seen)).toHaveLength(1);
  });

  it('for a whole array is one error', async () => {
    sandbox.change({ faults: [{ fault: 'no-credit', times: 1 }] });
    const { error } = await run({}, { payload: ['One', 'Two'] });
    expect(error).toMatchObject({ status: 403, message: expect.not.stringContaining('payload[') });
    expect(nodeRed.completions).toHaveLength(1);
  });
});
