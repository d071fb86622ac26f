import RED from 'node-red';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { accountNode, sink } from '../../hosts/node-red/flows';
import { address, deploy, nodeRed, startForInbound, texts } from './inboundTrigger';
import type { FlowNode } from '../../hosts/node-red/nodeRedServer';
import { inboundNode, post, sms, triggerFlow } from '../../hosts/node-red/webhooks';

startForInbound();

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
  { ...accountNode('http://127.0.0.1:1'), id: 'settle', inboundPath: '/settled' },
  { ...inboundNode({ account: 'settle', wires: [['settled']] }), id: 'settling' },
  sink('settled'),
];

describe('an inbound message', () => {
  let sandbox: Sandbox;

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, inboundUrls: { default: address() } });
  });
  beforeEach(() => deploy());
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
    const look = { fill: 'green', shape: 'dot' };
    expect(await nodeRed.statusLike('inbound', /^received 1$/)).toMatchObject(look);
  });
});

const UNREADABLE = { from: undefined, text: undefined, channel: undefined };

describe('filters', () => {
  const cases: Array<[string, object, object, boolean]> = [
    ['channel: another', { channels: ['Whatsapp', 'Rcs'] }, {}, false],
    ['channel: another, as text', { channels: 'whatsapp' }, {}, false],
    ['sender: another', { senders: '+41790000001' }, {}, false],
    ['receiver: another', { receivers: '+41790000001' }, {}, false],
    ['keyword: another', { keywords: 'stop, help' }, { text: 'helpless' }, false],
    ['opt-outs: not wanted, and one', { optOuts: 'none' }, { text: 'start' }, false],
    ['opt-outs: a word of one’s own', { optOuts: 'none', optOutWords: 'basta' }, { text: 'stop' }, true],
    [
      'reply id: another',
      { replyIds: 'no' },
      { channel: 'Whatsapp', text: undefined, reply: { type: 'Button', id: 'yes', title: 'Yes' } },
      false,
    ],
    ['what cannot be read', { keywords: 'stop' }, UNREADABLE, false],
    ['what cannot be read, wanted', { keywords: 'stop', unreadable: true }, UNREADABLE, true],
  ];

  it.each(cases)('%s', async (_name, filter, fields, passes) => {
    await deploy(filter, {}, ...settling);
    await callThenSettle(async () => expect((await post(address(), sms(fields))).status).toBe(200));
    expect(nodeRed.at('out')).toHaveLength(passes ? 1 : 0);
  });

  it('two nodes share an account, each with its own filter and its own copy', async () => {
    const second: FlowNode = { ...inboundNode({ keywords: 'help', wires: [['change']] }), id: 'second' };
    const change: FlowNode = {
      ...{ id: 'change', type: 'function', func: "msg.payload.text = ''; return msg;" },
      ...{ wires: [['helped']], z: 'tab' },
    };
    await deploy({}, {}, second, change, sink('helped'), ...settling);
    await callThenSettle(() => post(address(), sms({ text: 'help' })));
    await callThenSettle(() => post(address(), sms({ text: 'go' })));
    expect(texts()).toEqual(['help', 'go']);
    expect(nodeRed.at('helped')).toHaveLength(1);
  });
});

it('several events in one body start the flow once each, in order', async () => {
  await deploy({}, {}, ...settling);
  const [first, second, third] = [sms({ text: 'a' }), sms({ text: 'b' }), sms({ text: 'c' })];
  await callThenSettle(async () => {
    expect(await post(address(), [first, second, first])).toMatchObject({ status: 200 });
  });
  await callThenSettle(() => post(address(), [second, third]));
  expect(texts()).toEqual(['a', 'b', 'c']);
});

it.each(['full', 'nodes'] as const)('an event starts the flow that a deploy (%s) makes', async (type) => {
  await deploy();
  const event = sms({ text: 'once' });
  let deployed: Promise<void> | undefined;
  RED.hooks.add('preDeliver.lost', () => {
    RED.hooks.remove('preDeliver.lost');
    const flow = triggerFlow(inboundNode()).map((each) =>
      each.id === 'out' ? { ...each, name: type } : each,
    );
    process.nextTick(() => (deployed = nodeRed.deploy(flow, type)));
    return false;
  });
  expect((await post(address(), event)).status).toBe(200);
  await deployed;
  expect(texts()).toEqual(['once']);
  expect((await post(address(), event)).status).toBe(200);
  expect(texts()).toEqual(['once']);
});

it('an event that the next node has starts it once when only the trigger is replaced', async () => {
  await deploy();
  let deployed: Promise<void> | undefined;
  RED.hooks.add('preDeliver.kept', ({ destination }) => {
    if (destination.id !== 'out') return;
    RED.hooks.remove('preDeliver.kept');
    process.nextTick(
      () => (deployed = nodeRed.deploy(triggerFlow(inboundNode({ name: 'another' })), 'nodes')),
    );
  });
  expect((await post(address(), sms({ text: 'once' }))).status).toBe(200);
  await deployed;
  await post(address(), sms({ text: 'the last one' }));
  await nodeRed.messageAt('out', 1);
  expect(texts()).toEqual(['once', 'the last one']);
});

it('contains none of the credentials that a call echoes', async () => {
  const credentials = { username: 'demo', password: 'pass & word', webhookSecret: '' };
  await deploy({}, { credentials });
  await post(address(), sms({ text: 'pass%20%26%20word', debug: ['pass & word'] }));
  expect((await nodeRed.messageAt('out')).payload).toMatchObject({ text: '***', raw: { debug: ['***'] } });
  await deploy({}, { credentials: { username: 'demo', password: 'demo', webhookSecret: '' } });
});

describe('what one person writes in a pause', () => {
  const trigger = { waitForPause: 1, pauseAtMost: 30 };

  it('starts the flow once, also through a deploy, and the calls are answered then', async () => {
    await deploy(trigger);
    const first = post(address(), sms({ text: 'Hello' }));
    await jest.advanceTimersByTimeAsync(600);
    await deploy({ ...trigger, name: 'changed' });
    const second = post(address(), sms({ text: 'my order is late' }));
    const answers = Promise.all([first, second]);
    const { payload } = await nodeRed.messageAt('out');
    expect(payload).toMatchObject({ text: 'Hello\nmy order is late', gathered: 2, messages: [{}, {}] });
    expect((await answers).map(({ status: answered }) => answered)).toEqual([200, 200]);
  });

  it('is to be sent again if the node is deleted meanwhile', async () => {
    await deploy(trigger);
    const held = post(address(), sms({ text: 'lost?' }));
    let moments = 0;
    await nodeRed.until(() => (moments += 1) > 10);
    await nodeRed.deploy([]);
    let answered = 0;
    void held.then(({ status: given }) => (answered = given));
    await nodeRed.until(() => answered > 0);
    expect(answered).toBe(503);
  });

  it('starts no other trigger twice if the node is deleted meanwhile, also without ID and time', async () => {
    const waiting = { ...inboundNode({ waitForPause: 20, wires: [['gathered']] }), id: 'waiting' };
    await deploy({}, {}, waiting, sink('gathered'));
    const held = post(address(), sms({ messageId: undefined }));
    await nodeRed.messageAt('out');
    await deploy();
    let answered = 0;
    void held.then(({ status: given }) => (answered = given));
    await nodeRed.until(() => answered > 0);
    expect([answered, texts()]).toEqual([200, ['Hello']]);
  });
});
