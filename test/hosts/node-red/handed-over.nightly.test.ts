import { askNode } from './asking';
import { accountNode, leaf, sendNode, sink, tab, watchers } from './flows';
import { freePort } from '../../network/listening';
import { NodeRed, type FlowNode } from './nodeRedServer';
import { untilRecorded } from './recorded';
import { gate, StubService } from './stubService';
import { INBOUND_PATH, post, sms } from './webhooks';

let service: StubService;
let nodeRed: NodeRed;

beforeAll(async () => {
  service = await StubService.start();
  nodeRed = await NodeRed.start();
});
afterAll(async () => {
  await nodeRed?.stop();
  await service?.close();
});
beforeEach(async () => {
  service.reset();
  await nodeRed.clear();
});

const further = (channel: string) => [{ channel, from: leaf('str', ''), contentType: 'Text', content: {} }];
/** A *send message* with further channels. */
const onChannels = (more: object = {}) =>
  sendNode({
    channel: 'Whatsapp',
    fallbackChannels: further('Sms'),
    countsAs: 'delivered',
    after: 1,
    afterUnit: 'minutes',
    ...more,
  });
const flow = (nodes: FlowNode[], account: object = {}) => [
  tab,
  accountNode(service.url, account),
  ...nodes,
  ...['out', 'failed', 'answer', 'silence'].map(sink),
  ...watchers('send', 'ask', 'other'),
];
async function restart(): Promise<void> {
  await nodeRed.stop({ keep: true });
  nodeRed = await NodeRed.start({ userFolder: nodeRed.userFolder });
}
/** What the service got, without the questions about the status. */
const sent = () => service.requests.filter(({ channel }) => channel !== undefined);
/** Answers a question about the status; what is sent is accepted, or what `refused` says. */
function answerWith(status: () => string, refused?: (channel: unknown) => boolean): void {
  service.answer = (number) => {
    const { channel } = service.requests[number] ?? {};
    const messageId = service.paths[number]?.split('/').at(-1);
    if (channel === undefined) return { body: { messageId, status: status() } };
    return refused?.(channel) === true ? { status: 400, body: { message: 'no' } } : {};
  };
}
const errors = () => nodeRed.completions.flatMap(({ error }) => error ?? []);

describe('a deploy of modified nodes', () => {
  it('sends what waited for a slot of the account, as nothing of it was sent', async () => {
    const other = sendNode({ id: 'other' });
    const nodes = (name: string) => [other, onChannels({ name, countsAs: 'accepted' }), askNode({ name })];
    const { opened, open } = gate();
    service.answer = (number) => (number === 0 ? opened.then(() => ({})) : {});
    await nodeRed.deploy(flow(nodes('before'), { maxInFlight: 1 }));
    nodeRed.inject('other', { payload: 'other' });
    await service.came(1);
    nodeRed.inject('send', { payload: 'message' });
    nodeRed.inject('ask', { to: '+41791234567', payload: 'question' });
    for (const id of ['send', 'ask']) await nodeRed.statusLike(id, /^waiting 1|^1 waiting/);
    // Otherwise the account is replaced as well.
    await nodeRed.deploy(flow(nodes('after'), { maxInFlight: 1, credentials: undefined }), 'nodes');
    open();
    await service.came(3);
    await nodeRed.until(() => nodeRed.at('out').length === 2, 'both messages');
    expect([...service.texts].sort()).toEqual(['message', 'other', 'question']);
    expect(nodeRed.at('failed')).toEqual([]);
    expect(errors()).toEqual([]);
  });
});

describe('what has begun', () => {
  it('waits while the account cannot work, also after a restart, and is sent once', async () => {
    const port = await freePort();
    const nodes = (account: object) => [
      onChannels(),
      askNode({ waitFor: 'delivery' }),
      accountNode(`http://127.0.0.1:${port}`, { id: 'away', ...account }),
      sendNode({ id: 'other', account: 'away', keepTrying: 10 }),
    ];
    const deploy = (account: object) => nodeRed.deploy(flow(nodes(account), account));
    let status = 'sent';
    answerWith(() => status);
    await deploy({});
    nodeRed.inject('send', { _msgid: 'm1', payload: 'message' });
    nodeRed.inject('ask', { _msgid: 'm2', to: '+41791234567', payload: 'question' });
    nodeRed.inject('other', { _msgid: 'm3', payload: 'late' });
    for (const id of ['send', 'ask', 'other']) await nodeRed.statusLike(id, /^waiting 1|^1 waiting/);
    await nodeRed.until(() => sent().length === 2, 'what is sent at once');
    const faulty = { baseUrl: 'http://example.com' };
    await deploy(faulty);
    await deploy({ ...faulty, name: 'again' });
    await restart();
    for (const id of ['send', 'ask', 'other']) await nodeRed.statusLike(id, /^not sent/);
    expect([...nodeRed.completions, ...nodeRed.at('failed')]).toEqual([]);

    status = 'delivered';
    const back = await StubService.start(port);
    try {
      await deploy({});
      const ended = () => [...nodeRed.at('out'), ...nodeRed.at('answer')].map(({ _msgid }) => _msgid);
      await nodeRed.until(() => ended().length === 3, 'all messages');
      expect(ended().sort()).toEqual(['m1', 'm2', 'm3']);
      await restart();
      expect(back.texts).toEqual(['late']);
      expect(sent()).toHaveLength(2);
    } finally {
      await back.close();
    }
  });

  it('ends as it began when its further channels, or the time to keep trying, are taken from the node', async () => {
    answerWith(() => 'sent');
    const seconds = { after: 2, afterUnit: 'seconds' };
    const waiting = sendNode({ id: 'other', account: 'away', keepTrying: 10 });
    const port = await freePort();
    const away = accountNode(`http://127.0.0.1:${port}`, { id: 'away' });
    await nodeRed.deploy(flow([onChannels(seconds), away, waiting]));
    nodeRed.inject('send', { _msgid: 'm1', payload: 'message' });
    nodeRed.inject('other', { _msgid: 'm2', payload: 'late' });
    for (const id of ['send', 'other']) await nodeRed.statusLike(id, /^waiting 1|^1 waiting/);
    await nodeRed.until(() => sent().length === 1, 'the first channel');
    const off = [onChannels({ ...seconds, fallbackChannels: [] }), { ...waiting, keepTrying: 0 }];
    await nodeRed.deploy(flow([...off, away]));
    await nodeRed.statusLike('other', /^1 waiting/);
    const back = await StubService.start(port);
    try {
      await nodeRed.until(() => nodeRed.at('out').length === 2, 'both messages');
      expect(nodeRed.at('out').find(({ _msgid }) => _msgid === 'm1')).toMatchObject({
        payload: {
          outcome: 'accepted',
          channel: null,
          attempts: [{ channel: 'Whatsapp', state: 'accepted' }],
        },
      });
      await nodeRed.deploy(flow([onChannels(seconds), away, waiting]));
      await restart();
      expect(sent()).toHaveLength(1);
      expect(back.texts).toEqual(['late']);
    } finally {
      await back.close();
    }
  });
});

describe('a node that is gone for a while', () => {
  let port: number;
  /** Three nodes that wait; what `other` keeps in memory does not outlive a restart. */
  const nodes = () => [
    onChannels(),
    askNode(),
    accountNode(`http://127.0.0.1:${port}`, { id: 'away' }),
    sendNode({ id: 'other', account: 'away', keepTrying: 10 }),
  ];
  const all = ['m1', 'm2', 'm3'];
  const allWait = async () => {
    for (const id of ['send', 'ask', 'other']) await nodeRed.statusLike(id, /^waiting 1|^1 waiting/);
  };
  async function begin(): Promise<void> {
    port = await freePort();
    await nodeRed.deploy(flow(nodes()));
    nodeRed.inject('send', { _msgid: 'm1', payload: 'message' });
    nodeRed.inject('ask', { _msgid: 'm2', to: '+41791234567', payload: 'question' });
    nodeRed.inject('other', { _msgid: 'm3', payload: 'late' });
    await allWait();
    await nodeRed.until(() => sent().length === 2, 'what is sent at once');
  }
  const ended = () => nodeRed.completions.map(({ msgid }) => msgid).sort();

  it.each([
    ['its tab is disabled', { disabled: true }, false],
    ['its tab is disabled, also during a restart', { disabled: true }, true],
    ['it is deleted, and the deletion undone', undefined, false],
  ])('has its messages again: %s', async (_name, disabled, restarts) => {
    let status = 'sent';
    answerWith(() => status);
    await begin();
    const [, ...inTab] = flow(nodes());
    await nodeRed.deploy(disabled === undefined ? [tab] : [{ ...tab, ...disabled }, ...inTab]);
    expect(nodeRed.logText).toMatch(/wait because the node was deleted or its tab disabled: 1\./);
    if (restarts) await restart();
    await nodeRed.deploy([tab, ...inTab]);
    await allWait();
    expect(ended()).toEqual([]);
    status = 'failed';
    const back = await StubService.start(port);
    try {
      await nodeRed.until(() => ended().length === 3, 'all messages');
      expect(ended()).toEqual(all);
      expect(back.texts).toEqual(['late']);
      expect(service.texts.sort()).toEqual(['message', 'message', 'question']);
    } finally {
      await back.close();
    }
  });

  it('names the messages that end when the next deploy is without it as well', async () => {
    answerWith(() => 'sent');
    await begin();
    await nodeRed.deploy([tab]);
    expect(nodeRed.logText).not.toContain('end here');
    await nodeRed.deploy([tab]);
    const named = (id: string) => nodeRed.logText.includes(`of a deleted node that end here (1): ${id}.`);
    await nodeRed.until(() => all.every(named), 'the names of all messages');
  });
});

describe('Node-RED is killed', () => {
  it('while a further channel is used, which is not used again', async () => {
    const { opened, open } = gate();
    service.answer = (number) => {
      const { channel } = service.requests[number] ?? {};
      const messageId = service.paths[number]?.split('/').at(-1);
      if (channel === undefined) return { body: { messageId, status: 'sent' } };
      return channel === 'Sms' ? opened.then(() => ({})) : {};
    };
    const node = onChannels({ after: 3, afterUnit: 'seconds' });
    await nodeRed.deploy(flow([node]));
    nodeRed.inject('send', { _msgid: 'm1', payload: 'message' }, { _msgid: 'm2', payload: 'message' });
    await nodeRed.until(() => sent().length === 4, 'both channels of both messages');
    await nodeRed.stop({ keep: true, crash: true });
    open();
    nodeRed = await NodeRed.start({ userFolder: nodeRed.userFolder });
    await nodeRed.until(() => errors().length === 2, 'the errors');
    expect(errors().map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown']);
    expect(sent().map(({ channel }) => channel)).toEqual(['Whatsapp', 'Whatsapp', 'Sms', 'Sms']);
  });

  it('while messages wait for a slot of the account, which are sent, as nothing of them had left', async () => {
    const { opened, open } = gate();
    answerWith(() => 'delivered');
    const answer = service.answer;
    service.answer = (number) => (number === 0 ? opened.then(() => ({})) : answer(number));
    await nodeRed.deploy(flow([onChannels()], { maxInFlight: 1 }));
    const messages = [1, 2, 3, 4].map((number) => ({ _msgid: `m${number}`, payload: `text ${number}` }));
    nodeRed.inject('send', ...messages);
    await service.came(1);
    await untilRecorded(nodeRed, 4);
    await nodeRed.stop({ keep: true, crash: true });
    open();
    nodeRed = await NodeRed.start({ userFolder: nodeRed.userFolder });
    await nodeRed.until(() => nodeRed.completions.length === 4, 'all messages');
    expect(errors().map(({ outcome }) => outcome)).toEqual(['unknown']);
    expect([...service.texts].filter(Boolean).sort()).toEqual(messages.map(({ payload }) => payload));
  });
});

describe('Node-RED is stopped', () => {
  it('right after it has acknowledged an answer, which comes out once', async () => {
    await nodeRed.stop();
    nodeRed = await NodeRed.start({ adminRoot: '/admin' });
    const ask = askNode();
    const answers: unknown[] = [];
    for (const number of [1, 2, 3]) {
      await nodeRed.deploy(flow([ask]));
      nodeRed.inject('ask', { _msgid: `m${number}`, to: '+41791234567', payload: 'question' });
      await nodeRed.statusLike('ask', /^1 waiting/);
      const event = { ...sms({ text: `answer ${number}`, from: '+41791234567' }), channel: 'Whatsapp' };
      expect(await post(`${nodeRed.url}${INBOUND_PATH}`, event)).toMatchObject({ status: 200 });
      const before = nodeRed;
      await nodeRed.stop({ keep: true });
      nodeRed = await NodeRed.start({ adminRoot: '/admin', userFolder: before.userFolder });
      const all = () => [...before.at('answer'), ...nodeRed.at('answer')];
      await nodeRed.until(() => all().length === 1, 'the answer');
      answers.push(...all().map(({ payload }) => payload));
    }
    expect(answers).toEqual(['answer 1', 'answer 2', 'answer 3']);
  });
});

describe('a message whose key another one has claimed', () => {
  it('goes on after a deploy when that one has failed, and so do later ones', async () => {
    let status = 'sent';
    let refuses = false;
    answerWith(
      () => status,
      (channel) => refuses && channel === 'Sms',
    );
    const node = (name: string) => onChannels({ name, sendOncePer: leaf('msg', 'orderId') });
    await nodeRed.deploy(flow([node('before')]));
    nodeRed.inject('send', { _msgid: 'm1', payload: 'one', orderId: 'A' });
    await nodeRed.until(() => sent().length === 1, 'the first message');
    nodeRed.inject('send', { _msgid: 'm2', payload: 'two', orderId: 'A' });
    await nodeRed.statusLike('send', /^waiting 2/);
    await nodeRed.deploy(flow([node('after')]));
    refuses = true;
    status = 'failed';
    await nodeRed.completion('m1');
    status = 'delivered';
    expect(await nodeRed.messageAt('out')).toMatchObject({ _msgid: 'm2', payload: { outcome: 'accepted' } });
    nodeRed.inject('send', { _msgid: 'm3', payload: 'three', orderId: 'A' });
    expect(await nodeRed.messageAt('out', 1)).toMatchObject({ payload: { outcome: 'sent_before' } });
  });
});
