import { clientOf, failureOf, useServer } from './server';

const server = useServer();

describe('the balance (shape not published: service facts)', () => {
  it.each([
    ['1234', 1234],
    ['1234.5', 1234.5],
    ['0', 0],
    ['-3', -3],
    ['" 12 "', 12],
    ['{"balance":12}', 12],
    ['{"points":12}', 12],
    ['{"credit":12}', 12],
    ['{"credits":12}', 12],
    ['{"POINTBALANCE":"12"}', 12],
    ['{"balance":null,"points":12}', 12],
    ['{"balance":{"unit":"points"},"points":12}', 12],
    ['{"account":{"balance":12}}', 12],
    ['{"balance":{"points":12,"unit":"points"}}', 12],
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
    '"1.000"',
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
    const messages = [
      { messageId: 'a1', status: 'Delivered' },
      { MESSAGEID: 'b1', STATUS: 'Failed' },
      { messageId: 'c1', status: 'Frobnicated' },
      refused,
      { error: 'Too long' },
    ];
    server.answer({
      body: JSON.stringify({ messageListId: 'l', messages }),
      headers: { 'x-service-request-id': 'request-1' },
    });
    const status = await clientOf(server).batchStatus('l');
    expect(status).toMatchObject({ batchId: 'l', requestId: 'request-1' });
    expect(status.messages).toEqual([
      {
        messageId: 'a1',
        status: 'delivered',
        statusText: 'Delivered',
        final: true,
        rank: 3,
        raw: messages[0],
      },
      { messageId: 'b1', status: 'failed', statusText: 'Failed', final: true, rank: 3, raw: messages[1] },
      {
        messageId: 'c1',
        status: 'other',
        statusText: 'Frobnicated',
        final: false,
        rank: 1,
        raw: messages[2],
      },
      expect.objectContaining({
        ...{ status: 'failed', final: true },
        error: expect.objectContaining({
          ...{ code: 'InvalidContent', outcome: 'rejected', message: expect.stringContaining('Too long') },
        }),
      }),
      { status: 'other', statusText: '', final: false, rank: 1, raw: messages[4] },
    ]);
  });

  it.each(['{}', 'null', '[]', '{"status":"Sent"}'])(
    'has no messages in %s, but the answer as it came',
    async (body) => {
      server.answer(body);
      expect(await clientOf(server).batchStatus('l')).toMatchObject({ messages: [], raw: JSON.parse(body) });
    },
  );

  it.each([
    [
      'in the field that the account names',
      '{"messages":[{"smsRef":"r-1","status":"Delivered"}]}',
      'delivered',
    ],
    ['in a list of IDs', '{"messageIdList":["r-1"]}', 'other'],
  ])('names each message %s', async (_name, body, status) => {
    server.answer(body);
    const { messages } = await clientOf(server, { messageIdField: 'smsRef' }).batchStatus('l');
    expect(messages).toMatchObject([{ messageId: 'r-1', status }]);
  });

  it('that is of another batch is passed on whole', async () => {
    server.answer('{"messageListId":"list-2","messages":[{"messageId":"a1","status":"Delivered"}]}');
    expect(await clientOf(server).batchStatus('list-1')).toMatchObject({
      messages: [],
      raw: { messageListId: 'list-2' },
    });
  });

  it('of a batch that is not known is an error that says what to check', async () => {
    server.answer({ status: 404 });
    expect(await failureOf(clientOf(server).batchStatus('l'))).toMatchObject({
      code: 'not_found',
      outcome: 'rejected',
      fact: 'The service knows no batch with this ID',
    });
  });
});

describe('the status of a message (fields not published: service facts)', () => {
  const asked = { recipient: '+41791234567' };

  it.each([
    ['{"messageId":"id-1","status":"Delivered"}', 'delivered', 'Delivered', true],
    ['{"STATUS":"UNDELIVERED"}', 'failed', 'UNDELIVERED', true],
    ['{"messageId":"id-1","from":"Shop","text":"Hi","status":"Received"}', 'other', 'Received', false],
    ['{"messageId":"id-1","status":"success"}', 'delivered', 'success', true],
    ['{"messageId":"id-1","status":"error"}', 'failed', 'error', true],
    ['{"messageId":"id-1","status":"delivered","errorCode":12}', 'delivered', 'delivered', true],
    ['{"messageId":"id-1","status":"bounce"}', 'failed', 'bounce', true],
    ['{"id":"id-1","status":"Failed"}', 'failed', 'Failed', true],
    ['[{"messageId":"id-1","status":"rejected"}]', 'failed', 'rejected', true],
    ['{"state":"Delayed"}', 'delayed', 'Delayed', false],
    ['{"status":"ok","message":{"messageId":"id-1","status":"Failed"}}', 'failed', 'Failed', true],
    ['{"status":"Frobnicated"}', 'other', 'Frobnicated', false],
    ['{"status":"success","data":{"messageId":"id-1","status":"failed"}}', 'other', 'success, failed', false],
    ['{"status":"success","state":"pending"}', 'other', 'success, pending', false],
    ['{"status":"OK","data":{"status":"delivered"}}', 'delivered', 'delivered', true],
    ['{"to":"+41791234567","status":"Delivered"}', 'delivered', 'Delivered', true],
    ['{"to":"0041 79 123 45 67","status":"Delivered"}', 'delivered', 'Delivered', true],
    ['{"to":"079 999 99 99","status":"Delivered"}', 'delivered', 'Delivered', true],
    ['{"to":"*****9999","status":"Delivered"}', 'delivered', 'Delivered', true],
  ])('%s', async (body, status, statusText, final) => {
    server.answer({ body, headers: { 'x-service-request-id': 'request-1' } });
    expect(await clientOf(server).messageStatus('id-1', asked)).toMatchObject({
      ...{ messageId: 'id-1', status, statusText, final, requestId: 'request-1', raw: JSON.parse(body) },
    });
  });

  it.each([
    ...['{}', '[]', 'null', '{"success":true}'],
    '{"messageId":"id-2","status":"Delivered"}',
    '{"data":{"messageId":"id-2","status":"Failed"}}',
    '[{"messageId":"id-2","status":"Failed"}]',
    '{"messageId":"id-1","to":"+41797777777","status":"Delivered"}',
    '{"status":"error"}',
    '{"STATUS":"FAILED"}',
    '{"status":"rejected","message":"Too many queries"}',
    '{"status":"success"}',
    '{"status":"success","data":{"messageId":"id-1","state":2}}',
    '{"status":"success","data":{"to":"+41791234567"}}',
  ])('is not told by %s', async (body) => {
    server.answer(body);
    expect(await clientOf(server).messageStatus(' id-1 ', asked)).toEqual({
      ...{ messageId: 'id-1', status: 'other', statusText: '', final: false, rank: 1, raw: JSON.parse(body) },
      requestId: undefined,
    });
  });

  it('is about the ID in the field that the account names', async () => {
    const client = clientOf(server, { messageIdField: 'smsRef' });
    server.answer('{"smsRef":"id-1","messageId":"x","status":"failed"}');
    expect(await client.messageStatus('id-1')).toMatchObject({ messageId: 'id-1', status: 'failed' });
    server.answer('{"smsRef":"id-2","messageId":"id-1","status":"failed"}');
    expect(await client.messageStatus('id-1')).toMatchObject({ status: 'other' });
  });

  it('is gone after seven days: an error that says so', async () => {
    server.answer({ status: 404, body: '{"errorCode":"NotFound","errorMessage":"Unknown."}' });
    const error = await failureOf(clientOf(server).messageStatus('id-1'));
    expect(error).toMatchObject({ outcome: 'rejected', code: 'NotFound', status: 404 });
    expect(error.message).toBe('The service knows no message with this ID: Unknown.');
    expect(error.describe()).toContain('the service keeps the status of a message for seven days');
  });
});

describe('a query that the service refuses with status 2xx', () => {
  const refused = '{"status":"error","errorCode":"NoPermission","errorMessage":"Not for this sub-user."}';
  it.each<[string, (client: ReturnType<typeof clientOf>) => Promise<unknown>]>([
    ['the balance', (client) => client.balance()],
    ['a status', (client) => client.messageStatus('id-1')],
    ['the status of a batch', (client) => client.batchStatus('batch-1')],
  ])('fails, for %s, with what the service says', async (_, query) => {
    server.answer(refused);
    const error = await failureOf(query(clientOf(server)));
    expect(error).toMatchObject({ code: 'NoPermission', status: 200, raw: JSON.parse(refused) });
    expect(error.message).toContain('Not for this sub-user.');
  });

  it('does not fail if the error is that of the message', async () => {
    server.answer('{"status":"Undelivered","errorCode":"27","errorMessage":"Absent subscriber"}');
    expect(await clientOf(server).messageStatus('id-1')).toMatchObject({ status: 'failed', final: true });
  });
});
