import { clientOf, failureOf, sms, startServer, type Server } from './server';

let server: Server;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

const numbers = ['+41791111111', '+41792222222'];
const toList = numbers.map((address) => ({ type: 'Number', address }));
const withoutTo = { ...sms, to: undefined };
const several = { ...withoutTo, toList };

describe('the answer to a send with one recipient', () => {
  it.each([
    ['an object with messageId', '{"messageId":"id-1"}', 'id-1'],
    ['the name in capitals', '{"MESSAGEID":"id-1"}', 'id-1'],
    ['the name in small letters', '{"messageid":"id-1"}', 'id-1'],
    ['the name in capitals at the start', '{"MessageId":"id-1"}', 'id-1'],
    ['an id that is a number', '{"messageId":4711}', '4711'],
    ['the name id', '{"id":"id-1"}', 'id-1'],
    ['the name message_id', '{"message_id":"id-1"}', 'id-1'],
    ['a bare text', '"id-1"', 'id-1'],
    ['a bare number', '4711', '4711'],
    ['a list of one id', '["id-1"]', 'id-1'],
    ['a messageIdList of one', '{"messageIdList":["id-1"]}', 'id-1'],
    ['an id beside an empty messageIdList', '{"messageId":"id-1","messageIdList":[]}', 'id-1'],
    ['an id beside a null error', '{"messageId":"id-1","error":null}', 'id-1'],
    ['an id beside an empty error', '{"messageId":"id-1","error":{}}', 'id-1'],
    ['an id beside an empty list of errors', '{"messageId":"id-1","errors":[]}', 'id-1'],
    ['a null under one spelling and the id under another', '{"messageId":null,"MessageID":"id-1"}', 'id-1'],
    ['fields that nobody knows', '{"messageId":"id-1","links":{"self":"/"},"x":[1]}', 'id-1'],
    ['a byte order mark', '\uFEFF{"messageId":"id-1"}', 'id-1'],
    ['no id at all: accepted, as the status says', '{}', undefined],
    ['only a friendly text', '{"message":"Message queued"}', undefined],
    ['only a title and a code', '{"title":"OK","code":200}', undefined],
    ['only a state', '{"status":"accepted","detail":"queued"}', undefined],
  ])('is read from %s', async (_name, body, messageId) => {
    server.answer({ body, headers: { 'X-Service-Request-ID': 'request-1' } });
    expect(await clientOf(server).send(sms)).toMatchObject({
      messageId,
      messageIds: messageId === undefined ? [] : [messageId],
      recipients: [{ address: '+41791234567', accepted: true, messageId, error: undefined }],
      requestId: 'request-1',
      raw: JSON.parse(body.replace('\uFEFF', '')),
    });
  });

  it('may have an id beyond 2^53: it keeps its digits, also in raw', async () => {
    server.answer('{"messageId":9007199254740993,"seen":{"ids":[9007199254740995]}}');
    expect(await clientOf(server).send(sms)).toMatchObject({
      messageId: '9007199254740993',
      raw: { messageId: '9007199254740993', seen: { ids: ['9007199254740995'] } },
    });
  });

  it.each([201, 202, 207])('may have the status %i', async (status) => {
    server.answer({ status, body: '{"messageId":"id-1"}' });
    expect(await clientOf(server).send(sms)).toMatchObject({ messageId: 'id-1', requestId: undefined });
  });

  it.each([
    [
      'the error body of the service',
      '{"errorCode":"InvalidContent","errorMessage":"Bad."}',
      'InvalidContent',
      'The service refused the request: Bad.',
    ],
    [
      'an error object',
      '{"error":{"code":"InvalidContent","message":"Bad."}}',
      'InvalidContent',
      'The service refused the request: Bad.',
    ],
    ['an error as a text', '{"error":"Bad."}', 'refused', 'The service refused the request: Bad.'],
    ['an empty error object', '{"error":{}}', 'refused', 'The service refused the request'],
    ['an error that says yes', '{"error":true}', 'refused', 'The service refused the request'],
    [
      'success: false',
      '{"success":false,"message":"Bad."}',
      'refused',
      'The service refused the request: Bad.',
    ],
    [
      'a list of errors',
      '{"errors":[{"field":"to","message":"Bad."}]}',
      'refused',
      'The service refused the request',
    ],
  ])('is a refusal by %s, although the status is 200', async (_name, body, code, message) => {
    server.answer(body);
    const error = await failureOf(clientOf(server).send(sms));
    expect(error).toMatchObject({ outcome: 'rejected', code, message, status: 200, raw: JSON.parse(body) });
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ['nothing', ''],
    ['white space', ' \n'],
    ['HTML', '<html><body>Welcome</body></html>'],
    ['a text that is no JSON', 'OK'],
    ['JSON that ends too early', '{"messageId":"id-'],
    ['two objects', '{"messageId":"a"}{"messageId":"b"}'],
    ['null', 'null'],
    ['true', 'true'],
    ['false', 'false'],
    ['an empty text', '""'],
    ['an empty list', '[]'],
    ['an empty messageIdList', '{"messageIdList":[]}'],
    ['a list of nulls', '[null]'],
  ])('leaves open what happened when it is %s', async (_name, body) => {
    server.answer({ body, headers: { 'x-service-request-id': 'request-1' } });
    const error = await failureOf(
      clientOf(server, {}, { retry: { retries: 3, longestWaitMs: 1000 } }).send(sms),
    );
    expect(error).toMatchObject({
      outcome: 'unknown',
      code: 'unreadable_answer',
      status: 200,
      requestId: 'request-1',
    });
    expect(error.description).toContain('The message may have been sent.');
    expect(error.description).toContain('Request ID for support: request-1');
    expect(server.requests).toHaveLength(1);
  });
});

describe('the answer to a send with several recipients', () => {
  it.each([
    ['texts', '{"messageIdList":["a","b"]}'],
    ['numbers', '{"messageIdList":[1,2]}'],
    ['objects with messageId', '{"messageIdList":[{"messageId":"a"},{"messageId":"b"}]}'],
    ['objects with id', '{"messageIdList":[{"id":"a"},{"id":"b"}]}'],
    ['objects in odd casing', '{"MESSAGEIDLIST":[{"MESSAGEID":"a"},{"messageid":"b"}]}'],
    ['another name of the list', '{"messageIds":["a","b"]}'],
    ['a bare list', '["a","b"]'],
  ])('gives each recipient its id by position, from %s', async (_name, body) => {
    server.answer(body);
    const { messageId, messageIds, recipients } = await clientOf(server).send(several);
    expect(messageIds).toHaveLength(2);
    expect(messageId).toBe(messageIds[0]);
    expect(recipients).toEqual(
      messageIds.map((id, index) => ({
        address: numbers[index],
        accepted: true,
        messageId: id,
        error: undefined,
      })),
    );
  });

  it.each([
    'address',
    'to',
    'recipient',
    'receiver',
    'destination',
    'number',
    'phoneNumber',
    'msisdn',
    'TO',
    'Address',
  ])('takes the address from the field %s where there is one, whatever the order', async (name) => {
    server.answer(
      JSON.stringify({
        messageIdList: [
          { messageId: 'b', [name]: numbers[1] },
          { messageId: 'a', [name]: numbers[0] },
        ],
      }),
    );
    const { recipients } = await clientOf(server).send(several);
    expect(recipients).toMatchObject([
      { address: numbers[1], messageId: 'b' },
      { address: numbers[0], messageId: 'a' },
    ]);
  });

  it('does not guess addresses when a group has become many', async () => {
    server.answer('{"messageIdList":["a","b","c"]}');
    const { recipients } = await clientOf(server).send(several);
    expect(recipients.map(({ address }) => address)).toEqual([undefined, undefined, undefined]);
  });

  it('tells which recipient was refused, and counts the message as accepted', async () => {
    server.answer(
      JSON.stringify({
        messageIdList: [
          { messageId: 'a' },
          { error: { errorCode: 'InvalidContent', errorMessage: "'x' is an invalid receiver." } },
        ],
      }),
    );
    expect(await clientOf(server).send(several)).toMatchObject({
      messageId: 'a',
      messageIds: ['a'],
      recipients: [
        { address: numbers[0], accepted: true, messageId: 'a' },
        {
          address: numbers[1],
          accepted: false,
          messageId: undefined,
          error: { code: 'InvalidContent', message: "'x' is an invalid receiver." },
        },
      ],
    });
  });

  it('says so when one recipient has no result', async () => {
    server.answer('{"messageIdList":[null,"b"]}');
    const { messageId, recipients } = await clientOf(server).send(several);
    expect(messageId).toBe('b');
    expect(recipients[0]).toEqual({
      address: numbers[0],
      accepted: false,
      messageId: undefined,
      error: {
        code: undefined,
        message: 'The answer of the service has no result for this recipient; it may have been sent',
      },
    });
  });

  it('is a refusal when every recipient is refused', async () => {
    const refusal = {
      error: {
        errorCode: 'InvalidContent',
        errorMessage: 'Bad.',
        errorDetails: { errors: [{ parameter: 'To', messages: ['Bad receiver.'] }] },
      },
    };
    server.answer(JSON.stringify({ messageIdList: [refusal, refusal] }));
    expect(await failureOf(clientOf(server).send(several))).toMatchObject({
      outcome: 'rejected',
      code: 'InvalidContent',
      details: [{ parameter: 'To', messages: ['Bad receiver.'] }],
    });
  });

  it('leaves open what happened when one recipient is refused and the other has no result', async () => {
    server.answer('{"messageIdList":[{"error":"Bad."},null]}');
    expect(await failureOf(clientOf(server).send(several))).toMatchObject({ outcome: 'unknown' });
  });
});

describe('pages of an SMS', () => {
  it('come with the result', async () => {
    const content = {
      type: 'Text',
      text: 'a'.repeat(200),
      options: { type: 'SmsContentOptions', pageLimit: 1 },
    };
    expect(await clientOf(server).send({ ...sms, content })).toMatchObject({
      pages: { encoding: 'GSM-7', pages: 1, truncated: true },
    });
  });

  it('are not there for another channel', async () => {
    const { pages } = await clientOf(server).send({ ...sms, channel: 'Rcs' });
    expect(pages).toBeUndefined();
  });
});
