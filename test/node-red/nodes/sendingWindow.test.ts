import { startSandbox, type Sandbox } from '../../../sandbox';
import { closedNow, openNow } from '../../hosts/windows';
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
  windowSetting,
} from '../../hosts/node-red/flows';
import type { FlowNode, Message } from '../../hosts/node-red/nodeRedServer';
import { circular, pass } from '../../hosts/node-red/passing';
import { useFakeClock } from '../../fakeClock';
import { Runtime } from '../runtime';

/** The sending window of all nodes that send, in a real Node-RED. */

const ANNA = '+41791234567';

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

const deploy = (...nodes: FlowNode[]) =>
  nodeRed.deploy([
    tab,
    accountNode(sandbox.url),
    ...nodes,
    ...['out', 'failed', 'answer', 'silence', 'cancelled'].map(sink),
    ...watchers(...nodes.map(({ id }) => id)),
  ]);

const refusing = { outside: 'refuse' };
const sentAt = () => sandbox.messages().map(({ sendAt }) => sendAt && new Date(sendAt).toISOString());

async function output(node: string, msg: Message = {}, at = 'out'): Promise<Message> {
  const passed = await pass(nodeRed, node, { payload: 'Hello', ...msg });
  expect(passed.error).toBeUndefined();
  return passed.arrivesAt(at);
}

describe('send', () => {
  it('sends at once inside of the window, and says no date', async () => {
    await deploy(sendNode(windowSetting(openNow())));
    const { payload } = await output('send');
    expect(payload).toMatchObject({ outcome: 'accepted' });
    expect(payload).not.toHaveProperty('sendDate');
    expect(sentAt()).toEqual([undefined]);
  });

  it('plans a message for when the window opens', async () => {
    const { window, opens } = closedNow();
    await deploy(sendNode(windowSetting(window)));
    expect((await output('send')).payload).toMatchObject({ outcome: 'accepted', sendDate: opens });
    expect(sentAt()).toEqual([opens]);
    expect(sandbox.messages()).toMatchObject([{ state: 'Scheduled' }]);
    expect((await nodeRed.statusLike('send', /planned/)).fill).toBe('green');
  });

  it('sends nothing outside of a window that refuses', async () => {
    const { window, opens } = closedNow();
    await deploy(sendNode(windowSetting(window, refusing)));
    expect((await output('send')).payload).toEqual({ outcome: 'outside_window', opensAt: opens });
    expect((await nodeRed.statusLike('send', /outside/)).fill).toBe('grey');
    expect(sandbox.calls()).toEqual([]);
  });

  it('takes time zone and exceptions from the message', async () => {
    const changes = {
      timeZone: leaf('msg', 'zone'),
      exceptions: leaf('msg', 'holidays'),
      from: '00:00',
      until: '24:00',
    };
    await deploy(sendNode(windowSetting(openNow(), changes)));
    const today = new Date().toISOString().slice(0, 10);
    const { payload } = await output('send', { zone: 'UTC', holidays: [today] });
    const tomorrow = new Date(Date.parse(today) + 24 * 3_600_000).toISOString();
    expect(payload).toMatchObject({ sendDate: tomorrow });
    expect((await output('send', { zone: 'UTC', holidays: [] })).payload).not.toHaveProperty('sendDate');
    expect(sentAt()).toEqual([tomorrow, undefined]);
  });

  it.each<[string, object, Message, string]>([
    [
      'an unknown time zone',
      { timeZone: leaf('msg', 'zone') },
      { zone: 'Europe/Bern' },
      'Time zone: must be a time zone such as Europe/Zurich, got "Europe/Bern"',
    ],
    ['no time zone', { timeZone: text('') }, {}, 'Time zone: is required'],
    [
      'the same time twice',
      { from: '08:00', until: '08:00' },
      {},
      'Until: must not be the time at which the window opens, got "08:00"',
    ],
    ['no days', { days: [] }, {}, 'Days: choose at least one day'],
    [
      'an exception that is no date',
      { exceptions: leaf('msg', 'holidays') },
      { holidays: ['Christmas'] },
      'Exceptions: must be dates such as 2026-12-25, got "Christmas"',
    ],
    [
      'an exception that JSON cannot hold',
      { exceptions: leaf('msg', 'holidays') },
      { holidays: [20261225n] },
      'Exceptions: must be dates such as 2026-12-25, got 20261225',
    ],
    [
      'a time zone that contains itself',
      { timeZone: leaf('msg', 'zone') },
      { zone: circular },
      'Time zone: must be a time zone such as Europe/Zurich, got [object Object]',
    ],
  ])('sends nothing with %s', async (_, changes, msg, reason) => {
    await deploy(sendNode(windowSetting(openNow(), changes)));
    const { error } = await pass(nodeRed, 'send', { payload: 'Hello', ...msg });
    expect(error).toMatchObject({ code: 'invalid_request', outcome: 'not_sent' });
    expect(error?.message).toContain(`Sending window › ${reason}`);
    expect(sandbox.calls()).toEqual([]);
  });

  it('takes exceptions that people write into a flow file as an array', async () => {
    const { sendingWindow } = windowSetting({ ...openNow(), outside: 'refuse' });
    const exceptions = [-1, 0, 1].map((days) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
    );
    await deploy(sendNode({ sendingWindow: { ...sendingWindow, exceptions } }));
    const passed = await pass(nodeRed, 'send', { payload: 'Hello' });
    expect((await passed.arrivesAt('out')).payload).toMatchObject({ outcome: 'outside_window' });
    expect(sandbox.calls()).toEqual([]);
  });

  it('says so too when it only checks', async () => {
    const { window, opens } = closedNow();
    await deploy(sendNode({ ...windowSetting(window), validateOnly: true }));
    expect((await output('send')).payload).toMatchObject({ outcome: 'valid', request: { sendDate: opens } });
    await deploy(sendNode({ ...windowSetting(window, refusing), validateOnly: true }));
    expect((await output('send')).payload).toMatchObject({ outcome: 'outside_window' });
  });
});

describe('further channels', () => {
  const further = [{ channel: 'Sms', contentType: 'Text', content: {}, from: text('Sandbox') }];
  const channels = { channel: 'Whatsapp', fallbackChannels: further, after: 60, afterUnit: 'seconds' };

  it('plans each channel, and waits for the delivery from then on', async () => {
    const { window, opens } = closedNow();
    await deploy(sendNode({ ...channels, ...windowSetting(window), countsAs: 'accepted' }));
    expect((await output('send')).payload).toMatchObject({
      channel: 'Whatsapp',
      sendDate: opens,
      attempts: [{ channel: 'Whatsapp', state: 'accepted', sendDate: opens }],
    });
    await deploy(sendNode({ ...channels, ...windowSetting(window), countsAs: 'delivered', after: 0.1 }));
    nodeRed.inject('send', { payload: 'Hello' });
    await nodeRed.until(() => sandbox.messages()[1]);
    // Longer than the time for a channel that is not planned.
    await jest.advanceTimersByTimeAsync(60_000);
    expect(sandbox.messages().map(({ channel }) => channel)).toEqual(['Whatsapp', 'Whatsapp']);
    expect(sentAt()).toEqual([opens, opens]);
  });

  it('sends nothing outside of a window that refuses', async () => {
    const { window } = closedNow();
    await deploy(sendNode({ ...channels, ...windowSetting(window, refusing), countsAs: 'accepted' }));
    expect((await output('send')).payload).toMatchObject({ outcome: 'outside_window' });
    expect(sandbox.calls()).toEqual([]);
  });
});

describe('batch', () => {
  it('plans messages one by one, and sends the others at once', async () => {
    const { window, opens, later } = closedNow();
    await deploy(batchNode({ ...windowSetting(window), seconds: 0.1, form: form({ message: {} }) }));
    const messages = [{ to: ANNA }, { to: ANNA, sendDate: later }].map((each) => ({
      ...each,
      payload: 'Hello',
    }));
    const { _msgid } = await pass(nodeRed, 'batch', { payload: messages });
    const came = await nodeRed.until(() => {
      const all = nodeRed.at('out').filter((each) => each._msgid === _msgid);
      return all.length === 2 && all;
    }, 'the two results');
    expect(came.map(({ payload }) => payload)).toMatchObject([{ sendDate: opens }, { outcome: 'accepted' }]);
    expect(sentAt()).toEqual([opens, later]);
  });

  it('makes no call if all are outside of a window that refuses', async () => {
    await deploy(batchNode({ ...windowSetting(closedNow().window, refusing), seconds: 0.1 }));
    expect((await output('batch')).payload).toMatchObject({ outcome: 'outside_window' });
    expect(sandbox.calls()).toEqual([]);
  });
});

describe('ask', () => {
  it('plans a question, and begins its time limit when it goes out', async () => {
    const { window, opens } = closedNow();
    await deploy(askNode({ ...windowSetting(window), limit: 1, limitUnit: 'seconds' }));
    nodeRed.inject('ask', { payload: 'Are you there?', to: ANNA });
    await nodeRed.until(() => sandbox.messages()[0]);
    expect(sentAt()).toEqual([opens]);
    // Longer than its limit.
    await jest.advanceTimersByTimeAsync(60_000);
    expect(nodeRed.at('silence')).toEqual([]);
    nodeRed.inject('ask', { cancel: ANNA });
    const cancelled = await nodeRed.until(() => nodeRed.at('cancelled')[0], 'the end of the question');
    expect(cancelled).toMatchObject({ question: { outcome: 'cancelled', askedAt: opens } });
  });

  it('asks nobody outside of a window that refuses, and says so at its output for failures', async () => {
    await deploy(askNode(windowSetting(closedNow().window, refusing)));
    const { error } = await output('ask', { to: ANNA }, 'failed');
    expect(error).toMatchObject({ outcome: 'not_sent', code: 'outside_window' });
    expect((await nodeRed.statusLike('ask', /outside/)).fill).toBe('red');
    expect(sandbox.calls()).toEqual([]);
  });
});
