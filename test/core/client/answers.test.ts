import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { MessagingError, type Accepted, type Failed } from '../../../core/client';
import { checked, JudgingClient, sms } from './server';

/** A client that gets this answer. */
const answered = (body: unknown, status = 200, account = {}) =>
  new JudgingClient({
    account: { baseUrl: 'https://service.example', version: 2, versionIn: 'path', ...account },
    transport: () =>
      Promise.resolve({
        status,
        headers: { 'x-service-request-id': 'request-1' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    retries: 0,
  });

const told = (send: Promise<unknown>) =>
  send.then(
    () => 'accepted',
    (error: unknown) => (error instanceof MessagingError ? error.outcome : error),
  );

const numbers = ['+41791111111', '+41792222222'];
const several = {
  ...sms,
  to: undefined,
  toList: numbers.map((address) => ({ type: 'Number', address })),
};
const refused = { errorCode: 'InvalidContent', errorMessage: 'Bad receiver.' };

interface Case {
  name: string;
  status: number;
  body: unknown;
  verdict: string;
}
const { cases } = JSON.parse(readFileSync(join(__dirname, 'answers.json'), 'utf8')) as { cases: Case[] };

describe('the answer to a send to one recipient', () => {
  it.each(cases.map(({ name, status, body, verdict }) => [name, status, body, verdict] as const))(
    'as services give it: %s',
    async (_name, status, body, verdict) => {
      expect(await told(answered(body, status).send(sms))).toBe(verdict);
    },
  );

  it.each([
    ['a nanoid', '"V1StGXR8_Z5jdHi6B-myT"', 'V1StGXR8_Z5jdHi6B-myT'],
    ['what looks like a number with an exponent', '"4e1234"', '4e1234'],
    ['a word of failure', '"failed"', 'failed'],
    ['a sentence', '"not available"', 'not available'],
    ['the text 0', '"0"', '0'],
    ['blanks around it', '" a1 "', 'a1'],
    ['a long text', `"${'1'.repeat(1000)}"`, '1'.repeat(1000)],
    ['zero', '0', '0'],
    ['a number below zero', '-1', '-1'],
    ['a number beyond 2^53, with all digits', '9007199254740993', '9007199254740993'],
  ])('has an ID that is %s', async (_name, id, messageId) => {
    const result = await answered(`{"messageId":${id}}`).send(sms);
    expect(result).toMatchObject({ messageId, messageIds: [messageId], requestId: 'request-1' });
    expect(result.recipients).toEqual([{ address: sms.to, accepted: true, messageId, error: undefined }]);
  });

  it.each(['""', '" "', 'null', 'true', '1.5', '1e999', '4e1234', '{"x":1}', '["a1"]'])(
    'has none that is %s',
    async (id) => {
      expect(await told(answered(`{"messageId":${id}}`).send(sms))).toBe('unknown');
    },
  );

  it.each(['{"x":"a1"}', '["a1"]', '1e25', 'true'])(
    'has none that can be read, but may have been sent with %s beside an error',
    async (id) => {
      const body = `{"errorCode":"E1","errorMessage":"No","messageId":${id}}`;
      expect(await told(answered(body).send(sms))).toBe('unknown');
      expect(await told(answered(body, 400).send(sms))).toBe('unknown');
    },
  );

  it.each([
    ['in capitals', '{"MESSAGEID":"a1"}'],
    ['after an empty one in another case', '{"messageId":"","MessageID":"a1"}'],
    ['after a null', '{"messageId":null,"MESSAGEID":"a1"}'],
    ['in a messageIdList of one', '{"messageIdList":["a1"]}'],
    ['beside an empty messageIdList', '{"messageId":"a1","messageIdList":[]}'],
    ['beside the recipient, written otherwise', '{"messageId":"a1","to":"0041 79 123 45 67"}'],
    ['beside a national number', '{"messageId":"a1","to":"0791234500","number":"791234500"}'],
    ['beside a hidden number', '{"messageId":"a1","to":"*****4500"}'],
    ['beside a name', '{"messageId":"a1","recipient":"Meier Anna"}'],
    ['beside errors that are empty', '{"messageId":"a1","error":{},"errors":[],"errorCode":" "}'],
    ['beside errors that are zero', '{"messageId":"a1","error":false,"errors":0,"errorCode":"0"}'],
    ['beside a yes', '{"messageId":"a1","success":"900","accepted":1}'],
    ['beside a number as its status', '{"messageId":"a1","status":500}'],
    ['beside errors further down', '{"messageId":"a1","data":{"errorCode":"X","success":false}}'],
  ])('is accepted with its ID %s', async (_name, body) => {
    expect(await answered(body).send(sms)).toMatchObject({ messageId: 'a1' });
  });

  it.each([
    '"errorCode":"ER-00"',
    '"errorCode":12',
    '"ERRORCODE":"X","errorCode":null',
    '"error":true',
    '"error":"Bad."',
    '"error":{"code":1}',
    '"Errors":["Bad."]',
    '"success":false',
    '"success":"False"',
    '"success":0',
    '"SUCCESS":"no"',
    '"accepted":"0"',
    ...['failed', 'REJECTED', 'Refused', 'denied', 'error', 'invalid', 'blocked', 'expired', 'bounce'],
    ...['undeliverable', 'cancelled', 'Canceled', 'hold', 'Delivery Failed', 'message.rejected'],
    '"to":"+41797777777"',
    '"msisdn":"41797777777"',
    '"errorCode":"X","errorMessage":"No."',
  ])('leaves open what happened with an ID beside %s', async (beside) => {
    const body = `{"messageId":"a1",${beside.startsWith('"') ? beside : `"status":"${beside}"`}}`;
    expect(await told(answered(body).send(sms))).toBe('unknown');
  });

  it.each([
    ...['', ' \n', '<html></html>', 'OK', '{"messageId":"a', '{"messageId":"a1"}{"messageId":"b1"}'],
    ...['null', 'true', '"4711"', '4711', '[]', '{}', '["a1"]', '[{"messageId":"a1"}]'],
    '"7d9d3c1e-0c5f-4b5e-9b1a-0a2f6a1c9f10"',
    '{"id":"a1"}',
    '{"message_id":"a1"}',
    '{"data":{"messageId":"a1"}}',
    '{"messages":[{"messageId":"a1"}]}',
    '{"messageIdList":["a1","b1"]}',
    '{"messageIdList":[]}',
    '{"message":"Message queued"}',
    '{"status":"accepted","success":true}',
    '{"errorCode":"X"}',
    '{"errorMessage":"No."}',
    '{"errorCode":"0","errorMessage":"No."}',
    '{"error":"No.","errorCode":"X"}',
    '{"errorCode":"X","errorMessage":"No.","messageListId":"l"}',
    '{"errorCode":"X","errorMessage":"No.","messageIdList":["a1"]}',
    '{"errorCode":"X","errorMessage":"No.","messageIdList":[{"id":"a1","status":"failed"}]}',
    '{"error":{"errorCode":"X","errorMessage":"No.","messageId":"a1"}}',
    '{"messageId":"a1","__proto__":{"x":1}}',
    `{"messageId":"a1","x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
  ])('leaves open what happened when it is %.60s', async (body) => {
    const error: unknown = await answered(body)
      .send(sms)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ outcome: 'unknown', code: 'unreadable_answer', requestId: 'request-1' });
  });

  it('is accepted however many fields it has', async () => {
    const fields = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`f${index}`, [1, 2]]));
    const body = JSON.stringify({ messageId: 'a1', parts: Array.from({ length: 60 }, () => fields) });
    expect(await answered(body).send(sms)).toMatchObject({ outcome: 'accepted', messageId: 'a1' });
  });

  it.each([
    ['at the top', refused],
    ['in other case', { ERRORCODE: 'InvalidContent', errormessage: 'Bad receiver.' }],
    ['under error', { Error: refused, success: false }],
  ])('is a refusal by the error of the service %s', async (_name, body) => {
    const error: unknown = await answered(body)
      .send(sms)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      outcome: 'rejected',
      code: 'InvalidContent',
      fact: 'The service refused the request: Bad receiver.',
      raw: body,
    });
  });

  it.each([
    [{}, ''],
    [{ message: 'Scheduled maintenance' }, ': Scheduled maintenance'],
  ])('that says nothing is told with what it says: %j', async (body, said) => {
    expect(
      await answered(body)
        .send(sms)
        .catch((error: unknown) => error),
    ).toMatchObject({
      fact: `The answer of the service does not say that it accepted this message${said}`,
      raw: body,
    });
  });

  it.each([
    [{ status: 'INSUFFICIENT_CREDIT' }, 'INSUFFICIENT_CREDIT'],
    [{ STATUS: 'Queued' }, 'Queued'],
    [{ status: 7 }, undefined],
    [{ state: 'Queued' }, undefined],
  ])('keeps its status as it is written: %j', async (beside, statusText) => {
    const result = await answered({ messageId: 'a1', ...beside }).send(sms);
    expect(result.statusText).toBe(statusText);
  });
});

describe('where the account names the field of the ID', () => {
  const account = { messageIdField: 'smsRef' };
  it.each([
    ['{"smsRef":"r-1"}', 'r-1'],
    ['{"SMSREF":4711}', '4711'],
    ['{"messageId":"other","smsRef":"r-1"}', 'r-1'],
    ['{"messageId":"id-1","smsRef":""}', 'id-1'],
  ])('it is read in %s', async (body, messageId) => {
    expect(await answered(body, 200, account).send(sms)).toMatchObject({ messageId });
  });

  it.each(['{"smsRef":"r-1","errorCode":"X"}', '{"smsRef":""}', '{"ref":"r-1"}'])(
    '%s is still open',
    async (body) => {
      expect(await told(answered(body, 200, account).send(sms))).toBe('unknown');
    },
  );

  it('it counts beside an error status, for several recipients and in a batch', async () => {
    expect(await told(answered('{"smsRef":"r-1"}', 400, account).send(sms))).toBe('unknown');
    const list = [{ smsRef: 'r-1' }, { smsRef: 'r-2' }];
    expect(await answered({ messageIdList: list }, 200, account).send(several)).toMatchObject({
      messageIds: ['r-1', 'r-2'],
    });
    const entries = await answered({ messages: list }, 200, account).sendBatch(await checked(sms, sms));
    expect(entries.map(summary)).toEqual(['r-1', 'r-2']);
  });
});

const OPEN = ['unknown', 'unreadable_answer'];
const REFUSED = ['rejected', 'InvalidContent'];
const summary = (entry: Accepted | Failed) =>
  entry.outcome === 'accepted' ? entry.messageId : [entry.error.outcome, entry.error.code];

describe('the answer to a send to several recipients', () => {
  const list = (...messageIdList: unknown[]) => ({ messageIdList });
  const mayBeSent = 'The answer of the service has no result for this recipient; it may have been sent';

  it.each([
    ['texts', list('a1', 'b1')],
    ['numbers', { MESSAGEIDLIST: [1, 2] }],
    ['objects', list({ messageId: 'a1' }, { MESSAGEID: 'b1' })],
    ['objects with id', list({ id: 'a1' }, { id: 'b1' })],
    ['objects with their numbers', list({ id: 'a1', to: numbers[0] }, { id: 'b1', to: '0041792222222' })],
    ['fields that say nothing', list({ id: 'a1', expiredAt: 'x', maxErrors: 5 }, { id: 'b1', rejected: 1 })],
  ])('gives each its ID in the order of the request, from %s', async (_name, body) => {
    const { messageId, messageIds, recipients } = await answered(body).send(several);
    expect(messageIds).toHaveLength(2);
    expect(messageId).toBe(messageIds[0]);
    expect(recipients).toEqual(
      messageIds.map((id, index) => ({
        ...{ address: numbers[index], accepted: true, messageId: id, error: undefined },
      })),
    );
  });

  it.each([
    ['the error of the service', { error: refused }, { code: 'InvalidContent', message: 'Bad receiver.' }],
    ['it as the entry itself', refused, { code: 'InvalidContent', message: 'Bad receiver.' }],
    ['another error', { error: 'Bad.' }, { code: 'no_result', message: mayBeSent }],
    ['half an error', { errorCode: 'X' }, { code: 'no_result', message: mayBeSent }],
    ['an error beside an ID', { id: 'b1', ...refused }, { code: 'no_result', message: mayBeSent }],
    ['a word', { status: 'queued', accepted: true }, { code: 'no_result', message: mayBeSent }],
    ['null', null, { code: 'no_result', message: mayBeSent }],
    ['an empty text', '', { code: 'no_result', message: mayBeSent }],
  ])('tells that one was not accepted, with %s', async (_name, entry, error) => {
    expect((await answered(list('a1', entry)).send(several)).recipients).toEqual([
      { address: numbers[0], accepted: true, messageId: 'a1', error: undefined },
      { address: numbers[1], accepted: false, messageId: undefined, error },
    ]);
  });

  it.each([
    ['of all, without a list', refused, 'rejected'],
    ['of all, in each entry', list({ error: refused }, refused), 'rejected'],
    ['of all, with an empty list', { ...refused, messageIdList: [] }, 'rejected'],
    ['of one, the other left open', list({ error: refused }, null), 'unknown'],
    ['beside IDs', { ...refused, messageIdList: ['a1', 'b1'] }, 'unknown'],
  ])('is a refusal %s', async (_name, body, outcome) => {
    expect(await told(answered(body).send(several))).toBe(outcome);
  });

  it.each([
    ['fewer IDs', list('a1')],
    ['more IDs', list('a1', 'b1', 'c1')],
    ['one ID for all', { messageId: 'a1' }],
    ['the same ID twice', list('a1', 'a1')],
    ['another list', { messageIds: ['a1', 'b1'] }],
    ['a bare list', ['a1', 'b1']],
    ['the numbers of others', list({ id: 'a1', to: '+41797777777' }, { id: 'b1' })],
    ['another order', list({ id: 'b1', to: numbers[1] }, { id: 'a1', to: numbers[0] })],
    ['a refusal in another order', list({ to: numbers[1], error: refused }, { id: 'a1', to: numbers[0] })],
    ['a no around the list', { ...list('a1', 'b1'), success: 'false' }],
    ['an error around the list', { ...list('a1', 'b1'), errorCode: 'X' }],
    ['a status around the list', { ...list('a1', 'b1'), status: 'failed' }],
    ['a list in a list', list(['a1'], ['b1'])],
  ])('leaves open what happened: %s', async (_name, body) => {
    expect(await told(answered(body).send(several))).toBe('unknown');
  });

  it('does not compare what is no whole number, nor a person', async () => {
    const named = list({ id: 'a1', to: '0793333333' }, { id: 'b1', to: '+4179*' });
    expect((await answered(named).send(several)).messageIds).toEqual(['a1', 'b1']);
    const person = { ...several, toList: [{ type: 'Person', address: 'Meier Anna' }] };
    expect(await answered(list({ id: 'a1', to: '+41793333333' })).send(person)).toMatchObject({
      recipients: [{ address: 'Meier Anna', messageId: 'a1' }],
    });
  });

  it('of a group has as many recipients as it names', async () => {
    const group = { ...several, toList: [{ type: 'Group', address: 'Sales' }] };
    const body = list('a1', { id: 'b1', to: numbers[1] }, { error: refused });
    expect((await answered(body).send(group)).recipients).toMatchObject([
      { address: undefined, messageId: 'a1' },
      { address: numbers[1], messageId: 'b1' },
      { accepted: false, error: { code: 'InvalidContent' } },
    ]);
  });
});

describe('the answer to a batch', () => {
  const messages = numbers.map((to) => ({ ...sms, to }));
  const send = async (body: unknown, sent: unknown[] = messages, status = 200) =>
    answered(body, status).sendBatch(await checked(...sent));
  const both = [{ messageId: 'a1' }, { messageId: 'b1' }];

  it.each([
    ['messages', { messageListId: 'list-1', messages: both }],
    ['results', { MESSAGELISTID: 'list-1', RESULTS: [{ MESSAGEID: 'a1' }, { messageid: 'b1' }] }],
    ['messageList', { messageListId: 'list-1', messageList: both }],
    ['messageIdList', { messageListId: 'list-1', messageIdList: ['a1', { id: 'b1' }] }],
    [
      'a count under the name of a list',
      { messageListId: 'list-1', messages: 2, messageIdList: ['a1', 'b1'] },
    ],
  ])('is read from %s, in the order of the request', async (_name, body) => {
    const entries = await send(body);
    expect(entries.map(summary)).toEqual(['a1', 'b1']);
    expect(entries).toMatchObject(
      numbers.map((address) => ({
        ...{ batchId: 'list-1', requestId: 'request-1' },
        recipients: [{ address }],
      })),
    );
  });

  it('may be the list itself, without an ID of the batch', async () => {
    const entries = await send(both);
    expect(entries.map(summary)).toEqual(['a1', 'b1']);
    expect(entries).toMatchObject([{ batchId: undefined }, { batchId: undefined }]);
  });

  it('with nothing but the ID of the batch says that every recipient of every message was accepted', async () => {
    const entries = await send({ messageListId: 'list-1' }, [sms, several]);
    expect(entries).toMatchObject(
      [[sms.to], numbers].map((addresses) => ({
        ...{ outcome: 'accepted', batchId: 'list-1', messageId: undefined, messageIds: [] },
        recipients: addresses.map((address) => ({ address, accepted: true, messageId: undefined })),
      })),
    );
  });

  it('has the IDs of a message to several recipients in its entry', async () => {
    const entries = await send({ messages: [{ messageIdList: ['a1', 'b1'] }, { messageId: 'c1' }] }, [
      several,
      sms,
    ]);
    expect(entries).toMatchObject([
      { messageIds: ['a1', 'b1'], recipients: numbers.map((address) => ({ address })) },
      { messageIds: ['c1'] },
    ]);
  });

  it('gives the message that failed its error, and its status to one that did not', async () => {
    const entries = await send({ messages: [{ messageId: 'a1', status: 'queued' }, { error: refused }] });
    expect(entries).toMatchObject([
      { outcome: 'accepted', messageId: 'a1', statusText: 'queued' },
      { error: { ...{ outcome: 'rejected', code: 'InvalidContent' }, raw: { error: refused } } },
    ]);
  });

  it.each<[string, unknown, unknown[]]>([
    ['a refusal', { messages: [refused, both[1]] }, [REFUSED, 'b1']],
    ['a refusal with an ID', { messages: [{ ...refused, messageId: 'a1' }, both[1]] }, [OPEN, 'b1']],
    ['another error', { messages: [{ error: true }, both[1]] }, [OPEN, 'b1']],
    ['a word', { messages: [{ status: 'failed' }, { status: 'queued', maxErrors: 5 }] }, [OPEN, OPEN]],
    ['another ID field', { messages: [{ sid: 'SM19', status: 'queued' }, { id: 2 }] }, [OPEN, OPEN]],
    ['a no', { messages: [{ messageId: 'a1', success: 'false' }, both[1]] }, [OPEN, 'b1']],
    ['null', { messageIdList: ['a1', null] }, ['a1', OPEN]],
    ['texts that are no IDs', { messages: ['queued', 'queued'] }, [OPEN, OPEN]],
    ['the same ID twice', { messages: [both[0], both[0]] }, [OPEN, OPEN]],
    ['fewer results', { messages: [both[0]] }, [OPEN, OPEN]],
    ['more results', { messages: [...both, both[0]] }, [OPEN, OPEN]],
    ['no results', { messageListId: 'l', messages: [] }, [OPEN, OPEN]],
    ['an empty object', {}, [OPEN, OPEN]],
    ['a bare text', '"list-1"', [OPEN, OPEN]],
    ['no JSON', 'OK', [OPEN, OPEN]],
    ['another name of the ID', { batchId: 'l', id: 'l' }, [OPEN, OPEN]],
    ['a list of another name', { messageListId: 'l', items: [both[0], refused] }, [OPEN, OPEN]],
    ['the ID of a batch that failed', { messageListId: 'l', status: 'failed' }, [OPEN, OPEN]],
    ['the ID of a batch with an error', { messageListId: 'l', ...refused }, [OPEN, OPEN]],
    ['a no around the list', { success: false, messages: [both[0], refused] }, [OPEN, REFUSED]],
    ['an error around the list', { ...refused, messages: both }, [OPEN, OPEN]],
    ['a refusal of all', refused, [REFUSED, REFUSED]],
    ['a refusal of all, with an empty list', { ...refused, messages: [] }, [REFUSED, REFUSED]],
    ['another number', { messages: [{ ...both[0], to: '+41797777777' }, { error: refused }] }, [OPEN, OPEN]],
    ['a refusal in another order', { messages: [both[1], { to: numbers[0], error: refused }] }, [OPEN, OPEN]],
    ['an object in place of the list', { messageListId: 'l', messages: { error: refused } }, [OPEN, OPEN]],
  ])('with %s', async (_name, body, expected) => {
    const entries = await send(body);
    expect(entries.map(summary)).toEqual(expected);
    for (const entry of entries)
      if (entry.outcome === 'failed' && entry.error.outcome === 'unknown')
        expect(entry.error.describe()).toContain('The message may have been sent.');
  });

  it('names numbers of its own entry only: one message to several, another number in its list', async () => {
    const entry = {
      messageIdList: [
        { id: 'a1', to: numbers[1] },
        { id: 'b1', to: numbers[0] },
      ],
    };
    const entries = await send({ messages: [entry, { messageId: 'c1' }] }, [several, sms]);
    expect(entries.map(summary)).toEqual([OPEN, OPEN]);
  });

  it.each([
    [400, { ...refused }, REFUSED],
    [400, { ...refused, messages: [both[0], refused] }, ['unknown', 'InvalidContent']],
    [400, { messageListId: 'l' }, ['unknown', 'service_failed']],
    [403, { messageIdList: ['a1', 'b1'] }, ['unknown', 'service_failed']],
    [400, { messages: [{ messageIdList: ['a1'] }] }, ['unknown', 'service_failed']],
    [400, { messages: [refused, refused] }, ['rejected', 'refused']],
  ])('with status %i and %j is the same for each message', async (status, body, expected) => {
    expect((await send(body, messages, status)).map(summary)).toEqual([expected, expected]);
  });

  it('without a call has no answer: settings that cannot work', async () => {
    const client = answered({}, 200, { baseUrl: 'http://example.com' });
    const entries = await client.sendBatch(await checked(...messages));
    expect(entries.map(summary)).toEqual([
      ['not_sent', 'invalid_settings'],
      ['not_sent', 'invalid_settings'],
    ]);
  });
});

describe('the pages of an SMS', () => {
  it('come with the result, and not on another channel', async () => {
    const options = { type: 'SmsContentOptions', pageLimit: 1 };
    const content = { type: 'Text', text: 'a'.repeat(200), options };
    const client = answered({ messageId: 'a1' });
    expect(await client.send({ ...sms, content })).toMatchObject({
      pages: { encoding: 'GSM-7', pages: 1, truncated: true },
    });
    expect((await client.send({ ...sms, channel: 'Rcs' })).pages).toBeUndefined();
  });
});
