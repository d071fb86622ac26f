import { askNode } from '../../hosts/node-red/asking';
import {
  accountNode,
  at,
  batchNode,
  form,
  leaf,
  sendNode,
  sink,
  tab,
  text,
  watchers,
} from '../../hosts/node-red/flows';
import type { FlowNode, Message } from '../../hosts/node-red/nodeRedServer';
import { pass } from '../../hosts/node-red/passing';
import { flowWith, nodeRed, sandbox, startForSending } from './sending';

startForSending();

describe('whatever a message holds', () => {
  const circular: Record<string, unknown> = { content: { type: 'Text' } };
  circular['self'] = circular;
  const payloads: Array<[string, unknown]> = [
    ['null', null],
    ['nothing', undefined],
    ['true', true],
    ['not a number', Number.NaN],
    ['a huge integer', 10n ** 40n],
    ['an empty text', ''],
    ['half a surrogate pair', '\ud83d'],
    ['a text of 5 MB', 'x'.repeat(5_000_000)],
    ['a Buffer', Buffer.from('text')],
    ['a date', new Date(0)],
    ['a list', [1, [2, [3]]]],
    ['a Map', new Map([['a', 1]])],
    ['an object that contains itself', circular],
    [
      '__proto__ as a field',
      JSON.parse('{"__proto__":{"polluted":true},"content":{"type":"Text","__proto__":{"text":"x"}}}'),
    ],
    [
      'constructor as a field',
      { channel: 'constructor', content: { type: '__proto__' }, to: { toString: 'x' } },
    ],
    ['recipients that are none', { content: { type: 'Text', text: 'x' }, toList: [null, 1, {}, []] }],
    ['an inbound event with nothing in it', { event: 'inbound' }],
    ['an error', new Error('upstream')],
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

  it.each([
    ['send', 'Object.assign(msg, entry)'],
    ['batch', "Object.assign(msg, { payload: [entry, { payload: 'Hello', to: '12' }] })"],
  ])('%s sends nothing if a field of the message throws', async (node, made) => {
    await nodeRed.deploy([
      ...[tab, accountNode(sandbox.url), sink('out'), sink('failed')],
      ...[sendNode(), batchNode({ seconds: 0.1 }), ...watchers('send', 'batch')],
    ]);
    nodeRed.injectMade(
      node,
      `const fail = () => { throw new Error('boom'); }; const odd = new Proxy({}, { get: fail, ownKeys: fail }); const entry = { payload: 'Hello', to: odd };
      const msg = { _msgid: 'unread-${node}' }; return ${made};`,
    );
    const { error } = await nodeRed.completion(`unread-${node}`);
    expect(error).toMatchObject({ outcome: 'not_sent' });
  });

  it('pollutes no prototype', () => {
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

describe('what is wrong is named as the form calls it, or by its path in the message', () => {
  type Wrap = (value: string) => unknown;
  const long = 'x'.repeat(21);
  const button = (wrap: Wrap, id: string, title: unknown) => ({ type: 'Reply', id: wrap(id), title });
  const question = (wrap: Wrap, title = wrap(long)) => ({
    body: { text: wrap('When?') },
    action: { type: 'Button', buttons: [button(wrap, 'a', wrap('Now')), button(wrap, 'b', title)] },
  });
  const buttons = (title?: object) => ({
    channel: 'Whatsapp',
    contentType: 'Interactive',
    form: form({ content: question(text, title) }),
  });
  const interactive = { type: 'Interactive', ...question((value) => value) };
  const smsOptions = { type: 'SmsContentOptions', pageLimit: 99 };
  const wrongTo = form({ message: { to: text('079') } });
  const address = { type: text('UrlPost'), address: text('none') };
  const report = { forEvent: 'FinalOnly', addresses: [{ type: 'UrlPost', address: 'none' }] };
  const then = (step: object) => ({ fallbackChannels: [{ channel: 'Sms', contentType: 'Text', ...step }] });
  const file = { contentType: 'Image', mediaFrom: 'buffer', channel: 'Whatsapp' };
  const fails = leaf('jsonata', '$error("no")');
  const unset = text('${NOT_SET_ANYWHERE}');
  const notSet = 'variable NOT_SET_ANYWHERE';
  const two = ['+41791112233', '+41791112234'];

  const other = (type: string) => (settings: object) => ({
    ...{ id: type, type: `messaging-${type}`, account: 'account', wires: [['out'], ['failed']] },
    ...at,
    ...settings,
  });
  const nodes = {
    send: sendNode,
    batch: batchNode,
    ask: askNode,
    status: other('status'),
    media: other('media'),
  };

  const title = 'content.action.buttons[1].title';
  const cases: Array<[keyof typeof nodes, string, string | undefined, object, Message]> = [
    ['send', 'To: must', 'to', { form: form({ message: { to: leaf('msg', 'phone') } }) }, { phone: '079' }],
    ['send', 'to: must', 'to', {}, { to: '079' }],
    ['send', 'Buttons 2 › Title: at most 20', title, buttons(), {}],
    ['send', `${title}: at most 20`, title, {}, { payload: { channel: 'Whatsapp', content: interactive } }],
    ['send', 'Buttons 2 › Title: the JSONata expression', title, buttons(fails), {}],
    ['send', `${notSet} (Buttons 2 › Title) of the node`, undefined, buttons(unset), {}],
    [
      'send',
      'SMS Options › Page Limit: ',
      'content.options.pageLimit',
      { form: form({ smsOptions: { pageLimit: leaf('num', '99') } }) },
      {},
    ],
    [
      'send',
      'content.options.pageLimit: ',
      'content.options.pageLimit',
      {},
      { payload: { content: { type: 'Text', text: 'x', options: smsOptions } } },
    ],
    [
      'send',
      'Status Notification › Addresses 1 › Address: ',
      'notification.addresses[0].address',
      { form: form({ notification: { forEvent: text('FinalOnly'), addresses: [address] } }) },
      {},
    ],
    [
      'send',
      'notification.addresses[0].address: ',
      'notification.addresses[0].address',
      {},
      { notification: report },
    ],
    [
      'send',
      'Text: needs 3 SMS pages, but the page limit is 2',
      'content.text',
      { ifTooLong: 'refuse', form: form({ smsOptions: { pageLimit: leaf('num', '2') } }) },
      { payload: 'x'.repeat(307) },
    ],
    [
      'send',
      'Second channel › Text: needs 11 SMS pages',
      'content.text',
      {
        ...{ ifTooLong: 'refuse', channel: 'Whatsapp' },
        ...then({ content: { text: leaf('msg', 'payload') } }),
      },
      { payload: 'x'.repeat(1531) },
    ],
    [
      'batch',
      'Text: needs 11 SMS pages',
      'content.text',
      { ifTooLong: 'refuse' },
      { payload: 'x'.repeat(1531) },
    ],
    [
      'ask',
      'Text: needs 11 SMS pages',
      'content.text',
      { ifTooLong: 'refuse', channel: 'Sms' },
      { to: two[0], payload: 'x'.repeat(1531) },
    ],
    ['send', 'Second channel › Sender: ', 'from', then({ from: text(long) }), {}],
    [
      'send',
      'Second channel › Text: the JSONata expression',
      'fallback[0].content.text',
      then({ content: { text: fails } }),
      {},
    ],
    ['send', `${notSet} (Second channel › Sender) of the node`, undefined, then({ from: unset }), {}],
    [
      'send',
      'Second channel › content.text: ',
      'content.text',
      then({ contentType: 'Json', json: leaf('msg', 'x') }),
      { x: { type: 'Text', text: 7 } },
    ],
    ['send', 'toList: a message with further channels', 'toList', then({}), { toList: two }],
    ['send', 'Buffer: must be a Buffer', 'file', { ...file, form: form({ content: {} }) }, {}],
    ['send', `${notSet} (Buffer) of the node`, undefined, { ...file, bufferProperty: unset }, {}],
    ['send', 'Send only once per: is empty', 'sendOncePer', { sendOncePer: leaf('msg', 'order') }, {}],
    ['send', 'Send only once per: the JSONata expression', 'sendOncePer', { sendOncePer: fails }, {}],
    ['send', 'To: must', 'to', { keepTrying: 5, form: wrongTo }, {}],
    ['batch', 'To: must', 'to', { form: wrongTo }, {}],
    ['batch', 'to: must', 'to', {}, { to: '079' }],
    ['batch', 'payload[0]: To: must', 'payload[0]', { form: wrongTo }, { payload: ['a', 'b'] }],
    [
      'batch',
      'payload[0]: to: must',
      'payload[0]',
      {},
      {
        payload: [
          { to: '079', payload: 'a' },
          { to: '078', payload: 'b' },
        ],
      },
    ],
    [
      'batch',
      'payload.messages[0]: content: must be',
      'payload.messages[0]',
      {},
      { payload: { messages: [{ channel: 'Sms', content: null }, { content: null }] } },
    ],
    ['ask', 'Buttons 2 › Title: at most 20', title, buttons(), {}],
    ['ask', 'Content: there is nothing to choose from', 'content', { waitFor: 'choice' }, { to: two[0] }],
    ['ask', 'toList: a question goes to only one number', 'toList', {}, { to: two }],
    ['status', 'ID: must be the ID of a message', 'messageId', { messageId: leaf('msg', 'id') }, {}],
    ['status', 'ID: is not an ID of the service', 'batchId', { of: 'batch', messageId: text('..') }, {}],
    ['media', 'File: must be a Buffer', 'file', {}, {}],
    [
      'media',
      'MIME type: must be spelled like image/png',
      'mimeType',
      { mimeType: text('png') },
      { payload: Buffer.from('x') },
    ],
    ['media', 'File name: the JSONata expression', 'fileName', { fileName: fails }, {}],
    ['media', `${notSet} (File name) of the node`, undefined, { fileName: unset }, {}],
  ];

  it.each(cases)('messaging-%s: %s', async (type, message, parameter, settings, msg) => {
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
