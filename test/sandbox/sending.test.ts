import { call, field, quietSandbox, sandbox, send, sms, useSandbox, whatsapp } from './support';

useSandbox();

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const LOCAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/;

describe('a single send', () => {
  it('takes an SMS and answers with its id', async () => {
    const answer = await call(sandbox, '/api/message', { body: sms() });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ messageId: expect.stringMatching(UUID), timestamp: expect.any(String) });
    const [message] = sandbox.messages();
    expect(message).toMatchObject({
      messageId: field(answer.body, 'messageId'),
      to: '+41791234567',
      request: sms(),
    });
  });

  it('answers a recipient list with an entry per recipient, people and groups resolved', async () => {
    const toList = [
      { type: 'Number', address: '0041791234567' },
      { type: 'Person', address: 'Muster Anna' },
      { type: 'Group', address: 'Team' },
    ];
    const { body } = await call(sandbox, '/api/message', { body: sms({ to: null, toList }) });
    const entry = (type: string, address: string, to: string) => ({
      messageId: expect.stringMatching(UUID),
      type,
      address,
      to,
    });
    expect(field(body, 'messageIdList')).toEqual([
      entry('Number', '0041791234567', '+41791234567'),
      entry('Person', 'Muster Anna', '+41795550111'),
      entry('Group', 'Team', '+41795550111'),
      entry('Group', 'Team', '+41795550112'),
      entry('Group', 'Team', '+41795550113'),
    ]);
    expect(field(body, 'messageId')).toBeUndefined();
    expect(sandbox.messages()).toHaveLength(5);
  });

  it.each(['Nobody Known', 'toString', '__proto__'])(
    'refuses the person %s, who is not in the address book',
    async (address) => {
      const answer = await call(sandbox, '/api/message', {
        body: sms({ to: null, toList: [{ type: 'Person', address }] }),
      });
      expect(answer).toMatchObject({
        status: 400,
        body: { errorDetails: { errors: [{ parameter: 'ToList[0].Address' }] } },
      });
    },
  );

  it('reads field names in any casing', async () => {
    const body = {
      CHANNEL: 'Sms',
      From: 'Sandbox',
      tO: '+41791234567',
      Content: { TYPE: 'Text', tEXT: 'Hello', Options: null },
    };
    await send(sandbox, body);
    expect(sandbox.messages()[0]).toMatchObject({
      channel: 'Sms',
      content: { type: 'Text', text: 'Hello' },
      request: body,
    });
  });
});

describe('what the account does not have', () => {
  const template = (name: string) => ({ type: 'Template', namespace: 'n', name, language: { code: 'en' } });
  const unknown: [string, object, string, string][] = [
    ['a template', whatsapp(template('appointment')), 'Content.Name', 'appointment_reminder, '],
    ['a WhatsApp sender', whatsapp(template('invoice'), { from: '+41795550199' }), 'From', '+41795550100'],
    ['an RCS sender', { ...sms({ channel: 'Rcs' }), from: 'agent' }, 'From', 'sandbox-agent'],
  ];

  it.each(unknown)('is refused: %s', async (_name, body, parameter, known) => {
    const message = expect.stringContaining(known);
    expect(await call(sandbox, '/api/message', { body })).toMatchObject({
      status: 400,
      body: { errorCode: 'InvalidContent', errorDetails: { errors: [{ parameter, messages: [message] }] } },
    });
    const batch = await call(sandbox, '/api/messagelist', { body: { messages: [body, sms()] } });
    expect(field(batch.body, 'messages')).toMatchObject([
      { error: expect.anything() },
      { messageId: expect.anything() },
    ]);
  });

  it.each(unknown)('is accepted where the settings say so: %s', async (_name, body) => {
    sandbox.change({ acceptUnknown: true });
    await send(sandbox, body);
  });

  it('is not what is spelled otherwise, or any sender of an SMS', async () => {
    await send(sandbox, whatsapp(template('invoice'), { from: '0041795550100' }));
    await send(sandbox, sms({ from: 'Any shop' }));
  });
});

describe('versions', () => {
  it.each([
    ['by path, version 2', '/api/v2/message', undefined, UTC],
    ['by path, version 1', '/api/v1/message', undefined, LOCAL],
    ['by neither, which is version 1', '/api/message', undefined, LOCAL],
    ['by header 1', '/api/message', '1', LOCAL],
    ['by header 1.0', '/api/message', '1.0', LOCAL],
    ['by header 2', '/api/message', '2', UTC],
    ['by header 2.0', '/api/message', '2.0', UTC],
    ['by both when they agree', '/api/v2/message', '2', UTC],
  ])('are chosen %s', async (_name, path, version, form) => {
    const headers = version === undefined ? undefined : { 'X-API-Version': version };
    const sent = await call(sandbox, path, { body: sms(), headers });
    expect(field(sent.body, 'timestamp')).toMatch(form);
    const status = await call(sandbox, `${path}/${String(field(sent.body, 'messageId'))}`, { headers });
    expect(field(status.body, 'timestamp')).toMatch(form);
  });

  it.each(['3', '2.1', 'v2', ''])("are refused as '%s'", async (version) => {
    const answer = await call(sandbox, '/api/message', {
      body: sms(),
      headers: { 'X-API-Version': version },
    });
    expect(answer).toMatchObject({ status: 400, body: { errorCode: 'UnsupportedVersion' } });
    expect(sandbox.messages()).toEqual([]);
  });

  it('are refused when path and header contradict each other', async () => {
    const answer = await call(sandbox, '/api/v2/message', { body: sms(), headers: { 'X-API-Version': '1' } });
    expect(answer).toMatchObject({ status: 400, body: { errorCode: 'AmbiguousVersion' } });
  });

  it('write local time of the service in version 1: summer and winter time of Zurich', async () => {
    for (const [now, local] of [
      ['2026-07-01T10:00:00.000Z', '2026-07-01T12:00:00.000'],
      ['2026-01-01T10:00:00.000Z', '2026-01-01T11:00:00.000'],
    ]) {
      const other = await quietSandbox({ clock: () => Date.parse(now ?? '') });
      const answer = await call(other, '/api/message', { body: sms() });
      await other.close();
      expect(field(answer.body, 'timestamp')).toBe(local);
    }
  });
});

describe('credentials', () => {
  it.each([
    ['none', null],
    ['a wrong password', 'demo:wrong'],
    ['an unknown user', 'nobody:demo'],
    ['a name of the language itself', 'constructor:demo'],
    ['no colon', 'demo'],
    ['an empty password', 'demo:'],
  ])('are refused: %s', async (_name, credentials) => {
    const answer = await call(sandbox, '/api/message', { body: sms(), credentials });
    expect(answer).toMatchObject({
      status: 401,
      body: { errorCode: 'Unauthorized', errorMessage: expect.any(String) },
    });
    expect(answer.headers.get('www-authenticate')).toContain('Basic');
    expect(sandbox.messages()).toEqual([]);
  });

  it('may hold colons and umlauts', async () => {
    const other = await quietSandbox({ users: { jürg: 'a:b:c' } });
    const answer = await call(other, '/api/system/balance', { credentials: 'jürg:a:b:c' });
    await other.close();
    expect(answer.status).toBe(200);
  });

  it('never show in the log', async () => {
    await call(sandbox, '/api/message', { body: sms(), credentials: 'demo:a-secret' });
    const log = JSON.stringify(sandbox.calls());
    expect(log).toContain('(hidden)');
    expect(log).not.toContain('a-secret');
    expect(log).not.toContain(Buffer.from('demo:a-secret').toString('base64'));
  });
});

describe('every answer carries a request id of its own', () => {
  it.each([
    ['a good one', '/api/message', { body: sms() }, 200],
    ['an invalid request', '/api/message', { body: {} }, 400],
    ['malformed JSON', '/api/message', { body: '{"channel":' }, 400],
    [
      'an empty body',
      '/api/message',
      { method: 'POST', headers: { 'content-type': 'application/json' } },
      400,
    ],
    [
      'a body that is not JSON by its type',
      '/api/message',
      { body: 'Hello', headers: { 'content-type': 'text/plain' } },
      415,
    ],
    ['a body that is not UTF-8', '/api/message', { body: new Blob([Uint8Array.of(0x22, 0xff, 0x22)]) }, 400],
    ['wrong credentials', '/api/message', { body: sms(), credentials: 'a:b' }, 401],
    ['an unknown message', '/api/message/none', {}, 404],
    ['an unknown batch', '/api/messagelist/none', {}, 404],
    ['an unknown path of the service', '/api/nothing', {}, 404],
    ['an unknown path', '/nothing', {}, 404],
    ['a wrong method', '/api/message', { method: 'DELETE' }, 404],
    ['a broken escape sequence', '/api/message/%E0%A4%A', {}, 400],
  ])('%s', async (_name, path, options, status) => {
    const answer = await call(sandbox, path, options);
    expect(answer.status).toBe(status);
    const requestId = answer.headers.get('x-service-request-id');
    expect(requestId).toMatch(UUID);
    expect(sandbox.calls().at(-1)).toMatchObject({ requestId, status });
    if (status !== 200)
      expect(answer.body).toMatchObject({ errorCode: expect.any(String), errorMessage: expect.any(String) });
  });
});

describe('an invalid request', () => {
  it('is refused with what is wrong for each parameter', async () => {
    const answer = await call(sandbox, '/api/message', {
      body: sms({ to: '0041', colour: 'red', channel: 'sms' }),
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      errorCode: 'InvalidContent',
      errorMessage: 'The request is not valid.',
      errorDetails: {
        errors: [
          { parameter: 'Colour', messages: ['This field is not known.'] },
          {
            parameter: 'Channel',
            messages: ["'sms' is not one of Sms, Whatsapp, Rcs. Values are case-sensitive."],
          },
          { parameter: 'To', messages: ["'0041' is an invalid receiver."] },
        ],
      },
    });
    expect(sandbox.messages()).toEqual([]);
    expect(sandbox.settings().points).toBe(10_000);
  });

  it('is refused when a field stands there twice in different casing', async () => {
    const answer = await call(sandbox, '/api/message', { body: sms({ TO: '+41791234568' }) });
    expect(answer).toMatchObject({ status: 400, body: { errorDetails: { errors: [{ parameter: 'TO' }] } } });
  });

  it('ends the check of notification addresses at the first invalid one', async () => {
    const addresses = [
      { type: 'Email', address: 'a@example.com' },
      { type: 'Email', address: 'not an address' },
      { type: 'Url', address: 'ftp://example.com' },
    ];
    const answer = await call(sandbox, '/api/message', { body: sms({ notification: { addresses } }) });
    expect(field(field(answer.body, 'errorDetails'), 'errors')).toEqual([
      {
        parameter: 'Notification.Addresses[1].Address',
        messages: ["'not an address' is an invalid e-mail address."],
      },
    ]);
  });

  it('is refused without a stack overflow however deep it is nested', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const answer = await call(sandbox, '/api/message', { body: `{"channel":"Sms","content":${deep}}` });
    expect(answer.status).toBe(400);
  });

  it('is refused when it carries __proto__ as a field', async () => {
    const answer = await call(sandbox, '/api/message', {
      body: JSON.stringify(sms()).replace('{', '{"__proto__":{"to":1},'),
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { errorDetails: { errors: [{ parameter: '__proto__' }] } },
    });
  });

  it('is refused with 413 when it is larger than 32 MB', async () => {
    const answer = await call(sandbox, '/api/message', {
      body: sms({ customerid: 'x'.repeat(33 * 1024 * 1024) }),
    });
    expect(answer).toMatchObject({ status: 413, body: { errorCode: 'RequestTooLarge' } });
  });
});

describe('the balance', () => {
  const balance = async () => field((await call(sandbox, '/api/system/balance')).body, 'balance');

  it('goes down by a point per page and recipient of an SMS', async () => {
    const toList = [
      { type: 'Number', address: '+41791234567' },
      { type: 'Number', address: '+41791234568' },
    ];
    await call(sandbox, '/api/message', {
      body: sms({ to: null, toList, content: { type: 'Text', text: 'x'.repeat(161) } }),
    });
    expect(await balance()).toBe(10_000 - 4);
  });

  it('goes down by one point for a WhatsApp message however long', async () => {
    await send(sandbox, whatsapp({ type: 'Text', text: 'x'.repeat(4096) }));
    expect(await balance()).toBe(9999);
  });

  it('refuses what costs more with 403 and sends nothing of it', async () => {
    sandbox.change({ points: 1 });
    const toList = [
      { type: 'Number', address: '+41791234567' },
      { type: 'Number', address: '+41791234568' },
    ];
    const answer = await call(sandbox, '/api/message', { body: sms({ to: null, toList }) });
    expect(answer).toMatchObject({ status: 403, body: { errorCode: 'NotEnoughCredit' } });
    expect(sandbox.messages()).toEqual([]);
    expect(await balance()).toBe(1);
    await send(sandbox, sms());
    expect(await balance()).toBe(0);
  });
});
