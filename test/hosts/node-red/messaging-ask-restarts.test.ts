import {
  askNode,
  buttons,
  filesSettings,
  flowOf,
  forwardTo,
  further,
  person,
  smsChannel,
  useAsking,
  tapOn,
  twoStores,
} from './asking';
import { closedNow } from '../windows';
import { sendNode, windowSetting } from './flows';
import { NodeRed } from './nodeRedServer';
import { inboundNode } from './webhooks';

const at = useAsking(filesSettings);

const inbound = inboundNode();
const sentTo = (to: string) => at.sandbox.messages().filter((message) => message.to === to);

describe('questions, and messages with further channels, outlive', () => {
  it('every kind of deploy, with the message as it was', async () => {
    await at.deploy();
    const to = person();
    const asked = await at.ask({ _msgid: 'kept', to, payload: 'When?' });
    await at.nodeRed.statusLike('ask', /^1 waiting/);
    for (const type of ['full', 'flows', 'nodes'] as const) {
      const settings = { limit: 2 + ['full', 'flows', 'nodes'].indexOf(type) };
      await at.nodeRed.deploy(flowOf(at.sandbox.url, settings), type);
      await at.nodeRed.statusLike('ask', /^1 waiting/);
    }
    await at.sandbox.receive({ from: to, to: asked.from, channel: 'Whatsapp', text: 'At nine' });
    expect(await at.nodeRed.messageAt('answer')).toMatchObject({ _msgid: 'kept', payload: 'At nine' });
    expect(at.sandbox.messages().filter((message) => message.to === to)).toHaveLength(1);
  });

  it.each([
    ['a restart', false, filesSettings, ''],
    ['a crash, where the default store was named meanwhile', true, filesSettings, 'default'],
    ['a restart in the store that the node was given meanwhile', false, twoStores, 'files'],
  ])('%s, with their time limit', async (_name, crash, settings, contextStore) => {
    const starting = Date.now();
    let nodeRed = await NodeRed.start({ adminRoot: '/admin', settings });
    // Not over before Node-RED is stopped, however slow the machine is at the moment.
    const seconds = 4 + Math.ceil((2 * (Date.now() - starting)) / 1000);
    const limit = { limit: seconds, limitUnit: 'seconds' };
    const flow = (store: object) => [
      ...flowOf(at.sandbox.url, store),
      askNode({ id: 'brief', ...limit, ...store }),
      sendNode({ ...further([smsChannel], { after: String(seconds) }), ...store }),
    ];
    await nodeRed.deploy(flow({}));
    const [quick, late, absent] = [person(), person(), person()];
    const begun = Date.now();
    nodeRed.inject('ask', { _msgid: quick, to: quick, payload: 'When?', order: quick });
    nodeRed.inject('brief', { _msgid: late, to: late, payload: 'When?', order: late });
    nodeRed.inject('send', { _msgid: absent, to: absent, payload: 'Code', order: absent });
    for (const id of ['ask', 'brief']) await nodeRed.statusLike(id, /^1 waiting/);
    const first = await at.sandbox.until(() => sentTo(absent)[0]);
    await at.sandbox.until(() => at.sandbox.calls().some(({ url }) => url.endsWith(first.messageId)));
    if (contextStore !== '') await nodeRed.deploy(flow({ contextStore }));
    // Files are written once a second.
    if (crash) await new Promise((resolve) => setTimeout(resolve, 1500));
    await nodeRed.stop({ keep: true, crash });
    nodeRed = await NodeRed.start({ adminRoot: '/admin', settings, userFolder: nodeRed.userFolder });
    try {
      forwardTo(at.sandbox, nodeRed);
      await at.sandbox.receive({ from: quick, to: '+41795550100', channel: 'Whatsapp', text: 'At nine' });
      expect(await nodeRed.messageAt('answer')).toMatchObject({ order: quick, payload: 'At nine' });
      expect(await nodeRed.messageAt('silence')).toMatchObject({ order: late, payload: 'When?' });
      expect(Date.now() - begun).toBeGreaterThanOrEqual(seconds * 1000);
      expect(nodeRed.at('answer')).toHaveLength(1);
      const { channel, messageId } = await at.sandbox.until(() => sentTo(absent)[1]);
      expect(channel).toBe('Sms');
      at.sandbox.setState(messageId, 'Delivered');
      expect(await nodeRed.messageAt('out')).toMatchObject({
        order: absent,
        payload: { channel: 'Sms', attempts: [{ channel: 'Whatsapp', state: 'accepted' }, { messageId }] },
      });
      expect(sentTo(absent)).toHaveLength(2);
    } finally {
      forwardTo(at.sandbox, at.nodeRed);
      await nodeRed.stop();
    }
  });
});

describe('a question that the sending window plans', () => {
  it('takes nothing that is written before it goes out, and waits on after a restart', async () => {
    const to = person();
    const limit = { limit: 1, limitUnit: 'seconds' };
    const settings = { ...buttons, ...limit, ...windowSetting(closedNow().window) };
    let nodeRed = await NodeRed.start({ adminRoot: '/admin', settings: filesSettings });
    try {
      forwardTo(at.sandbox, nodeRed);
      await nodeRed.deploy(flowOf(at.sandbox.url, settings, {}, inbound));
      nodeRed.inject('ask', { _msgid: to, to, payload: 'When?' });
      const asked = await at.sandbox.until(() => sentTo(to)[0]);
      await nodeRed.statusLike('ask', /^1 waiting/);
      for (const text of ['Good evening', 'Are you there?']) {
        await at.sandbox.receive({ from: to, to: asked.from, channel: 'Whatsapp', text });
        expect(await nodeRed.messageAt('out')).toMatchObject({ payload: { text } });
        expect(['answer', 'silence'].flatMap((id) => nodeRed.at(id))).toEqual([]);
        await nodeRed.stop({ keep: true });
        const { userFolder } = nodeRed;
        nodeRed = await NodeRed.start({ adminRoot: '/admin', settings: filesSettings, userFolder });
        forwardTo(at.sandbox, nodeRed);
        await nodeRed.statusLike('ask', /^1 waiting/);
      }
      await tapOn(at.sandbox, asked, 'I will come');
      expect(await nodeRed.messageAt('answer')).toMatchObject({ _msgid: to, payload: 'yes' });
      expect(sentTo(to)).toHaveLength(1);
    } finally {
      forwardTo(at.sandbox, at.nodeRed);
      await nodeRed.stop();
    }
  });
});
