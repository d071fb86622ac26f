import { form, typed, text } from '../../hosts/node-red/flows';
import type { Message } from '../../hosts/node-red/nodeRedServer';
import { gate, StubService } from '../../hosts/node-red/stubService';
import { flowWith, nodeRed, run, sandbox, sentRequest, startForSending } from './sending';

process.env['TEST_RECIPIENT'] = '+41791110000';
startForSending();

describe('where values come from', () => {
  const cases: Array<[string, object, Message, object]> = [
    [
      'a property of the message',
      { ...form({ message: { to: typed('msg', 'phone') } }) },
      { phone: '+41791112233' },
      { to: '+41791112233' },
    ],
    [
      'an environment variable',
      { ...form({ message: { to: typed('env', 'TEST_RECIPIENT') } }) },
      {},
      { to: '+41791110000' },
    ],
    [
      'an environment variable in a text',
      { ...form({ message: { to: text('${TEST_RECIPIENT}') } }) },
      {},
      { to: '+41791110000' },
    ],
    [
      'a JSONata expression',
      { ...form({ content: { text: typed('jsonata', '"Order " & order.id') } }) },
      { order: { id: 7 } },
      { content: { type: 'Text', text: 'Order 7' } },
    ],
    [
      'msg.customerid and msg.sendDate',
      {},
      { customerid: 'A-1', sendDate: '2030-01-01T10:00:00Z' },
      { customerid: 'A-1', sendDate: '2030-01-01T10:00:00Z' },
    ],
    [
      'a Date in msg.sendDate',
      {},
      { sendDate: new Date('2030-01-01T10:00:00Z') },
      { sendDate: '2030-01-01T10:00:00.000Z' },
    ],
    [
      'milliseconds since 1970 in msg.sendDate',
      {},
      { sendDate: Date.UTC(2030, 0, 1) },
      { sendDate: '2030-01-01T00:00:00.000Z' },
    ],
    [
      'seconds since 1970, by the form',
      { ...form({ message: { to: text('+41791234567'), sendDate: typed('msg', 'when') } }) },
      { when: Date.UTC(2030, 0, 1) / 1000 },
      { sendDate: '2030-01-01T00:00:00.000Z' },
    ],
    [
      'the notification of the form',
      {
        ...form({
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
  ];

  it.each(cases)('%s', async (_name, settings, msg, expected) => {
    const request = await sentRequest(settings, { payload: 'Hello', ...msg });
    expect(request).toMatchObject(expected);
  });

  it('SMS options stay away from other channels', async () => {
    const settings = { channel: 'Whatsapp', ...form({ smsOptions: { smsType: text('Flash') } }) };
    expect(await sentRequest(settings, { payload: 'Hello' })).toMatchObject({
      content: { type: 'Text', text: 'Hello' },
    });
  });
});

it.each([
  ['a delay', 3600],
  ['a negative number', -Date.UTC(2030, 0, 1)],
  ['an invalid date', new Date('soon')],
  ['more milliseconds than a date has', 1e16],
])('%s is no moment to send at', async (_name, sendDate) => {
  const calls = sandbox.calls().length;
  const { error } = await run({}, { payload: 'Hello', sendDate });
  expect(error).toMatchObject({ code: 'invalid_request', message: expect.stringMatching(/^sendDate: /) });
  expect(sandbox.calls()).toHaveLength(calls);
});

describe('an environment variable that is not set', () => {
  const unset = text('${NOT_SET_ANYWHERE}');
  const cases: Array<[string, object, Message, object, RegExp]> = [
    ['a recipient', { ...form({ message: { to: unset } }) }, {}, {}, /NOT_SET_ANYWHERE \(To\) of the node/],
    [
      'an entry of a list',
      { ...form({ message: { toList: [{ type: 'Group', address: unset }] } }) },
      {},
      {},
      /NOT_SET_ANYWHERE \(Recipients 1 › Group\) of the node/,
    ],
    ['a text', { ...form({ content: { text: unset } }) }, {}, {}, /NOT_SET_ANYWHERE \(Text\)/],
    ['the channel', { channel: '${NOT_SET_ANYWHERE}' }, { channel: 'Sms' }, {}, /\(Channel\) of the node/],
    [
      'a field that names the variable',
      { ...form({ content: { text: typed('env', 'NOT_SET_ANYWHERE') } }) },
      {},
      {},
      /Text: the environment variable of this field cannot be evaluated: it is not set/,
    ],
    [
      'a part of a field that names the variable',
      { ...form({ message: { to: typed('env', '+41${NOT_SET_ANYWHERE}') } }) },
      {},
      {},
      /To: the environment variable of this field cannot be evaluated: it is not set/,
    ],
    [
      'the sender of the account',
      {},
      {},
      { senderSms: '${NOT_SET_ANYWHERE}' },
      /\(SMS sender\) of the account/,
    ],
    [
      'the password of the account',
      {},
      {},
      { credentials: { username: 'demo', password: '${NOT_SET_ANYWHERE}' } },
      /\(Password\) of the account/,
    ],
  ];

  it.each(cases)('as %s is named, and nothing is sent', async (_name, settings, msg, account, message) => {
    const calls = sandbox.calls().length;
    const { error } = await run(settings, { payload: 'Hello', ...msg }, account);
    expect(error).toMatchObject({ outcome: 'not_sent', message: expect.stringMatching(message) });
    expect(sandbox.calls()).toHaveLength(calls);
  });

  it('is told when the flow is deployed', async () => {
    await nodeRed.forget();
    await nodeRed.deploy(flowWith({ ...form({ message: { to: unset } }) }));
    expect(nodeRed.logText).toMatch(/NOT_SET_ANYWHERE \(To\) of the node: not set in the environment\./);
    await nodeRed.statusLike('send', /NOT_SET_ANYWHERE/);
  });

  it('stops no message where only triggers use it, or nobody', async () => {
    const account = { allowedCallers: '${NOT_SET_ANYWHERE}', name: '${NOT_SET_ANYWHERE}' };
    expect((await run({ name: '${NOT_SET_ANYWHERE}' }, { payload: 'Hello' }, account)).error).toBeUndefined();
  });
});

it('a default country of the account that is none is named, and nothing is sent', async () => {
  const { error } = await run({}, { payload: 'Hi' }, { defaultCountry: 'Switzerland' });
  expect(error).toMatchObject({
    code: 'invalid_settings',
    message: expect.stringContaining('"Switzerland" is not a country code'),
  });
});

it('the time-out of the account ends a call, and the outcome is unknown', async () => {
  const silent = await StubService.start();
  const { opened, open } = gate();
  silent.answer = () => opened.then(() => ({}));
  try {
    const begin = Date.now();
    const { error } = await run({}, { payload: 'Hi' }, { baseUrl: silent.url, timeoutSeconds: '1' });
    expect(error).toMatchObject({ code: 'timed_out', outcome: 'unknown' });
    // Sooner than with the time-out of an account that names none.
    expect(Date.now() - begin).toBeLessThan(30_000);
  } finally {
    open();
    await silent.close();
  }
});

it.each([
  ['at the output for failures', { code: 'timeout', outcome: 'unknown', message: 'late' }, undefined],
  [
    'by a Catch node',
    { message: 'late', source: {}, cause: { code: 'timeout', outcome: 'unknown' } },
    undefined,
  ],
  ['of another node', { message: 'disk full' }, { message: 'disk full' }],
])('a success keeps no error of an earlier failure: %s', async (_name, error, left) => {
  const { arrivesAt } = await run({}, { to: '+41791234567', payload: 'Hi', error });
  expect((await arrivesAt('out'))['error']).toEqual(left);
});

it('a message without a sender says that the account has none', async () => {
  const { error } = await run(
    { ...form({ message: { to: text('+41791234567') } }) },
    { payload: 'Hi' },
    { senderSms: '' },
  );
  expect(error?.message).toContain('From: is required: neither the message nor the account has a sender');
});

it.each([
  ['deleted', 'gone', {}, 'The account of the node was deleted'],
  ['disabled', 'account', { d: true }, 'The account of the node is disabled'],
  ['none', '', {}, 'The node has no account'],
])('a node whose account is missing says why: %s', async (_name, account, settings, message) => {
  const { error } = await run({ account }, { to: '+41791234567', payload: 'Hi' }, settings);
  expect(error?.message).toContain(message);
});

it('what is wrong with a message is said once, in sentences', async () => {
  const settings = { ...form({ message: { to: text('079'), sendDate: text('soon') } }) };
  const { error } = await run(settings, { payload: 'Hello' });
  expect(error?.message).toBe(
    'To: must be a number in international format, such as +41791234567 or 0041791234567, got "079"; further problems: 1 (not sent). ' +
      'Send at: must be a date and time such as 2026-12-24T18:00:00Z or 2026-12-24T18:00:00+01:00, got "soon". ' +
      'Correct the fields named above.',
  );
});

it('an answer goes to whom a question has asked, if nobody else is named', async () => {
  const withoutRecipient = { ...form({ message: {} }) };
  const answer = { channel: 'Sms', from: '0041795550100', to: '+41791112233' };
  const question = { channel: 'Sms', to: '+41791112233', from: '+41795550100', askedAt: '2026-11-26' };
  expect(await sentRequest(withoutRecipient, { payload: 'yes', question })).toMatchObject(answer);
  const answeredBy = '+41791112244';
  expect(
    await sentRequest(withoutRecipient, { payload: 'yes', question: { ...question, answeredBy } }),
  ).toMatchObject({ to: answeredBy });
});

it('environment variables in an account work in every field, credentials included', async () => {
  Object.assign(process.env, {
    ...{ MSG_URL: sandbox.url, MSG_USER: 'demo', MSG_PASSWORD: 'demo' },
    ...{ MSG_FROM: 'FromEnv', MSG_MANY: '3', MSG_VERSION: '1' },
  });
  const account = {
    baseUrl: '${MSG_URL}',
    version: '${MSG_VERSION}',
    senderSms: '${MSG_FROM}',
    maxInFlight: '${MSG_MANY}',
    credentials: { username: '${MSG_USER}', password: '${MSG_PASSWORD}' },
  };
  expect((await run({}, { payload: 'Hello' }, account)).error).toBeUndefined();
  expect(sandbox.messages().at(-1)).toMatchObject({ from: 'FromEnv', version: 1 });
});

it('a text in which a program has left something is named in the output', async () => {
  const { arrivesAt } = await run({}, { payload: 'Hi [object Object]' });
  const note = expect.stringContaining('contains "[object Object]"');
  expect(await arrivesAt('out')).toMatchObject({ payload: { notes: [note] } });
});
