import { Readable } from 'node:stream';
import type { ICredentialTestFunctions } from 'n8n-workflow';

import { testCredential } from '../../nodes/MessagingService/transport/credentialTest';
import { type NodeBench, PASSWORD, startNodeBench } from './inProcess/bench';
import { useFakeClock } from '../fakeClock';

function testWith(request: (...given: never[]) => Promise<unknown>, settings: object) {
  const context: ICredentialTestFunctions = Object.assign(Object.create(null), { helpers: { request } });
  const data = { username: 'demo', password: PASSWORD, ...settings };
  return testCredential.call(context, { id: '1', name: 'Account', type: 'messagingServiceApi', data });
}

/** The test of a credential. How n8n's helper makes its request is tested in `hosts/n8n`. */
describe('the test of a credential', () => {
  let bench: NodeBench;
  beforeAll(async () => {
    bench = await startNodeBench();
  });
  afterAll(() => bench.stop());

  const tested = async (settings: object) => {
    const urls: string[] = [];
    const request = async ({
      uri,
      headers,
      auth,
    }: {
      uri: string;
      headers: object;
      auth: Record<string, string>;
    }) => {
      urls.push(new URL(uri).pathname);
      const login = Buffer.from(`${auth.username}:${auth.password}`).toString('base64');
      const answer = await fetch(uri, { headers: { ...headers, authorization: `Basic ${login}` } });
      return {
        statusCode: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: Readable.from([Buffer.from(await answer.arrayBuffer())]),
      };
    };
    return { ...(await testWith(request, { baseUrl: bench.sandbox.url, ...settings })), urls };
  };

  it.each([
    [{}, '/api/v2/system/balance'],
    [{ version: 1 }, '/api/system/balance'],
    [{ version: 2, versionIn: 'header' }, '/api/system/balance'],
    [{ otherPaths: true, balancePath: '/api/v2/system/balance' }, '/api/v2/system/balance'],
  ])('asks for the balance with %j, and is green', async (settings, url) => {
    expect(await tested(settings)).toEqual({ status: 'OK', message: 'Connection successful!', urls: [url] });
  });

  it.each<[object, RegExp]>([
    [
      { username: 'nobody' },
      /^The service does not accept the user name or password.*Check both in the credential.*\. Request ID for support: \S+$/,
    ],
    [
      { otherPaths: true, balancePath: 'elsewhere' },
      /^The service has nothing at this address.*paths in the credential/,
    ],
    [{ baseUrl: 'messaging' }, /must be a URL/],
    [{ defaultCountry: 'Schweiz' }, /The default country "Schweiz" is not a country code/],
    [{ recipientsAllowed: [] }, /^"\[\]" among the allowed recipients is neither a number/],
    [{ timeout: 0.5 }, /^Credential › Timeout \(Seconds\): must be a number, 1 or more, got 0\.5/],
    [
      { mostToOnePerson: 'five' },
      /rate limit per recipient must be .*, got "five"\. Correct the number in the credential\.$/,
    ],
  ])('is red with %j, and says what to change', async (settings, message) => {
    expect(await tested(settings)).toMatchObject({
      status: 'Error',
      message: expect.stringMatching(message),
    });
  });
});

describe('a service that takes the call and says nothing', () => {
  useFakeClock();

  it('makes the test of the credential red after 15 seconds', async () => {
    const result = testWith(() => new Promise(() => undefined), { baseUrl: 'https://messaging.example.com' });
    const begun = Date.now();
    await jest.advanceTimersToNextTimerAsync();
    expect(await result).toEqual({
      status: 'Error',
      message: expect.stringMatching(/^The service did not answer in time\./),
    });
    expect(Date.now() - begun).toBe(15_000);
  });
});
