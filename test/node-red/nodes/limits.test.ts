import { startSandbox, type Sandbox } from '../../../sandbox';
import { askNode, forwardTo } from '../../hosts/node-red/asking';
import {
  accountNode,
  at,
  batchNode,
  form,
  sendNode,
  sink,
  tab,
  text,
  watchers,
} from '../../hosts/node-red/flows';
import type { FlowNode, Message } from '../../hosts/node-red/nodeRedServer';
import { pass } from '../../hosts/node-red/passing';
import { inboundNode } from '../../hosts/node-red/webhooks';
import { useFakeClock } from '../../fakeClock';
import { Runtime } from '../runtime';

/** The rate limit per recipient of an account, in a real Node-RED. */

const ANNA = '+41791234567';
const BEAT = '+41781234567';

let sandbox: Sandbox;
let nodeRed: Runtime;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, automaticDelivery: 'manual' });
  nodeRed = await Runtime.start();
});
useFakeClock();
afterAll(async () => {
  await nodeRed?.stop();
  await sandbox?.close();
});
beforeEach(() => sandbox.reset());

const toNamed = { form: form({ message: {} }) };
let accounts = 0;
/** An account of its own for each test, as each counts by itself. */
const guardedBy =
  (most: number | string, minutes: number | string = 10, account = `account-${(accounts += 1)}`) =>
  (...nodes: FlowNode[]) =>
    nodeRed.deploy([
      tab,
      {
        ...accountNode(sandbox.url, { mostToOnePerson: most, mostToOnePersonMinutes: minutes }),
        id: account,
      },
      ...nodes.map((node) => ('account' in node ? { ...node, account } : node)),
      ...['out', 'failed', 'refused', 'answer', 'silence', 'cancelled'].map(sink),
      ...watchers(...nodes.map(({ id }) => id)),
    ]);
const sentTo = () => sandbox.messages().map(({ to }) => to);

async function output(node: string, msg: Message, place = 'out'): Promise<Message> {
  const passed = await pass(nodeRed, node, { payload: 'Hello', ...msg });
  expect(passed.error).toBeUndefined();
  return passed.arrivesAt(place);
}
const overLimit = (...numbers: string[]) => ({
  outcome: 'over_limit',
  until: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  recipients: numbers.map((address) => ({
    address,
    accepted: false,
    error: { code: 'over_limit', message: expect.stringContaining('limit for one person') },
  })),
});

it('only checking counts nothing', async () => {
  await guardedBy(1)(sendNode(toNamed), sendNode({ id: 'check', ...toNamed, validateOnly: true }));
  for (let checked = 0; checked < 2; checked += 1)
    expect((await output('check', { to: ANNA })).payload).toMatchObject({ outcome: 'valid' });
  expect((await output('send', { to: ANNA })).payload).toMatchObject({ outcome: 'accepted' });
  expect(sentTo()).toEqual([ANNA]);
});

describe('two bots that answer each other', () => {
  it('stop at the limit, and the status says why', async () => {
    const deploy = guardedBy(7);
    await deploy(
      inboundNode({ wires: [['bot'], ['refused']], ...at }),
      {
        id: 'bot',
        type: 'function',
        func: 'msg.payload = "You said: " + msg.payload; return msg;',
        outputs: 1,
        wires: [['send']],
        ...at,
      },
      sendNode({ ...toNamed, channel: 'Whatsapp' }),
    );
    forwardTo(sandbox, nodeRed);
    // The other bot answers whatever it gets, until it gets nothing.
    const write = (said: string) => sandbox.receive({ from: ANNA, channel: 'Whatsapp', text: said });
    await write('Hello');
    for (let answered = 0; answered < 7; answered += 1) {
      const got = await nodeRed.until(() => sandbox.messages()[answered]);
      expect(got.to).toBe(ANNA);
      await write(`I got your message ${answered}`);
    }
    const held = await nodeRed.until(
      () => nodeRed.at('out').find(({ payload }) => Object(payload)['outcome'] === 'over_limit'),
      'the message over the limit',
    );
    expect(held.payload).toMatchObject({ outcome: 'over_limit', recipients: [{ address: ANNA }] });
    expect(sandbox.messages()).toHaveLength(7);
    expect(await nodeRed.statusLike('send', /^skipped until .*too many to one person/)).toMatchObject({
      fill: 'yellow',
    });
  });
});

describe('all nodes of the account', () => {
  it('count together, and other people get everything', async () => {
    const deploy = guardedBy(3);
    await deploy(
      sendNode(toNamed),
      batchNode({ ...toNamed, seconds: 0.1 }),
      askNode({ form: form({ message: {} }) }),
    );
    expect((await output('send', { to: ANNA })).payload).toMatchObject({ outcome: 'accepted' });
    expect((await output('batch', { to: '0041 79 123 45 67' })).payload).toMatchObject({
      outcome: 'accepted',
    });
    nodeRed.inject('ask', { payload: 'Are you there?', to: ANNA });
    await nodeRed.until(() => sandbox.messages()[2]);
    // It counts once the service has answered.
    await nodeRed.statusLike('ask', /waiting/);
    expect((await output('send', { to: ANNA })).payload).toEqual(overLimit(ANNA));
    expect((await output('batch', { to: ANNA })).payload).toEqual(overLimit(ANNA));
    const { error } = await output('ask', { to: ANNA }, 'failed');
    expect(error).toMatchObject({ outcome: 'not_sent', code: 'over_limit' });
    expect((await output('send', { to: BEAT })).payload).toMatchObject({ outcome: 'accepted' });
    expect(sentTo()).toEqual([ANNA, ANNA, ANNA, BEAT]);
    // A deploy forgets nothing.
    await deploy(sendNode({ ...toNamed, name: 'Changed' }));
    expect((await output('send', { to: ANNA })).payload).toEqual(overLimit(ANNA));
  });
});

describe('send', () => {
  it('sends a message to several only to those it may go to, and says so', async () => {
    const deploy = guardedBy(1);
    await deploy(sendNode(toNamed));
    await output('send', { to: ANNA });
    const { payload } = await output('send', { to: [ANNA, BEAT, '+41761234567'] });
    expect(payload).toMatchObject({
      outcome: 'accepted',
      recipients: [
        { address: ANNA, accepted: false, error: { code: 'over_limit' } },
        { address: BEAT, accepted: true },
        { address: '+41761234567', accepted: true },
      ],
    });
    expect((await nodeRed.statusLike('send', /some skipped/)).fill).toBe('yellow');
    expect((await output('send', { to: [BEAT, ANNA] })).payload).toEqual(overLimit(BEAT, ANNA));
    expect(sentTo()).toEqual([ANNA, BEAT, '+41761234567']);
  });

  it('counts each channel, and tries no other for what is over the limit', async () => {
    const deploy = guardedBy(2);
    const further = [{ channel: 'Sms', contentType: 'Text', content: {}, from: text('Test') }];
    await deploy(
      sendNode({
        ...toNamed,
        channel: 'Whatsapp',
        fallbackChannels: further,
        countsAs: 'delivered',
        after: 60,
      }),
    );
    sandbox.change({ automaticDelivery: 0 });
    // Fails on WhatsApp after it was accepted.
    const person = '+41790000007';
    expect((await output('send', { to: person })).payload).toMatchObject({
      channel: 'Sms',
      attempts: [{ state: 'failed' }, { state: 'delivered' }],
    });
    expect((await output('send', { to: person })).payload).toEqual(overLimit(person));
    expect(sandbox.messages()).toHaveLength(2);
    sandbox.change({ automaticDelivery: 'manual' });
  });
});

describe('an account', () => {
  it.each([
    ['five', 10],
    [2.5, 10],
    [-1, 10],
    [5, 0],
  ])('with a limit of %j in %j minutes sends nothing', async (most, minutes) => {
    const deploy = guardedBy(most, minutes);
    await deploy(sendNode(toNamed));
    const { error } = await pass(nodeRed, 'send', { payload: 'Hello', to: ANNA });
    expect(error).toMatchObject({ code: 'invalid_settings', outcome: 'not_sent' });
    expect(sentTo()).toEqual([]);
  });
});

describe('At most per run of batch', () => {
  const deploy = guardedBy(0);
  const people = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ to: `+4179${1_000_000 + index}`, payload: 'Hello' }));
  const limited = (settings: object) => deploy(batchNode({ ...toNamed, seconds: 0.1, ...settings }));

  it('sends nothing of an array of 1,000 above the limit, and all of one within it', async () => {
    await limited({ mostPerRun: text('999') });
    const { error } = await pass(nodeRed, 'batch', { payload: people(1000) });
    expect(error).toMatchObject({ code: 'run_over_limit', outcome: 'not_sent' });
    expect(error?.message).toContain('At most per run: all together are 1000 messages, and the limit is 999');
    expect(sandbox.calls()).toEqual([]);
    expect((await pass(nodeRed, 'batch', { payload: people(999) })).error).toBeUndefined();
    expect(sentTo()).toHaveLength(999);
  });

  it('sends nothing that costs more than the account has, and asks once', async () => {
    await limited({ countPages: true, pointsPerPage: 2.5, withinBalance: true });
    sandbox.change({ points: 249 });
    const { error } = await pass(nodeRed, 'batch', { payload: people(100) });
    expect(error).toMatchObject({ code: 'run_over_limit', outcome: 'not_sent' });
    expect(error?.message).toContain('all together cost 250 points, and the balance is 249');
    expect(sentTo()).toEqual([]);
    sandbox.change({ points: 250 });
    expect((await pass(nodeRed, 'batch', { payload: people(100) })).error).toBeUndefined();
    expect(sentTo()).toHaveLength(100);
    expect(sandbox.calls().filter(({ url }) => url.endsWith('balance'))).toHaveLength(2);
  });
});
