import { startSandbox, type Sandbox } from '../../../sandbox';
import { askNode } from '../../hosts/node-red/asking';
import {
  accountNode,
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
import { useFakeClock } from '../../fakeClock';
import { Runtime } from '../runtime';

/** *Do Not Send To* of all nodes that send, in a real Node-RED. */

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
beforeEach(async () => {
  sandbox.reset();
  await nodeRed.forget();
});

const fromMessage = { doNotSendTo: leaf('msg', 'list') };
const toNamed = { form: form({ message: {} }) };

const deploy = (...nodes: FlowNode[]) =>
  nodeRed.deploy([
    tab,
    accountNode(sandbox.url, { defaultCountry: '+41' }),
    ...nodes,
    ...['out', 'failed', 'answer', 'silence', 'cancelled'].map(sink),
    ...watchers(...nodes.map(({ id }) => id)),
  ]);
const sentTo = () => sandbox.messages().map(({ to }) => to);

async function output(node: string, msg: Message, at = 'out'): Promise<Message> {
  const passed = await pass(nodeRed, node, { payload: 'Hello', ...msg });
  expect(passed.error).toBeUndefined();
  return passed.arrivesAt(at);
}
const optedOut = (...numbers: string[]) => ({
  outcome: 'opted_out',
  recipients: numbers.map((address) => ({
    address,
    accepted: false,
    error: { code: 'opted_out', message: expect.any(String) },
  })),
});

describe('send', () => {
  it.each([
    ['an array', ['079 123 45 67']],
    ['numbers', [41791234567]],
    ['a text', `${BEAT}; 0041 79 123 45 67`],
    ['JSON', '["+41 (0)79 123 45 67"]'],
  ])('sends nothing to a number in %s, and goes on with the others', async (_, list) => {
    await deploy(sendNode({ ...fromMessage, ...toNamed }));
    expect((await output('send', { to: ANNA, list })).payload).toEqual(optedOut(ANNA));
    expect((await nodeRed.statusLike('send', /opted|optedOut/)).fill).toBe('grey');
    expect((await output('send', { to: '+41761234567', list })).payload).toMatchObject({
      outcome: 'accepted',
    });
    expect(sentTo()).toEqual(['+41761234567']);
  });

  it('sends a message to several only to the others, and names all of them', async () => {
    await deploy(sendNode({ ...fromMessage, ...toNamed }));
    const { payload } = await output('send', { to: [ANNA, BEAT, '+41761234567'], list: [BEAT] });
    expect(payload).toMatchObject({
      outcome: 'accepted',
      messageIds: [expect.any(String), expect.any(String)],
      recipients: [
        { address: ANNA, accepted: true },
        { address: BEAT, accepted: false, error: { code: 'opted_out' } },
        { address: '+41761234567', accepted: true },
      ],
    });
    expect(sentTo()).toEqual([ANNA, '+41761234567']);
    const all = await output('send', { to: [ANNA, BEAT], list: [BEAT, ANNA] });
    expect(all.payload).toEqual(optedOut(ANNA, BEAT));
    expect(sentTo()).toHaveLength(2);
  });

  it.each([
    ['an entry that is no number', [ANNA, 'Anna'], 'entry 2 is not a phone number, got "Anna"'],
    ['rows instead of numbers', [{ number: ANNA }], 'entry 1 is not a phone number, got an object'],
    ['an empty entry', [null], 'entry 1 is not a phone number, got null'],
  ])('sends nothing with %s', async (_, list, reason) => {
    await deploy(sendNode({ ...fromMessage, ...toNamed }));
    const { error } = await pass(nodeRed, 'send', { payload: 'Hello', to: BEAT, list });
    expect(error).toMatchObject({ code: 'invalid_request', outcome: 'not_sent' });
    expect(error?.message).toContain(`Do not send to: ${reason}`);
    expect(sentTo()).toEqual([]);
  });

  it.each([
    ['an array', [ANNA]],
    ['a text', `${ANNA}, ${BEAT}`],
    ['a number', 41791234567],
  ])('takes a list that is stored as %s, as people write it into a flow file', async (_, stored) => {
    await deploy(sendNode({ doNotSendTo: stored, ...toNamed }));
    expect((await output('send', { to: ANNA })).payload).toEqual(optedOut(ANNA));
    expect((await output('send', { to: '+41761234567' })).payload).toMatchObject({ outcome: 'accepted' });
    expect(sentTo()).toEqual(['+41761234567']);
  });

  it('says so too when it only checks', async () => {
    await deploy(sendNode({ ...fromMessage, ...toNamed, validateOnly: true }));
    expect((await output('send', { to: ANNA, list: [ANNA] })).payload).toEqual(optedOut(ANNA));
    const several = await output('send', { to: [ANNA, BEAT], list: [ANNA] });
    expect(several.payload).toMatchObject({
      outcome: 'valid',
      request: { toList: [{ type: 'Number', address: BEAT }] },
      skipped: [ANNA],
    });
  });

  it('tries no further channel for somebody on the list', async () => {
    const further = [{ channel: 'Rcs', contentType: 'Text', content: {}, from: text('sandbox-agent') }];
    await deploy(
      sendNode({
        ...fromMessage,
        ...toNamed,
        channel: 'Whatsapp',
        fallbackChannels: further,
        countsAs: 'accepted',
      }),
    );
    expect((await output('send', { to: ANNA, list: [ANNA] })).payload).toEqual(optedOut(ANNA));
    expect((await output('send', { to: BEAT, list: [ANNA] })).payload).toMatchObject({ channel: 'Whatsapp' });
    expect(sentTo()).toEqual([BEAT]);
  });

  it('tries no further channel for somebody who opts out while a report is awaited', async () => {
    const further = [{ channel: 'Sms', contentType: 'Text', content: {}, from: text('Sandbox') }];
    const func = 'flow.set("list", msg.payload);';
    const optOut = { id: 'optOut', type: 'function', func, outputs: 1, z: 'tab', x: 0, y: 0, wires: [[]] };
    await deploy(
      optOut,
      sendNode({
        ...toNamed,
        doNotSendTo: leaf('flow', 'list'),
        channel: 'Whatsapp',
        fallbackChannels: further,
        after: 1,
        afterUnit: 'seconds',
        failureOutput: true,
      }),
    );
    nodeRed.inject('optOut', { payload: [BEAT] });
    const ended = pass(nodeRed, 'send', { payload: 'Hello', to: ANNA });
    await nodeRed.until(() => sandbox.messages()[0]);
    nodeRed.inject('optOut', { payload: [ANNA, BEAT] });
    const { error } = await (await ended).arrivesAt('failed');
    expect(error).toMatchObject({
      outcome: 'unknown',
      attempts: [
        { channel: 'Whatsapp', state: 'accepted' },
        { channel: 'Sms', state: 'opted_out' },
      ],
    });
    expect(sandbox.messages().map(({ channel }) => channel)).toEqual(['Whatsapp']);
  });
});

describe('batch', () => {
  it('sends the messages to the others', async () => {
    await deploy(batchNode({ ...fromMessage, ...toNamed, seconds: 0.1 }));
    const messages = [ANNA, BEAT, [ANNA, '+41761234567']].map((to) => ({ to, payload: 'Hello' }));
    const { _msgid } = await pass(nodeRed, 'batch', { payload: messages, list: [ANNA] });
    const came = await nodeRed.until(() => {
      const all = nodeRed.at('out').filter((each) => each._msgid === _msgid);
      return all.length === 3 && all;
    }, 'the three results');
    expect(came.map(({ payload }) => payload)).toMatchObject([
      optedOut(ANNA),
      { outcome: 'accepted' },
      { outcome: 'accepted', recipients: [{ error: { code: 'opted_out' } }, { accepted: true }] },
    ]);
    expect(sentTo()).toEqual([BEAT, '+41761234567']);
  });

  it.each(['full', 'nodes'] as const)(
    'reads the list with the default country when a deploy (%s) ends the collecting',
    async (type) => {
      const flow = (name: string) => [
        tab,
        accountNode(sandbox.url, { defaultCountry: '+41', name }),
        batchNode({ ...fromMessage, ...toNamed, seconds: 3000, name }),
        ...['out', 'failed'].map(sink),
      ];
      await nodeRed.deploy(flow('before'));
      const list = ['791234567', '078 123 45 67'];
      const people = [ANNA, BEAT, '+41761234567'];
      nodeRed.inject('batch', ...people.map((to) => ({ payload: 'Hello', to, list })));
      await nodeRed.statusLike('batch', /3/);
      await nodeRed.deploy(flow('after'), type);
      await nodeRed.until(() => nodeRed.at('out').length >= 3, 'the three results');
      expect(sentTo()).toEqual(['+41761234567']);
    },
  );
});

describe('ask', () => {
  it('asks nobody on the list, and says so at its output for failures', async () => {
    await deploy(askNode({ ...fromMessage, doNotSendTo: leaf('msg', 'list') }));
    const { error } = await output('ask', { to: ANNA, list: ['079 123 45 67'] }, 'failed');
    expect(error).toMatchObject({ outcome: 'not_sent', code: 'opted_out' });
    expect((await nodeRed.statusLike('ask', /opted|optedOut/)).fill).toBe('red');
    nodeRed.inject('ask', { payload: 'Are you there?', to: BEAT, list: [ANNA] });
    await nodeRed.until(() => sandbox.messages()[0]);
    expect(sentTo()).toEqual([BEAT]);
  });
});

describe('an account that allows only certain recipients', () => {
  const withList = (recipientsAllowed: string, ...nodes: FlowNode[]) =>
    nodeRed.deploy([
      tab,
      accountNode(sandbox.url, { recipientsAllowed }),
      ...nodes,
      ...['out', 'failed', 'answer', 'silence', 'cancelled'].map(sink),
      ...watchers(...nodes.map(({ id }) => id)),
    ]);
  const list = '+41791234567\n+4178*';
  const refused = expect.objectContaining({ code: 'invalid_request', outcome: 'not_sent' });

  it('refuses all others, in every node that sends', async () => {
    const nodes = [
      sendNode(toNamed),
      batchNode({ ...toNamed, seconds: 0.1, failureOutput: true }),
      askNode(),
    ];
    await withList(list, ...nodes);
    const { error } = await pass(nodeRed, 'send', { payload: 'Hello', to: '+41761234567' });
    expect(error).toEqual(refused);
    expect(error?.message).toContain('is not among the recipients that the account allows');
    expect((await output('batch', { to: '+41761234567' }, 'failed'))['error']).toEqual(refused);
    expect((await output('ask', { to: '+41761234567' }, 'failed'))['error']).toEqual(refused);
    expect(sentTo()).toEqual([]);
    await output('send', { to: ANNA });
    await output('send', { to: [BEAT, ANNA] });
    expect(sentTo()).toEqual([ANNA, BEAT, ANNA]);
  });

  it('sends nothing at all if the list cannot be read', async () => {
    await withList('+41791234567, everybody', sendNode(toNamed));
    const { error } = await pass(nodeRed, 'send', { payload: 'Hello', to: ANNA });
    expect(error).toMatchObject({ code: 'invalid_settings', outcome: 'not_sent' });
    expect(error?.message).toContain('"everybody" among the allowed recipients');
    expect(sentTo()).toEqual([]);
  });
});
