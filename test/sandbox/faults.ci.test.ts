import { request as httpRequest } from 'node:http';
import { call, field, sandbox, send, sms, startReceiver, useSandbox } from './support';

useSandbox({ slowAnswer: 50 });

const withFault = (fault: string) => ({ body: sms(), headers: { 'X-Sandbox-Fault': fault } });

describe('a fault that refuses', () => {
  it.each([
    ['unauthorized', 401, null],
    ['no-credit', 403, null],
    ['invalid', 400, null],
    ['too-many-requests', 429, '1'],
    ['too-many-requests-no-hint', 429, null],
    ['server-error', 500, null],
    ['bad-gateway', 502, null],
    ['unavailable', 503, null],
    ['unavailable-retry', 503, '1'],
    ['gateway-timeout', 504, null],
    ['redirect', 307, null],
  ])('%s answers %i, with a request id and without sending anything', async (fault, status, retryAfter) => {
    const answer = await call(sandbox, '/api/message', withFault(fault));
    expect(answer.status).toBe(status);
    expect(answer.headers.get('retry-after')).toBe(retryAfter);
    expect(answer.headers.get('x-service-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(sandbox.messages()).toEqual([]);
    expect(sandbox.calls().at(-1)).toMatchObject({ fault, status });
  });

  it('bad-gateway answers an HTML page as a proxy would', async () => {
    const answer = await call(sandbox, '/api/message', withFault('bad-gateway'));
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(answer.text).toContain('<h1>');
  });

  it('redirect points to another host name', async () => {
    const answer = await call(sandbox, '/api/message', withFault('redirect'));
    expect(answer.headers.get('location')).toBe(`http://localhost:${sandbox.port}/api/message`);
  });
});

describe('a connection that is closed', () => {
  it.each([
    ['close-before-body', 0],
    ['close-during-body', 0],
    ['close-after-body', 1],
    ['close-during-answer', 1],
  ])('by %s leaves %i message sent', async (fault, sent) => {
    await expect(call(sandbox, '/api/message', withFault(fault))).rejects.toThrow();
    const logged = await sandbox.until(() => sandbox.calls().at(-1));
    expect(logged).toMatchObject({ fault });
    expect(sandbox.messages()).toHaveLength(sent);
  });
});

describe('an answer that is odd', () => {
  it('comes late with slow', async () => {
    const started = performance.now();
    expect((await call(sandbox, '/api/message', withFault('slow'))).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThanOrEqual(45);
  });

  it('is no JSON with malformed-answer, and the message is sent', async () => {
    const answer = await call(sandbox, '/api/message', withFault('malformed-answer'));
    expect(answer).toMatchObject({
      status: 200,
      body: undefined,
      text: expect.stringMatching(/^\{"messageId"/),
    });
    expect(sandbox.messages()).toHaveLength(1);
  });

  it('is a page with wrong-type-answer', async () => {
    const answer = await call(sandbox, '/api/message', withFault('wrong-type-answer'));
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(sandbox.messages()).toHaveLength(1);
  });

  it('has its field names in odd casing with odd-casing', async () => {
    const { body } = await call(sandbox, '/api/message', withFault('odd-casing'));
    expect(body).toEqual({ MESSAGEID: sandbox.messages()[0]?.messageId, timestamp: expect.any(String) });
  });

  it('has fields that nobody knows with extra-fields', async () => {
    const { body } = await call(sandbox, '/api/message', withFault('extra-fields'));
    expect(body).toMatchObject({ messageId: sandbox.messages()[0]?.messageId, traceId: 'abc', meta: null });
  });

  it('is of 100 MB with huge-answer, and JSON all the same', async () => {
    const answer = await fetch(`${sandbox.url}/api/system/balance`, {
      headers: { authorization: `Basic ${btoa('demo:demo')}`, 'x-sandbox-fault': 'huge-answer' },
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.length).toBe(Number(answer.headers.get('content-length')));
    expect(bytes.length).toBeGreaterThan(100 * 1024 * 1024);
    expect(bytes.subarray(0, 40).toString()).toMatch(/^\{"balance":10000,"padding":"x+$/);
    expect(bytes.subarray(-4).toString()).toBe('xx"}');
  });

  it('of 100 MB that is not read to its end does no harm', async () => {
    await new Promise<void>((resolve, reject) => {
      const headers = { authorization: `Basic ${btoa('demo:demo')}`, 'x-sandbox-fault': 'huge-answer' };
      httpRequest(`${sandbox.url}/api/system/balance`, { headers }, (answer) =>
        resolve(void answer.destroy()),
      )
        .on('error', reject)
        .end();
    });
    expect((await call(sandbox, '/api/system/balance')).status).toBe(200);
  });
});

describe('a fault', () => {
  it.each([
    ['+41790000401', 401],
    ['0041790000403', 403],
    ['+41790000400', 400],
    ['+41790000429', 429],
    ['+41790001429', 429],
    ['+41790000500', 500],
    ['+41790000502', 502],
    ['+41790000503', 503],
    ['+41790001503', 503],
    ['+41790000504', 504],
    ['+41790000307', 307],
    ['+41790000408', 200],
    ['+41790000602', 200],
    ['+41790000603', 200],
    ['+41790000605', 200],
    ['+41790000606', 200],
  ])('is brought about by the recipient %s', async (to, status) => {
    expect((await call(sandbox, '/api/message', { body: sms({ to }) })).status).toBe(status);
    const toList = [
      { type: 'Number', address: '+41791234567' },
      { type: 'Number', address: to },
    ];
    expect((await call(sandbox, '/api/message', { body: sms({ to: null, toList }) })).status).toBe(status);
  });

  it.each(['+41790000600', '+41790000601'])('closes the connection for the recipient %s', async (to) => {
    await expect(call(sandbox, '/api/message', { body: sms({ to }) })).rejects.toThrow();
    expect(sandbox.messages()).toHaveLength(1);
  });

  it('of a recipient is the whole batch: one that is invalid is the error of its message only', async () => {
    const messages = [sms(), sms({ to: '+41790000400' })];
    const mixed = await call(sandbox, '/api/messagelist', { body: { messages } });
    expect(field(mixed.body, 'messages')).toEqual([
      { messageId: expect.any(String) },
      { error: expect.objectContaining({ errorCode: 'InvalidContent' }) },
    ]);
    const failed = await call(sandbox, '/api/messagelist', {
      body: { messages: [sms(), sms({ to: '+41790000500' })] },
    });
    expect(failed.status).toBe(500);
    expect(sandbox.messages()).toHaveLength(1);
  });

  it('of the settings happens as often as it says, then the next one, then none', async () => {
    sandbox.change({
      faults: [
        { fault: 'server-error', times: 2 },
        { fault: 'unavailable', times: 1 },
      ],
    });
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1)
      statuses.push((await call(sandbox, '/api/message', { body: sms() })).status);
    expect(statuses).toEqual([500, 500, 503, 200]);
    expect(sandbox.settings().faults).toEqual([]);
  });

  it('of the settings without times happens to every call until it is taken back', async () => {
    sandbox.change({ faults: [{ fault: 'unauthorized' }] });
    expect((await call(sandbox, '/api/system/balance')).status).toBe(401);
    expect((await call(sandbox, '/api/message/x')).status).toBe(401);
    sandbox.change({ faults: [] });
    expect((await call(sandbox, '/api/system/balance')).status).toBe(200);
  });

  it('that nobody knows is refused, with those there are', async () => {
    const answer = await call(sandbox, '/api/message', withFault('earthquake'));
    expect(answer).toMatchObject({ status: 400, body: { errorCode: 'UnknownFault' } });
    expect(answer.text).toContain('server-error');
  });
});

describe('webhooks', () => {
  const statuses = async (headers: Record<string, string>, to = '+41791234567') => {
    const receiver = await startReceiver();
    const notification = { forEvent: 'All', addresses: [{ type: 'UrlPost', address: receiver.url }] };
    const { body } = await call(sandbox, '/api/message', { body: sms({ notification, to }), headers });
    const messageId = String(field(body, 'messageId'));
    sandbox.setState(messageId, 'Delayed');
    sandbox.setState(messageId, 'Delivered');
    await sandbox.until(() => sandbox.pushes().every(({ outcome }) => outcome === 'taken'));
    await receiver.close();
    return receiver.requests.map((request) => field(request.body, 'status'));
  };

  it('come twice with duplicate-webhooks', async () => {
    const expected = ['Delayed', 'Delayed', 'Delivered', 'Delivered'];
    expect(await statuses({ 'X-Sandbox-Fault': 'duplicate-webhooks' })).toEqual(expected);
    expect(await statuses({}, '+41790000700')).toEqual(expected);
  });

  it('come in the wrong order with out-of-order-webhooks', async () => {
    const expected = ['Delivered', 'Delayed'];
    expect(await statuses({ 'X-Sandbox-Fault': 'out-of-order-webhooks' })).toEqual(expected);
    expect(await statuses({}, '+41790000701')).toEqual(expected);
  });

  it('of inbound messages go wrong by the settings', async () => {
    const receiver = await startReceiver();
    sandbox.change({ inboundUrls: { default: receiver.url }, webhookFault: 'duplicate-webhooks' });
    await sandbox.receive({ from: '+41795550111', text: 'one' });
    await receiver.request(2);
    sandbox.change({ webhookFault: 'out-of-order-webhooks' });
    await Promise.all(['two', 'three'].map((text) => sandbox.receive({ from: '+41795550111', text })));
    await receiver.close();
    expect(receiver.requests.map(({ body }) => field(field(body, 'content'), 'text'))).toEqual([
      'one',
      'one',
      'three',
      'two',
    ]);
  });

  it('that are held back come by themselves when nothing overtakes them', async () => {
    const receiver = await startReceiver();
    const notification = { addresses: [{ type: 'UrlPost', address: receiver.url }] };
    const messageId = await send(sandbox, sms({ notification, to: '+41790000701' }));
    sandbox.setState(messageId, 'Delivered');
    expect(receiver.requests).toEqual([]);
    sandbox.advanceClock(2000);
    expect((await receiver.request(1)).body).toMatchObject({ status: 'Delivered' });
    await receiver.close();
  });
});
