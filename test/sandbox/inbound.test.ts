import type { Sandbox } from '../../sandbox';
import { quietSandbox, startReceiver, type Receiver } from './support';

let sandbox: Sandbox;
let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
  sandbox = await quietSandbox({ inboundUrls: { default: `${receiver.url}/api/webhooks/receivedmessage` } });
});
afterEach(async () => {
  await sandbox.close();
  await receiver.close();
});

describe('a person who writes', () => {
  it('is forwarded to the customer as a ReceivedMessage', async () => {
    const { inbound, push } = await sandbox.receive({ from: '+41795550111', text: 'Hello' });
    expect(push).toMatchObject({ outcome: 'taken', attempts: [{ status: 200 }] });
    expect(receiver.requests[0]).toMatchObject({ method: 'POST', url: '/api/webhooks/receivedmessage' });
    expect(receiver.requests[0]?.body).toEqual({
      messageId: inbound.messageId,
      channel: 'Sms',
      from: '+41795550111',
      to: '+41795550100',
      timestamp: expect.stringMatching(/Z$/),
      content: { type: 'Text', text: 'Hello' },
      replyTo: null,
    });
    expect(sandbox.received()).toEqual([inbound]);
  });

  it('writes on WhatsApp and RCS to the number of that channel', async () => {
    await sandbox.receive({ from: '+41795550111', channel: 'Whatsapp', text: 'Hello' });
    await sandbox.receive({ from: '+41795550111', channel: 'Rcs', text: 'Hello' });
    expect(receiver.requests.map(({ body }) => body)).toMatchObject([
      { channel: 'Whatsapp', to: '+41795550100' },
      { channel: 'Rcs', to: 'sandbox-agent' },
    ]);
  });

  it('or taps a button: its id is forwarded', async () => {
    const reply = { type: 'Button', id: 'yes', title: 'Yes' } as const;
    await sandbox.receive({ from: '+41795550111', channel: 'Whatsapp', reply, replyTo: 'the message' });
    expect(receiver.requests[0]?.body).toMatchObject({
      content: { type: 'InteractiveReply', reply },
      replyTo: 'the message',
    });
  });

  it('is forwarded to the URL of the number, if it has one of its own', async () => {
    sandbox.change({
      inboundUrls: { default: `${receiver.url}/other`, '+41795550100': `${receiver.url}/own` },
    });
    await sandbox.receive({ from: '+41795550111', to: '0041795550100', text: 'Hello' });
    await sandbox.receive({ from: '+41795550111', to: 'sandbox-agent', channel: 'Rcs', text: 'Hello' });
    expect(receiver.requests.map(({ url }) => url)).toEqual(['/own', '/other']);
  });

  it('is kept and not forwarded without a URL', async () => {
    sandbox.change({ inboundUrls: { default: '' } });
    expect((await sandbox.receive({ from: '+41795550111', text: 'Hello' })).push).toBeUndefined();
    expect(sandbox.received()).toHaveLength(1);
    expect(sandbox.pushes()).toEqual([]);
  });

  it('is forwarded again when the customer did not answer 200', async () => {
    sandbox.change({ retryDelays: [1000] });
    receiver.answers.splice(0, 1, 500, 200);
    const { push } = await sandbox.receive({ from: '+41795550111', text: 'Hello' });
    expect(push?.outcome).toBe('pending');
    sandbox.advanceClock(1000);
    await sandbox.until(() => push?.outcome === 'taken');
    expect(receiver.requests.map(({ body }) => body)).toEqual([
      receiver.requests[0]?.body,
      receiver.requests[0]?.body,
    ]);
  });
});
