import { request as httpRequest } from 'node:http';
import { call, field, sandbox, send, sms, startReceiver, useSandbox } from './support';

useSandbox();

/** Calls the test API, which needs no credentials. */
const control = async (path: string, body?: unknown, method?: string) =>
  await call(sandbox, `/sandbox${path}`, { body, method, credentials: null });

describe('waiting for messages', () => {
  it('hands out each message once, in order, and waits for the next', async () => {
    await send(sandbox, sms({ customerid: '1' }));
    await send(sandbox, sms({ customerid: '2' }));
    expect((await sandbox.nextMessage()).customerid).toBe('1');
    expect((await sandbox.nextMessage()).customerid).toBe('2');
    const next = sandbox.nextMessage();
    await send(sandbox, sms({ customerid: '3' }));
    expect((await next).customerid).toBe('3');
  });

  it('ends with an error when none comes', async () => {
    await expect(sandbox.nextMessage(10)).rejects.toThrow('10 milliseconds');
  });

  it('works over HTTP: from now on without after, from a sequence number with it', async () => {
    await send(sandbox, sms({ customerid: 'before' }));
    let waiting = true;
    const next = control('/messages/next').finally(() => (waiting = false));
    // It cannot be seen from outside when the request has started to wait, so messages are sent until it has received one.
    while (waiting) await send(sandbox, sms({ customerid: 'after' }));
    const { body } = await next;
    expect(body).toMatchObject({
      customerid: 'after',
      to: '+41791234567',
      request: sms({ customerid: 'after' }),
    });
    const last = sandbox.messages().at(-1)?.sequence;
    await send(sandbox, sms({ customerid: 'second' }));
    expect((await control(`/messages/next?after=${last}`)).body).toMatchObject({ customerid: 'second' });
  });

  it('answers 204 over HTTP when none comes', async () => {
    expect((await control('/messages/next?timeout=10')).status).toBe(204);
  });
});

describe('the test API', () => {
  it('lists messages, the newest of them with a limit', async () => {
    for (const customerid of ['1', '2', '3']) await send(sandbox, sms({ customerid }));
    expect((await control('/messages')).body).toMatchObject([
      { customerid: '1' },
      { customerid: '2' },
      { customerid: '3' },
    ]);
    expect((await control('/messages?limit=1')).body).toMatchObject([{ customerid: '3' }]);
  });

  it('shows one message', async () => {
    const messageId = await send(sandbox, sms());
    expect((await control(`/messages/${messageId}`)).body).toMatchObject({
      messageId,
      state: expect.any(String),
    });
    expect((await control('/messages/none')).status).toBe(404);
  });

  it.each(['Delivered', 'Failed', 'Delayed'])('brings a message to %s', async (state) => {
    const messageId = await send(sandbox, sms());
    const answer = await control(`/messages/${messageId}/state`, { state });
    expect(answer).toMatchObject({ status: 200, body: { messageId, state } });
  });

  it('refuses to change a final state with 409', async () => {
    const messageId = await send(sandbox, sms());
    await control(`/messages/${messageId}/state`, { state: 'Delivered' });
    const answer = await control(`/messages/${messageId}/state`, { state: 'Failed' });
    expect(answer).toMatchObject({
      status: 409,
      body: { error: 'The message is Delivered and cannot become Failed.' },
    });
  });

  it('takes an inbound message and tells how it was forwarded', async () => {
    const receiver = await startReceiver([404]);
    await control('/settings', { inboundUrls: { default: receiver.url } }, 'PUT');
    const { body } = await control('/inbound', { from: '+41795550111', text: 'Hello' });
    await receiver.close();
    expect(body).toMatchObject({
      inbound: { from: '+41795550111', content: { type: 'Text', text: 'Hello' } },
      push: { outcome: 'given up', attempts: [{ status: 404 }] },
    });
    expect((await control('/inbound')).body).toHaveLength(1);
    expect((await control('/pushes')).body).toHaveLength(1);
  });

  it('changes those settings that are given, and only those', async () => {
    const before = sandbox.settings().inboundUrls;
    const answer = await control('/settings', { automaticDelivery: 5, points: 7 }, 'PUT');
    expect(answer.body).toMatchObject({ automaticDelivery: 5, points: 7, inboundUrls: before });
    expect((await control('/settings')).body).toEqual(answer.body);
    expect((await call(sandbox, '/api/system/balance')).body).toEqual({ balance: 7 });
  });

  it('moves the clock', async () => {
    const before = sandbox.now();
    const { body } = await control('/clock', { advance: 3_600_000 });
    expect(Number(field(body, 'now')) - before).toBeGreaterThanOrEqual(3_600_000);
  });

  it('gives the phone page everything at one moment, with the recipients that have a part to play', async () => {
    await send(sandbox, sms({ customerid: '1' }));
    await send(sandbox, sms({ customerid: '2' }));
    const { body } = await control('/overview?messages=1');
    expect(body).toMatchObject({ messages: [{ customerid: '2' }], inbound: [], settings: { points: 9998 } });
    expect(field(body, 'calls')).toHaveLength(2);
    const faults = field(body, 'faults');
    expect(faults).toContainEqual({ name: 'server-error', does: '500', recipient: '+41790000500' });
    expect(field(body, 'outcomes')).toContainEqual({ recipient: '+41790000002', does: 'fails' });
  });

  it('logs every call with request, answer and request id', async () => {
    const sent = await call(sandbox, '/api/message', { body: sms() });
    const { body } = await control('/calls');
    expect(body).toMatchObject([
      {
        direction: 'in',
        method: 'POST',
        url: '/api/message',
        status: 200,
        requestBody: JSON.stringify(sms()),
        responseBody: sent.text,
        requestId: sent.headers.get('x-service-request-id'),
        requestHeaders: { authorization: '(hidden)' },
      },
    ]);
  });

  it('forgets everything on reset', async () => {
    await send(sandbox, sms());
    await sandbox.receive({ from: '+41795550111', text: 'Hello' });
    await control('/settings', { points: 1, faults: [{ fault: 'slow' }] }, 'PUT');
    expect((await control('/reset', undefined, 'POST')).status).toBe(204);
    for (const path of ['/messages', '/inbound', '/calls', '/pushes'])
      expect((await control(path)).body).toEqual([]);
    expect(sandbox.settings()).toMatchObject({ points: 10_000, faults: [] });
  });

  it.each([
    ['a setting that nobody knows', '/settings', { colour: 'red' }, 'PUT'],
    ['a setting of the wrong type', '/settings', { points: 'many' }, 'PUT'],
    ['a delivery time below zero', '/settings', { automaticDelivery: -1 }, 'PUT'],
    ['more pages than there are', '/settings', { pageLimit: 11 }, 'PUT'],
    ['an invalid URL', '/settings', { inboundUrls: { default: 'here' } }, 'PUT'],
    ['a URL that runs a script', '/settings', { inboundUrls: { default: 'javascript:alert(1)' } }, 'PUT'],
    ['a fault that nobody knows', '/settings', { faults: [{ fault: 'earthquake' }] }, 'PUT'],
    ['a state that nobody can bring about', '/messages/ID/state', { state: 'Expired' }, 'POST'],
    ['an inbound message without sender', '/inbound', { text: 'Hello' }, 'POST'],
    ['an inbound message without content', '/inbound', { from: '+41795550111' }, 'POST'],
    [
      'an inbound message with two contents',
      '/inbound',
      { from: '1', text: 'a', reply: { type: 'Button', id: '', title: '' } },
      'POST',
    ],
    ['a clock that goes back', '/clock', { advance: -1 }, 'POST'],
    ['malformed JSON', '/settings', '{', 'PUT'],
  ])('refuses %s with 400 and changes nothing', async (_name, path, body, method) => {
    const before = structuredClone(sandbox.settings());
    const messageId = await send(sandbox, sms());
    const answer = await control(path.replace('ID', messageId), body, method);
    expect(answer).toMatchObject({ status: 400, body: { error: expect.any(String) } });
    expect({ ...sandbox.settings(), points: before.points }).toEqual(before);
    expect(sandbox.received()).toEqual([]);
  });

  it('answers 404 for what it does not have', async () => {
    expect(await control('/nothing')).toMatchObject({
      status: 404,
      body: { error: 'There is no GET /sandbox/nothing.' },
    });
  });
});

/** Sends a request with exactly these headers, as a browser would on behalf of a page. */
async function asBrowser(
  headers: Record<string, string>,
  path = '/sandbox/settings',
  method = 'PUT',
): Promise<number> {
  return await new Promise((resolve, reject) => {
    const options = {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      setHost: headers.host === undefined,
    };
    httpRequest(sandbox.url + path, options, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .on('error', reject)
      .end(method === 'PUT' ? '{"points":1}' : undefined);
  });
}

describe('a web page', () => {
  it('of the sandbox itself may use the test API', async () => {
    const own = { origin: `http://127.0.0.1:${sandbox.port}`, 'sec-fetch-site': 'same-origin' };
    expect(await asBrowser(own)).toBe(200);
    const host = `localhost:${sandbox.port}`;
    expect(await asBrowser({ host, origin: `http://${host}` })).toBe(200);
  });

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another site that hides its origin', { origin: 'null' }],
    ['another port of this machine', { origin: 'http://127.0.0.1:1880', 'sec-fetch-site': 'same-site' }],
    ['another site without origin', { 'sec-fetch-site': 'cross-site' }],
    [
      'a name that was pointed at this machine',
      { host: 'evil.example:8026', origin: 'http://evil.example:8026' },
    ],
    ['a name that looks like loopback', { host: '127.0.0.1.evil.example' }],
  ])('of %s may not', async (_name, headers) => {
    expect(await asBrowser(headers)).toBe(403);
    expect(await asBrowser(headers, '/sandbox/messages', 'GET')).toBe(403);
    expect(sandbox.settings().points).toBe(10_000);
  });
});

describe('events', () => {
  it('tell the page what happens, as it happens', async () => {
    const stop = new AbortController();
    const answer = await fetch(`${sandbox.url}/sandbox/events`, { signal: stop.signal });
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    const messageId = await send(sandbox, sms());
    let text = '';
    while (!/event: message\n.*"state":"Sent"/.test(text)) text += (await reader?.read())?.value ?? '';
    expect(text).toContain(messageId);
    expect(text).toContain('event: call\n');
    stop.abort();
  });
});
