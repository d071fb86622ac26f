import fc from 'fast-check';

import { MessagingError, type TransportResponse } from '../../../core/client';
import { Fuzzing } from '../fuzzing';
import { JudgingClient, checked, sms } from './server';

const fuzzing = new Fuzzing('answers of the service');

/** A client that gets the same answer to every call. */
const clientWith = (answer: TransportResponse) =>
  new JudgingClient({
    account: { baseUrl: 'https://service.example', version: 2, versionIn: 'path' },
    transport: () => Promise.resolve(answer),
    retry: { retries: 0, longestWaitMs: 0 },
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
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.double({ noNaN: true }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 5 }),
  ),
})).value;
const body = fc.oneof(
  { weight: 4, arbitrary: json.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: json.map((value) => JSON.stringify(value).slice(0, -1)) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
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
    await fuzzing.checkAsync(
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
        expect(() => JSON.stringify([end.toData(), end.description])).not.toThrow();
      }),
    );
  });

  it('a batch ends with one entry for each message, whatever the answer lists', async () => {
    await fuzzing.checkAsync(
      fc.asyncProperty(answer, fc.integer({ min: 1, max: 4 }), async (given, count) => {
        const { entries } = await clientWith(given).sendBatch(
          await checked(...Array.from({ length: count }, () => sms)),
        );
        expect(entries).toHaveLength(count);
        for (const entry of entries)
          if (!entry.ok) expect(['rejected', 'unknown']).toContain(entry.error.outcome);
      }),
    );
  });

  it('a question ends with a result or the one error, which never says that a message may have been sent', async () => {
    await fuzzing.checkAsync(
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

it('reading the answer that was written gives the same ids, whatever the spelling of its names', async () => {
  const id = fc.uuid();
  const spelling = fc.constantFrom(
    (text: string) => text,
    (text: string) => text.toUpperCase(),
    (text: string) => text.toLowerCase(),
  );
  await fuzzing.checkAsync(
    fc.asyncProperty(
      fc.array(id, { minLength: 1, maxLength: 5 }),
      spelling,
      fc.boolean(),
      async (ids, spell, bare) => {
        const list = ids.map((each) => (bare ? each : { [spell('messageId')]: each }));
        const written =
          ids.length === 1 ? { [spell('messageId')]: ids[0] } : { [spell('messageIdList')]: list };
        const client = clientWith({ status: 200, headers: {}, body: JSON.stringify(written) });
        const toList = ids.map(() => ({ type: 'Number', address: sms.to }));
        const result = await client.send({ ...sms, to: undefined, toList });
        expect(result.messageIds).toEqual(ids);
        expect(result.raw).toEqual(written);
      },
    ),
  );
});

fuzzing.testCount();
