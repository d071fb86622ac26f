import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { differencesOf } from '../../sandbox/record/compare';
import { readExchanges } from '../../sandbox/record/exchange';
import { recordingProxy, serviceAddress } from '../../sandbox/record/proxy';
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

const compared = async (file: string) => await differencesOf(readExchanges(file));

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
  expect(readExchanges(file)[0]).toMatchObject({ request: { bytes: 256 }, answer: null });
});

it.each([
  ['{"method":"GET"\n', /^Line 1 of .*damaged.jsonl is damaged\.$/],
  ['', /^There is nothing recorded in /],
])('cannot compare a damaged or an empty file', (content, words) => {
  const file = join(folder, 'damaged.jsonl');
  writeFileSync(file, content);
  expect(() => readExchanges(file)).toThrow(words);
});

describe('the words of an error', () => {
  /** What is recorded of an answer, after a request in which the person and the text were sent. */
  async function recordedAnswer(status: number, answer: unknown): Promise<unknown> {
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
    const { url, file } = await stub((request, response) => {
      request.resume().on('end', () => response.writeHead(status).end(text));
    });
    const toList = [
      { type: 'Number', address: '+41791234567' },
      { type: 'Person', address: 'Meier Rosa' },
    ];
    const content = { type: 'Text', text: 'Grüezi Frau Sonnenschein, Ihr Kode ist 8642' };
    await call(url, '/api/v2/message', sms({ toList, content }), 'anna77:geheim+x7');
    const [exchange] = readExchanges(file);
    const body = exchange?.answer ?? {};
    return 'json' in body ? body.json : 'text' in body ? body.text : body;
  }

  it.each([
    ['The text must have at most 160 characters.', 'The text must have at most 160 characters.'],
    ['Unknown field content.text[0] (1 of 3)', 'Unknown field content.text[0] (1 of 3)'],
    ['Größe überschritten', 'Größe überschritten'],
    ["Recipient '+41 79 123 45 67' is blocked", "Recipient '+41 79 000 00 01' is blocked"],
    ['No route to 41791234567.', 'No route to 41790000001.'],
    ['Person Meier Rosa not found', 'Person xxxxx xxxx not found'],
    ['Cannot send "Grüezi Frau Sonnensch..."', 'Cannot send "xxxxxx xxxx xxxxxxxxx..."'],
    ['User anna77 may not send', 'xxxx xxxxxx xxx xxx xxxx'],
    [
      'Write to hotline@firma.ch or https://firma.ch/k?u=anna',
      'Write to xxxxxxxxxxxxxxxx or xxxxxxxxxxxxxxxxxxxxxxxxx',
    ],
    ['Number ending in 4567 refused', 'Number ending in 9001 refused'],
  ])('remain, but nothing that was sent: %s', async (words, stored) => {
    expect(await recordedAnswer(400, { errorCode: 400, errorMessage: words, customerid: 'K-17' })).toEqual({
      errorCode: 400,
      errorMessage: stored,
      customerid: expect.not.stringContaining('17'),
    });
  });

  it('remain in an error of one message, and in a page that is not JSON', async () => {
    const results = [{ status: 'Rejected', error: { text: 'Number is not allowed' }, note: 'Hello Bruno' }];
    expect(await recordedAnswer(200, { results })).toEqual({
      results: [{ status: 'Rejected', error: { text: 'Number is not allowed' }, note: 'xxxxx xxxxx' }],
    });
    expect(await recordedAnswer(502, '<p>Bad gateway for Rosa: 8642, 4711-ab</p>')).toBe(
      '<p>Bad gateway for xxxx: 9001, 0000-a1</p>',
    );
  });
});

describe('nothing personal is ever in the file', () => {
  const SECRETS = ['pä/ss wörd', 'geheim+1', 'Hunter2!', '0815'];
  const TEXTS = ['Grüezi Frau Sonnenschein', 'Kommen Sie um 12:34?', '你好世界', 'Привет мир', 'مرحبا ٣٤٥٦٧'];
  const NUMBERS = ['+41791234567', '0041791234567', '41791234567', '+41 79 123 45 67'];
  const ENCODINGS: [name: string, encode: (text: string) => string][] = [
    ['as it is', (text) => text],
    ['in a URL', encodeURIComponent],
    ['in a form', (text) => new URLSearchParams([['a', text]]).toString().slice(2)],
    ['in base64', (text) => Buffer.from(text).toString('base64')],
    ['in base64url', (text) => Buffer.from(text).toString('base64url')],
    ['in hex', (text) => Buffer.from(text).toString('hex').toUpperCase()],
    ['in HTML', (text) => text.replace(/[^ -~]/g, (letter) => `&#${letter.codePointAt(0)};`)],
    [
      'in JSON',
      (text) =>
        JSON.stringify(text).replace(
          /[^ -~]/g,
          (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
        ),
    ],
    ['cut off', (text) => text.slice(0, Math.ceil(text.length * 0.7))],
  ];

  it.each(ENCODINGS)('%s, in any place of a request or an answer', async (_name, encode) => {
    for (const secret of SECRETS) {
      const sent = [secret, ...TEXTS, ...NUMBERS];
      let status = 200;
      const { url, stored } = await stub((request, response) => {
        request.resume().on('end', () => {
          response.setHeader('x-service-request-id', 'R-1');
          const error = {
            errorMessage: sent.map((each) => `Wrong: ${encode(each)}, ("${encode(each)}")`).join(' '),
            nested: { errors: sent.map((each) => ({ code: encode(each), detail: `a ${encode(each)}` })) },
          };
          const answer = { status: encode(secret), text: sent.map(encode).join(' ') };
          // An error can only repeat what was sent before.
          response.writeHead(status).end(JSON.stringify(status === 200 ? answer : { ...answer, ...error }));
        });
      });
      const toList = NUMBERS.map((address) => ({ type: 'Number', address }));
      const query = `to=${encodeURIComponent(encode(NUMBERS[0] ?? ''))}&p=${encodeURIComponent(encode(secret))}`;
      for (const [index, text] of [...TEXTS, ...TEXTS].entries()) {
        status = index < TEXTS.length ? 200 : 400;
        const body = sms({ toList, content: { type: 'Text', text }, customerid: encode(secret) });
        await call(url, `/api/v2/message?${query}`, body, `anna77:${secret}`);
      }
      const file = stored();
      const parts = sent.flatMap((each) => [each, encode(each), ...each.split(/[^\p{L}\p{M}\p{N}]+/u)]);
      for (const part of parts.filter((each) => each.length >= 4)) {
        expect(file).not.toContain(part);
        expect(file).not.toContain(JSON.stringify(part).slice(1, -1));
      }
      expect(file).not.toContain('anna77');
    }
  });
});

it.each(['http://example.com', 'nonsense', 'https://anna:secret@example.com', 'ftp://127.0.0.1'])(
  'passes nothing on to %s',
  (address) => expect(() => serviceAddress(address)).toThrow(/address/),
);
