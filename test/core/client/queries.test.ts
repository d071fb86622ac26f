import { clientOf, failureOf, startServer, type Server } from './server';

let server: Server;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

describe('the balance (shape not published: service facts)', () => {
  it.each([
    ['1234', 1234],
    ['1234.5', 1234.5],
    ['0', 0],
    ['-3', -3],
    ['"1234.5"', 1234.5],
    ['" 12 "', 12],
    ['{"balance":12}', 12],
    ['{"points":12}', 12],
    ['{"credit":12}', 12],
    ['{"credits":12}', 12],
    ['{"pointBalance":12}', 12],
    ['{"POINTBALANCE":"12"}', 12],
    ['{"value":12}', 12],
    ['{"amount":12}', 12],
    ['{"balance":null,"points":12}', 12],
    ['{"account":{"balance":12}}', 12],
    ['{"balance":{"amount":12,"unit":"points"}}', 12],
  ])('%s is %d points', async (body, points) => {
    server.answer({ body, headers: { 'x-service-request-id': 'request-1' } });
    expect(await clientOf(server).balance()).toEqual({
      points,
      requestId: 'request-1',
      raw: JSON.parse(body),
    });
  });

  it.each([
    '{}',
    'null',
    '[]',
    'true',
    '""',
    '"many"',
    '{"balance":"many"}',
    '{"balance":[]}',
    '{"a1":{"b1":{"balance":12}}}',
  ])('%s holds no number: no points, but the answer as it came', async (body) => {
    server.answer(body);
    expect(await clientOf(server).balance()).toEqual({
      points: undefined,
      requestId: undefined,
      raw: JSON.parse(body),
    });
  });
});

describe('the status of a batch (fields not published: service facts)', () => {
  it('tells for each message what became of it, and why it was refused where it was', async () => {
    const refused = { error: { errorCode: 'InvalidContent', errorMessage: 'Too long' } };
    server.answer(JSON.stringify({ messages: [{ messageId: 'a1', status: 'Delivered' }, refused, 'c1'] }));

    expect((await clientOf(server).batchStatus('batch-1')).messages).toMatchObject([
      { messageId: 'a1', status: 'delivered' },
      {
        error: { code: 'InvalidContent', outcome: 'rejected', message: expect.stringContaining('Too long') },
      },
      { messageId: 'c1', status: 'other' },
    ]);
  });
});

it('the status of another batch is passed on whole', async () => {
  server.answer('{"messageListId":"list-2","messages":[{"messageId":"a1","status":"Delivered"}]}');
  expect(await clientOf(server).batchStatus('list-1')).toMatchObject({
    messages: [],
    raw: { messageListId: 'list-2' },
  });
});

describe('the status of a message (fields not published: service facts)', () => {
  it.each([
    [
      '{"messageId":"id-1","status":"Delivered"}',
      { messageId: 'id-1', status: 'delivered', statusText: 'Delivered', final: true },
    ],
    ['{"STATUS":"UNDELIVERED"}', { messageId: 'id-1', status: 'failed', final: true }],
    ['{"messageId":"id-1","status":"success"}', { status: 'delivered', final: true }],
    ['{"messageId":"id-1","success":false,"status":"failed"}', { status: 'failed', final: true }],
    ['{"state":"Delayed"}', { messageId: 'id-1', status: 'delayed', final: false }],
    [
      '{"status":"Frobnicated"}',
      { messageId: 'id-1', status: 'unknown', statusText: 'Frobnicated', final: false },
    ],
    [
      '{"status":"success","data":{"messageId":"id-1","status":"pending"}}',
      { messageId: 'id-1', status: 'other', statusText: 'pending', final: false },
    ],
    ['{"status":"success","state":"pending"}', { status: 'other', statusText: 'pending' }],
    [
      '{"status":"error","message":"The database of states is not available"}',
      { messageId: 'id-1', status: 'unknown', statusText: 'error', final: false },
    ],
    [
      '{"messageId":"id-1","status":"error","message":"Absent subscriber"}',
      { status: 'failed', final: true },
    ],
    ['{"to":"+41791234567","status":"failed","message":"Absent"}', { status: 'failed', final: true }],
    ['{}', { messageId: 'id-1', status: 'other', final: false }],
    ['[]', { messageId: 'id-1', status: 'other', final: false }],
    ['null', { messageId: 'id-1', status: 'other', final: false }],
  ])('%s', async (body, expected) => {
    server.answer({ body, headers: { 'x-service-request-id': 'request-1' } });
    expect(await clientOf(server).messageStatus('id-1')).toMatchObject({
      ...expected,
      requestId: 'request-1',
      raw: JSON.parse(body),
    });
  });

  it.each([
    ['{"messageId":"id-2","status":"Delivered"}', 'the answer is about another message (id-2)'],
    ['{"data":{"messageId":"id-2","status":"Failed"}}', 'the answer is about another message (id-2)'],
    ['[{"messageId":"id-2","status":"Failed"}]', 'the answer is about another message (id-2)'],
    [
      '{"messageId":"id-1","to":"+41797777777","status":"Delivered"}',
      'the answer is about another recipient (+41797777777)',
    ],
    ['{"status":"error"}', '"error" may only say how the query went'],
    ['{"STATUS":"FAILED"}', '"FAILED" may only say how the query went'],
    ['{"success":false,"status":"failed"}', '"failed" may only say how the query went'],
    ['{"status":"rejected","message":"Too many queries"}', '"rejected" may only say how the query went'],
    ['{"status":"success"}', '"success" may only say how the query went'],
    ['{"status":"ok"}', '"ok" may only say how the query went'],
    [
      '{"status":"success","data":{"messageId":"id-1","text":"x"}}',
      '"success" may only say how the query went',
    ],
    ['{"status":"success","data":{"to":"+41791234567"}}', '"success" may only say how the query went'],
    ['{"messageId":"id-1","status":"delivered","errorCode":12}', '"delivered" contradicts errorCode'],
    ['{"messageId":"id-1","status":"delivered","success":"false"}', '"delivered" contradicts success'],
  ])('is not known from %s', async (body, reason) => {
    server.answer(body);
    const status = await clientOf(server).messageStatus('id-1', { recipient: '+41791234567' });
    expect(status).toMatchObject({
      messageId: 'id-1',
      status: 'unknown',
      final: false,
      raw: JSON.parse(body),
    });
    expect(status.unreadable).toEqual([reason]);
  });

  it.each(['+41791234567', '0041 79 123 45 67', '079 123 45 67', '*****4567'])(
    'is read where the recipient is written as %s',
    async (to) => {
      server.answer(JSON.stringify({ messageId: 'id-1', to, status: 'Delivered', errorCode: null }));
      expect(await clientOf(server).messageStatus('id-1', { recipient: '+41791234567' })).toMatchObject({
        status: 'delivered',
        final: true,
      });
    },
  );

  it('is gone after seven days: an error that says so', async () => {
    server.answer({ status: 404, body: '{"errorCode":"NotFound","errorMessage":"Unknown."}' });
    const error = await failureOf(clientOf(server).messageStatus('id-1'));
    expect(error).toMatchObject({ outcome: 'rejected', code: 'NotFound', status: 404 });
    expect(error.description).toContain('the service keeps the status of a message for seven days');
  });
});
