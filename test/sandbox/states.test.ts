import { startSandbox, type Sandbox } from '../../sandbox';
import { call, field, quietSandbox, send, sms, whatsapp } from './support';

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.parse('2026-06-15T10:00:00Z');

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await quietSandbox({ clock: () => NOW });
});
afterEach(async () => await sandbox.close());

const status = async (messageId: string, path = '/api/v2/message') =>
  await call(sandbox, `${path}/${messageId}`);
const stateOf = (messageId: string) =>
  sandbox.messages().find((message) => message.messageId === messageId)?.state;
const until = async (messageId: string, state: string) =>
  await sandbox.until(() => stateOf(messageId) === state);

describe('the status of a message', () => {
  it('tells all about it', async () => {
    const messageId = await send(
      sandbox,
      sms({ customerid: 'order 7', content: { type: 'Text', text: 'x'.repeat(161) } }),
    );
    await until(messageId, 'Sent');
    expect((await status(messageId)).body).toEqual({
      messageId,
      status: 'Sent',
      channel: 'Sms',
      from: 'Sandbox',
      to: '+41791234567',
      customerid: 'order 7',
      pages: 2,
      points: 2,
      acceptedAt: '2026-06-15T10:00:00.000Z',
      sendDate: null,
      timestamp: '2026-06-15T10:00:00.000Z',
      errorCode: null,
      errorMessage: null,
    });
  });

  it('writes local time without offset in version 1', async () => {
    const messageId = await send(sandbox, sms());
    expect(field((await status(messageId, '/api/message')).body, 'acceptedAt')).toBe(
      '2026-06-15T12:00:00.000',
    );
  });

  it('can be asked for until seven days after its last change', async () => {
    const messageId = await send(sandbox, sms());
    await until(messageId, 'Sent');
    sandbox.setState(messageId, 'Delivered');
    sandbox.advanceClock(7 * DAY);
    expect((await status(messageId)).status).toBe(200);
    sandbox.advanceClock(1);
    expect(await status(messageId)).toMatchObject({ status: 404, body: { errorCode: 'NotFound' } });
    expect(stateOf(messageId)).toBe('Delivered');
  });
});

describe('a message', () => {
  it('is delivered by itself after the time that is set', async () => {
    sandbox.change({ automaticDelivery: 30_000 });
    const messageId = await send(sandbox, sms());
    await until(messageId, 'Sent');
    sandbox.advanceClock(29_999);
    expect(stateOf(messageId)).toBe('Sent');
    sandbox.advanceClock(1);
    expect(stateOf(messageId)).toBe('Delivered');
    expect(sandbox.messages()[0]?.history.map(({ state }) => state)).toEqual([
      'Accepted',
      'Sent',
      'Delivered',
    ]);
  });

  it('expires when it is not final seven days after it was sent', async () => {
    const messageId = await send(sandbox, sms());
    await until(messageId, 'Sent');
    sandbox.advanceClock(7 * DAY - 1);
    expect(stateOf(messageId)).toBe('Sent');
    sandbox.advanceClock(1);
    expect((await status(messageId)).body).toMatchObject({ status: 'Expired', errorCode: 'Expired' });
  });

  it('is scheduled until its send date, and is then sent', async () => {
    const messageId = await send(sandbox, sms({ sendDate: '2026-06-15T14:30:00+02:00' }));
    expect((await status(messageId)).body).toMatchObject({
      status: 'Scheduled',
      sendDate: '2026-06-15T12:30:00.000Z',
    });
    expect(sandbox.setState(messageId, 'Delivered')).toBe(false);
    sandbox.advanceClock(2.5 * 60 * 60 * 1000 - 1);
    expect(stateOf(messageId)).toBe('Scheduled');
    sandbox.advanceClock(1);
    expect(stateOf(messageId)).toBe('Sent');
  });

  it('with a send date without offset goes out at local time of the service', async () => {
    const messageId = await send(sandbox, sms({ sendDate: '2026-06-15T14:30' }));
    expect(field((await status(messageId)).body, 'sendDate')).toBe('2026-06-15T12:30:00.000Z');
  });

  it('with a send date in the past is sent at once', async () => {
    const messageId = await send(sandbox, sms({ sendDate: '2020-01-01T00:00Z' }));
    await until(messageId, 'Sent');
  });

  it.each([
    ['Delivered', 'Failed'],
    ['Failed', 'Delivered'],
  ] as const)('that is %s stays so', async (first, second) => {
    const messageId = await send(sandbox, sms());
    expect(sandbox.setState(messageId, first)).toBe(true);
    expect(sandbox.setState(messageId, second)).toBe(false);
    expect(stateOf(messageId)).toBe(first);
  });

  it('that failed tells why', async () => {
    const messageId = await send(sandbox, sms());
    sandbox.setState(messageId, 'Failed', {
      code: 'Blocked',
      message: 'The recipient has blocked the sender.',
    });
    expect((await status(messageId)).body).toMatchObject({
      status: 'Failed',
      errorCode: 'Blocked',
      errorMessage: 'The recipient has blocked the sender.',
    });
  });

  it.each([
    ['+41790000001', ['Accepted', 'Sent']],
    ['+41790000002', ['Accepted', 'Sent', 'Failed']],
    ['+41790000003', ['Accepted', 'Sent', 'Delayed']],
    ['0041790000004', ['Accepted', 'Sent', 'Delayed', 'Delivered']],
    ['+41790000005', ['Accepted', 'Sent', 'Delayed', 'Failed']],
  ])('to %s goes through %j', async (to, states) => {
    sandbox.change({ automaticDelivery: 1000 });
    const messageId = await send(sandbox, sms({ to }));
    await until(messageId, 'Sent');
    sandbox.advanceClock(DAY);
    expect(sandbox.messages()[0]?.history.map(({ state }) => state)).toEqual(states);
  });
});

describe('to a person who has not written for 24 hours,', () => {
  const text = { type: 'Text', text: 'Hello' };
  const template = { type: 'Template', namespace: 'shop', name: 'parcel_news', language: { code: 'en' } };
  const later = () => {
    sandbox.advanceClock(DAY);
    return sandbox.messages();
  };

  it('a text on WhatsApp is refused at once, or fails later', async () => {
    const refused = await call(sandbox, '/api/v2/message', { body: whatsapp(text, { to: '+41790000008' }) });
    expect(refused).toMatchObject({ status: 400, text: expect.stringContaining('only a template') });
    sandbox.change({ automaticDelivery: 1000 });
    const messageId = await send(sandbox, whatsapp(text, { to: '+41790000009' }));
    await until(messageId, 'Sent');
    expect(later()).toMatchObject([{ state: 'Failed' }]);
    expect((await status(messageId)).body).toMatchObject({ errorCode: 'WindowClosed' });
  });

  it.each(['+41790000008', '+41790000009'])('a template and an SMS are delivered to %s', async (to) => {
    sandbox.change({ automaticDelivery: 1000 });
    await until(await send(sandbox, whatsapp(template, { to })), 'Sent');
    await until(await send(sandbox, sms({ to })), 'Sent');
    expect(later()).toMatchObject([{ state: 'Delivered' }, { state: 'Delivered' }]);
  });
});

describe('an SMS', () => {
  // That it counts as we do is tested in `core/sms`.
  it('is cut at its own page limit', async () => {
    const options = { type: 'SmsContentOptions', pageLimit: 2 };
    await send(sandbox, sms({ content: { type: 'Text', text: 'x'.repeat(500), options } }));
    expect(sandbox.messages()[0]?.sms).toMatchObject({ pages: 2, truncated: true, text: 'x'.repeat(306) });
  });

  it('is cut at the page limit of the account', async () => {
    sandbox.change({ pageLimit: 3 });
    await send(sandbox, sms({ content: { type: 'Text', text: 'x'.repeat(1000) } }));
    expect(sandbox.messages()[0]).toMatchObject({ points: 3, sms: { pages: 3, truncated: true } });
  });

  it('with forceGsm is refused for characters outside GSM-7', async () => {
    const options = { type: 'SmsContentOptions', forceGsm: true };
    const answer = await call(sandbox, '/api/message', {
      body: sms({ content: { type: 'Text', text: 'ok € я', options } }),
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { errorDetails: { errors: [{ parameter: 'Content.Text' }] } },
    });
    await send(sandbox, sms({ content: { type: 'Text', text: 'ok €', options } }));
  });
});

describe('with its defaults the sandbox', () => {
  it('delivers a message by itself in real time', async () => {
    const other = await startSandbox({ port: 0, automaticDelivery: 20 });
    await send(other, sms());
    const delivered = await other.until(() => other.messages().find(({ state }) => state === 'Delivered'));
    await other.close();
    expect(delivered.history.map(({ state }) => state)).toEqual(['Accepted', 'Sent', 'Delivered']);
  });

  it('keeps as many messages as it may and drops the oldest', async () => {
    const other = await quietSandbox({ messageLimit: 3 });
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.push(await send(other, sms()));
    const dropped = await call(other, `/api/message/${ids[1]}`);
    const kept = other.messages().map(({ messageId }) => messageId);
    await other.close();
    expect(kept).toEqual(ids.slice(2));
    expect(dropped.status).toBe(404);
  });

  it('knows no message any more after a reset', async () => {
    const other = await quietSandbox({ messageLimit: 16 });
    const ids: string[] = [];
    for (let count = 0; count < 17; count += 1) ids.push(await send(other, sms()));
    other.reset();
    const found = await Promise.all(ids.map(async (id) => (await call(other, `/api/message/${id}`)).status));
    await other.close();
    expect(new Set(found)).toEqual(new Set([404]));
  });
});
