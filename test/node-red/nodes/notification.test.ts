import { startSandbox, type Sandbox } from '../../../sandbox';
import { accountNode, form, sendNode, sink, tab, text } from '../../hosts/node-red/flows';
import type { FlowNode } from '../../hosts/node-red/nodeRedServer';
import {
  call,
  NOTIFICATION_PATH,
  notificationNode,
  post,
  status,
  triggerFlow,
} from '../../hosts/node-red/webhooks';
import { useFakeClock } from '../../fakeClock';
import { Runtime } from '../runtime';

let nodeRed: Runtime;

beforeAll(async () => {
  nodeRed = await Runtime.start();
});
useFakeClock();
afterAll(() => nodeRed?.stop());

beforeEach(() => nodeRed.forget());

const address = () => `${nodeRed.url}${NOTIFICATION_PATH}`;
const deploy = (trigger: object = {}, account: object = {}, ...more: FlowNode[]) =>
  nodeRed.deploy(triggerFlow(notificationNode(trigger), account, ...more));
const query = (fields: object) => `${address()}?${new URLSearchParams(Object.entries(fields))}`;
const inboundMessage = { from: '+41791112233', to: '+41795550100', text: 'Hello' };
const ids = () => nodeRed.at('out').map(({ topic }) => topic);

describe('sent by the service', () => {
  let sandbox: Sandbox;

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, automaticDelivery: 'manual', inboundUrls: { default: '' } });
  });
  afterAll(() => sandbox?.close());

  it.each(['Url', 'UrlPost'])('a delivery report by %s comes back into the flow', async (type) => {
    const notification = {
      forEvent: text('All'),
      addresses: [{ type: text(type), address: text(address()) }],
    };
    await nodeRed.deploy([
      tab,
      accountNode(sandbox.url),
      sendNode({ ...form({ notification }), wires: [['sent']] }),
      sink('sent'),
      notificationNode(),
      sink('out'),
    ]);
    nodeRed.inject('send', { payload: 'Hello' });
    const messageId = Reflect.get(Object((await nodeRed.messageAt('sent')).payload), 'messageId');
    sandbox.setState(messageId, 'Delivered');
    const msg = await nodeRed.messageAt('out');
    expect(msg).toMatchObject({ topic: messageId, _msgid: expect.any(String) });
    expect(msg.payload).toMatchObject({
      event: 'status',
      messageId,
      recipient: '+41791234567',
      status: 'delivered',
      final: true,
      raw: expect.any(Object),
    });
    await nodeRed.until(() => sandbox.pushes().at(-1)?.outcome === 'taken');
  });
});

describe('what is called', () => {
  beforeAll(() => deploy({ finalOnly: false }));

  it('GET with a query is read', async () => {
    expect(
      await call(query({ messageId: 'get-1', status: 'Failed', errorCode: '27' }), { method: 'GET' }),
    ).toMatchObject({ status: 200 });
    expect((await nodeRed.messageAt('out')).payload).toMatchObject({
      messageId: 'get-1',
      status: 'failed',
      errorCode: '27',
    });
  });

  it('an inbound message starts nothing, and the node says so once; an empty call starts nothing either', async () => {
    await deploy({ finalOnly: false });
    for (const body of [{}, inboundMessage, inboundMessage]) {
      expect(await post(address(), body)).toMatchObject({ status: 200 });
    }
    await nodeRed.statusLike('notification', /^received an inbound message$/);
    await post(address(), status({ messageId: 'marker' }));
    await nodeRed.messageAt('out');
    expect(ids()).toEqual(['marker']);
    const said = nodeRed.logs.filter(({ text }) => text.includes('inbound message'));
    expect(said).toEqual([expect.objectContaining({ id: 'notification' })]);
  });

  it('the secret of the query is kept out of what the flow gets', async () => {
    const credentials = { username: 'demo', password: 'demo', webhookSecret: 'open-sesame' };
    await deploy({ finalOnly: false }, { credentials });
    expect(await call(query({ messageId: 's-1', status: 'Delivered' }), { method: 'GET' })).toMatchObject({
      status: 403,
    });
    const withSecret = query({ messageId: 's-1', status: 'Delivered', secret: 'open-sesame' });
    expect(await call(withSecret, { method: 'GET' })).toMatchObject({ status: 200 });
    expect((await nodeRed.messageAt('out')).payload).toMatchObject({ messageId: 's-1' });
    expect(JSON.stringify([nodeRed.at('out'), nodeRed.logs, nodeRed.statuses])).not.toContain('sesame');
  });
});

describe('filters', () => {
  const cases: Array<[string, object, object, boolean]> = [
    ['final only: delayed', {}, { status: 'Delayed' }, false],
    ['every status: delayed', { finalOnly: false }, { status: 'Delayed' }, true],
    ['recipient: another', { recipients: '+41790000001, +41790000002' }, { to: '+41791112233' }, false],
    ['channel: another', { channels: ['Rcs'] }, { channel: 'Sms' }, false],
    ['channel: not told, what cannot be read wanted', { channels: ['Rcs'], unreadable: true }, {}, true],
  ];

  it.each(cases)('%s', async (_name, filter, fields, passes) => {
    const settled: FlowNode = {
      ...notificationNode({ account: 'settle', wires: [['settled']] }),
      id: 'settling',
    };
    const account = { ...accountNode('http://127.0.0.1:1'), id: 'settle', statusPath: '/settled' };
    await deploy(filter, {}, account, settled, sink('settled'));
    const event = status(fields);
    expect(await post(address(), event)).toMatchObject({ status: 200 });
    await post(`${nodeRed.url}/settled`, status());
    await nodeRed.messageAt('settled');
    expect(ids()).toEqual(passes ? [event['messageId']] : []);
  });
});
