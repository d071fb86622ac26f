import { pauseAskedFor, sleep, type Transport } from '../../../core/client';
import { axiosTransport } from '../../../node-red/service/axiosTransport';
import { checked, clientOf, credentials, failureOf, sms, startServer, useServer } from './server';

const server = useServer();

const patient = { retries: 3 };
const accepted = '{"messageId":"id-1"}';
const soon = { 'Retry-After': '0' };

describe('the pause that the service asks for', () => {
  it.each([
    ['is what 429 says', { status: 429, retryAfterMs: 3000 }, 3000],
    ['is a second for 429 that does not say', { status: 429 }, 1000],
    ['is none for 429 that says so', { status: 429, retryAfterMs: 0 }, 0],
    ['is at most 15 minutes: 429 asks for a day', { status: 429, retryAfterMs: 86_400_000 }, 900_000],
    ['is at most 15 minutes: 503 asks for the year 9999', { status: 503, retryAfterMs: 2.5e14 }, 900_000],
    ['is what 503 says', { status: 503, retryAfterMs: 3000 }, 3000],
    ['is not there for 503 that does not say', { status: 503 }, undefined],
    ['is not there for another status', { status: 500, retryAfterMs: 3000 }, undefined],
    ['is not there without an answer', {}, undefined],
  ])('%s', (_name, answer, expected) => {
    expect(pauseAskedFor(answer)).toBe(expected);
  });
});

describe('a retry never sends twice: the ledger of the server has one accepted message', () => {
  it.each([
    ['429 with Retry-After', { status: 429, headers: soon }],
    ['429 without Retry-After', { status: 429 }],
    ['503 with Retry-After', { status: 503, headers: soon }],
  ])('after %s, which accepts nothing, the message is sent again', async (_name, refusal) => {
    server.answer(refusal, accepted);
    expect(await clientOf(server, {}, patient).send(sms)).toMatchObject({ messageId: 'id-1' });
    expect(server.requests).toHaveLength(2);
    expect(server.requests[1]?.body).toEqual(server.requests[0]?.body);
  });

  it.each([
    ['500 with Retry-After', { status: 500, headers: soon }, 'unknown'],
    ['408 with Retry-After', { status: 408, headers: soon }, 'unknown'],
    [
      '400 with a code that looks like ours',
      { status: 400, body: '{"errorCode":"unreachable"}' },
      'rejected',
    ],
    ['200 with nothing', '', 'unknown'],
    ['200 with a refusal', '{"errorCode":"InvalidContent","errorMessage":"No."}', 'rejected'],
  ])('after %s it is not', async (_name, answer, outcome) => {
    server.answer(answer, accepted);
    expect(await failureOf(clientOf(server, {}, patient).send(sms))).toMatchObject({ outcome });
    expect(server.requests).toHaveLength(1);
  });

  it('after a connection that could not be made, the message is sent again', async () => {
    const live = axiosTransport(credentials);
    const dead = await startServer();
    await dead.close();
    let tries = 0;
    const transport: Transport = (request) => {
      tries += 1;
      return live(tries < 3 ? { ...request, url: dead.url } : request);
    };
    const client = clientOf(server, {}, { ...patient, transport });
    expect(await client.send(sms)).toMatchObject({ messageId: 'id-1' });
    expect(tries).toBe(3);
    expect(server.requests).toHaveLength(1);
  });

  it('a batch is repeated as a whole only when nothing of it was taken', async () => {
    server.answer(
      { status: 429, headers: soon },
      '{"messages":[{"messageId":"a1"},{"error":{"errorCode":"X","errorMessage":"No."}}]}',
    );
    const entries = await clientOf(server, {}, patient).sendBatch(await checked(sms, sms));
    expect(entries).toMatchObject([{ outcome: 'accepted' }, { error: { outcome: 'rejected', code: 'X' } }]);
    expect(server.requests).toHaveLength(2);

    server.answer({ status: 500 }, '{}');
    const failed = await clientOf(server, {}, patient).sendBatch(await checked(sms, sms));
    expect(failed).toMatchObject([{ error: { outcome: 'unknown' } }, { error: { outcome: 'unknown' } }]);
    expect(server.requests).toHaveLength(3);
  });
});

describe('the tries of a retry', () => {
  it('are as many as set, and one', async () => {
    server.answer({ status: 429, headers: soon });
    const error = await failureOf(clientOf(server, {}, patient).send(sms));
    expect(error).toMatchObject({ status: 429, outcome: 'rejected' });
    expect(server.requests).toHaveLength(4);
  });

  it('wait as long as the service asks', async () => {
    server.answer({ status: 429, headers: { 'Retry-After': '1' } }, accepted);
    const started = performance.now();
    await clientOf(server, {}, patient).send(sms);
    expect(performance.now() - started).toBeGreaterThanOrEqual(990);
  });

  it('do not wait for longer than set: the error says how long the service asked for', async () => {
    server.answer({ status: 429, headers: { 'Retry-After': '61' } });
    expect(await failureOf(clientOf(server, {}, patient).send(sms))).toMatchObject({ retryAfterMs: 61_000 });
    expect(server.requests).toHaveLength(1);
  });

  it('end when the flow is stopped while waiting', async () => {
    const flow = new AbortController();
    const live = axiosTransport(credentials);
    const transport: Transport = async (request) => {
      const answer = await live(request);
      setTimeout(() => flow.abort(), 20);
      return answer;
    };
    server.answer({ status: 429, headers: { 'Retry-After': '30' } });
    const started = performance.now();
    const client = clientOf(server, {}, { ...patient, transport });
    const error = await failureOf(client.send(sms, { signal: flow.signal }));
    expect(error).toMatchObject({ status: 429, outcome: 'rejected' });
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(server.requests).toHaveLength(1);
  });
});

describe('sleep', () => {
  it.each([20, 20.4, 0.5])('waits about %d ms', async (ms) => {
    const started = performance.now();
    await sleep(ms);
    expect(performance.now() - started).toBeGreaterThanOrEqual(ms - 1);
  });

  it.each([0, -1, Number.NaN])('does not wait for %d', async (ms) => {
    const started = performance.now();
    await sleep(ms);
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it.each([2 ** 31, 2 ** 40, Number.POSITIVE_INFINITY])(
    'waits for long with %d, until the signal fires',
    async (ms) => {
      const flow = new AbortController();
      let isOver = false;
      const waiting = sleep(ms, flow.signal).then(() => {
        isOver = true;
      });
      await sleep(50);
      expect(isOver).toBe(false);
      flow.abort();
      await waiting;
      expect(isOver).toBe(true);
    },
  );

  it('does not begin when the signal has fired', async () => {
    const started = performance.now();
    await sleep(10_000, AbortSignal.abort());
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
