import { createServer } from 'node:http';
import { listen } from '../../network/listening';
import { outputs, PASSWORD, useBench } from './messaging';

/** The credential: its test, by the older helper for requests that n8n has there, and what n8n's own HTTP Request node does with it. */
jest.setTimeout(240_000);

const bench = useBench();

const secrets = [PASSWORD, Buffer.from(`demo:${PASSWORD}`).toString('base64').replace(/=+$/, '')];
const WRONG_LOGIN =
  /^The service does not accept the user name or password.*Check both in the credential, and that the REST interface is enabled/;
const NO_SERVER =
  /^The service cannot be reached: the connection was refused\. Check the base URL in the credential, and that this machine can reach it\.$/;
const NO_HOST =
  /^The service cannot be reached: its host name (?:is unknown|cannot be looked up)\. Check the base URL in the credential/;

describe('the test of a credential', () => {
  it.each([
    ['is green with the right password', {}, 'OK', /^Connection successful!$/],
    ['is green in version 1', { version: 1 }, 'OK', /^Connection successful!$/],
    ['is red with a wrong password', { password: 'another wröng secret' }, 'Error', WRONG_LOGIN],
    ['is red where nothing answers', { baseUrl: 'http://127.0.0.1:9' }, 'Error', NO_SERVER],
    ['is red where there is no such host', { baseUrl: 'https://messaging.invalid' }, 'Error', NO_HOST],
    [
      'is red without encryption',
      { baseUrl: 'http://messaging.example.com' },
      'Error',
      /must start with https/,
    ],
  ])('%s', async (_name, settings, status, message) => {
    const result = await bench.n8n.testCredential(await bench.newCredential({ ...settings }));
    expect(result).toEqual({ status, message: expect.stringMatching(message) });
    for (const secret of secrets) expect(JSON.stringify(result)).not.toContain(secret);
  });

  it('names TLS where nothing speaks it', async () => {
    const credential = await bench.newCredential({ baseUrl: bench.sandbox.url.replace('http:', 'https:') });
    const { message } = await bench.n8n.testCredential(credential);
    expect(message).toMatch(/^The secure connection to the service broke\..*speaks TLS 1\.2 or 1\.3 there/);
  });
});

describe('the HTTP Request node, with the credential chosen as its predefined type', () => {
  const request = async (url: string, parameters: object = {}, settings: { baseUrl?: string } = {}) => {
    const authentication = {
      authentication: 'predefinedCredentialType',
      nodeCredentialType: 'messagingServiceApi',
    };
    const credential = await bench.newCredential({ ...settings });
    const node = { type: 'n8n-nodes-base.httpRequest', credential };
    return await bench.run({ url, ...authentication, ...parameters }, [{}], node);
  };

  it('asks the service, over no connection whose certificate is not checked', async () => {
    const url = `${bench.sandbox.url}/api/v2/system/balance`;
    expect(outputs(await request(url))).toEqual([{ balance: expect.any(Number) }]);
    const unchecked = await request(url, { options: { allowUnauthorizedCerts: true } });
    expect(unchecked.error?.message).toContain('need a valid certificate');
  });

  it('and the test carry user name and password to no other address, though they are redirected there', async () => {
    const seen: unknown[] = [];
    const elsewhere = createServer(({ headers }, answer) => {
      seen.push(headers.authorization);
      answer.end('{}');
    });
    const address = `http://127.0.0.1:${await listen(elsewhere)}`;
    const redirecting = createServer(({ headers }, answer) => {
      const body = { errorCode: 'X', errorMessage: `${headers.authorization} ${PASSWORD}` };
      answer.writeHead(307, { location: address }).end(JSON.stringify(body));
    });
    const baseUrl = `http://127.0.0.1:${await listen(redirecting)}`;
    try {
      const { error } = await request(`${address}/api/message`);
      expect(error?.message).toContain('These credentials are only for requests to');
      expect((await request(`${baseUrl}/api/message`, {}, { baseUrl })).error).toMatchObject({
        httpCode: '307',
      });
      const result = await bench.n8n.testCredential(await bench.newCredential({ baseUrl }));
      expect(result).toEqual({ status: 'Error', message: expect.stringMatching(/redirect/i) });
      for (const secret of secrets) expect(JSON.stringify(result)).not.toContain(secret);
      expect(seen).toEqual([]);
    } finally {
      redirecting.close();
      elsewhere.close();
    }
  });
});
