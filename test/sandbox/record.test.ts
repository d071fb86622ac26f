import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { differences } from '../../sandbox/record/compare';
import { Kinds } from '../../sandbox/record/kinds';
import { recordingProxy, serviceAddress } from '../../sandbox/record/proxy';
import { readRecording } from '../../sandbox/record/recording';
import { quietSandbox, sms } from './support';

const folder = mkdtempSync(join(tmpdir(), 'record-'));
const servers: Server[] = [];
const warnings: string[] = [];
let files = 0;

afterEach(async () => {
  warnings.splice(0);
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

async function listening(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It listens on no port.');
  return `http://127.0.0.1:${address.port}`;
}

/** A recording proxy in front of a service. */
async function recordingOf(service: string) {
  const file = join(folder, `${++files}.jsonl`);
  const url = await listening(recordingProxy(serviceAddress(service), file, (words) => warnings.push(words)));
  return { file, url, stored: () => readFileSync(file, 'utf8') };
}

const stub = async (answer: RequestListener) => await recordingOf(await listening(createServer(answer)));

async function call(url: string, path: string, body?: unknown, credentials = 'demo:demo') {
  return await fetch(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
      'content-type': body instanceof Uint8Array ? 'image/png' : 'application/json',
    },
    body:
      body === undefined ? undefined : body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body),
  });
}

const compared = async (file: string) => await differences(readRecording(file));

it('finds no difference to the sandbox itself, also in a status by its ID', async () => {
  const sandbox = await quietSandbox();
  const { url, file } = await recordingOf(sandbox.url);
  const sent: unknown = await (await call(url, '/api/v2/message', sms())).json();
  const id = Object.values(sent ?? {}).find((value) => typeof value === 'string');
  expect((await call(url, `/api/v2/message/${id}`)).status).toBe(200);
  await call(url, '/api/system/balance');
  await call(url, '/api/v2/message', sms({ to: 'nobody' }));
  // Words of the protocol in a text take nothing from later requests.
  for (let count = 0; count < 2; count += 1) {
    const content = { type: 'Text', text: 'Sms text: my number, message, api' };
    expect((await call(url, '/api/v2/message', sms({ content }))).status).toBe(200);
  }
  await sandbox.close();
  expect(await compared(file)).toEqual([]);
});

it('passes the request on as it is, and writes nothing personal', async () => {
  const secret = 'pä/ss wörd';
  const forms = [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
    Buffer.from(`anna77:${secret}`).toString('base64'),
    Buffer.from(secret).toString('hex'),
  ];
  let got: { authorization?: string; body: string } | undefined;
  const { url, stored, file } = await stub((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      got = { authorization: request.headers.authorization, body: Buffer.concat(chunks).toString() };
      response.setHeader('content-type', 'application/json; name="Meier"');
      response.setHeader('x-service-request-id', 'R-4711-anna77');
      response.end(JSON.stringify({ state: 'anna77', forms, anna77: '+41791234567', messageId: 'ab12-77' }));
    });
  });
  const body = sms({
    toList: [{ type: 'Person', address: 'Meier Rosa' }],
    content: { type: 'Text', text: 'Grüezi 😀' },
  });
  await call(url, `/api/v2/message?to=0041791234567&key=${forms[1]}`, body, `anna77:${secret}`);
  expect(got?.authorization).toBe(`Basic ${forms[3]}`);
  expect(got?.body).toBe(JSON.stringify(body));
  const text = stored();
  for (const form of [...forms, 'anna77', '1234567', 'Meier', 'Rosa', 'Grüezi', '4711', 'uthorization'])
    expect(text).not.toContain(form);
  expect(readRecording(file)).toMatchObject([
    {
      path: '/api/v2/message',
      query: 'to=0041795550111&key=' + 'x'.repeat(secret.length),
      request: {
        json: {
          ...{ channel: 'Sms', from: 'xxxxxxx', to: '+41795550111' },
          toList: [{ type: 'Person', address: 'Muster Anna' }],
          content: { type: 'Text', text: 'xxxxxxxxx' },
        },
      },
      headers: { 'x-service-request-id': 'id-1' },
      answer: { json: { state: 'xxxxxx', field: '+41795550111', messageId: 'id-2' } },
    },
  ]);
});

it.each([
  [7, 7],
  [4711, 100],
  [47.123456, 0.5],
  [true, true],
  [null, null],
  ['Whatsapp', 'Whatsapp'],
  ['Anna', 'xxxx'],
  ['079 123 45 67', '0795550111'],
  ['41791234567', '0041795550111'],
  ['1980-05-06', '2000-01-01'],
  ['2026-05-06T07:08:09Z', '2030-01-01T00:00:00Z'],
  ['https://firma.ch/k?u=anna', 'https://example.com/'],
  ['anna@firma.ch', 'person@example.com'],
])('%j is recorded as %j', (value, recorded) => {
  expect(new Kinds().json({ value })).toEqual({ value: recorded });
});

it('says in words where another shape, a pause, an empty or another body differs', async () => {
  const answers: RequestListener[] = [
    (_, response) => response.setHeader('content-type', 'application/json').end('{"result":[{"id":"a1"}]}'),
    (_, response) => response.writeHead(429, { 'retry-after': '7' }).end(),
    (_, response) => response.setHeader('content-type', 'text/html').end('<h1>Hello Anna</h1>'),
    (request) => request.socket.destroy(),
  ];
  const { url, file, stored } = await stub((request, response) => {
    request.resume().on('end', () => answers.shift()?.(request, response));
  });
  await call(url, '/api/v2/message', sms());
  expect((await call(url, '/api/v2/message', sms())).headers.get('retry-after')).toBe('7');
  await call(url, '/api/system/balance');
  await expect(call(url, '/api/system/balance')).rejects.toThrow();
  expect(warnings).toEqual([
    expect.stringMatching(/^The service did not answer GET \/api\/system\/balance: /),
  ]);
  expect(stored()).not.toContain('Anna');
  const words = (await compared(file)).join('\n');
  for (const part of [
    '1. POST /api/v2/message: only the service has the field result',
    '2. POST /api/v2/message: the service answers 429, the sandbox 200.',
    '2. POST /api/v2/message: only the service has the header retry-after.',
    '3. GET /api/system/balance: the body is not JSON from the service',
    '4. GET /api/system/balance: there was no answer from the service.',
  ])
    expect(words).toContain(part);
});

it('keeps only the size of an uploaded file, whose bytes arrive unchanged', async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  let got = Buffer.alloc(0);
  const { url, file } = await stub((request, response) => {
    request.on('data', (chunk: Buffer) => (got = Buffer.concat([got, chunk])));
    request.on('end', () => response.end());
  });
  await call(url, '/api/v2/media', bytes);
  expect([...got]).toEqual([...bytes]);
  expect(readRecording(file)[0]).toMatchObject({ request: { bytes: 256 }, answer: null });
});

it.each([
  ['{"method":"GET"\n', /^Line 1 of .*damaged.jsonl is damaged\.$/],
  ['', /^There is nothing recorded in /],
])('cannot compare a damaged or an empty file', (content, words) => {
  const file = join(folder, 'damaged.jsonl');
  writeFileSync(file, content);
  expect(() => readRecording(file)).toThrow(words);
});

it.each(['http://example.com', 'nonsense', 'https://anna:secret@example.com', 'ftp://127.0.0.1'])(
  'passes nothing on to %s',
  (address) => expect(() => serviceAddress(address)).toThrow(/address/),
);
