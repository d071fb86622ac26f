import { readRetryAfter } from '../../../core/client/answers/answers';
import { clientOf, failureOf, sms, startServer, useServer } from './server';

const server = useServer();

const serviceError = {
  errorCode: 'InvalidContent',
  errorMessage: 'The request is not valid.',
  errorDetails: { errors: [{ parameter: 'To', messages: ["'0041' is an invalid receiver."] }] },
};

describe('the outcome of an answer with a status other than 2xx', () => {
  const each = (outcome: string, code: string, ...statuses: number[]) =>
    statuses.map((status) => [status, outcome, code] as const);

  it.each([
    ...each('unknown', 'redirected', 300, 301, 302, 303, 304, 307, 308),
    ...each('rejected', 'refused', 400, 405, 406, 407, 410, 411, 413, 414, 415, 421, 426, 431, 451),
    ...each('rejected', 'wrong_credentials', 401),
    ...each('rejected', 'not_permitted', 403),
    ...each('rejected', 'not_found', 404),
    ...each('rejected', 'too_many_requests', 429),
    ...each('unknown', 'service_failed', 402, 408, 409, 412, 416, 417, 418, 422, 423, 424, 425, 428),
    ...each('unknown', 'service_failed', 444, 449, 460, 463, 494, 497, 499, 500, 501, 502, 503, 504, 599),
  ])('%i is %s (%s), and nothing is sent twice', async (status, outcome, code) => {
    server.answer({ status, headers: { 'x-service-request-id': 'request-1' } });
    // 429 asks for another try.
    const retries = status === 429 ? 0 : 3;
    const error = await failureOf(clientOf(server, {}, { retries }).send(sms));
    expect(error).toMatchObject({ status, outcome, code, requestId: 'request-1', raw: '' });
    expect(error.adviceFor()).not.toBe('');
    expect(error.describe()).toContain('Request ID for support: request-1');
    expect(error.describe().includes('may have been sent')).toBe(outcome === 'unknown');
    const words =
      outcome === 'unknown' ? 'the message may have been sent; check before you send it again' : 'not sent';
    expect(error.message).toBe(`${error.fact} (${words})`);
    expect(server.requests).toHaveLength(1);
  });

  it.each([402, 409, 422, 425, 499])(
    'is a refusal for %i with the error body of the service',
    async (status) => {
      server.answer({ status, body: JSON.stringify(serviceError) });
      expect(await failureOf(clientOf(server).send(sms))).toMatchObject({
        outcome: 'rejected',
        code: 'InvalidContent',
      });
    },
  );

  it.each([
    [400, '{"messageId":"id-1"}'],
    [400, '{"MessageId":"id-1","sta'],
    [400, '{"errorCode":"GeneralError","messageId":"id-1"}'],
    [404, '{"messageListId":"list-1"}'],
    [413, '{"messageIdList":["id-1"]}'],
    [429, '{"messageId":"id-1"}'],
    [500, JSON.stringify(serviceError)],
    [499, '{"errorCode":0}'],
    [499, '{"error":"Client closed request"}'],
  ])('is open for %i with %s', async (status, body) => {
    server.answer({ status, body, headers: { 'Retry-After': '0' } });
    const client = clientOf(server, {}, { retries: 2 });
    expect(await failureOf(client.send(sms))).toMatchObject({ outcome: 'unknown' });
    expect(server.requests).toHaveLength(1);
  });

  it('is known for 503 that names a time to come back', async () => {
    server.answer({ status: 503, headers: { 'Retry-After': '7' } });
    expect(await failureOf(clientOf(server).send(sms))).toMatchObject({
      outcome: 'rejected',
      code: 'service_unavailable',
      retryAfterMs: 7000,
      advice: [{ values: { seconds: 7 } }],
    });
  });

  it.each([
    ['GET', () => clientOf(server).balance()],
    [
      'an upload',
      () => clientOf(server).uploadMedia({ bytes: Buffer.from('a'), fileName: 'a', mimeType: 'a/b' }),
    ],
  ])('is never that a message may have been sent, for %s', async (_name, call) => {
    for (const answer of [{ status: 500 }, { status: 303 }, 'no JSON', { status: 200, body: '' }]) {
      server.answer(answer);
      const error = await failureOf(call());
      expect(error.outcome).toBe('not_sent');
      expect(error.describe()).not.toContain('may have been sent');
      expect(error.message).toBe(error.fact);
    }
  });
});

describe('what the service says in an error', () => {
  it.each([
    ['as service facts show it', serviceError],
    ['beside an empty error', { ...serviceError, error: {} }],
    ['after an empty one', { ...serviceError, errorMessage: ' ', message: serviceError.errorMessage }],
    [
      'in capitals',
      {
        ERRORCODE: 'InvalidContent',
        ERRORMESSAGE: 'The request is not valid.',
        ERRORDETAILS: { ERRORS: [{ PARAMETER: 'To', MESSAGES: ["'0041' is an invalid receiver."] }] },
      },
    ],
    ['wrapped in error', { error: serviceError }],
    [
      'with code, message and a field',
      {
        code: 'InvalidContent',
        message: 'The request is not valid.',
        errorDetails: { errors: [{ field: 'To', message: "'0041' is an invalid receiver." }] },
      },
    ],
    [
      'with a list as details',
      {
        code: 'InvalidContent',
        message: 'The request is not valid.',
        errorDetails: [{ parameter: 'To', messages: ["'0041' is an invalid receiver."] }],
      },
    ],
    [
      'with one text as messages',
      {
        ...serviceError,
        errorDetails: { errors: [{ parameter: 'To', messages: "'0041' is an invalid receiver." }] },
      },
    ],
    [
      'with messages by field',
      {
        code: 'InvalidContent',
        title: 'The request is not valid.',
        errors: { To: ["'0041' is an invalid receiver."] },
      },
    ],
  ])('is read %s', async (_name, body) => {
    server.answer({ status: 400, body: JSON.stringify(body) });
    const error = await failureOf(clientOf(server).send(sms));
    expect(error).toMatchObject({
      message:
        "The service refused the request: The request is not valid: To: '0041' is an invalid receiver (not sent)",
      code: 'InvalidContent',
      details: [{ parameter: 'To', messages: ["'0041' is an invalid receiver."] }],
      raw: body,
    });
    expect(error.describe()).toBe(
      "To: '0041' is an invalid receiver.\nCorrect what the service reports and try again.",
    );
  });

  it.each([
    ['nothing', '', []],
    ['HTML', '<html>Bad</html>', []],
    ['a bare text', '"Bad."', []],
    ['null', 'null', []],
    ['a list', '[]', []],
    [
      'details without a message',
      '{"errors":[{"parameter":"To"},{"parameter":"To","messages":[]},null,5]}',
      [{ parameter: '', messages: ['5'] }],
    ],
    ['other types than expected', '{"errorCode":0,"errorMessage":{},"errorDetails":"x"}', []],
  ])('may also be %s', async (_name, body, details) => {
    server.answer({ status: 400, body });
    expect(await failureOf(clientOf(server).send(sms))).toMatchObject({
      message: `The service refused the request${details.length === 0 ? '' : `: ${details[0]?.messages[0]}`.replace(/\.$/, '')} (not sent)`,
      code: 'refused',
      details,
    });
  });

  it('keeps the beginning of a long page, and says so', async () => {
    server.answer({ status: 502, body: '<html>'.padEnd(500_000, 'x') });
    const { raw } = await failureOf(clientOf(server).send(sms));
    expect(raw).toBe(`${'<html>'.padEnd(10_000, 'x')} … (cut: 500000 characters)`);
  });

  it('keeps the code and the words of the service beside our own words for the status', async () => {
    server.answer({
      status: 403,
      body: '{"errorCode":"NotEnoughCredit","errorMessage":"Not enough credit."}',
    });
    expect(await failureOf(clientOf(server).send(sms))).toMatchObject({
      fact: 'The service does not permit this: Not enough credit.',
      advice: [{ key: 'not_permitted.advice' }],
      code: 'NotEnoughCredit',
    });
  });

  it('is plain data for a flow', async () => {
    server.answer({
      status: 400,
      body: JSON.stringify(serviceError),
      headers: { 'x-service-request-id': 'request-1' },
    });
    const error = await failureOf(clientOf(server).send(sms));
    expect(JSON.parse(JSON.stringify(error.toData()))).toEqual({
      message: error.message,
      code: 'InvalidContent',
      outcome: 'rejected',
      status: 400,
      details: serviceError.errorDetails.errors,
      requestId: 'request-1',
      description: error.describe(),
      raw: serviceError,
    });
  });
});

describe('a redirect (to another address, with credentials, is not followed)', () => {
  it('is an error that names where to, without what may be secret in it', async () => {
    const elsewhere = await startServer();
    for (const status of [301, 302, 303, 307, 308]) {
      server.answer({ status, headers: { Location: `${elsewhere.url}/api/v2/message?token=secret` } });
      const error = await failureOf(clientOf(server).send(sms));
      expect(error.fact).toBe(`The address answers with a redirect to ${elsewhere.url}/api/v2/message`);
      expect(error.adviceFor()).toContain('Enter the final address as the base URL of the account.');
    }
    expect(elsewhere.requests).toEqual([]);
    expect(server.requests).toHaveLength(5);
    await elsewhere.close();
  });
});

describe('Retry-After', () => {
  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString();

  it.each([
    ['0', 0],
    ['1', 1000],
    [' 120 ', 120_000],
    ['86400', 86_400_000],
  ])('%j is %i ms', async (header, ms) => {
    server.answer({ status: 429, headers: { 'Retry-After': header } });
    expect(await failureOf(clientOf(server).send(sms))).toMatchObject({ retryAfterMs: ms });
  });

  it('may be a date', async () => {
    server.answer({ status: 429, headers: { 'Retry-After': inSeconds(90) } });
    const { retryAfterMs } = await failureOf(clientOf(server).send(sms));
    expect(retryAfterMs).toBeGreaterThan(85_000);
    expect(retryAfterMs).toBeLessThanOrEqual(90_000);
  });

  it('that is past asks for no wait', async () => {
    server.answer({ status: 429, headers: { 'Retry-After': inSeconds(-90) } });
    expect(await failureOf(clientOf(server).send(sms))).toMatchObject({ retryAfterMs: 0 });
  });

  it.each(['Sun Nov  6 08:49:37 1994', 'Sun, 06 Nov 1994 09:49:37 +0100'])('%j is in its zone', (date) => {
    const headers = { 'Retry-After': date };
    const now = Date.UTC(1994, 10, 6, 8, 49, 7);
    expect(readRetryAfter({ status: 429, headers, body: '' }, now)).toBe(30_000);
  });

  it.each(['-5', '1.5', 'soon', 'about 5', '', '1e3', '10 s'])('%j says nothing', async (header) => {
    server.answer({ status: 503, headers: { 'Retry-After': header } });
    expect(await failureOf(clientOf(server).send(sms))).toMatchObject({
      retryAfterMs: undefined,
      outcome: 'unknown',
    });
  });
});
