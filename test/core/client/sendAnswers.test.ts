import { checked, clientOf, failureOf, sms, startServer, type Server } from './server';

let server: Server;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

const uuid = '7d9d3c1e-0c5f-4b5e-9b1a-0a2f6a1c9f10';
const numbers = ['+41791111111', '+41792222222'];
const toList = numbers.map((address) => ({ type: 'Number', address }));
const withoutTo = { ...sms, to: undefined };
const several = { ...withoutTo, toList };

function jsonOr(text: string): unknown {
  if (/\[{50}|__proto__/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

describe('the answer to a send with one recipient', () => {
  it.each([
    ['an object with messageId', '{"messageId":"id-1"}', 'id-1'],
    ['the name in capitals', '{"MESSAGEID":"id-1"}', 'id-1'],
    ['the name in small letters', '{"messageid":"id-1"}', 'id-1'],
    ['the name in capitals at the start', '{"MessageId":"id-1"}', 'id-1'],
    ['an id that is a number', '{"messageId":4711}', '4711'],
    ['the name id', '{"id":"id-1"}', 'id-1'],
    ['the name message_id', '{"message_id":"id-1"}', 'id-1'],
    ['the name id beside a state', '{"id":"id-1","status":"queued","message":"Message queued"}', 'id-1'],
    ['a bare UUID', `"${uuid}"`, uuid],
    ['a list of one UUID', `["${uuid}"]`, uuid],
    ['an object within another', '{"data":{"messageId":"id-1"},"success":true}', 'id-1'],
    ['an id beside codes of success', '{"messageId":"id-1","errorCode":0,"errorMessage":"Success"}', 'id-1'],
    [
      'an id beside the recipient, written otherwise',
      '{"messageId":"id-1","to":"0041 79 123 45 67"}',
      'id-1',
    ],
    ['an id beside a recipient with stars', '{"messageId":"id-1","to":"+4179***67"}', 'id-1'],
    ['an id beside a number that is no recipient', '{"messageId":"id-1","number":1}', 'id-1'],
    ['a messageIdList of one', '{"messageIdList":["id-1"]}', 'id-1'],
    ['an id beside an empty messageIdList', '{"messageId":"id-1","messageIdList":[]}', 'id-1'],
    ['an id beside a null error', '{"messageId":"id-1","error":null}', 'id-1'],
    ['an id beside an empty error', '{"messageId":"id-1","error":{}}', 'id-1'],
    ['an id beside an empty list of errors', '{"messageId":"id-1","errors":[]}', 'id-1'],
    ['a null under one spelling and the id under another', '{"messageId":null,"MessageID":"id-1"}', 'id-1'],
    ['an id beside the recipient as a national number', '{"messageId":"id-1","to":"079 123 45 67"}', 'id-1'],
    ['an id beside the last digits of the recipient', '{"messageId":"id-1","to":"*****4567"}', 'id-1'],
    ['an id beside counts', '{"messageId":"id-1","accepted":1,"rejected":0,"errorCount":0}', 'id-1'],
    ['an id beside a nested state', '{"messageId":"id-1","status":{"id":500,"name":"PENDING"}}', 'id-1'],
    ['an id beside its text', '{"messageId":"id-1","message":"Your payment failed"}', 'id-1'],
    ['fields that nobody knows', '{"messageId":"id-1","links":{"self":"/"},"x":[1]}', 'id-1'],
    ['a byte order mark', '\uFEFF{"messageId":"id-1"}', 'id-1'],
  ])('is read from %s', async (_name, body, messageId) => {
    server.answer({ body, headers: { 'X-Service-Request-ID': 'request-1' } });
    const content = { type: 'Text', text: 'Your payment failed' };
    expect(await clientOf(server).send({ ...sms, content })).toMatchObject({
      messageId,
      messageIds: messageId === undefined ? [] : [messageId],
      recipients: [{ address: '+41791234567', accepted: true, messageId, error: undefined }],
      requestId: 'request-1',
      raw: JSON.parse(body.replace('\uFEFF', '')),
    });
  });

  it.each([
    ['"status":"Frobnicated"', 'status: "Frobnicated"'],
    ['"state":{"name":"Passed along"}', 'state.name: "Passed along"'],
    ['"sent":false', 'sent: false'],
    ['"warnings":["The sender was rejected"]', 'warnings: "The sender was rejected"'],
  ])('says what cannot be read beside an id: %s', async (beside, unreadable) => {
    server.answer(`{"messageId":"id-1",${beside}}`);
    expect(await clientOf(server).send(sms)).toMatchObject({ messageId: 'id-1', unreadable: [unreadable] });
  });

  it('is not for this message where it names a reference and the message has none', async () => {
    server.answer('{"messageId":"id-1","customerId":"order 7"}');
    expect(await failureOf(clientOf(server).send(sms))).toMatchObject({ outcome: 'unknown' });
  });

  it('may have an id beyond 2^53: it keeps its digits, also in raw', async () => {
    server.answer('{"messageId":9007199254740993,"seen":{"ids":[9007199254740995]}}');
    expect(await clientOf(server).send(sms)).toMatchObject({
      messageId: '9007199254740993',
      raw: { messageId: '9007199254740993', seen: { ids: ['9007199254740995'] } },
    });
  });

  describe('where the account names the field of the id', () => {
    const send = (body: string, request: unknown = sms) => {
      server.answer(body);
      return clientOf(server, { messageIdField: 'smsRef' }).send(request);
    };

    it.each([
      ['of an answer', '{"smsRef":"r-1"}'],
      ['in any case', '{"SMSREF":"r-1"}'],
      ['that is a number', '{"smsRef":4711}'],
      ['before the usual name', '{"messageId":"other","smsRef":"r-1"}'],
      ['beside words that nobody knows', '{"smsRef":"r-1","status":"Handed to the carrier"}'],
      ['within another object', '{"data":{"smsRef":"r-1"}}'],
    ])('it is read there: the field %s', async (_name, body) => {
      const messageId = body.includes('4711') ? '4711' : 'r-1';
      expect(await send(body)).toMatchObject({ messageId, recipients: [{ accepted: true, messageId }] });
    });

    it('is read for each of several recipients', async () => {
      const body = '{"messageIdList":[{"smsRef":"r-1"},{"smsRef":"r-2"}]}';
      expect(await send(body, several)).toMatchObject({ messageIds: ['r-1', 'r-2'] });
    });

    it('is read for each message of a batch, and in its status', async () => {
      const client = clientOf(server, { messageIdField: 'smsRef' });
      server.answer('{"messageListId":"list-1","messages":[{"smsRef":"r-1"}]}');
      const { entries } = await client.sendBatch(await checked(sms));
      expect(entries).toMatchObject([{ ok: true, value: { messageId: 'r-1' } }]);
      server.answer('{"messages":[{"smsRef":"r-1","status":"Delivered"}]}');
      expect(await client.batchStatus('list-1')).toMatchObject({ messages: [{ messageId: 'r-1' }] });
    });

    it('is still found under the usual names', async () => {
      expect(await send('{"messageId":"id-1"}')).toMatchObject({ messageId: 'id-1' });
    });

    it.each([
      '{"smsRef":"r-1","errorCode":"InvalidSender"}',
      '{"smsRef":""}',
      '{"smsRef":-1}',
      '{"ref":"r-1"}',
    ])('is no sign that %s was accepted', async (body) => {
      expect(await failureOf(send(body))).toMatchObject({ outcome: 'unknown', code: 'unreadable_answer' });
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
      'the same within error',
      '{"error":{"errorCode":"InvalidContent","errorMessage":"Bad."}}',
      'InvalidContent',
      'The service refused the request: Bad.',
    ],
  ])('is a refusal by %s, although the status is 200', async (_name, body, code, message) => {
    server.answer(body);
    const error = await failureOf(clientOf(server).send(sms));
    expect(error).toMatchObject({
      outcome: 'rejected',
      code,
      fact: message,
      status: 200,
      raw: JSON.parse(body),
    });
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ['nothing', ''],
    ['white space', ' \n'],
    ['HTML', '<html><body>Welcome</body></html>'],
    ['a text that is no JSON', 'OK'],
    ['JSON that ends too early', '{"messageId":"id-'],
    ['two objects', '{"messageId":"a1"}{"messageId":"b1"}'],
    ['null', 'null'],
    ['true', 'true'],
    ['false', 'false'],
    ['an empty text', '""'],
    ['an empty list', '[]'],
    ['an empty messageIdList', '{"messageIdList":[]}'],
    ['a list of nulls', '[null]'],
    ['an empty object', '{}'],
    ['a friendly text', '{"message":"Message queued"}'],
    ['a friendly state', '{"status":"accepted","detail":"queued"}'],
    ['a title and a code', '{"title":"OK","code":200}'],
    ['a maintenance page', '{"message":"Scheduled maintenance"}'],
    ['the health of a server', '{"status":"UP"}'],
    ['the health of a server with an id', '{"status":"UP","id":"node-7"}'],
    ['a state that says no', '{"status":"rejected"}'],
    ['a state that says no, beside an id', '{"messageId":"id-1","status":"rejected"}'],
    ['success: false', '{"success":false,"message":"Bad."}'],
    ['success: false beside an id', '{"success":false,"messageId":"id-1"}'],
    ['an id and an error', '{"messageId":"id-1","error":{"errorCode":"InvalidContent"}}'],
    ['an id and an error as a text', '{"messageId":"id-1","error":"Bad."}'],
    ['a bare text', '"Scheduled maintenance"'],
    ['a bare word', '"OK"'],
    ['a bare number', '4711'],
    ['minus one', '-1'],
    ['zero as the id', '{"messageId":0}'],
    ['minus one as the id', '{"messageId":-1}'],
    ['a UUID of zeros as the id', '{"messageId":"00000000-0000-0000-0000-000000000000"}'],
    ['a word in place of the id', '{"messageId":"none"}'],
    ['a sentence in place of the id', '{"messageId":"not available"}'],
    ['an object in place of the id', '{"messageId":{"x":1}}'],
    ['an id of endless length', `{"messageId":"${'1'.repeat(1000)}"}`],
    ['the fault of a gateway', '{"fault":{"faultstring":"Gateway Timeout","detail":{"errorcode":"x"}}}'],
    ['the fault of a gateway with an id', '{"status":"error","id":"x"}'],
    ['the fault of a gateway with an id and a message', '{"id":"x","message":"upstream request timeout"}'],
    ['a problem with an id', '{"type":"about:blank","title":"Bad Gateway","status":502,"id":"x"}'],
    ['an error object that is not the service’s', '{"error":{"code":504,"message":"Gateway timeout"}}'],
    ['an error as a text', '{"error":"Bad."}'],
    ['a list of errors', '{"errors":[{"field":"to","message":"Bad."}]}'],
    ['a list of words', '["OK"]'],
    ['two ids for one recipient', '{"messageIdList":["a1","b1"]}'],
    ['another recipient', '{"messageId":"id-1","to":"+41797777777"}'],
    ['another recipient, in an object', '{"messageId":"id-1","recipient":{"number":"+41797777777"}}'],
    ['another recipient, in a list', '{"messageIdList":[{"messageId":"id-1","to":"41797777777"}]}'],
    ['another reference', '{"messageId":"id-1","customerid":"another"}'],
    ...[
      '"success":"false"',
      '"success":0',
      '"accepted":"no"',
      '"rejected":true',
      '"status":400',
      '"statusCode":500',
      '"code":400,"message":"x"',
      '"result":"failed"',
      '"status":{"name":"REJECTED"}',
      '"error_code":12',
      '"fault":"x"',
      '"deliveryStatus":"failed"',
      '"status":"denied"',
      '"resultCode":402',
      '"statut":"refusé"',
      '"recipients":[{"status":"failed"}]',
      '"message":"Rejected: no credit"',
      '"to":"0791111111"',
      '"to":"*****4500"',
      '"to":"Meier Anna"',
    ].map((beside) => [`an id beside ${beside}`, `{"messageId":"id-1",${beside}}`]),
    ...[
      '"NaN"',
      '1e999',
      '"1e999"',
      '1.5e21',
      '"Infinity"',
      '"unknown"',
      '"refused"',
      '"ERR_NO_CREDIT"',
      '"ERR_NO_CREDIT_7"',
      '"BLACKLISTED"',
      '"failed-402"',
      '1.5',
    ].map((id) => [`the id ${id}`, `{"messageId":${id}}`]),
    [
      'an id beside what nests too deep',
      `{"messageId":"id-1","x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
    ],
    ['an id beside a prototype', '{"messageId":"id-1","__proto__":{"x":1}}'],
  ])('leaves open what happened when it is %s', async (_name, body) => {
    server.answer({ body, headers: { 'x-service-request-id': 'request-1' } });
    const error = await failureOf(
      clientOf(server, {}, { retry: { retries: 3, longestWaitMs: 1000 } }).send({
        ...sms,
        customerid: 'mine',
      }),
    );
    expect(error).toMatchObject({
      outcome: 'unknown',
      code: 'unreadable_answer',
      status: 200,
      requestId: 'request-1',
      raw: body.includes('1e999') ? expect.anything() : jsonOr(body),
    });
    expect(error.description).toContain('The message may have been sent.');
    expect(error.description).toContain('Request ID for support: request-1');
    expect(server.requests).toHaveLength(1);
  });
});

describe('an answer that does not say what became of the message', () => {
  it.each([
    ['{}', ''],
    ['{"message":"Scheduled maintenance"}', ': Scheduled maintenance'],
  ])('%s is told with what it says, and what to do', async (body, said) => {
    server.answer({ body, headers: { 'x-service-request-id': 'request-1' } });
    expect(await failureOf(clientOf(server).send(sms))).toMatchObject({
      fact: `The answer of the service does not say that it accepted this message${said}`,
      advice: 'Look the message up in the portal before you send it again.',
      outcome: 'unknown',
      code: 'unreadable_answer',
      status: 200,
      requestId: 'request-1',
      raw: JSON.parse(body),
    });
  });
});

describe('the answer to a send with several recipients', () => {
  it('says why each was not accepted, also where the service gives no reason', async () => {
    const messageIdList = [
      { to: numbers[0], messageId: 'a1' },
      { to: numbers[1], error: true },
    ];
    server.answer({ body: JSON.stringify({ messageIdList }) });
    const { recipients } = await clientOf(server).send(several);
    expect(recipients).toEqual([
      { address: numbers[0], accepted: true, messageId: 'a1', error: undefined },
      {
        address: numbers[1],
        accepted: false,
        messageId: undefined,
        error: { code: undefined, message: 'refused' },
      },
    ]);
  });

  it('is a refusal of the whole where nothing else is said', async () => {
    server.answer({ body: '{"success":false,"errorCode":"NoCredit","errorMessage":"No points left"}' });
    expect(await failureOf(clientOf(server).send(several))).toMatchObject({
      outcome: 'rejected',
      code: 'NoCredit',
      message: expect.stringContaining('No points left'),
    });
  });

  it.each([
    ['texts', '{"messageIdList":["a1","b1"]}'],
    ['numbers', '{"messageIdList":[1,2]}'],
    ['objects with messageId', '{"messageIdList":[{"messageId":"a1"},{"messageId":"b1"}]}'],
    ['objects with id', '{"messageIdList":[{"id":"a1"},{"id":"b1"}]}'],
    ['objects in odd casing', '{"MESSAGEIDLIST":[{"MESSAGEID":"a1"},{"messageid":"b1"}]}'],
    ['another name of the list', '{"messageIds":["a1","b1"]}'],
    ['a bare list of UUIDs', `["${uuid}","${uuid.replace('7', '8')}"]`],
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
          { messageId: 'b1', [name]: numbers[1] },
          { messageId: 'a1', [name]: numbers[0] },
        ],
      }),
    );
    const { recipients } = await clientOf(server).send(several);
    expect(recipients).toMatchObject([
      { address: numbers[0], messageId: 'a1' },
      { address: numbers[1], messageId: 'b1' },
    ]);
  });

  it('believes what is named, not the position: who was refused is told so', async () => {
    server.answer(
      JSON.stringify({
        messageIdList: [
          { messageId: 'b1', to: numbers[1] },
          { to: numbers[0], error: 'Bad.' },
        ],
      }),
    );
    const { messageId, recipients } = await clientOf(server).send(several);
    expect(messageId).toBe('b1');
    expect(recipients).toMatchObject([
      { address: numbers[0], accepted: false, error: { message: 'Bad.' } },
      { address: numbers[1], accepted: true, messageId: 'b1' },
    ]);
  });

  it('gives what names nobody to whom nobody else names', async () => {
    server.answer(
      JSON.stringify({ messageIdList: [{ error: 'Bad.' }, { messageId: 'a1', to: numbers[0] }] }),
    );
    const { recipients } = await clientOf(server).send(several);
    expect(recipients).toMatchObject([{ messageId: 'a1' }, { accepted: false, error: { message: 'Bad.' } }]);
  });

  it('says which recipient has no result when only some are named', async () => {
    server.answer(JSON.stringify({ messageIdList: [{ messageId: 'b1', to: numbers[1] }] }));
    const { recipients } = await clientOf(server).send(several);
    expect(recipients).toMatchObject([{ accepted: false, messageId: undefined }, { messageId: 'b1' }]);
    expect(recipients[0]?.error?.message).toContain('it may have been sent');
  });

  it.each([
    ['fewer ids than recipients', '{"messageIdList":["a1"]}'],
    ['one id for all', '{"messageId":"a1"}'],
    ['more ids than recipients', '{"messageIdList":["a1","b1","c1"]}'],
    [
      'ids of others only',
      '{"messageIdList":[{"messageId":"a1","to":"+41797777777"},{"messageId":"b1","to":"+41798888888"}]}',
    ],
    [
      'one recipient twice',
      `{"messageIdList":[{"messageId":"a1","to":"${numbers[0]}"},{"error":{},"to":"${numbers[0]}"}]}`,
    ],
    ['ids beside an error', '{"messageIdList":["a1","b1"],"errorCode":"GeneralError"}'],
    ['words instead of ids', '{"messageIdList":["error","failed"]}'],
    ['one id for all recipients', '{"messageIdList":["a1","a1"]}'],
    ['ids beside a count of others', '{"messageIdList":["a1","b1"],"rejectedCount":1}'],
    ['ids beside success: false', '{"success":"false","messageIdList":["a1","b1"]}'],
    [
      'words that say no',
      '{"messageIdList":[{"messageId":"a1","success":"false"},{"messageId":"b1","status":400}]}',
    ],
    [
      'names that several could have',
      '{"messageIdList":[{"messageId":"a1","to":"+4179*"},{"messageId":"b1","to":"+4179*"}]}',
    ],
    ['sentences instead of ids', '{"messageIdList":["not sent","not sent"]}'],
  ])('leaves open what happened: %s', async (_name, body) => {
    server.answer(body);
    const error = await failureOf(clientOf(server).send(several));
    expect(error).toMatchObject({ outcome: 'unknown', raw: JSON.parse(body) });
  });

  it('takes a clear word for an id that is missing', async () => {
    const accepted = [{ status: 'queued' }, { accepted: true }];
    server.answer(JSON.stringify({ messageIdList: accepted }));
    const { messageId, recipients } = await clientOf(server).send(several);
    expect(messageId).toBeUndefined();
    expect(recipients.map((recipient) => recipient.accepted)).toEqual([true, true]);
  });

  it('does not guess addresses when a group has become many', async () => {
    server.answer('{"messageIdList":["a1","b1","c1"]}');
    const group = { ...withoutTo, toList: [{ type: 'Group', address: 'Sales' }, ...toList.slice(1)] };
    const { recipients } = await clientOf(server).send(group);
    expect(recipients.map(({ address }) => address)).toEqual([undefined, undefined, undefined]);
  });

  it('knows a person by the name or by a number that stands for it', async () => {
    const person = { ...withoutTo, toList: [{ type: 'Person', address: 'Meier Anna' }, ...toList] };
    const named = numbers.map((address) => ({ messageId: address.slice(-4), to: address }));
    for (const given of [{ address: 'Meier Anna' }, { to: '+41793333333' }]) {
      server.answer(JSON.stringify({ messageIdList: [...named, { messageId: 'person-1', ...given }] }));
      const { recipients } = await clientOf(server).send(person);
      expect(recipients).toMatchObject([
        { address: 'Meier Anna', messageId: 'person-1' },
        { address: numbers[0], messageId: '1111' },
        { address: numbers[1], messageId: '2222' },
      ]);
    }
  });

  it('tells which recipient was refused, and counts the message as accepted', async () => {
    server.answer(
      JSON.stringify({
        messageIdList: [
          { messageId: 'a1' },
          { error: { errorCode: 'InvalidContent', errorMessage: "'x' is an invalid receiver." } },
        ],
      }),
    );
    expect(await clientOf(server).send(several)).toMatchObject({
      messageId: 'a1',
      messageIds: ['a1'],
      recipients: [
        { address: numbers[0], accepted: true, messageId: 'a1' },
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
    server.answer('{"messageIdList":[null,"b1"]}');
    const { messageId, recipients } = await clientOf(server).send(several);
    expect(messageId).toBe('b1');
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
