import { accountNode, form, leaf, sendNode, sink, tab, text } from './flows';
import { NodeRed, type Message } from './nodeRedServer';
import { nodeRed, run, sandbox, sentRequest, startForSending } from './sending';

startForSending({ TEST_RECIPIENT: '+41791110000' });

describe('where values come from', () => {
  const cases: Array<[string, object, Message, object]> = [
    [
      'the form alone',
      { form: form({ content: { text: text('Fixed') } }) },
      {},
      { content: { type: 'Text', text: 'Fixed' } },
    ],
    [
      'a property of the message',
      { form: form({ message: { to: leaf('msg', 'phone') } }) },
      { phone: '+41791112233' },
      { to: '+41791112233' },
    ],
    [
      'an environment variable',
      { form: form({ message: { to: leaf('env', 'TEST_RECIPIENT') } }) },
      {},
      { to: '+41791110000' },
    ],
    [
      'an environment variable in a text',
      { form: form({ message: { to: text('${TEST_RECIPIENT}') } }) },
      {},
      { to: '+41791110000' },
    ],
    [
      'a JSONata expression',
      { form: form({ content: { text: leaf('jsonata', '"Order " & order.id') } }) },
      { order: { id: 7 } },
      { content: { type: 'Text', text: 'Order 7' } },
    ],
    ['a number as payload', {}, { payload: 4711 }, { content: { type: 'Text', text: '4711' } }],
    ['msg.to over the node', {}, { to: '+41799999999' }, { to: '+41799999999' }],
    ['msg.from over the account', {}, { from: 'Other' }, { from: 'Other' }],
    [
      'the node over the account',
      { form: form({ message: { from: text('Node'), to: text('+41791234567') } }) },
      {},
      { from: 'Node' },
    ],
    [
      'msg.channel over the node, with the sender of that channel',
      {},
      { channel: 'Whatsapp' },
      { channel: 'Whatsapp', from: '+41795550100' },
    ],
    [
      'msg.toList in place of the recipient of the node',
      {},
      { toList: ['079 123 45 67'.replace('079', '+4179'), { type: 'Number', address: '0041 79 765 43 21' }] },
      {
        toList: [
          { type: 'Number', address: '+41791234567' },
          { type: 'Number', address: '0041797654321' },
        ],
      },
    ],
    [
      'a list in msg.to',
      {},
      { to: ['+41791234567', '+41797654321'] },
      {
        toList: [
          { type: 'Number', address: '+41791234567' },
          { type: 'Number', address: '+41797654321' },
        ],
      },
    ],
    [
      'numbers as people write them',
      {},
      { to: '+41 (0)79 / 123-45.67', from: '+41 79 555 01 00' },
      { to: '+41791234567', from: '0041795550100' },
    ],
    [
      'msg.customerid and msg.sendDate',
      {},
      { customerid: 'A-1', sendDate: '2030-01-01T10:00:00Z' },
      { customerid: 'A-1', sendDate: '2030-01-01T10:00:00Z' },
    ],
    [
      'the SMS options of the form',
      { form: form({ smsOptions: { pageLimit: leaf('num', '2'), smsType: text('Flash') } }) },
      {},
      {
        content: {
          type: 'Text',
          text: 'Hello',
          options: { type: 'SmsContentOptions', pageLimit: 2, smsType: 'Flash' },
        },
      },
    ],
    [
      'the notification of the form',
      {
        form: form({
          notification: {
            forEvent: text('FinalOnly'),
            addresses: [{ type: text('UrlPost'), address: text('https://example.com/status') }],
          },
        }),
      },
      {},
      {
        notification: {
          forEvent: 'FinalOnly',
          addresses: [{ type: 'UrlPost', address: 'https://example.com/status' }],
        },
      },
    ],
    [
      'a whole request as payload, over everything else',
      {},
      {
        to: '+41790000000',
        payload: {
          channel: 'Whatsapp',
          from: '+41795550100',
          to: '+41791112233',
          content: { type: 'Text', text: 'Mine' },
        },
      },
      {
        channel: 'Whatsapp',
        from: '+41795550100',
        to: '+41791112233',
        content: { type: 'Text', text: 'Mine' },
      },
    ],
    [
      'a part of a request as payload',
      {},
      { payload: { content: { type: 'Text', text: 'Part' } } },
      { to: '+41791234567', content: { type: 'Text', text: 'Part' } },
    ],
    [
      'form fields left empty',
      { form: form({ message: { to: text('+41791234567'), customerid: text('') } }) },
      {},
      { to: '+41791234567' },
    ],
  ];

  it.each(cases)('%s', async (_name, settings, msg, expected) => {
    const request = await sentRequest(settings, { payload: 'Hello', ...msg });
    expect(request).toMatchObject(expected);
  });

  it('SMS options stay away from other channels', async () => {
    const settings = { channel: 'Whatsapp', form: form({ smsOptions: { smsType: text('Flash') } }) };
    expect(await sentRequest(settings, { payload: 'Hello' })).toMatchObject({
      content: { type: 'Text', text: 'Hello' },
    });
  });
});

describe('an answer to an inbound message', () => {
  const inbound = {
    event: 'inbound',
    channel: 'Sms',
    from: '+41791112233',
    to: '+41795550100',
    text: 'Help',
    raw: {},
  };
  const withoutRecipient = { form: form({ message: {} }) };
  const answer = { channel: 'Sms', from: '0041795550100', to: '+41791112233' };

  it('goes back to whoever wrote, when the event itself is the payload', async () => {
    const settings = { form: form({ message: {}, content: { text: text('Thank you') } }) };
    expect(await sentRequest(settings, { payload: inbound })).toMatchObject({
      ...answer,
      content: { text: 'Thank you' },
    });
  });

  it('goes back to whoever wrote, when a function put a text in place of the payload', async () => {
    const request = await sentRequest(withoutRecipient, { payload: 'On our way', inbound });
    expect(request).toMatchObject({ ...answer, content: { text: 'On our way' } });
  });

  it('goes over the channel the message came by', async () => {
    const whatsapp = { ...inbound, channel: 'Whatsapp' };
    expect(await sentRequest(withoutRecipient, { payload: 'Hi', inbound: whatsapp })).toMatchObject({
      channel: 'Whatsapp',
      from: '+41795550100',
      to: '+41791112233',
    });
  });

  it('goes elsewhere when the node names a recipient', async () => {
    expect(await sentRequest({}, { payload: 'Forwarded', inbound })).toMatchObject({ to: '+41791234567' });
  });

  it.each([
    ['the recipient the node names is missing in the message', { to: leaf('msg', 'phone') }, inbound],
    [
      'it came by a channel that is not known',
      {},
      { event: 'inbound', from: inbound.from, to: inbound.to, text: 'Hi' },
    ],
    ['it came by a channel that is none', {}, { ...inbound, channel: 'Viber' }],
    ['it tells no sender', {}, { ...inbound, from: undefined }],
  ])('goes to nobody when %s', async (_name, message, event) => {
    const calls = sandbox.calls().length;
    const { error } = await run(
      { form: form({ message }) },
      { payload: 'Not for everybody', inbound: event },
    );
    expect(error).toMatchObject({ code: 'invalid_request', outcome: 'not_sent' });
    expect(error?.message).toMatch(/recipient/);
    expect(sandbox.calls()).toHaveLength(calls);
  });
});

describe('environment variables in an account', () => {
  it('work in every field, credentials included', async () => {
    const other = await NodeRed.start({
      env: {
        MSG_URL: sandbox.url,
        MSG_USER: 'demo',
        MSG_PASSWORD: 'demo',
        MSG_FROM: 'FromEnv',
        MSG_MANY: '3',
        MSG_VERSION: '1',
      },
    });
    try {
      const account = {
        version: '${MSG_VERSION}',
        senderSms: '${MSG_FROM}',
        maxInFlight: '${MSG_MANY}',
        credentials: { username: '${MSG_USER}', password: '${MSG_PASSWORD}' },
      };
      await other.deploy([tab, accountNode('${MSG_URL}', account), sendNode(), sink('out'), sink('failed')]);
      other.inject('send', { payload: 'Hello' });
      expect((await other.messageAt('out')).payload).toMatchObject({ outcome: 'accepted' });
      expect(sandbox.messages().at(-1)).toMatchObject({ from: 'FromEnv', version: 1 });
    } finally {
      await other.stop();
    }
  }, 60_000);
});

it('nothing was written by the process itself, and no text of the catalog is missing', () => {
  expect(nodeRed.output).toBe('');
  expect(nodeRed.statuses.map(({ status }) => status.text).join()).not.toContain('messaging-');
});
