import { startSandbox, type Sandbox } from '../../../sandbox';
import { accountNode, form, leaf, sendNode, sink, tab, text, watchers } from './flows';
import { NodeRed, type FlowNode, type Message } from './nodeRedServer';

let sandbox: Sandbox;
let nodeRed: NodeRed;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, automaticDelivery: 'manual', inboundUrls: { default: '' } });
  nodeRed = await NodeRed.start({ env: { TEST_RECIPIENT: '+41791110000' } });
}, 90_000);

afterAll(async () => {
  await nodeRed?.stop();
  await sandbox?.close();
});

let lastId = 0;

function flowWith(settings: object, account: object = {}): FlowNode[] {
  return [
    tab,
    accountNode(sandbox.url, account),
    sendNode(settings),
    sink('out'),
    sink('failed'),
    ...watchers('send'),
  ];
}

/** Deploys the node so, sends it the message, and tells how the message ended. */
async function run(settings: object, msg: Message, account: object = {}) {
  await nodeRed.deploy(flowWith(settings, account));
  return pass(msg);
}

async function pass(msg: Message) {
  const _msgid = `message-${(lastId += 1)}`;
  nodeRed.inject('send', { ...msg, _msgid });
  const { error } = await nodeRed.completion(_msgid);
  const find = (sinkId: string) => nodeRed.at(sinkId).find((arrived) => arrived._msgid === _msgid);
  return {
    _msgid,
    error,
    find,
    arrivesAt: (id: string) => nodeRed.until(() => find(id), `${_msgid} at ${id}`),
  };
}

/** The request that the sandbox got for the message. */
async function sentRequest(settings: object, msg: Message, account: object = {}) {
  const seen = sandbox.messages().length;
  const { error } = await run(settings, msg, account);
  expect(error).toBeUndefined();
  return sandbox.messages()[seen]?.request;
}

describe('a message that is accepted', () => {
  it('comes out with the result as its payload, its other properties kept', async () => {
    const { arrivesAt } = await run({}, { payload: 'Hello', topic: 'orders', order: { id: 7 } });
    const msg = await arrivesAt('out');
    expect(msg).toMatchObject({ topic: 'orders', order: { id: 7 } });
    expect(msg.payload).toMatchObject({
      outcome: 'accepted',
      messageId: expect.any(String),
      recipients: [{ accepted: true, address: '+41791234567' }],
      pages: { pages: 1 },
      requestId: expect.any(String),
    });
  });

  it('is what the sandbox got', async () => {
    expect(await sentRequest({}, { payload: 'Hello' })).toEqual({
      channel: 'Sms',
      from: 'Sandbox',
      to: '+41791234567',
      content: { type: 'Text', text: 'Hello' },
    });
  });

  it('is complete for Complete nodes, and shown in the status', async () => {
    const { arrivesAt } = await run({}, { payload: 'Hello' });
    expect((await arrivesAt('completed')).payload).toMatchObject({ outcome: 'accepted' });
    expect(await nodeRed.statusLike('send', /^sent 1$/)).toMatchObject({ fill: 'green', shape: 'dot' });
  });
});

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

describe('only checking', () => {
  it('puts out the request and its pages, and sends nothing', async () => {
    const seen = sandbox.messages().length;
    const { arrivesAt } = await run({ validateOnly: true }, { payload: 'Hello' });
    expect((await arrivesAt('out')).payload).toMatchObject({
      outcome: 'valid',
      request: { channel: 'Sms', content: { type: 'Text', text: 'Hello' } },
      pages: { pages: 1 },
    });
    expect(sandbox.messages()).toHaveLength(seen);
  });

  it('names what is wrong', async () => {
    const { error } = await run({ validateOnly: true }, { payload: 'Hello', to: '0791234567' });
    expect(error).toMatchObject({
      code: 'invalid_request',
      outcome: 'not_sent',
      details: [{ parameter: 'to' }],
    });
  });
});

describe('a file as the media', () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const image = {
    channel: 'Whatsapp',
    contentType: 'Image',
    mediaFrom: 'buffer',
    form: form({ content: { caption: text('Plan') } }),
  };

  it('is uploaded and then sent', async () => {
    const request = await sentRequest(image, { payload: png, filename: '/data/plan.png' });
    expect(request).toMatchObject({
      content: { type: 'Image', mediaId: expect.any(String), caption: 'Plan' },
    });
  });

  it('gives a document its name', async () => {
    const settings = { ...image, contentType: 'Document', form: form({ content: {} }) };
    const request = await sentRequest(settings, {
      payload: Buffer.from('%PDF-1.7'),
      filename: 'Invoice.pdf',
    });
    expect(request).toMatchObject({ content: { type: 'Document', filename: 'Invoice.pdf' } });
  });

  it('is not uploaded for a message that cannot be sent', async () => {
    const calls = sandbox.calls().length;
    const { error } = await run(image, { payload: png, to: '12' });
    expect(error).toMatchObject({ code: 'invalid_request', details: [{ parameter: 'to' }] });
    expect(sandbox.calls()).toHaveLength(calls);
  });

  it.each([
    ['a text', 'not a file', /must be a Buffer.*got a value of type string/],
    ['nothing', undefined, /must be a Buffer.*got nothing/],
    ['an empty file', Buffer.alloc(0), /the file is empty/],
    ['17 MB', Buffer.alloc(17 * 1024 * 1024), /at most 16 MB, got 17.0 MB/],
  ])('is refused when it is %s', async (_name, payload, reason) => {
    const { error } = await run(image, { payload });
    expect(error?.message).toMatch(reason);
    expect(error?.outcome).toBe('not_sent');
  });
});

describe('a message that fails', () => {
  it('carries what a flow needs to react in its error, for Catch nodes too', async () => {
    sandbox.change({ points: 0 });
    const { error, arrivesAt, find } = await run({}, { payload: 'Hello' });
    sandbox.change({ points: 10_000 });
    expect(error).toMatchObject({
      outcome: 'rejected',
      status: 403,
      requestId: expect.any(String),
      message: expect.stringMatching(/permit.*credit.*Request ID for support/s),
    });
    expect((await arrivesAt('caught'))['error']).toMatchObject({
      message: expect.stringContaining('permit'),
      source: { id: 'send' },
      cause: { outcome: 'rejected', status: 403, requestId: error?.requestId },
    });
    expect(find('out')).toBeUndefined();
    expect(await nodeRed.statusLike('send', /^refused: /)).toMatchObject({ fill: 'red', shape: 'ring' });
  });

  it('goes to the second output instead, when there is one', async () => {
    const { error, arrivesAt, find } = await run(
      { failureOutput: true },
      { payload: 'Hello', to: '0791234567', topic: 'x' },
    );
    expect(error).toBeUndefined();
    expect(await arrivesAt('failed')).toMatchObject({
      payload: 'Hello',
      topic: 'x',
      error: {
        code: 'invalid_request',
        outcome: 'not_sent',
        message: expect.stringContaining('country code'),
      },
    });
    expect(find('caught')).toBeUndefined();
    expect(await nodeRed.statusLike('send', /^not sent: to: must start with the country code/)).toBeDefined();
  });

  const failures: Array<[string, object, object, object]> = [
    [
      'a wrong password',
      {},
      { credentials: { username: 'demo', password: 'wrong-word' } },
      { code: expect.any(String), status: 401, outcome: 'rejected' },
    ],
    [
      'no password',
      {},
      { credentials: { username: 'demo', password: '' } },
      { code: 'invalid_settings', outcome: 'not_sent' },
    ],
    [
      'a service that is not there',
      {},
      { baseUrl: 'http://127.0.0.1:1' },
      { code: 'unreachable', outcome: 'not_sent' },
    ],
    [
      'a plain http address elsewhere',
      {},
      { baseUrl: 'http://example.com' },
      { code: 'invalid_settings', outcome: 'not_sent' },
    ],
    [
      'a base URL that is none',
      {},
      { baseUrl: 'nonsense' },
      { code: 'invalid_settings', outcome: 'not_sent' },
    ],
    ['no account', { account: '' }, {}, { code: 'invalid_settings', outcome: 'not_sent' }],
    [
      'an account that is not there',
      { account: 'gone' },
      {},
      { code: 'invalid_settings', outcome: 'not_sent' },
    ],
    [
      'a broken JSONata expression',
      { form: form({ content: { text: leaf('jsonata', '1 +') } }) },
      {},
      { code: 'invalid_request', details: [{ parameter: 'content.text' }] },
    ],
    [
      'broken JSON',
      { form: form({ message: { toList: leaf('json', '[') } }) },
      {},
      { code: 'invalid_request', details: [{ parameter: 'message.toList' }] },
    ],
    [
      'a list in to beside a toList',
      {
        form: form({
          message: { to: leaf('json', '["+41791234567"]'), toList: leaf('json', '["+41795550112"]') },
        }),
      },
      {},
      { code: 'invalid_request', details: [{ parameter: 'to' }] },
    ],
    ['a content type that does not exist', { contentType: 'Fax' }, {}, { code: 'invalid_request' }],
    ['a channel that does not exist', { channel: 'Pigeon' }, {}, { code: 'invalid_request' }],
    ['a form that is damaged', { form: 'oops' }, {}, { code: 'invalid_request' }],
    [
      'SMS with a picture',
      { contentType: 'Image', form: form({ content: { mediaId: text('x') } }) },
      {},
      { code: 'invalid_request' },
    ],
    [
      'a notification list of 201 characters',
      {
        form: form({
          notification: {
            addresses: [{ type: text('UrlPost'), address: text(`https://example.com/${'x'.repeat(181)}`) }],
          },
        }),
      },
      {},
      { code: 'invalid_request' },
    ],
  ];

  it.each(failures)(
    '%s ends in an error that says what to do',
    async (_name, settings, account, expected) => {
      const { error } = await run(settings, { payload: 'Hello' }, account);
      expect(error).toMatchObject(expected);
      expect(error?.description).not.toBe('');
      const shown = JSON.stringify([error, nodeRed.logs, nodeRed.statuses]);
      expect(shown).not.toContain('wrong-word');
      expect(shown).not.toContain(Buffer.from('demo:wrong-word').toString('base64'));
    },
  );
});

describe('whatever a message holds', () => {
  const circular: Record<string, unknown> = { content: { type: 'Text' } };
  circular['self'] = circular;
  const payloads: Array<[string, unknown]> = [
    ['null', null],
    ['nothing', undefined],
    ['true', true],
    ['not a number', Number.NaN],
    ['a huge integer', 10n ** 40n],
    ['an empty text', ''],
    ['half a surrogate pair', '\ud83d'],
    ['a text of 5 MB', 'x'.repeat(5_000_000)],
    ['a Buffer', Buffer.from('text')],
    ['a date', new Date(0)],
    ['a list', [1, [2, [3]]]],
    ['a Map', new Map([['a', 1]])],
    ['an object that contains itself', circular],
    [
      '__proto__ as a field',
      JSON.parse('{"__proto__":{"polluted":true},"content":{"type":"Text","__proto__":{"text":"x"}}}'),
    ],
    [
      'constructor as a field',
      { channel: 'constructor', content: { type: '__proto__' }, to: { toString: 'x' } },
    ],
    ['recipients that are none', { content: { type: 'Text', text: 'x' }, toList: [null, 1, {}, []] }],
    ['an inbound event with nothing in it', { event: 'inbound' }],
    ['an error', new Error('upstream')],
  ];

  beforeAll(() => nodeRed.deploy(flowWith({})));

  it.each(payloads)('done is called once for %s', async (_name, payload) => {
    const before = nodeRed.completions.length;
    const { _msgid } = await pass({ payload });
    await pass({ payload: 'next' });
    expect(nodeRed.completions.slice(before).filter(({ msgid }) => msgid === _msgid)).toHaveLength(1);
  });

  it.each([
    [
      'overrides of odd kinds',
      { to: {}, from: [], channel: 7, toList: 'x', notification: 'y', sendDate: new Date(0), customerid: [] },
    ],
    ['an inbound that is none', { inbound: 'x', to: null }],
    ['a property named done', { done: 1, send: 2, req: 3, res: 4 }],
  ])('%s', async (_name, msg) => {
    await expect(pass({ payload: 'Hello', ...msg })).resolves.toBeDefined();
    expect((await pass({ payload: 'Still here' })).error).toBeUndefined();
  });

  const message = "const msg = { payload: 'Hello', _msgid: 'odd' };";
  it.each([
    ['is frozen', `${message} return Object.freeze(msg);`],
    [
      'cannot be copied',
      `${message} Object.defineProperty(msg, 'bad', { enumerable: true, get() { throw new Error('bad'); } }); return msg;`,
    ],
    [
      'holds functions',
      `${message} msg.callback = () => 1; msg.payload = { toString() { throw new Error('bad'); } }; return msg;`,
    ],
    [
      'is an object of a class',
      `${message} class Odd { get topic() { throw new Error('bad'); } } return Object.assign(new Odd(), msg);`,
    ],
    ['has no prototype', `${message} return Object.assign(Object.create(null), msg);`],
  ])('a message that %s ends in one done as well', async (_name, code) => {
    // Two wires, so that the message is copied on its way.
    await nodeRed.deploy(flowWith({ wires: [['out', 'failed'], []] }));
    const before = nodeRed.completions.length;
    nodeRed.injectMade('send', code);
    await nodeRed.until(() => nodeRed.completions.length > before, 'the end of the message');
    expect((await pass({ payload: 'Still here' })).error).toBeUndefined();
    expect(nodeRed.completions.length).toBe(before + 2);
  });

  it('pollutes no prototype', () => {
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
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
