import type { MessageResult, Result } from '../../../core/client';
import { checked, clientOf, failureOf, type Server, sms, startServer } from './server';

let server: Server;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

const uuids = ['7d9d3c1e-0c5f-4b5e-9b1a-0a2f6a1c9f10', '8d9d3c1e-0c5f-4b5e-9b1a-0a2f6a1c9f10'];
const messages = ['+41791111111', '+41792222222'].map((to) => ({ ...sms, to }));

async function send(body: string | object, sent: readonly unknown[] = messages) {
  server.answer({
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'x-service-request-id': 'request-1' },
  });
  return clientOf(server).sendBatch(await checked(...sent));
}

const summary = (entry: Result<MessageResult>) =>
  entry.ok ? entry.value.messageId : [entry.error.outcome, entry.error.code];

describe('the answer to a batch (service facts: one result per message, in the order of the request)', () => {
  it.each([
    ['messages', { messageListId: 'list-1', messages: [{ messageId: 'a1' }, { messageId: 'b1' }] }],
    ['results', { messageListId: 'list-1', results: [{ messageId: 'a1' }, { messageId: 'b1' }] }],
    ['messageList', { messageListId: 'list-1', messageList: [{ messageId: 'a1' }, { messageId: 'b1' }] }],
    ['messageIdList of texts', { messageListId: 'list-1', messageIdList: ['a1', 'b1'] }],
    ['messageIds', { messageListId: 'list-1', messageIds: ['a1', 'b1'] }],
    ['odd casing', { MESSAGELISTID: 'list-1', messAges: [{ MESSAGEID: 'a1' }, { messageid: 'b1' }] }],
    ['other names', { batchId: 'list-1', results: [{ id: 'a1' }, { message_id: 'b1' }] }],
    [
      'fields that nobody knows',
      { messageListId: 'list-1', links: {}, messages: [{ messageId: 'a1', x: 1 }, { messageId: 'b1' }] },
    ],
  ])('is read from %s', async (_name, body) => {
    const result = await send(body);
    expect(result).toMatchObject({ batchId: 'list-1', requestId: 'request-1', raw: body });
    expect(result.entries.map(summary)).toEqual(['a1', 'b1']);
    expect(result.entries).toMatchObject([
      { value: { recipients: [{ address: '+41791111111' }], requestId: 'request-1' } },
      { value: { recipients: [{ address: '+41792222222' }], requestId: 'request-1' } },
    ]);
  });

  it.each([
    ['UUIDs', uuids],
    ['objects', uuids.map((messageId) => ({ messageId }))],
  ])('may be a bare list of %s', async (_name, body) => {
    const result = await send(body);
    expect(result.batchId).toBeUndefined();
    expect(result.entries.map(summary)).toEqual(uuids);
  });

  it.each([
    [
      'recipients',
      [
        { to: '+41792222222', messageId: 'b1' },
        { to: '0041791111111', error: { errorCode: 'X' } },
      ],
    ],
    [
      'references',
      [
        { customerid: 'two', messageId: 'b1' },
        { customerid: 'one', error: { errorCode: 'X' } },
      ],
    ],
    [
      'references by another name',
      [
        { clientRef: 'two', messageId: 'b1' },
        { clientRef: 'one', error: { errorCode: 'X' } },
      ],
    ],
    ['the second', [{ customerid: 'two', messageId: 'b1' }, { error: { errorCode: 'X' } }]],
    ['the refused one', [{ messageId: 'b1' }, { customerid: 'one', error: { errorCode: 'X' } }]],
    [
      'a third besides',
      [
        { to: '+41792222222', messageId: 'b1' },
        { to: '+41793333333', messageId: 'c1' },
        { to: '+41791111111', error: { errorCode: 'X' } },
      ],
    ],
  ])('may come in another order where it names %s', async (_name, results) => {
    const [first, second] = messages;
    const { entries } = await send({ messages: results }, [
      { ...first, customerid: 'one' },
      { ...second, customerid: 'two' },
    ]);
    expect(entries.map(summary)).toEqual([['rejected', 'X'], 'b1']);
  });

  it('is read by position where messages to the same number cannot be told apart', async () => {
    const { entries } = await send(
      { messages: ['a1', 'b1'].map((messageId) => ({ messageId, to: sms.to })) },
      [sms, sms],
    );
    expect(entries.map(summary)).toEqual(['a1', 'b1']);
  });

  it('of 1,000 messages in another order is matched in no time', async () => {
    const many = Array.from({ length: 1000 }, (_, index) => ({ ...sms, to: `+4179${1_000_000 + index}` }));
    const results = many.map(({ to }) => ({ to, messageId: to })).reverse();
    const { entries } = await send({ messages: results }, many);
    expect(entries.map(summary)).toEqual(many.map(({ to }) => to));
  });

  it.each([
    ['in an object', '{"messageListId":"list-1"}', 'list-1'],
    ['bare', `"${uuids[0]}"`, uuids[0]],
  ])('may be the id of the batch alone, %s: all of it was accepted', async (_name, body, batchId) => {
    const result = await send(body);
    expect(result.batchId).toBe(batchId);
    expect(result.entries).toMatchObject([
      { ok: true, value: { messageId: undefined, messageIds: [] } },
      { ok: true, value: { messageId: undefined, messageIds: [] } },
    ]);
  });

  it('has the ids of a message to several recipients in its entry', async () => {
    const withoutTo = { ...sms, to: undefined };
    const toList = ['+41791111111', '+41792222222'].map((address) => ({ type: 'Number', address }));
    const { entries } = await send({ messages: [{ messageIdList: ['a1', 'b1'] }, { messageId: 'c1' }] }, [
      { ...withoutTo, toList },
      sms,
    ]);
    expect(entries).toMatchObject([
      {
        value: {
          messageIds: ['a1', 'b1'],
          recipients: [{ address: '+41791111111' }, { address: '+41792222222' }],
        },
      },
      { value: { messageIds: ['c1'] } },
    ]);
  });
});

describe('an answer with nothing but the id of the batch', () => {
  it('says that every recipient of every message was accepted', async () => {
    const body = { messageListId: 'list-1' };
    const toList = ['+41793333333', '+41794444444'].map((address) => ({ type: 'Number', address }));
    const { entries } = await send(body, [messages[0], { ...sms, to: undefined, toList }]);
    const accepted = (address: string) => ({
      address,
      accepted: true,
      messageId: undefined,
      error: undefined,
    });
    const common = { messageId: undefined, messageIds: [], requestId: 'request-1', raw: body };
    expect(entries).toEqual([
      {
        ok: true,
        value: {
          ...common,
          recipients: [accepted('+41791111111')],
          pages: expect.objectContaining({ pages: 1 }),
        },
      },
      {
        ok: true,
        value: {
          ...common,
          recipients: toList.map(({ address }) => accepted(address)),
          pages: expect.objectContaining({ pages: 1 }),
        },
      },
    ]);
  });
});

describe('a batch of which one message failed', () => {
  const fault = {
    errorCode: 'InvalidContent',
    errorMessage: 'The request is not valid.',
    errorDetails: { errors: [{ parameter: 'To', messages: ['Bad receiver.'] }] },
  };

  it.each([
    ['in error', { error: fault }],
    ['in Error', { Error: fault }],
    ['beside a null id', { messageId: null, error: fault }],
    ['as the entry itself', fault],
  ])('gives that message its error with the details of the service, %s', async (_name, entry) => {
    const { entries } = await send({ messages: [{ messageId: 'a1' }, entry] });
    expect(entries[0]).toMatchObject({ ok: true, value: { messageId: 'a1' } });
    expect(entries[1]).toMatchObject({
      ok: false,
      error: {
        outcome: 'rejected',
        code: 'InvalidContent',
        fact: 'The service refused the request: The request is not valid: To: Bad receiver.',
        details: [{ parameter: 'To', messages: ['Bad receiver.'] }],
        requestId: 'request-1',
        raw: entry,
      },
    });
  });

  it.each([
    ['a text', { error: 'Bad receiver.' }, 'The service refused the request: Bad receiver.'],
    ['true', { error: true }, 'The service refused the request'],
  ])('takes %s as error, too', async (_name, entry, message) => {
    const { entries } = await send({ messages: [entry, { messageId: 'b1' }] });
    expect(entries).toMatchObject([
      { ok: false, error: { outcome: 'rejected', fact: message } },
      { ok: true },
    ]);
  });
});

describe('a batch whose answer does not tell what became of a message', () => {
  const open = ['unknown', 'unreadable_answer'];

  it.each([
    ['an empty object', '{}', [open, open]],
    ['an empty list', '[]', [open, open]],
    ['an empty list of messages', '{"messageListId":"list-1","messages":[]}', [open, open]],
    ['a friendly text', '{"message":"queued"}', [open, open]],
    ['null', 'null', [open, open]],
    ['true', 'true', [open, open]],
    ['too few results, which could belong to any message', '{"messages":[{"messageId":"a1"}]}', [open, open]],
    ['too many results', '{"messageIdList":["a1","b1","c1"]}', [open, open]],
    ['null in place of a result', '{"messageIdList":["a1",null]}', ['a1', open]],
    ['an empty object in place of a result', '{"messages":[{},{"messageId":"b1"}]}', [open, 'b1']],
    ['an empty error in place of a result', '{"messages":[{"error":{}},{"messageId":"b1"}]}', [open, 'b1']],
    [
      'an id and an error',
      '{"messages":[{"messageId":"a1","error":{"errorCode":"X"}},{"messageId":"b1"}]}',
      [open, 'b1'],
    ],
    ['bare texts', '["queued","queued"]', [open, open]],
    ['a bare text', '"list-1"', [open, open]],
    ['an id that may be that of a fault', '{"id":"list-1"}', [open, open]],
    ['the id of a batch that failed', '{"messageListId":"list-1","status":"failed"}', [open, open]],
    [
      'an error that is not the service’s',
      '{"error":{"code":504,"message":"Gateway timeout"}}',
      [open, open],
    ],
    [
      'other recipients',
      '{"messages":[{"to":"+41797777777","messageId":"a1"},{"to":"+41798888888","messageId":"b1"}]}',
      [open, open],
    ],
    [
      'one recipient twice',
      '{"messages":[{"to":"+41792222222","messageId":"a1"},{"to":"+41792222222","error":true}]}',
      [open, open],
    ],
    [
      'an empty list in place of a result',
      '{"messages":[{"messageIdList":[]},{"messageId":"b1"}]}',
      [open, 'b1'],
    ],
    ['no JSON', 'OK', [open, open]],
    ['nothing', '', [open, open]],
  ])('says so: %s', async (_name, body, expected) => {
    const { entries } = await send(body);
    expect(entries.map(summary)).toEqual(expected);
    for (const entry of entries) {
      if (!entry.ok) expect(entry.error.description).toContain('The message may have been sent.');
    }
    expect(server.requests).toHaveLength(1);
  });
});

describe('a batch whose answer contradicts itself', () => {
  const open = ['unknown', 'unreadable_answer'];
  const list = '"messages":[{"messageId":"a1"},{"messageId":"b1"}]';

  it.each<[body: string, expected: unknown[]]>([
    ...[
      '"errorCode":"X"',
      '"success":false',
      '"status":"failed"',
      '"rejectedCount":1',
      '"acceptedCount":1',
      '"code":500',
    ].map((beside): [string, unknown[]] => [`{${beside},${list}}`, [open, open]]),
    ['{"messages":[{"messageId":"a1"},{"messageId":"a1"}]}', [open, open]],
    ['{"messageListId":"list-1","messageIdList":["NaN","b1"]}', [open, 'b1']],
    ['{"messages":[{"messageId":"a1","success":"false"},{"messageId":"b1"}]}', [open, 'b1']],
    ['{"messages":[{"messageId":"a1","code":402},{"messageId":"b1","status":400}]}', [open, open]],
    ['{"messageListId":"list-1","success":"false"}', [open, open]],
    ['{"messageListId":"refused"}', [open, open]],
    ['{"messages":[{"status":"failed"},{"error":"Gateway timeout"}]}', [['rejected', 'refused'], open]],
  ])('says so: %s', async (body, expected) => {
    expect((await send(body)).entries.map(summary)).toEqual(expected);
  });

  it.each([
    `{"rejectedCount":0,"acceptedCount":2,"errors":[],${list}}`,
    `{"success":true,"status":"accepted","total":2,${list}}`,
  ])('does not where all agrees: %s', async (body) => {
    expect((await send(body)).entries.map(summary)).toEqual(['a1', 'b1']);
  });

  it('does not where it counts what was refused', async () => {
    const body =
      '{"acceptedCount":1,"rejectedCount":1,"messages":[{"messageId":"a1"},{"error":{"errorCode":"X"}}]}';
    expect((await send(body)).entries.map(summary)).toEqual(['a1', ['rejected', 'X']]);
  });
});

describe('results in another order', () => {
  const open = ['unknown', 'unreadable_answer'];
  const texts = messages.map((message, index) => ({
    ...message,
    content: { type: 'Text', text: `Number ${index}` },
  }));
  const swapped = (first: object, second: object) => ({
    messages: [
      { messageId: 'b1', ...second },
      { error: { errorCode: 'X' }, ...first },
    ],
  });

  it.each([
    ['national numbers', { to: '079 111 11 11' }, { to: '0792222222' }],
    ['hidden digits', { to: '*****1111' }, { to: '*****2222' }],
    ['the last digits', { recipient: '1111' }, { recipient: '2222' }],
    ['stars in between', { msisdn: '+4179xxx1111' }, { msisdn: '+4179xxx2222' }],
    ['another spelling of the field', { phone_number: '+41791111111' }, { phone_number: '+41792222222' }],
    ['a scheme', { to: 'tel:+41791111111' }, { to: 'tel:+41792222222' }],
    ['the text', { text: 'Number 0' }, { text: 'Number 1' }],
    [
      'the text in a content',
      { content: { type: 'Text', text: 'Number 0' } },
      { content: { type: 'Text', text: 'Number 1' } },
    ],
    ['places from 0', { index: 0 }, { index: 1 }],
    ['places from 1', { number: 1 }, { number: 2 }],
  ])('are matched by %s', async (_name, first, second) => {
    const { entries } = await send(swapped(first, second), texts);
    expect(entries.map(summary)).toEqual([['rejected', 'X'], 'b1']);
  });

  it.each([
    ['hidden digits that both have', { to: '+4179*' }, { to: '+4179*' }],
    ['numbers of others', { to: '0793333333' }, { to: '0794444444' }],
    ['names', { to: 'Meier Anna' }, { to: 'Muster Max' }],
    ['one name for both', { to: '*****1111' }, { to: '*****1111' }],
    ['places that may be counted from 0 or 1', { index: 1 }, { index: 1 }],
    ['references that no message has', { customerid: 'two' }, { customerid: 'one' }],
  ])('are left open with %s', async (_name, first, second) => {
    const { entries } = await send(swapped(first, second), texts);
    expect(entries.map(summary)).toEqual([open, open]);
  });
});

describe('a batch that fails as a whole', () => {
  it.each([
    ['the error body of the service', '{"errorCode":"NotPermitted","errorMessage":"No."}'],
    ['the same within error', '{"error":{"errorCode":"NotPermitted","errorMessage":"No."}}'],
  ])('gives every message the refusal, for a status 200 with %s', async (_name, body) => {
    const { entries, requestId } = await send(body);
    expect(entries.map(summary)).toEqual([
      ['rejected', 'NotPermitted'],
      ['rejected', 'NotPermitted'],
    ]);
    expect(requestId).toBe('request-1');
  });

  it('gives every message the error of the call', async () => {
    server.answer({
      status: 403,
      body: '{"errorCode":"NotEnoughCredit"}',
      headers: { 'x-service-request-id': 'request-2' },
    });
    const result = await clientOf(server).sendBatch(await checked(...messages));
    expect(result).toMatchObject({
      batchId: undefined,
      requestId: 'request-2',
      raw: { errorCode: 'NotEnoughCredit' },
    });
    expect(result.entries.map(summary)).toEqual([
      ['rejected', 'NotEnoughCredit'],
      ['rejected', 'NotEnoughCredit'],
    ]);
  });

  it('does not throw when the account cannot work', async () => {
    const { entries } = await clientOf({ url: 'http://example.com' }).sendBatch(await checked(...messages));
    expect(entries.map(summary)).toEqual([
      ['not_sent', 'invalid_settings'],
      ['not_sent', 'invalid_settings'],
    ]);
  });
});

describe('the status of a batch', () => {
  it('is that of each message', async () => {
    server.answer({
      body: '{"messageListId":"l","messages":[{"messageId":"a1","status":"Delivered"},{"MESSAGEID":"b1","STATUS":"Failed"}]}',
      headers: { 'x-service-request-id': 'request-1' },
    });
    expect(await clientOf(server).batchStatus('l')).toMatchObject({
      batchId: 'l',
      requestId: 'request-1',
      messages: [
        { messageId: 'a1', status: 'delivered', final: true, raw: { messageId: 'a1', status: 'Delivered' } },
        { messageId: 'b1', status: 'failed', final: true },
      ],
    });
  });

  it.each(['{}', 'null', '[]', '{"status":"Sent"}'])(
    'has no messages in %s, but the answer as it came',
    async (body) => {
      server.answer(body);
      expect(await clientOf(server).batchStatus('l')).toMatchObject({ messages: [], raw: JSON.parse(body) });
    },
  );

  it('of a batch that is not known is an error that says what to check', async () => {
    server.answer({ status: 404 });
    expect(await failureOf(clientOf(server).batchStatus('l'))).toMatchObject({
      code: 'not_found',
      outcome: 'rejected',
    });
  });
});
