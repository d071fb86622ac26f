import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { freePort } from '../../network/listening';
import { accountNode, form, leaf, otherTab, sendNode, sink, tab, watchers } from './flows';
import { NodeRed, type FlowNode, type Message } from './nodeRedServer';
import { pass } from './passing';
import { untilRecorded } from './recorded';
import { gate, StubService } from './stubService';

let nodeRed: NodeRed;
/** The port of the service, now or later. */
let port: number;
let service: StubService | undefined;

beforeAll(async () => {
  nodeRed = await NodeRed.start();
});
afterAll(() => nodeRed?.stop());
beforeEach(async () => {
  port = await freePort();
});
afterEach(async () => {
  await service?.close();
  service = undefined;
});

const open = async () => (service = await StubService.start(port));

const deploy = (node: object = {}, account: object = {}) =>
  nodeRed.deploy([
    tab,
    otherTab,
    accountNode(`http://127.0.0.1:${port}`, account),
    sendNode({ keepTrying: 10, keepTryingUnit: 'minutes', ...node }),
    sink('out'),
    sink('failed'),
    ...watchers('send'),
  ]);
/** Deploys a node that has no waiting messages yet. */
async function deployNew(node: object = {}, account: object = {}): Promise<void> {
  await nodeRed.clear();
  await deploy(node, account);
}
async function restart(): Promise<void> {
  await nodeRed.stop({ keep: true, crash: true });
  nodeRed = await NodeRed.start({ userFolder: nodeRed.userFolder });
}
/** Waits until the journal has so many messages, and none of them is just being sent. */
const stored = (count: number) => untilRecorded(nodeRed, count, 'waiting');
const numbered = (count: number): Message[] =>
  Array.from({ length: count }, (_, index) => ({
    _msgid: `m${index}`,
    payload: `text ${index}`,
    line: index,
  }));
const waiting = (count: number) =>
  nodeRed.statusLike(
    'send',
    new RegExp(`^${count} waiting for the service since \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d$`),
  );

describe('Keep Trying For', () => {
  it('outlives a deploy to another tab with the objects of the message, and a kill with what can be written', async () => {
    const answered = await open();
    const busy = { status: 429, headers: { 'retry-after': '600' } };
    answered.answer = (number) => (number < 2 ? busy : {});
    await deployNew();
    nodeRed.injectMade(
      'send',
      `return { payload: 'alarm', line: 1, socket: Buffer.from('x'), when: new Date(0) }`,
    );
    await waiting(1);
    expect(nodeRed.logText).toContain('msg.socket, msg.when');
    await deploy({ z: 'other' });
    await answered.came(2);
    await stored(1);
    await stored(0);
    await restart();
    const message = await nodeRed.messageAt('out');
    expect(message).toMatchObject({ line: 1, payload: { outcome: 'accepted' } });
    expect(message).not.toHaveProperty('socket');
    expect(answered.texts).toEqual(['alarm', 'alarm', 'alarm']);
    await restart();
    await pass(nodeRed, 'send', { payload: 'next' });
    expect(answered.texts.slice(3)).toEqual(['next']);
  });

  it('outlives a kill in the middle of a move to another tab, and so do the keys of the node', async () => {
    await deployNew({ sendOncePer: leaf('msg', 'orderId') });
    const answered = await open();
    const busy = { status: 429, headers: { 'retry-after': '600' } };
    answered.answer = (number) => (number === 1 ? busy : {});
    await pass(nodeRed, 'send', { payload: 'first', orderId: 'A 1' });
    nodeRed.inject('send', { payload: 'second', orderId: 'A 2' });
    await waiting(1);
    await stored(1);
    await nodeRed.stop({ keep: true, crash: true });
    // Node-RED stores the new flows before it ends the old nodes.
    const file = join(nodeRed.userFolder, 'flows.json');
    const flows: FlowNode[] = JSON.parse(readFileSync(file, 'utf8'));
    const moved = flows.map((node) => (node.id === 'send' ? { ...node, z: 'other' } : node));
    writeFileSync(file, JSON.stringify(moved));
    nodeRed = await NodeRed.start({ userFolder: nodeRed.userFolder });
    expect(await nodeRed.messageAt('out')).toMatchObject({ payload: { outcome: 'accepted' } });
    await pass(nodeRed, 'send', { payload: 'first again', orderId: 'A 1' });
    expect(answered.texts).toEqual(['first', 'second', 'second']);
  });

  it('sends after a restart what it was told, whatever the flow holds by then', async () => {
    await deployNew({ form: form({ content: { text: leaf('jsonata', '"at " & $millis()') } }) });
    const before = Date.now();
    nodeRed.inject('send', { payload: 'x' });
    await waiting(1);
    const after = Date.now();
    await stored(1);
    await restart();
    await open();
    await nodeRed.messageAt('out');
    const at = Number(String(service?.texts[0]).slice(3));
    expect(at).toBeGreaterThanOrEqual(before);
    expect(at).toBeLessThanOrEqual(after);
  });

  it('reports what was on its way at a kill as unknown, and does not send it again', async () => {
    await deployNew({}, { maxInFlight: 2 });
    nodeRed.inject('send', ...numbered(6));
    await waiting(6);
    const { opened, open: openGate } = gate();
    const answered = await open();
    answered.answer = (number) => (number < 1 ? {} : opened.then(() => ({})));
    await answered.came(3);
    await nodeRed.messageAt('out');
    const before = answered.texts.map(String);
    const done = nodeRed.at('out').map(({ _msgid }) => _msgid);
    await restart();
    openGate();
    const failures = () => nodeRed.completions.flatMap(({ error }) => error ?? []);
    // An outcome that came out right before the kill can come out once more.
    const ended = () => new Set([...done, ...nodeRed.completions.map(({ msgid }) => msgid)]);
    await nodeRed.until(() => ended().size === 6, 'the end of all messages');
    const errors = failures();
    expect(new Set(errors.map(({ code, outcome }) => `${code} ${outcome}`))).toEqual(
      new Set(['interrupted unknown']),
    );
    const sentAfter = answered.texts.slice(before.length).map(String);
    expect(sentAfter.filter((text) => before.includes(text))).toEqual([]);
    expect(errors.length).toBeGreaterThanOrEqual(2);
  });

  it('is not sent if the journal cannot be written; what needs no record is', async () => {
    const unusable = await NodeRed.start({ files: { 'messaging-service': 'a file in place of the folder' } });
    try {
      const account = accountNode(`http://127.0.0.1:${port}`);
      await unusable.deploy([tab, account, sendNode({ keepTrying: 10 }), sink('out'), ...watchers('send')]);
      expect(unusable.logText).toContain('The journal cannot be written');
      unusable.inject('send', { _msgid: 'away', payload: 'x' });
      expect((await unusable.completion('away')).error).toMatchObject({
        code: 'not_recorded',
        outcome: 'not_sent',
      });
      await open();
      unusable.inject('send', { _msgid: 'there', payload: 'y' });
      expect(await unusable.messageAt('out')).toMatchObject({ payload: { outcome: 'accepted' } });
    } finally {
      await unusable.stop();
    }
  });
});

describe('Keep Trying For with a file', () => {
  let sandbox: Sandbox | undefined;
  afterEach(() => sandbox?.close());

  it('uploads it when the service is there again', async () => {
    await deployNew({
      channel: 'Whatsapp',
      contentType: 'Image',
      form: form({ content: {} }),
      mediaFrom: 'buffer',
    });
    nodeRed.injectMade(
      'send',
      `return { payload: Buffer.from('89504e470d0a1a0a', 'hex'), filename: 'a.png' }`,
    );
    await waiting(1);
    await deploy({
      channel: 'Whatsapp',
      contentType: 'Image',
      form: form({ content: {} }),
      mediaFrom: 'buffer',
    });
    await waiting(1);
    sandbox = await startSandbox({ port, automaticDelivery: 'manual', inboundUrls: { default: '' } });
    expect((await nodeRed.messageAt('out')).payload).toMatchObject({ outcome: 'accepted' });
    expect(sandbox.messages()).toHaveLength(1);
  });
});
