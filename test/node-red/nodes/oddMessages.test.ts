import { askNode } from '../../hosts/node-red/asking';
import {
  accountNode,
  at,
  batchNode,
  form,
  typed,
  sendNode,
  sink,
  tab,
  text,
  watchers,
} from '../../hosts/node-red/flows';
import type { FlowNode, Message } from '../../hosts/node-red/nodeRedServer';
import { oddPayloads, pass } from '../../hosts/node-red/passing';
import { flowWith, nodeRed, sandbox, startForSending } from './sending';

startForSending();

describe('whatever a message holds', () => {
  const payloads: Array<[string, unknown]> = [
    ...oddPayloads,
    ['true', true],
    ['a text of 5 MB', 'x'.repeat(5_000_000)],
    ['a Buffer', Buffer.from('text')],
    ['a list', [1, [2, [3]]]],
    [
      '__proto__ as a field of the content',
      JSON.parse('{"__proto__":{"polluted":true},"content":{"type":"Text","__proto__":{"text":"x"}}}'),
    ],
    [
      'constructor as a field',
      { channel: 'constructor', content: { type: '__proto__' }, to: { toString: 'x' } },
    ],
    ['recipients that are none', { content: { type: 'Text', text: 'x' }, toList: [null, 1, {}, []] }],
    ['an inbound event with nothing in it', { event: 'inbound' }],
  ];

  beforeEach(() => nodeRed.deploy(flowWith({})));

  it.each(payloads)('done is called once for %s', async (_name, payload) => {
    const before = nodeRed.completions.length;
    const { _msgid } = await pass(nodeRed, 'send', { payload });
    await pass(nodeRed, 'send', { payload: 'next' });
    expect(nodeRed.completions.slice(before).filter(({ msgid }) => msgid === _msgid)).toHaveLength(1);
  });

  it.each([
    [
      'overrides of odd kinds',
      { to: {}, from: [], channel: 7, toList: 'x', notification: 'y', sendDate: new Date(0), customerid: [] },
    ],
    ['an inbound that is none', { inbound: 'x', to: null }],
    ['a property named done', { done: 1, send: 2, req: 3, res: 4 }],
  ])('%s', async (_name, msg) => {
    await expect(pass(nodeRed, 'send', { payload: 'Hello', ...msg })).resolves.toBeDefined();
    expect((await pass(nodeRed, 'send', { payload: 'Still here' })).error).toBeUndefined();
  });

  const message = "const msg = { payload: 'Hello', _msgid: 'odd' };";
  it.each([
    ['is frozen', `${message} return Object.freeze(msg);`],
    [
      'cannot be copied',
      `${message} Object.defineProperty(msg, 'bad', { enumerable: true, get() { throw new Error('bad'); } }); return msg;`,
    ],
    [
      'holds functions',
      `${message} msg.callback = () => 1; msg.payload = { toString() { throw new Error('bad'); } }; return msg;`,
    ],
    [
      'is an object of a class',
      `${message} class Odd { get topic() { throw new Error('bad'); } } return Object.assign(new Odd(), msg);`,
    ],
    ['has no prototype', `${message} return Object.assign(Object.create(null), msg);`],
  ])('a message that %s ends in one done as well', async (_name, code) => {
    // Two wires, so that the message is copied on its way.
    await nodeRed.deploy(flowWith({ wires: [['out', 'failed'], []] }));
    const before = nodeRed.completions.length;
    nodeRed.injectMade('send', code);
    await nodeRed.until(() => nodeRed.completions.length > before, 'the end of the message');
    expect((await pass(nodeRed, 'send', { payload: 'Still here' })).error).toBeUndefined();
    expect(nodeRed.completions.length).toBe(before + 2);
  });

  it('pollutes no prototype', () => {
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

const other =
  (type: string) =>
  (settings: object = {}) => ({
    ...{ id: type, type: `messaging-${type}`, account: 'account', wires: [['out'], ['failed']] },
    ...at,
    ...settings,
  });

it.each(oddPayloads)('the other nodes end a message once that holds %s', async (_name, payload) => {
  const nodes = ['status', 'media', 'balance'].map((type) => other(type)());
  const batch = batchNode({ count: 1 });
  const sinks = ['out', 'failed'].map(sink);
  await nodeRed.deploy([tab, accountNode(sandbox.url), batch, ...nodes, ...sinks, ...watchers('media')]);
  for (const { id } of [batch, ...nodes]) {
    const msg = { _msgid: `odd-${id}`, payload, filename: payload };
    nodeRed.inject(id, msg);
    const { error } = await nodeRed.completion(msg._msgid);
    if (id !== 'batch') expect(error?.code).toBe(id === 'balance' ? undefined : 'invalid_request');
    expect(nodeRed.completions.filter(({ msgid }) => msgid === msg._msgid)).toHaveLength(1);
  }
  nodeRed.forget();
});

describe('what is wrong is named as the form of each node calls it', () => {
  const nodes = {
    send: sendNode,
    batch: batchNode,
    ask: askNode,
    status: other('status'),
    media: other('media'),
  };
  const wrongTo = form({ message: { to: text('079') } });
  const fails = typed('jsonata', '$error("no")');
  const unset = text('${NOT_SET_ANYWHERE}');
  const then = (step: object) => ({ fallbackChannels: [{ type: 'Sms', ...step }] });
  const long = 'x'.repeat(1531);
  const pages = 'Text: needs 11 SMS pages';

  it.each<[keyof typeof nodes, string, string | undefined, object, Message]>([
    ['send', 'To: must', 'to', wrongTo, {}],
    ['send', pages, 'content.text', { ifTooLong: 'refuse' }, { payload: long }],
    ['send', 'Fallback channels 1 › From: ', 'from', then({ from: text('x'.repeat(21)) }), {}],
    [
      'send',
      'Fallback channels 1 › Text: the JSONata',
      'fallback[0].content.text',
      then({ content: { type: 'Text', text: fails } }),
      {},
    ],
    ['send', 'Send only once per: the JSONata', 'sendOncePer', { sendOncePer: fails }, {}],
    ['send', 'Fallback channels 1 › Channel: must', 'channel', then({ type: 'Fax' }), {}],
    ['send', 'Fallback channels: at most 2', 'fallbackChannels', { fallbackChannels: [{}, {}, {}] }, {}],
    ['batch', 'To: must', 'to', wrongTo, {}],
    ['batch', pages, 'content.text', { ifTooLong: 'refuse' }, { payload: long }],
    ['batch', 'payload[0]: To: must', 'payload[0]', wrongTo, { payload: ['a', 'b'] }],
    [
      'ask',
      pages,
      'content.text',
      { ifTooLong: 'refuse', channel: 'Sms' },
      { to: '+41791112233', payload: long },
    ],
    ['ask', 'Words: there is nothing to choose', 'words', { waitFor: 'choice' }, { to: '+41791112233' }],
    ['status', 'ID: msg.id finds nothing', 'messageId', { messageId: typed('msg', 'id') }, {}],
    ['media', 'File: must be a Buffer', 'file', {}, {}],
    ['media', 'NOT_SET_ANYWHERE (File name) of the node', undefined, { fileName: unset }, {}],
  ])('messaging-%s: %s', async (type, message, parameter, settings, msg) => {
    const node: FlowNode = nodes[type](settings);
    const sinks = ['out', 'failed', 'answer', 'silence'].map(sink);
    await nodeRed.deploy([tab, accountNode(sandbox.url), node, ...sinks, ...watchers(node.id)]);
    const calls = sandbox.calls().length;
    const passed = await pass(nodeRed, node.id, { payload: 'Hello', ...msg });
    // A question has an output for failures.
    const error = type === 'ask' ? (await passed.arrivesAt('failed')).error : passed.error;
    expect(error).toMatchObject({
      outcome: 'not_sent',
      message: expect.stringContaining(message),
      details:
        parameter === undefined ? [] : expect.arrayContaining([expect.objectContaining({ parameter })]),
    });
    expect(sandbox.calls()).toHaveLength(calls);
  });
});
