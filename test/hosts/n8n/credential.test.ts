import { createServer, type Server } from 'node:http';
import { listen } from '../../network/listening';
import { type Bench, outputs, PASSWORD, startBench } from './messaging';

/** The credential: its test, and what n8n's own HTTP Request node does with it. */
jest.setTimeout(240_000);

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(async () => {
  await bench?.stop();
});
beforeEach(() => {
  bench.sandbox.reset();
});

const wrongPassword = 'another wröng secret';
const WRONG_LOGIN =
  /^The service does not accept the user name or password.*Check both in the credential, and that the REST interface is enabled/;
const secrets = [PASSWORD, wrongPassword].flatMap((password) => [
  password,
  Buffer.from(`demo:${password}`).toString('base64').replace(/=+$/, ''),
]);

describe('the test of a credential', () => {
  it.each([
    ['is green with the right password', {}, 'OK', 'Connection successful!'],
    ['is green in version 1', { version: 1 }, 'OK', 'Connection successful!'],
    ['is green in version 2 by header', { version: 2, versionIn: 'header' }, 'OK', 'Connection successful!'],
    ['is green in version 2 by path', { version: 2, versionIn: 'path' }, 'OK', 'Connection successful!'],
    ['is red with a wrong password', { password: wrongPassword }, 'Error', WRONG_LOGIN],
    ['is red with a wrong user name', { username: 'nobody' }, 'Error', WRONG_LOGIN],
    [
      'is red where nothing answers',
      { baseUrl: 'http://127.0.0.1:9' },
      'Error',
      'The service cannot be reached: the connection was refused. Check the base URL in the credential, and that this machine can reach it.',
    ],
    [
      'is red where there is no such host',
      { baseUrl: 'https://messaging.invalid' },
      'Error',
      /^The service cannot be reached: its host name (?:is unknown|cannot be looked up)\. Check the base URL in the credential/,
    ],
    ['is red without encryption', { baseUrl: 'http://messaging.example.com' }, 'Error', /is not encrypted/],
    ['is red with an address that is none', { baseUrl: 'messaging' }, 'Error', /is not a URL/],
    [
      'asks at the balance path in any spelling',
      { otherPaths: true, balancePath: '/api/v2/system/balance' },
      'OK',
      'Connection successful!',
    ],
    [
      'asks at the balance path of the account',
      { otherPaths: true, balancePath: 'elsewhere/balance' },
      'Error',
      /^The service has nothing at this address.*Check the base URL, the version and the paths in the credential/,
    ],
  ])('%s', async (_name, settings, status, message) => {
    const result = await bench.n8n.testCredential(await bench.newCredential(settings));

    expect(result).toEqual({
      status,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
    for (const secret of secrets) expect(JSON.stringify(result)).not.toContain(secret);
  });

  it('names TLS where nothing speaks it', async () => {
    const credential = await bench.newCredential({ baseUrl: bench.sandbox.url.replace('http:', 'https:') });
    const { status, message } = await bench.n8n.testCredential(credential);
    expect(status).toBe('Error');
    expect(message).toMatch(/^The secure connection to the service broke\..*speaks TLS 1\.2 or 1\.3 there/);
    expect(bench.sandbox.calls()).toEqual([]);
  });

  it.each([
    ['redirects', 307, 'Location', /redirect/i],
    ['echoes the login', 400, 'X-Echo', /refused/],
  ])(
    'takes user name and password nowhere else, and shows them not, where the service %s',
    async (_name, status, header, words) => {
      const seen: unknown[] = [];
      const elsewhere = createServer(({ headers }, answer) => {
        seen.push(headers.authorization);
        answer.end('{}');
      });
      const service = createServer(({ headers }, answer) => {
        const target = `http://127.0.0.1:${elsewherePort}/`;
        const body = { errorCode: 'X', errorMessage: `${headers.authorization} ${PASSWORD}` };
        answer.writeHead(status, { [header]: target }).end(JSON.stringify(body));
      });
      const elsewherePort = await listen(elsewhere);
      const port = await listen(service);
      try {
        const credential = await bench.newCredential({ baseUrl: `http://127.0.0.1:${port}` });
        const result = await bench.n8n.testCredential(credential);
        expect(result).toEqual({ status: 'Error', message: expect.stringMatching(words) });
        for (const secret of secrets) expect(JSON.stringify(result)).not.toContain(secret);
        expect(seen).toEqual([]);
      } finally {
        service.close();
        elsewhere.close();
      }
    },
  );

  it('is red after 15 seconds where the service takes the call and says nothing', async () => {
    const headers: unknown[] = [];
    const silent = createServer((request) => void headers.push(request.rawHeaders.join(' ')));
    const port = await listen(silent);
    try {
      const begin = Date.now();
      const credential = await bench.newCredential({ baseUrl: `http://127.0.0.1:${port}` });
      const result = await bench.n8n.testCredential(credential);
      expect(result).toEqual({
        status: 'Error',
        message: expect.stringMatching(/^The service did not answer in time\./),
      });
      expect(Date.now() - begin).toBeGreaterThan(14_000);
      expect(Date.now() - begin).toBeLessThan(40_000);
      expect(headers).toHaveLength(1);
    } finally {
      silent.close();
      silent.closeAllConnections();
    }
  });
});

describe('the HTTP Request node, with the credential chosen as its predefined type', () => {
  const request = (url: string, parameters: object = {}) =>
    bench.run(
      {
        url,
        authentication: 'predefinedCredentialType',
        nodeCredentialType: 'messagingServiceApi',
        ...parameters,
      },
      [{}],
      { type: 'n8n-nodes-base.httpRequest' },
    );

  it('asks the service', async () => {
    const execution = await request(`${bench.sandbox.url}/api/v2/system/balance`);

    expect(execution.error).toBeUndefined();
    expect(outputs(execution)).toEqual([{ balance: expect.any(Number) }]);
  });

  it('sends what the service takes', async () => {
    const message = {
      channel: 'Sms',
      from: 'Test',
      to: '+41791234567',
      content: { type: 'Text', text: 'Hi' },
    };
    const execution = await request(`${bench.sandbox.url}/api/message`, {
      method: 'POST',
      sendBody: true,
      specifyBody: 'json',
      jsonBody: JSON.stringify(message),
    });

    expect(execution.error).toBeUndefined();
    expect(bench.sandbox.messages()).toMatchObject([{ to: '+41791234567', content: { text: 'Hi' } }]);
  });

  describe('carries user name and password', () => {
    let elsewhere: Server;
    let address = '';
    const seen: unknown[] = [];
    beforeAll(async () => {
      elsewhere = createServer(({ headers }, answer) => {
        seen.push(headers.authorization);
        answer.end('{}');
      });
      await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
      const bound = elsewhere.address();
      address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`;
    });
    afterAll(() => elsewhere.close());

    it('to no other address', async () => {
      const execution = await request(`${address}/api/message`);

      expect(execution.error?.message).toContain('These credentials are only for requests to');
      expect(seen).toEqual([]);
    });

    it('over no connection whose certificate is not checked', async () => {
      const options = { allowUnauthorizedCerts: true };
      const execution = await request(`${bench.sandbox.url}/api/v2/system/balance`, { options });

      expect(execution.error?.message).toContain('need a valid certificate');
    });

    it('to no address that it is redirected to', async () => {
      const redirecting = createServer((_, answer) => answer.writeHead(307, { location: address }).end());
      await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve));
      const bound = redirecting.address();
      const baseUrl = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`;
      const credential = await bench.newCredential({ baseUrl });

      const execution = await bench.run(
        {
          url: `${baseUrl}/api/message`,
          authentication: 'predefinedCredentialType',
          nodeCredentialType: 'messagingServiceApi',
        },
        [{}],
        { type: 'n8n-nodes-base.httpRequest', credential },
      );
      await new Promise((resolve) => redirecting.close(resolve));

      expect(execution.error).toMatchObject({ httpCode: '307' });
      expect(seen).toEqual([]);
    });
  });
});
