import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareCommand } from '../../sandbox/record/command';
import { readExchanges } from '../../sandbox/record/exchange';
import { recordingProxy, serviceAddress } from '../../sandbox/record/proxy';
import { quietSandbox, sms } from './support';

const folder = mkdtempSync(join(tmpdir(), 'record-'));
const servers: Server[] = [];
let files = 0;

afterEach(async () => {
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
  const url = await listening(recordingProxy(serviceAddress(service), file));
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

async function compared(file: string) {
  let words = '';
  const code = await compareCommand([file], (text) => (words += text));
  return { code, words };
}

it('finds no difference to the sandbox itself, also in a status by its ID', async () => {
  const sandbox = await quietSandbox();
  const { url, file } = await recordingOf(sandbox.url);
  const sent: unknown = await (await call(url, '/api/v2/message', sms())).json();
  const id = Object.values(sent ?? {}).find((value) => typeof value === 'string');
  expect((await call(url, `/api/v2/message/${id}`)).status).toBe(200);
  await call(url, '/api/system/balance');
  await call(url, '/api/v2/message', sms({ to: 'nobody' }));
  await sandbox.close();
  expect(await compared(file)).toEqual({ code: 0, words: 'Nothing differs.\n' });
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
      response.setHeader('content-type', 'application/json');
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
  const [exchange] = readExchanges(file);
  expect(exchange?.query).toContain('to=0041790000001');
  expect(exchange?.request).toMatchObject({
    json: { channel: 'Sms', to: '+41790000001', content: { text: 'xxxxxx 😀' } },
  });
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
  expect(stored()).not.toContain('Anna');
  const { code, words } = await compared(file);
  expect(code).toBe(1);
  for (const part of [
    '1. POST /api/v2/message: only the service has the field result',
    '2. POST /api/v2/message: the service answers 429, the sandbox 200.',
    '2. POST /api/v2/message: only the service has the header retry-after.',
    '3. GET /api/system/balance: the body is not JSON from the service',
    '4. GET /api/system/balance: the service closed the connection.',
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
  expect(readExchanges(file)[0]).toMatchObject({ request: { bytes: 256 }, answer: null });
});

it('cannot compare a damaged or an empty file', async () => {
  const file = join(folder, 'damaged.jsonl');
  writeFileSync(file, '{"method":"GET"\n');
  expect(await compared(file)).toEqual({ code: 2, words: `Line 1 of ${file} is damaged.\n` });
  writeFileSync(file, '');
  expect((await compared(file)).code).toBe(2);
  expect(() => recordingProxy(new URL('http://127.0.0.1'), file)).toThrow('EEXIST');
});

it.each(['http://example.com', 'nonsense', 'https://anna:secret@example.com', 'ftp://127.0.0.1'])(
  'passes nothing on to %s',
  (address) => expect(() => serviceAddress(address)).toThrow(/address/),
);
