import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { flowOf } from './asking';
import { sink, tab } from './flows';
import { address, deploy, nodeRed, startForInbound, texts } from './inboundTrigger';
import { NodeRed, type FlowNode } from './nodeRedServer';
import { call, inboundNode, INBOUND_PATH, post, sms, status, triggerFlow } from './webhooks';

/** A plugin for context stores of which `get` and `set` do this. */
const plugin = (get: string, set: string) => `{ module: () => ({
  open: async () => {}, close: async () => {}, clean: async () => {}, delete: async () => {},
  keys: (scope, callback) => callback(null, []), get: ${get}, set: ${set},
}) }`;
const failing = (...parameters: string[]) =>
  `(${parameters.join(', ')}, callback) => callback(new Error('the store is away'))`;

startForInbound(`contextStorage: {
  default: { module: 'memory' },
  failing: ${plugin(failing('scope', 'names'), failing('scope', 'names', 'values'))},
  silent: ${plugin('() => {}', '() => {}')},
},
// Node-RED would wait 15 seconds for a node whose store does not answer.
nodeCloseTimeout: 2000,`);

/** Makes calls, then waits for the message of a further call: everything that the first calls started arrives before it. */
async function callThenSettle(calling: () => Promise<unknown>): Promise<void> {
  await calling();
  const last = sms({ text: 'the last one', from: '+41790000000' });
  await post(`${nodeRed.url}/settled`, last);
  await nodeRed.until(
    () => nodeRed.at('settled').some(({ topic }) => topic === '+41790000000'),
    'the last one',
  );
}
const settling: FlowNode[] = [
  { ...inboundNode({ path: '/settled', wires: [['settled']] }), id: 'settling' },
  sink('settled'),
];

describe('an inbound message', () => {
  let sandbox: Sandbox;

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, inboundUrls: { default: address() } });
    await deploy();
  });
  afterAll(() => sandbox?.close());

  it('from the sandbox starts the flow and was answered with 200', async () => {
    const { push } = await sandbox.receive({ from: '+41791112233', text: 'help me' });
    expect(push?.outcome).toBe('taken');
    const msg = await nodeRed.messageAt('out');
    expect(msg.payload).toMatchObject({
      event: 'inbound',
      channel: 'Sms',
      from: '+41791112233',
      to: '+41795550100',
      text: 'help me',
      keyword: 'HELP',
    });
    // Not the payload itself: it stays when a later node changes the payload.
    expect(msg['inbound']).toEqual(msg.payload);
    expect(msg['inbound']).not.toBe(msg.payload);
    expect(msg).toMatchObject({ topic: '+41791112233', _msgid: expect.any(String) });
  });

  it('that is a chosen button tells its id', async () => {
    await sandbox.receive({
      from: '+41791112233',
      channel: 'Whatsapp',
      reply: { type: 'Button', id: 'yes', title: 'Yes' },
    });
    expect((await nodeRed.messageAt('out')).payload).toMatchObject({
      channel: 'Whatsapp',
      choice: { kind: 'button', id: 'yes', title: 'Yes' },
      reply: { channel: 'Whatsapp', from: '+41795550100', to: '+41791112233' },
    });
  });

  it('is counted in the status', async () => {
    await deploy();
    await nodeRed.statusLike('inbound', /^listening$/);
    await post(address(), sms());
    expect(await nodeRed.statusLike('inbound', /^received 1$/)).toMatchObject({
      fill: 'green',
      shape: 'dot',
    });
  });

  it('of a shape that is not known is delivered all the same', async () => {
    expect(await post(address(), { something: ['else'] })).toMatchObject({ status: 200 });
    expect((await nodeRed.messageAt('out')).payload).toEqual({
      event: 'unknown',
      raw: { something: ['else'] },
    });
  });

  it('that is a status notification starts nothing, and the node says so once', async () => {
    await deploy();
    for (const body of [status(), status()]) {
      expect(await post(address(), body)).toMatchObject({ status: 200 });
    }
    await nodeRed.statusLike('inbound', /^received a status notification$/);
    await post(address(), sms({ text: 'the marker' }));
    await nodeRed.messageAt('out');
    expect(nodeRed.at('out').map(({ payload }) => payload)).toMatchObject([{ text: 'the marker' }]);
    const said = nodeRed.logs.filter(({ text }) => text.includes('status notification'));
    expect(said).toEqual([expect.objectContaining({ id: 'inbound' })]);
  });

  it('is answered before the flow runs', async () => {
    const slow: FlowNode = {
      id: 'slow',
      type: 'function',
      z: 'tab',
      func: 'const end = Date.now() + 3000; while (Date.now() < end); return msg;',
      outputs: 1,
      wires: [['out']],
    };
    await deploy({ wires: [['slow']] }, {}, slow);
    const { status, milliseconds } = await post(address(), sms());
    expect(status).toBe(200);
    expect(milliseconds).toBeLessThan(3000);
    await nodeRed.messageAt('out');
  });
});

const UNREADABLE = { from: undefined, text: undefined, channel: undefined };

describe('filters', () => {
  const cases: Array<[string, object, object, boolean]> = [
    ['channel: the same', { channels: ['Sms'] }, {}, true],
    ['channel: another', { channels: ['Whatsapp', 'Rcs'] }, {}, false],
    ['sender: the same, written otherwise', { senders: '0041 79 111 22 33, +41790000001' }, {}, true],
    ['sender: another', { senders: '+41790000001' }, {}, false],
    ['receiver: the same', { receivers: '+41795550100' }, {}, true],
    ['receiver: another', { receivers: '+41790000001' }, {}, false],
    ['keyword: the same in other letters', { keywords: 'stop, help' }, { text: 'Help! now' }, true],
    ['keyword: another', { keywords: 'stop, help' }, { text: 'helpless' }, false],
    ['opt-outs: wanted, and one', { optOuts: 'only' }, { text: 'Arrêt!' }, true],
    ['opt-outs: wanted, and none', { optOuts: 'only' }, { text: 'stop it' }, false],
    ['opt-outs: not wanted, and one', { optOuts: 'none' }, { text: 'start' }, false],
    ['opt-outs: a word of one’s own', { optOuts: 'none', optOutWords: 'basta' }, { text: 'stop' }, true],
    [
      'reply id: the same',
      { replyIds: 'yes, no' },
      { channel: 'Whatsapp', text: undefined, reply: { type: 'Button', id: 'yes', title: 'Yes' } },
      true,
    ],
    [
      'reply id: another',
      { replyIds: 'no' },
      { channel: 'Whatsapp', text: undefined, reply: { type: 'Button', id: 'yes', title: 'Yes' } },
      false,
    ],
    ['blank entries', { senders: ' , ', keywords: ',' }, {}, true],
    ['what cannot be read', { keywords: 'stop' }, UNREADABLE, false],
    ['what cannot be read, wanted', { keywords: 'stop', unreadable: true }, UNREADABLE, true],
  ];

  it.each(cases)('%s', async (_name, filter, fields, passes) => {
    await deploy(filter, {}, ...settling);
    await callThenSettle(async () => expect((await post(address(), sms(fields))).status).toBe(200));
    expect(nodeRed.at('out')).toHaveLength(passes ? 1 : 0);
  });

  it('two nodes share a path, each with its own filter', async () => {
    const second: FlowNode = { ...inboundNode({ keywords: 'stop', wires: [['stops']] }), id: 'second' };
    await deploy({}, {}, second, sink('stops'), ...settling);
    await callThenSettle(() => post(address(), sms({ text: 'stop' })));
    await callThenSettle(() => post(address(), sms({ text: 'go' })));
    expect(texts()).toEqual(['stop', 'go']);
    expect(nodeRed.at('stops')).toHaveLength(1);
  });
});

it.each([
  ['a list', (events: object[]) => events],
  ['messages', (messages: object[]) => ({ messages })],
  ['events', (events: object[]) => ({ events })],
])('several events in one body start the flow once each, in order: %s', async (_name, together) => {
  await deploy({}, {}, ...settling);
  const [first, second, third] = [sms({ text: 'a' }), sms({ text: 'b' }), sms({ text: 'c' })];
  await callThenSettle(async () => {
    expect(await post(address(), together([first, second, first]))).toMatchObject({ status: 200 });
  });
  await callThenSettle(() => post(address(), together([second, third])));
  expect(texts()).toEqual(['a', 'b', 'c']);
});

it('ids beyond 2^53 keep their digits, so that two events stay two', async () => {
  await deploy({}, {}, ...settling);
  for (const id of ['9007199254740992', '9007199254740993']) {
    const body = `{"messageId":${id},"from":"+41791112233","to":"+41795550100","text":"${id}"}`;
    await callThenSettle(() => call(address(), { headers: { 'content-type': 'application/json' }, body }));
  }
  expect(nodeRed.at('out').map(({ payload }) => payload)).toMatchObject([
    { messageId: '9007199254740992', raw: { messageId: '9007199254740992' } },
    { messageId: '9007199254740993' },
  ]);
});

describe.each([
  ['by default', '', ''],
  ['where the nodes have a root', '/n', "httpNodeRoot: '/n',"],
])('ids that the editor has misread, as it reads the body first %s,', (_, root, settings) => {
  let server: NodeRed;
  const misread = (text: string, from = '+41791112233') =>
    call(`${server.url}${root}${INBOUND_PATH}`, {
      headers: { 'content-type': 'application/json' },
      body: `{"messageId":${text},"timestamp":"2026-11-23T10:00:00Z","channel":"Whatsapp","from":"${from}","to":"+41795550100","text":"Hi"}`,
    });

  beforeAll(async () => {
    server = await NodeRed.start({ adminRoot: '', settings });
  });
  afterAll(() => server?.stop());

  it('drop no event, and the log says so once', async () => {
    await server.deploy(triggerFlow(inboundNode()));
    for (const text of ['9007199254740992', '9007199254740993', '1e21']) await misread(text);
    await server.until(() => server.at('out').length === 3, 'the events');
    const [first] = server.at('out').map(({ payload }) => payload);
    expect(first).not.toHaveProperty('messageId');
    expect(server.logText.split('httpAdminRoot')).toHaveLength(2);
  });

  it('end the question that the message answers, and no other', async () => {
    const sandbox = await startSandbox({
      port: 0,
      automaticDelivery: 'manual',
      inboundUrls: { default: '' },
    });
    try {
      await server.deploy(flowOf(sandbox.url));
      const people = ['+41791112233', '+41791112234', '+41791112235'];
      server.inject('ask', ...people.map((to) => ({ to, payload: 'When?' })));
      await server.statusLike('ask', /^3 waiting/);
      await misread('9007199254740992', people[0]);
      await misread('9007199254740993', people[1]);
      await server.statusLike('ask', /^1 waiting/);
      expect(server.at('answer').map(({ to }) => to)).toEqual(people.slice(0, 2));
    } finally {
      await sandbox.close();
    }
  });
});

describe('an event that is sent again', () => {
  it('is answered and dropped', async () => {
    await deploy({}, {}, ...settling);
    const event = sms();
    await callThenSettle(() => post(address(), event));
    await callThenSettle(async () => expect((await post(address(), event)).status).toBe(200));
    await callThenSettle(() => post(address(), sms({ text: 'another' })));
    expect(texts()).toEqual(['Hello', 'another']);
  });

  it.each(['full', 'nodes', 'flows'] as const)('is dropped after a deploy of type %s too', async (type) => {
    await deploy({}, {}, ...settling);
    const event = sms();
    await callThenSettle(() => post(address(), event));
    await nodeRed.deploy(triggerFlow(inboundNode({ name: `changed for ${type}` }), {}, ...settling), type);
    await callThenSettle(() => post(address(), event));
    expect(texts()).toEqual(['Hello']);
  });

  it.each([
    ['a restart', false, ''],
    ['a crash', true, 'files'],
  ])('is dropped after %s when the context is kept in files', async (_name, crash, contextStore) => {
    const files = `{ module: 'localfilesystem', config: { flushInterval: 1 } }`;
    const settings =
      contextStore === ''
        ? `contextStorage: { default: ${files} },`
        : `contextStorage: { default: { module: 'memory' }, ${contextStore}: ${files} },`;
    const event = sms();
    const first = await NodeRed.start({ settings });
    try {
      await first.deploy(triggerFlow(inboundNode({ contextStore })));
      await post(`${first.url}${INBOUND_PATH}`, event);
      await first.messageAt('out');
      if (crash) await stored(first.userFolder);
    } finally {
      await first.stop({ keep: true, crash });
    }
    const second = await NodeRed.start({ settings, userFolder: first.userFolder });
    try {
      expect(await post(`${second.url}${INBOUND_PATH}`, event)).toMatchObject({ status: 200 });
      await post(`${second.url}${INBOUND_PATH}`, sms({ text: 'another' }));
      expect((await second.messageAt('out')).payload).toMatchObject({ text: 'another' });
    } finally {
      await second.stop();
    }
  });

  it.each([
    ['failing', 'the store is away'],
    ['silent', 'did not answer in 1 s'],
  ])('starts the flow once with a store that is %s, and the node says so', async (contextStore, reason) => {
    // A new node, which reads what is stored.
    await nodeRed.deploy([tab]);
    await deploy({ contextStore }, {}, ...settling);
    const event = sms();
    await callThenSettle(async () => expect((await post(address(), event)).status).toBe(200));
    await callThenSettle(() => post(address(), event));
    expect(texts()).toEqual(['Hello']);
    const said = nodeRed.logs.filter(({ text }) => text.includes('could not be read or stored'));
    expect(said).toEqual([expect.objectContaining({ id: 'inbound', text: expect.stringContaining(reason) })]);
  });
});

/** Waits until Node-RED has written the events that the trigger remembers, which it does every flushInterval. */
async function stored(userFolder: string): Promise<void> {
  const file = join(userFolder, 'context', 'tab', 'inbound.json');
  for (const end = Date.now() + 20_000; !existsSync(file); await pause(50)) {
    if (Date.now() > end) throw new Error(`${file} was not written`);
  }
}

it('nothing was written by the process itself', () => {
  expect(nodeRed.output).toBe('');
});
