import fc from 'fast-check';

import { MessagingError, type TransportResponse } from '../../../core/client';
import { anyCharacter } from '../../anyCharacter';
import { checkAsync } from '../fuzzing';
import { JudgingClient, checked, sms } from './server';

/** A client that gets the same answer to every call. */
const clientWith = (answer: TransportResponse) =>
  new JudgingClient({
    account: { baseUrl: 'https://service.example', version: 2, versionIn: 'path' },
    transport: () => Promise.resolve(answer),
    retries: 0,
  });

const name = fc.oneof(
  fc.constantFrom(
    'messageId',
    'messageIdList',
    'error',
    'errorCode',
    'errorMessage',
    'errorDetails',
    'errors',
  ),
  fc.constantFrom(
    'messages',
    'messageListId',
    'id',
    'to',
    'address',
    'balance',
    'success',
    'mediaId',
    'status',
  ),
  fc.constantFrom('parameter', '__proto__', 'constructor', 'toString', 'MESSAGEID', 'Error'),
  fc.string({ maxLength: 8 }),
);
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(null, true, false, '', 'id-1', 'queued', 0, 7, -1),
    fc.string({ unit: anyCharacter, maxLength: 12 }),
    fc.double({ noNaN: true }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 5 }),
  ),
})).value;
const body = fc.oneof(
  { weight: 4, arbitrary: json.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: json.map((value) => JSON.stringify(value).slice(0, -1)) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter }) },
);
const headers = fc.dictionary(
  fc.constantFrom('x-service-request-id', 'Retry-After', 'LOCATION', 'content-type'),
  fc.oneof(
    fc.string(),
    fc.constantFrom('0', '1', '-5', '1.5', '1e9', 'Wed, 21 Oct 2099 07:28:00 GMT', '9'.repeat(400)),
    fc.anything(),
  ),
);
const status = fc.oneof(
  fc.constantFrom(200, 200, 200, 201, 204, 303, 429, 503),
  fc.integer({ min: 0, max: 999 }),
);
const answer = fc.record({ status, headers, body });

/** How a call ends: with its result or with a MessagingError. */
async function endOf<Result>(call: Promise<Result>): Promise<Result | MessagingError> {
  return call.catch((error: unknown) => {
    if (error instanceof MessagingError) return error;
    throw error;
  });
}

describe('whatever is answered', () => {
  it('a send ends with a result or the one error, and is never said to be unsent when it may have been taken', async () => {
    await checkAsync(
      fc.asyncProperty(answer, async (given) => {
        const end = await endOf(clientWith(given).send(sms));
        const wasAnswered = given.status >= 200 && given.status < 300;
        if (!(end instanceof MessagingError)) {
          expect(wasAnswered).toBe(true);
          expect(end.recipients.some(({ accepted }) => accepted)).toBe(true);
          return;
        }
        expect(end.code).not.toBe('internal_fault');
        expect(end.outcome).not.toBe('not_sent');
        const mayBeTaken = given.status >= 500 || given.status < 200 || given.status === 303;
        if (mayBeTaken && end.code !== 'service_unavailable' && end.retryAfterMs === undefined)
          expect(end.outcome).toBe('unknown');
        expect(() => JSON.stringify([end.toData(), end.describe()])).not.toThrow();
      }),
    );
  });

  it('a batch ends with one entry for each message, whatever the answer lists', async () => {
    await checkAsync(
      fc.asyncProperty(answer, fc.integer({ min: 1, max: 4 }), async (given, count) => {
        const entries = await clientWith(given).sendBatch(
          await checked(...Array.from({ length: count }, () => sms)),
        );
        expect(entries).toHaveLength(count);
        for (const entry of entries)
          if (entry.outcome === 'failed') expect(['rejected', 'unknown']).toContain(entry.error.outcome);
      }),
    );
  });

  it('a question ends with a result or the one error, which never says that a message may have been sent', async () => {
    await checkAsync(
      fc.asyncProperty(answer, async (given) => {
        const client = clientWith(given);
        const file = { bytes: new Uint8Array([1]), fileName: 'a', mimeType: 'image/png' };
        const calls = [
          client.balance(),
          client.messageStatus('1'),
          client.batchStatus('1'),
          client.uploadMedia(file),
        ];
        for (const end of await Promise.all<unknown>(calls.map((call) => endOf<unknown>(call))))
          if (end instanceof MessagingError) expect(end.outcome).not.toBe('unknown');
      }),
    );
  });
});

describe('the rule', () => {
  const told = async (body: object, status = 200) => {
    const end = await endOf(clientWith({ status, headers: {}, body: JSON.stringify(body) }).send(sms));
    return end instanceof MessagingError ? end.outcome : end.messageId;
  };
  const text = fc.string({ minLength: 1 }).filter((each) => each.trim() !== '');
  const spelled = (field: string) =>
    fc
      .array(fc.boolean(), { minLength: field.length, maxLength: field.length })
      .map((upper) => [...field].map((sign, at) => (upper[at] ? sign.toUpperCase() : sign)).join(''));
  /** Every name that the rule knows. */
  const KNOWN =
    /^(?:messageid|messageidlist|messagelistid|messages|results|messagelist|errorcode|errormessage|error|errors|success|accepted|status|to|recipient|receiver|destination|address|number|phonenumber|msisdn|__proto__|constructor)$/i;
  /** Fields that say nothing. A body that could harm a flow is not read as JSON. */
  const silent = fc
    .dictionary(
      fc
        .oneof(
          fc.constantFrom('id', 'maxErrors', 'rejected', 'error_code', 'fault', 'failed', 'state', 'code'),
          name,
        )
        .filter((each) => !KNOWN.test(each)),
      json,
      { maxKeys: 6 },
    )
    .filter((each) => !/proto/.test(JSON.stringify(each)));
  const fault = { errorCode: 'X', errorMessage: 'No.' };
  const no = fc.oneof(
    fc.constantFrom<object>(fault, { error: fault }, { errors: [1] }, { errorCode: 7 }, { success: 'no' }),
    fc.constantFrom<object>({ accepted: 0 }, { status: 'Rejected' }, { to: '+41790000000' }),
  );

  it('any text is an ID, in any spelling of its field, and no field that it does not know changes anything', async () => {
    await checkAsync(
      fc.asyncProperty(text, spelled('messageId'), silent, async (id, field, beside) => {
        expect(await told({ ...beside, [field]: id })).toBe(id.trim());
        expect(await told(beside)).toBe('unknown');
        expect(await told({ ...beside, ...fault })).toBe('rejected');
        expect(await told({ ...beside, ...fault }, 422)).toBe('rejected');
        expect(await told(beside, 422)).toBe('unknown');
        expect(await told(beside, 403)).toBe('rejected');
      }),
    );
  });

  it('what names a message is never refused, and never accepted beside a no', async () => {
    const ids = fc.oneof(
      text.map((id): object => ({ messageId: id })),
      text.map((id) => ({ messageListId: id })),
      text.map((id) => ({ messageIdList: [id] })),
      text.map((id) => ({ messages: [{}, { messageId: id }] })),
      text.map((id) => ({ messageIdList: { '+41791234567': id } })),
      text.map((id) => ({ messages: { messageId: id } })),
    );
    await checkAsync(
      fc.asyncProperty(ids, no, silent, async (named, denied, beside) => {
        for (const status of [200, 400, 401, 409, 429, 500])
          expect(await told({ ...beside, ...named, ...denied }, status)).toBe('unknown');
      }),
    );
  });

  const entry = fc.oneof(
    text.map((messageId): [object, string] => [{ messageId }, 'accepted']),
    silent.map((each): [object, string] => [each, 'unknown']),
    silent.map((each): [object, string] => [{ ...each, error: fault }, 'rejected']),
    fc.tuple(text, no).map(([messageId, each]): [object, string] => [{ messageId, ...each }, 'unknown']),
  );
  const toldOfEach = async (count: number, body: object) => {
    const client = clientWith({ status: 200, headers: {}, body: JSON.stringify(body) });
    const entries = await client.sendBatch(await checked(...Array.from({ length: count }, () => sms)));
    return entries.map((each) => (each.outcome === 'failed' ? each.error.outcome : each.outcome));
  };

  it('entries stand for themselves, in the order of the request, unless one names another number or their count differs', async () => {
    const list = fc.uniqueArray(entry, {
      minLength: 1,
      maxLength: 6,
      selector: ([each]) => ('messageId' in each ? String(each.messageId).trim() : JSON.stringify(each)),
    });
    await checkAsync(
      fc.asyncProperty(list, silent, async (entries, beside) => {
        const [bodies, verdicts] = [entries.map(([each]) => each), entries.map(([, verdict]) => verdict)];
        const open = verdicts.map(() => 'unknown');
        const namesOther = bodies.some((each) => 'to' in each);
        const given = await toldOfEach(bodies.length, { ...beside, messages: bodies });
        expect(given).toEqual(namesOther ? open : verdicts);
        expect(await toldOfEach(bodies.length, { ...beside, messages: [...bodies, {}] })).toEqual(open);
        expect(await toldOfEach(bodies.length, { messages: bodies, success: false })).not.toContain(
          'accepted',
        );
      }),
    );
  });
});
