import type { Sandbox } from '../../sandbox';
import { quietSandbox, send, sms, startReceiver, type Receiver } from './support';

let sandbox: Sandbox;
let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
  sandbox = await quietSandbox({ retryDelays: [1000, 5000] });
});
afterEach(async () => {
  await sandbox.close();
  await receiver.close();
});

type Event = 'SuccessOnly' | 'FinalOnly' | 'All' | 'ErrorOnly' | null | undefined;
type State = 'Delivered' | 'Failed' | 'Delayed';

const notified = (forEvent: Event, addresses: object[] = [{ type: 'UrlPost', address: receiver.url }]) =>
  sms({ customerid: 'order 7', notification: { forEvent, addresses } });

/** Waits until every push has been taken or given up. */
const settled = async () =>
  await sandbox.until(() => sandbox.pushes().every(({ outcome }) => outcome !== 'pending'));

describe('a notification is pushed', () => {
  const cases: [Event, State, boolean][] = [
    ['SuccessOnly', 'Delivered', true],
    ['SuccessOnly', 'Failed', false],
    ['SuccessOnly', 'Delayed', false],
    ['FinalOnly', 'Delivered', true],
    ['FinalOnly', 'Failed', true],
    ['FinalOnly', 'Delayed', false],
    ['All', 'Delivered', true],
    ['All', 'Failed', true],
    ['All', 'Delayed', true],
    ['ErrorOnly', 'Delivered', false],
    ['ErrorOnly', 'Failed', true],
    ['ErrorOnly', 'Delayed', false],
    [null, 'Delivered', true],
    [null, 'Failed', false],
    [undefined, 'Delivered', true],
    [undefined, 'Delayed', false],
  ];
  it.each(cases)('for %s when the message is %s: %s', async (forEvent, state, expected) => {
    const messageId = await send(sandbox, notified(forEvent));
    sandbox.setState(messageId, state);
    await settled();
    expect(receiver.requests.map(({ body }) => body)).toEqual(
      expected ? [expect.objectContaining({ messageId, status: state })] : [],
    );
    expect(sandbox.pushes()).toHaveLength(expected ? 1 : 0);
  });

  it('when the message expires, as for one that failed', async () => {
    await send(sandbox, notified('ErrorOnly'));
    await sandbox.until(() => sandbox.messages()[0]?.state === 'Sent');
    sandbox.advanceClock(7 * 24 * 60 * 60 * 1000);
    expect((await receiver.request(1)).body).toMatchObject({ status: 'Expired', errorCode: 'Expired' });
  });

  it('not when none was asked for', async () => {
    const messageId = await send(sandbox, sms());
    sandbox.setState(messageId, 'Delivered');
    expect(sandbox.pushes()).toEqual([]);
  });
});

describe('the address type', () => {
  it('UrlPost is a POST with a JSON body', async () => {
    const messageId = await send(sandbox, notified('All'));
    sandbox.setState(messageId, 'Failed', { code: 'Blocked', message: 'Blocked by the recipient.' });
    const request = await receiver.request(1);
    expect(request).toMatchObject({
      method: 'POST',
      url: '/',
      headers: { 'content-type': 'application/json' },
    });
    expect(request.body).toEqual({
      messageId,
      status: 'Failed',
      channel: 'Sms',
      from: 'Sandbox',
      to: '+41791234567',
      customerid: 'order 7',
      timestamp: expect.stringMatching(/Z$/),
      errorCode: 'Blocked',
      errorMessage: 'Blocked by the recipient.',
    });
  });

  it('Url is a GET with the same in the query string, after what the address has already', async () => {
    const address = `${receiver.url}/hook?token=a%20b`;
    const messageId = await send(sandbox, notified('All', [{ type: 'Url', address }]));
    sandbox.setState(messageId, 'Delivered');
    const request = await receiver.request(1);
    expect(request.method).toBe('GET');
    expect(request.query).toEqual({
      token: 'a b',
      messageId,
      status: 'Delivered',
      channel: 'Sms',
      from: 'Sandbox',
      to: '+41791234567',
      customerid: 'order 7',
      timestamp: expect.stringMatching(/Z$/),
    });
  });

  it('Email and Sms are kept and shown, and nothing is sent', async () => {
    const addresses = [
      { type: 'Email', address: 'me@example.com' },
      { type: 'Sms', address: '+41791112233' },
    ];
    const messageId = await send(sandbox, notified('All', addresses));
    sandbox.setState(messageId, 'Delivered');
    expect(sandbox.pushes()).toEqual([
      expect.objectContaining({ type: 'Email', address: 'me@example.com', outcome: 'shown', attempts: [] }),
      expect.objectContaining({ type: 'Sms', address: '+41791112233', outcome: 'shown', attempts: [] }),
    ]);
    expect(sandbox.messages()).toHaveLength(1);
  });

  it('of several addresses: each gets its own', async () => {
    const addresses = [
      { type: 'Url', address: `${receiver.url}/a` },
      { type: 'UrlPost', address: `${receiver.url}/b` },
    ];
    const messageId = await send(sandbox, notified('All', addresses));
    sandbox.setState(messageId, 'Delivered');
    await settled();
    expect(receiver.requests.map(({ method, url }) => `${method} ${url.split('?')[0]}`)).toEqual([
      'GET /a',
      'POST /b',
    ]);
  });
});

it('timestamps follow the version of the request that sent the message', async () => {
  const messageId = await send(sandbox, notified('All'), '/api/v1/message');
  sandbox.setState(messageId, 'Delivered');
  expect((await receiver.request(1)).body).toMatchObject({ timestamp: expect.stringMatching(/\d$/) });
});

it('notifications of one message come in the order of its states', async () => {
  const messageId = await send(sandbox, notified('All'));
  sandbox.setState(messageId, 'Delayed');
  sandbox.setState(messageId, 'Delivered');
  await settled();
  expect(receiver.requests.map(({ body }) => body)).toMatchObject([
    { status: 'Delayed' },
    { status: 'Delivered' },
  ]);
});

it('a batch has one notification for all its messages', async () => {
  const notification = { addresses: [{ type: 'UrlPost', address: receiver.url }] };
  await fetch(`${sandbox.url}/api/messagelist`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Basic ${btoa('demo:demo')}` },
    body: JSON.stringify({ messages: [sms(), sms()], notification }),
  });
  for (const { messageId } of sandbox.messages()) sandbox.setState(messageId, 'Delivered');
  await settled();
  expect(receiver.requests).toHaveLength(2);
});

describe('a target that does not answer 200', () => {
  it('is tried again after each of the waits, then given up', async () => {
    receiver.answers.splice(0, 1, 500, 302, 404);
    const messageId = await send(sandbox, notified('All'));
    sandbox.setState(messageId, 'Delivered');
    await sandbox.until(() => sandbox.pushes()[0]?.attempts.length === 1);
    sandbox.advanceClock(1000);
    await sandbox.until(() => sandbox.pushes()[0]?.attempts.length === 2);
    sandbox.advanceClock(5000);
    await settled();
    expect(sandbox.pushes()[0]).toMatchObject({
      outcome: 'given up',
      attempts: [{ status: 500 }, { status: 302 }, { status: 404 }],
    });
    expect(receiver.requests).toHaveLength(3);
  });

  it('is left alone once it has answered 200', async () => {
    receiver.answers.splice(0, 1, 503, 200);
    const messageId = await send(sandbox, notified('All'));
    sandbox.setState(messageId, 'Delivered');
    await sandbox.until(() => sandbox.pushes()[0]?.attempts.length === 1);
    sandbox.advanceClock(60_000);
    await settled();
    expect(sandbox.pushes()[0]).toMatchObject({
      outcome: 'taken',
      attempts: [{ status: 503 }, { status: 200 }],
    });
  });

  it.each([
    ['refuses the connection', 'http://127.0.0.1:1025', /ECONNREFUSED/],
    ['has no such name', 'http://nowhere.invalid/', /./],
    ['is no URL after all', 'http://[', /./],
  ])('and %s is shown with the reason', async (_name, address, problem) => {
    sandbox.change({ retryDelays: [] });
    const messageId = await send(sandbox, notified('All', [{ type: 'UrlPost', address }]));
    sandbox.setState(messageId, 'Delivered');
    await settled();
    expect(sandbox.pushes()[0]).toMatchObject({
      outcome: 'given up',
      attempts: [{ status: 0, problem: expect.stringMatching(problem) }],
    });
    expect(sandbox.calls().at(-1)).toMatchObject({
      direction: 'out',
      status: 0,
      problem: expect.stringMatching(problem),
    });
  });
});

describe('many notifications', () => {
  it('are all delivered, with a bounded number at the same time', async () => {
    const toList = Array.from({ length: 500 }, (_, index) => ({
      type: 'Number',
      address: `+4179${1_000_000 + index}`,
    }));
    await fetch(`${sandbox.url}/api/message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Basic ${btoa('demo:demo')}` },
      body: JSON.stringify({ ...notified('All'), to: null, toList }),
    });
    for (const { messageId } of sandbox.messages()) sandbox.setState(messageId, 'Delivered');
    await sandbox.until(
      () => sandbox.pushes().length === 500 && sandbox.pushes().every(({ outcome }) => outcome === 'taken'),
    );
    expect(receiver.requests).toHaveLength(500);
  });
});
