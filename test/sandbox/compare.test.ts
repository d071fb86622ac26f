import type { RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { comparingProxy, serviceAddress } from '../../sandbox/compare/proxy';
import { compareShapes } from '../../sandbox/compare/shapes';
import type { Sandbox } from '../../sandbox';
import { serve, type Serving } from '../network/listening';
import { field, quietSandbox, sms, whatsapp } from './support';

const servers: Serving[] = [];
const words: string[] = [];
let own: Sandbox;
beforeAll(async () => {
  own = await quietSandbox({ acceptUnknown: true });
});
afterEach(async () => {
  words.splice(0);
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
afterAll(async () => await own.close());

async function listening(answer: Parameters<typeof serve>[0]): Promise<string> {
  const server = await serve(answer);
  servers.push(server);
  return server.url;
}

const inFrontOf = async (service: string) =>
  await listening(comparingProxy(serviceAddress(service), own.url, (what) => words.push(what)));
const stub = async (answer: Parameters<typeof serve>[0]) => await inFrontOf(await listening(answer));

async function call(url: string, path: string, body?: unknown, credentials = 'demo:demo') {
  return await fetch(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
      'content-type': body instanceof Blob ? 'image/png' : 'application/json',
    },
    body: body === undefined || body instanceof Blob ? body : JSON.stringify(body),
  });
}

it('finds no difference to another sandbox, also by the IDs of that one, and with its people and its 401', async () => {
  const people = [{ name: 'Meier Rosa', number: '+41791110001' }];
  const service = await quietSandbox({ users: { rosa: 'secret' }, people, groups: {} });
  const url = await inFrontOf(service.url);
  const send = async (path: string, body?: unknown) => {
    const answer = await call(url, path, body, 'rosa:secret');
    return { status: answer.status, body: await answer.json() };
  };
  const messageId = String(field((await send('/api/v2/message', sms())).body, 'messageId'));
  const mediaId = field((await send('/api/v2/media', new Blob(['picture']))).body, 'mediaId');
  const statuses = [
    await send(`/api/v2/message/${messageId}`),
    await send('/api/v2/message', whatsapp({ type: 'Image', mediaId })),
    await send('/api/v2/message', sms({ to: null, toList: [{ type: 'Person', address: 'Meier Rosa' }] })),
    await send('/api/v2/message', sms({ to: 'nobody' })),
    await call(url, '/api/system/balance', undefined, 'rosa:wrong'),
  ].map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 200, 400, 401]);
  expect(words).toEqual([]);
  await service.close();
});

it('passes request and answer on as they are', async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  let got: { authorization?: string; url?: string; body: Buffer } | undefined;
  const url = await stub(async (request, response) => {
    got = { ...request.headers, url: request.url, body: await buffer(request) };
    response.writeHead(429, { 'retry-after': '7' }).end('later');
  });
  const answer = await call(url, '/api/v2/media?a=%C3%A4', new Blob([bytes]), 'anna:secret');
  expect(got).toMatchObject({
    authorization: `Basic ${Buffer.from('anna:secret').toString('base64')}`,
    url: '/api/v2/media?a=%C3%A4',
    body: Buffer.from(bytes),
  });
  expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([
    429,
    '7',
    'later',
  ]);
});

it('says where status, headers, body or a field differ, and prints no value', async () => {
  const answers: RequestListener[] = [
    (_, response) =>
      response.setHeader('content-type', 'application/json').end('{"result":[{"id":"anna77"}]}'),
    (_, response) => response.writeHead(429, { 'retry-after': '7' }).end(),
    (_, response) => response.setHeader('content-type', 'text/html').end('<h1>anna77</h1>'),
    (request) => request.socket.destroy(),
  ];
  const url = await stub((request, response) => {
    request.resume().on('end', () => answers.shift()?.(request, response));
  });
  await call(url, '/api/v2/message', sms());
  await call(url, '/api/v2/message', sms());
  await call(url, '/api/system/balance?key=anna77');
  await expect(call(url, '/api/system/balance')).rejects.toThrow();
  const printed = words.join('\n');
  expect(printed).not.toContain('anna77');
  for (const part of [
    '1. POST /api/v2/message: only the service has the field result (list).',
    '1. POST /api/v2/message: only the sandbox has the field messageId (string).',
    '2. POST /api/v2/message: the service answers 429, the sandbox 200.',
    '2. POST /api/v2/message: only the service has the header retry-after.',
    '2. POST /api/v2/message: only the sandbox has the body (object).',
    '3. GET /api/system/balance: content-type is text/html from the service, application/json from the sandbox.',
    '3. GET /api/system/balance: the body is not JSON from the service, object from the sandbox.',
    '4. GET /api/system/balance: there was no answer from the service: ',
  ])
    expect(printed).toContain(part);
});

it.each([
  [{ a: 1 }, { a: 2 }, []],
  [{ a: [{ b: 'x' }] }, { a: [{ b: 'y' }, { b: 'z' }] }, []],
  [
    { a: [{ b: 'x' }] },
    { a: [{ b: null }] },
    ['the field a[].b is string from the service, null from the sandbox.'],
  ],
  [{ a: [] }, { a: [1] }, ['only the sandbox has the field a[] (number).']],
])('%j and %j differ by their types only', (theirs, ours, expected) => {
  const said: string[] = [];
  compareShapes(theirs, ours, new Map(), (what) => said.push(what));
  expect(said).toEqual(expected);
});

it.each(['http://example.com', 'nonsense', 'https://anna:secret@example.com', 'ftp://127.0.0.1'])(
  'passes nothing on to %s',
  (address) => expect(() => serviceAddress(address)).toThrow(/address/),
);
