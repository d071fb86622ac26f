import { accountNode, at, typed, sink, tab, text, watchers } from '../../hosts/node-red/flows';
import type { FlowNode, Message } from '../../hosts/node-red/nodeRedServer';
import { pass } from '../../hosts/node-red/passing';
import { StubService } from '../../hosts/node-red/stubService';

import { nodeRed, sandbox, startForSending } from './sending';

startForSending();

function flowWith(settings: object, account: object = {}): FlowNode[] {
  const status: FlowNode = {
    id: 'status',
    type: 'messaging-status',
    account: 'account',
    of: 'message',
    messageId: typed('msg', 'payload.messageId'),
    poll: false,
    everySeconds: 10,
    timeLimitSeconds: 600,
    failureOutput: false,
    wires: [['out'], ['failed']],
    ...at,
    ...settings,
  };
  return [tab, accountNode(sandbox.url, account), status, sink('out'), sink('failed'), ...watchers('status')];
}

async function run(settings: object, msg: Message, account: object = {}) {
  await nodeRed.deploy(flowWith(settings, account));
  return pass(nodeRed, 'status', msg);
}

const message = {
  channel: 'Sms',
  from: 'Sandbox',
  to: '+41791234567',
  content: { type: 'Text', text: 'Hi' },
};

async function post(path: string, body: object): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json', authorization: `Basic ${btoa('demo:demo')}` };
  const request = { method: 'POST', headers, body: JSON.stringify(body) };
  return (await fetch(`${sandbox.url}/api/v2/${path}`, request)).json();
}

async function sentMessage(): Promise<string> {
  const { messageId } = await post('message', message);
  await nodeRed.until(
    () => sandbox.messages().find((each) => each.messageId === messageId)?.state === 'Sent',
  );
  return String(messageId);
}

async function sentBatch(): Promise<{ batchId: string; ids: string[] }> {
  const seen = sandbox.messages().length;
  const { messageListId } = await post('messagelist', { messages: [message, message] });
  const ids = sandbox
    .messages()
    .slice(seen)
    .map(({ messageId }) => messageId);
  return { batchId: String(messageListId), ids };
}

const questionsAbout = (id: string) =>
  sandbox.calls().filter(({ method, url }) => method === 'GET' && url.includes(id));

describe('the status of a message', () => {
  it('replaces the payload and keeps everything else', async () => {
    const messageId = await sentMessage();
    sandbox.setState(messageId, 'Delivered');
    const { arrivesAt } = await run({}, { payload: { messageId }, topic: 'orders' });
    expect(await arrivesAt('out')).toMatchObject({
      topic: 'orders',
      payload: {
        messageId,
        status: 'delivered',
        statusText: 'Delivered',
        final: true,
        recipient: '+41791234567',
        requestId: expect.any(String),
        raw: { messageId },
      },
    });
    expect(await nodeRed.statusLike('status', /^delivered$/)).toMatchObject({ fill: 'green', shape: 'dot' });
  });

  it('that failed is told in yellow, as the query itself succeeded', async () => {
    const messageId = await sentMessage();
    sandbox.setState(messageId, 'Failed', { code: '42', message: 'Number not in service' });
    const { arrivesAt, error } = await run({}, { payload: { messageId } });
    expect((await arrivesAt('out')).payload).toMatchObject({
      status: 'failed',
      final: true,
      errorText: 'Number not in service',
    });
    expect(error).toBeUndefined();
    expect(await nodeRed.statusLike('status', /^not delivered$/)).toMatchObject({ fill: 'yellow' });
  });

  it('that is not final says so', async () => {
    const { arrivesAt } = await run({}, { payload: { messageId: await sentMessage() } });
    expect((await arrivesAt('out')).payload).toMatchObject({ status: 'other', final: false });
    expect(await nodeRed.statusLike('status', /^not final: Sent$/)).toMatchObject({ fill: 'grey' });
  });

  it('that the answer does not have says so', async () => {
    const service = await StubService.start();
    await run({}, { payload: { messageId: 'of another' } }, { baseUrl: service.url });
    await nodeRed.statusLike('status', /^not final, no status$/);
    await service.close();
  });

  it.each<[string, (id: string) => object, (id: string) => Message]>([
    ['of an id in the node', (id) => ({ messageId: text(id) }), () => ({})],
    [
      'of an id elsewhere in the message',
      () => ({ messageId: typed('msg', 'order.sms') }),
      (id) => ({ order: { sms: id } }),
    ],
    [
      'of an id that an expression finds',
      () => ({ messageId: typed('jsonata', '$trim(payload)') }),
      (id) => ({ payload: ` ${id} ` }),
    ],
  ])('%s', async (_name, settings, msg) => {
    const messageId = await sentMessage();
    const { arrivesAt } = await run(settings(messageId), msg(messageId));
    expect((await arrivesAt('out')).payload).toMatchObject({ messageId });
  });
});

describe('the status of a batch', () => {
  const ofBatch = { of: 'batch', batchId: typed('msg', 'payload.batchId') };

  it('is that of each message, final when all are', async () => {
    const { batchId, ids } = await sentBatch();
    sandbox.setState(ids[0] ?? '', 'Delivered');
    const first = await run(ofBatch, { payload: { batchId } });
    expect((await first.arrivesAt('out')).payload).toMatchObject({
      batchId,
      final: false,
      messages: [
        { messageId: ids[0], status: 'delivered', final: true },
        { messageId: ids[1], final: false },
      ],
    });
    expect(await nodeRed.statusLike('status', /^1 of 2 final$/)).toMatchObject({ fill: 'grey' });

    sandbox.setState(ids[1] ?? '', 'Failed');
    const second = await pass(nodeRed, 'status', { payload: { batchId } });
    expect((await second.arrivesAt('out')).payload).toMatchObject({ final: true });
    expect(await nodeRed.statusLike('status', /^2 of 2 final$/)).toMatchObject({ fill: 'green' });
  });
});

describe('asking again', () => {
  const polling = { poll: true, everySeconds: 1, timeLimitSeconds: 60 };

  /** Deploys, lets the node ask, and waits until it waits for the next time. */
  async function begin(settings: object, messageId: string, _msgid: string) {
    await nodeRed.deploy(flowWith(settings));
    nodeRed.inject('status', { payload: { messageId }, _msgid });
    await nodeRed.until(() => questionsAbout(messageId).length > 0);
    await nodeRed.statusLike('status', /^waiting 1$/);
  }

  const arrived = (_msgid: string) => nodeRed.at('out').filter((msg) => msg._msgid === _msgid);

  /** What came out for a message that has ended. */
  async function ended(_msgid: string): Promise<Message[]> {
    expect((await nodeRed.completion(_msgid)).error).toBeUndefined();
    await nodeRed.until(() => arrived(_msgid).length > 0, `${_msgid} at out`);
    return arrived(_msgid);
  }
  const endsOf = (id: string) => nodeRed.completions.filter(({ msgid }) => msgid === id);

  it('goes on until the status is final, and puts out one message', async () => {
    const messageId = await sentMessage();
    await begin(polling, messageId, 'final');
    expect(arrived('final')).toEqual([]);
    sandbox.setState(messageId, 'Delivered');
    expect(await ended('final')).toMatchObject([
      { payload: { messageId, status: 'delivered', final: true } },
    ]);
    expect(questionsAbout(messageId).length).toBeGreaterThan(1);
  });

  it('ends at the time limit with the last status known', async () => {
    const messageId = await sentMessage();
    const before = Date.now();
    const { error, arrivesAt } = await run({ ...polling, timeLimitSeconds: 2 }, { payload: { messageId } });
    expect(error).toBeUndefined();
    expect((await arrivesAt('out')).payload).toMatchObject({ messageId, final: false });
    const [, ...later] = questionsAbout(messageId);
    expect(later.length).toBeGreaterThanOrEqual(1);
    expect(Date.now() - before).toBeGreaterThanOrEqual(1_900);
  });

  it('keeps its time limit through a deploy', async () => {
    const messageId = await sentMessage();
    await begin({ ...polling, everySeconds: 3600, timeLimitSeconds: 7200 }, messageId, 'limited');
    jest.advanceTimersByTime(1100);
    await nodeRed.deploy(flowWith({ ...polling, timeLimitSeconds: 1 }));
    expect(await ended('limited')).toMatchObject([{ payload: { final: false } }]);
    expect(questionsAbout(messageId)).toHaveLength(2);
  });

  it('ends when the node is removed, which an error says', async () => {
    const messageId = await sentMessage();
    await begin(polling, messageId, 'removed');
    await nodeRed.deploy([tab, accountNode(sandbox.url)]);
    expect((await nodeRed.completion('removed')).error).toMatchObject({ code: 'stopped' });
    const asked = questionsAbout(messageId).length;
    await nodeRed.deploy(flowWith({}));
    await pass(nodeRed, 'status', { payload: { messageId: 'nobody' } });
    expect(questionsAbout(messageId)).toHaveLength(asked);
    expect(endsOf('removed')).toHaveLength(1);
    expect(nodeRed.logText).toMatch(/Messages not finished when the node was removed: 1\./);
  });
});

describe('a question that cannot be asked', () => {
  it.each<[string, object, Message, RegExp]>([
    ['without an id in the message', {}, { payload: {} }, /msg.payload.messageId finds nothing/],
    ['with an object for an id', {}, { payload: { messageId: {} } }, /must be text or a number/],
    ['with an empty field', { messageId: text('') }, {}, /ID: is required/],
    ['with an expression that fails', { messageId: typed('jsonata', '1 +') }, {}, /JSONata/],
    ['with a damaged setting', { messageId: 7 }, { payload: 'text' }, /msg.payload.messageId/],
  ])('%s names the field', async (_name, settings, msg, reason) => {
    const calls = sandbox.calls().length;
    const { error, find } = await run(settings, msg);
    expect(error).toMatchObject({ code: 'invalid_request', details: [{ parameter: 'messageId' }] });
    expect(error?.message).toMatch(reason);
    expect(find('out')).toBeUndefined();
    expect(sandbox.calls()).toHaveLength(calls);
  });
});

it('an id with signs of its own goes into the address as it is', async () => {
  await run({}, { payload: { messageId: 'a/b?c#d%' } });
  expect(sandbox.calls().at(-1)?.url).toContain('/message/a%2Fb%3Fc%23d%25');
});
