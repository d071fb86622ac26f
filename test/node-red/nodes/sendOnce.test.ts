import { StubService, gate } from '../../hosts/node-red/stubService';
import {
  accountNode,
  batchNode,
  typed,
  otherTab,
  sendNode,
  sink,
  tab,
  watchers,
} from '../../hosts/node-red/flows';
import type { Message } from '../../hosts/node-red/nodeRedServer';
import { pass } from '../../hosts/node-red/passing';
import { useFakeClock } from '../../fakeClock';
import { Runtime } from '../runtime';

const byOrder = { sendOncePer: typed('msg', 'orderId') };

let service: StubService;
let nodeRed: Runtime;

beforeAll(async () => {
  service = await StubService.start();
  nodeRed = await Runtime.start();
});
useFakeClock();
afterAll(async () => {
  await nodeRed?.stop();
  await service?.close();
});
beforeEach(() => service.reset());

const deploy = (node: object, account: object = {}) =>
  nodeRed.deploy([
    tab,
    otherTab,
    accountNode(service.url, account),
    sendNode(node),
    sink('out'),
    sink('failed'),
    ...watchers('send'),
  ]);
/** Deploys a node that has sent nothing yet: the keys of the previous one are deleted with it. */
async function deployNew(node: object, account: object = {}): Promise<void> {
  await nodeRed.deploy([tab]);
  await deploy(node, account);
}

/** What the node puts out for a message. */
async function sent(msg: Message, node = 'send'): Promise<unknown> {
  const passed = await pass(nodeRed, node, { payload: 'Your order', ...msg });
  expect(passed.error).toBeUndefined();
  return (await passed.arrivesAt('out')).payload;
}

describe('Send Only Once Per', () => {
  it('sends the first message of a key, and says of the others which that was', async () => {
    await deployNew(byOrder);
    expect(await sent({ orderId: 'A 1' })).toMatchObject({ outcome: 'accepted', messageId: 'id-0' });
    const before = { outcome: 'sent_before', key: 'A 1', messageId: 'id-0' };
    expect(await sent({ orderId: 'A 1' })).toEqual(before);
    expect(await sent({ orderId: ' A 1 ' })).toEqual(before);
    expect(await sent({ orderId: 'a 1' })).toMatchObject({ outcome: 'accepted' });
    expect(await sent({ orderId: 17 })).toMatchObject({ outcome: 'accepted' });
    expect(await sent({ orderId: '17' })).toMatchObject({ outcome: 'sent_before' });
    expect(service.requests).toHaveLength(3);
    expect((await nodeRed.statusLike('send', /Sent before/)).fill).toBe('grey');
  });

  it('sends one of many messages with the same key that come at the same moment', async () => {
    const { opened, open } = gate();
    service.answer = async (number) => opened.then(() => ({ body: { messageId: `id-${number}` } }));
    await deployNew(byOrder, { maxInFlight: 50 });
    const results = Promise.all(Array.from({ length: 20 }, () => sent({ orderId: 'B 1' })));
    await service.came(1);
    open();
    const outcomes = (await results).map((payload) => Object(payload).outcome).sort();
    expect(outcomes).toEqual(['accepted', ...Array.from({ length: 19 }, () => 'sent_before')]);
    expect(service.requests).toHaveLength(1);
  });

  it.each([['an object', { orderId: { id: 1 } }, 'must be text or a number, got an object']])(
    'sends nothing without a key: %s',
    async (_, msg, reason) => {
      await deployNew(byOrder);
      const { error } = await pass(nodeRed, 'send', { payload: 'Your order', ...msg });
      expect(error).toMatchObject({ code: 'invalid_request', outcome: 'not_sent' });
      expect(error?.message).toContain(`Send only once per: ${reason}`);
      expect(service.requests).toHaveLength(0);
    },
  );

  it('records nothing for a message that is only checked', async () => {
    await deployNew({ ...byOrder, validateOnly: true });
    expect(await sent({ orderId: 'E' })).toMatchObject({ outcome: 'valid' });
    await deploy(byOrder);
    expect(await sent({ orderId: 'E' })).toMatchObject({ outcome: 'accepted' });
  });

  it('keeps as many keys as it is told, the newest, and only so long', async () => {
    await deployNew({ ...byOrder, keysKept: 2 });
    for (const orderId of ['1', '2', '3']) await sent({ orderId });
    expect(await sent({ orderId: '3' })).toMatchObject({ outcome: 'sent_before' });
    expect(await sent({ orderId: '2' })).toMatchObject({ outcome: 'sent_before' });
    expect(await sent({ orderId: '1' })).toMatchObject({ outcome: 'accepted' });

    await deployNew({ ...byOrder, keysKeptFor: 1, keysKeptForUnit: 'seconds' });
    await sent({ orderId: '1' });
    for (const days of [400, -1, -399]) {
      jest.setSystemTime(Date.now() + days * 86_400_000);
      expect(await sent({ orderId: '1' })).toMatchObject({ outcome: 'sent_before' });
    }
    jest.advanceTimersByTime(1100);
    expect(await sent({ orderId: '1' })).toMatchObject({ outcome: 'accepted' });
  });

  it('waits for its key without a turn, for which a kept message waits that has the key', async () => {
    const only = { maxInFlight: 1 };
    service.answer = () => ({ status: 503, headers: { 'retry-after': '1' } });
    await deployNew({ ...byOrder, keepTrying: 10 }, only);
    nodeRed.inject('send', { _msgid: 'kept', payload: 'Your order', orderId: 'H' });
    await nodeRed.statusLike('send', /^1 waiting/);
    service.answer = () => ({});
    await deploy(byOrder, only);
    expect(await sent({ orderId: 'H' })).toMatchObject({ outcome: 'sent_before', messageId: 'id-1' });
    expect((await nodeRed.completion('kept')).error).toBeUndefined();
  });

  it('holds with fallback channels', async () => {
    const content = { text: typed('str', 'again') };
    const further = { type: 'Rcs', from: typed('str', ''), content: { type: 'Text', ...content } };
    await deployNew({ ...byOrder, fallbackChannels: [further], countsAs: 'accepted' });
    expect(await sent({ orderId: 'F' })).toMatchObject({ outcome: 'accepted', channel: 'Sms' });
    expect(await sent({ orderId: 'F' })).toMatchObject({ outcome: 'sent_before', messageId: 'id-0' });
    service.answer = () => ({ status: 400, body: { message: 'no' } });
    expect((await pass(nodeRed, 'send', { payload: 'x', orderId: 'G' })).error?.outcome).toBe('rejected');
    service.answer = () => ({});
    expect(await sent({ orderId: 'G' })).toMatchObject({ outcome: 'accepted' });
  });
});

describe('Send Only Once Per in a batch', () => {
  /** Accepts every message of a batch. */
  const acceptAll = () => {
    service.answer = (number) => {
      const list = Object(service.requests[number]).messages;
      const messages = Array.from({ length: Array.isArray(list) ? list.length : 0 }, (_, index) => ({
        messageId: `id-${number}-${index}`,
      }));
      return { body: { batchId: `batch-${number}`, messages } };
    };
  };
  const deployBatch = async (node: object, account: object = {}) => {
    const flow = [accountNode(service.url, account), batchNode({ ...byOrder, ...node }), sink('out')];
    await nodeRed.deploy([tab, ...flow, sink('failed'), ...watchers('batch')]);
  };
  const seen = () => service.requests.map((request) => JSON.stringify(request)).join('\n');

  it('sends each key of an array once, and tells every entry what became of it', async () => {
    await deployBatch({});
    acceptAll();
    const list = ['K', 'L', 'K', 'M', 'K'].map((orderId, index) => ({ payload: `text ${index}`, orderId }));
    await nodeRed.forget();
    expect((await pass(nodeRed, 'batch', { payload: list })).error).toBeUndefined();
    await nodeRed.until(() => nodeRed.at('out').length === 5, 'five outcomes');
    const outcomes = nodeRed.at('out').map(({ orderId, payload }) => `${orderId} ${Object(payload).outcome}`);
    expect(outcomes).toEqual(['K accepted', 'L accepted', 'K sent_before', 'M accepted', 'K sent_before']);
    expect(service.requests).toHaveLength(1);
    expect(seen()).not.toContain('text 2');

    await nodeRed.forget();
    await pass(nodeRed, 'batch', { payload: list.slice(0, 2) });
    await nodeRed.until(() => nodeRed.at('out').length === 2, 'two outcomes');
    expect(nodeRed.at('out').map(({ payload }) => Object(payload).outcome)).toEqual([
      'sent_before',
      'sent_before',
    ]);
    expect(service.requests).toHaveLength(1);
  });

  it('is left to the next node by a deploy as far as there was no time to send it', async () => {
    const { opened, open } = gate();
    service.answer = () => opened.then(() => ({}));
    await deployBatch({}, { maxInFlight: 1 });
    await nodeRed.forget();
    const payload = Array.from({ length: 1001 }, (_, index) => ({ payload: 'x', orderId: `P ${index}` }));
    nodeRed.inject('batch', { _msgid: 'long', payload });
    await service.came(1);
    acceptAll();
    await deployBatch({ name: 'changed' }, { maxInFlight: 1 });
    const { error } = await nodeRed.completion('long');
    expect(error).toMatchObject({ outcome: 'unknown', message: expect.stringMatching(/^1000 of 1001 /) });
    const last = { orderId: 'P 1000', parts: { index: 1000 }, payload: { outcome: 'accepted' } };
    expect(await nodeRed.messageAt('out')).toMatchObject(last);
    expect(service.requests).toHaveLength(2);
    open();
  });

  it('holds for messages that are collected, and takes the keys of a batch back that was refused', async () => {
    await deployBatch({ count: 3, seconds: 3600 });
    service.answer = () => ({ status: 400, body: { message: 'no' } });
    const messages = ['N', 'O', 'N'].map((orderId, index) => ({
      _msgid: `r${index}`,
      payload: 'x',
      orderId,
    }));
    nodeRed.inject('batch', ...messages);
    for (const { _msgid } of messages)
      expect((await nodeRed.completion(_msgid)).error?.outcome).toBe('rejected');

    acceptAll();
    await nodeRed.forget();
    nodeRed.inject('batch', ...messages.map((message, index) => ({ ...message, _msgid: `s${index}` })));
    await nodeRed.until(() => nodeRed.at('out').length === 3, 'three outcomes');
    const outcomes = nodeRed.at('out').map(({ payload }) => Object(payload).outcome);
    expect(outcomes.sort()).toEqual(['accepted', 'accepted', 'sent_before']);
  });
});
