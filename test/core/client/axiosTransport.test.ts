import { once } from 'node:events';
import { createServer as createNetServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import { Worker } from 'node:worker_threads';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import axios from 'axios';

import { TransportFailure } from '../../../core/client';
import { axiosTransport } from '../../../node-red/service/axiosTransport';
import { certificateFor } from '../../network/certificates';
import { listen } from '../../network/listening';
import { startProxy } from '../../network/proxy';
import { startTlsServer } from '../../network/tlsServer';
import { volume } from '../../volume';
import { clientOf, credentials, failureOf, sms, useServer } from './server';

const server = useServer();

const accepted = '{"messageId":"id-1"}';
const secrets = [
  credentials.password,
  Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64'),
  Buffer.from(`${credentials.username}:${credentials.password}`, 'latin1').toString('base64'),
];

describe('connections', () => {
  it('are kept and reused, also by another account', async () => {
    const clients = [clientOf(server), clientOf(server)];
    for (let round = 0; round < 10; round += 1) {
      for (const client of clients) await client.send(sms);
    }
    expect(server.requests).toHaveLength(20);
    expect(server.connections).toBe(1);
  });

  it.each([
    ['announces that it keeps them, are reused', { 'Keep-Alive': 'timeout=60' }, 1],
    ['does not say for how long it keeps them, are opened anew', {}, 2],
    ['keeps them too briefly to be sure, are opened anew', { 'Keep-Alive': 'timeout=1' }, 2],
  ])('after a pause, with a service that %s', async (_name, headers, connections) => {
    server.answer({ body: accepted, headers: { Connection: 'keep-alive', ...headers } });
    const client = clientOf(server);
    await client.send(sms);
    await pause(50);
    await client.send(sms);
    expect(server.connections).toBe(connections);
  });

  it('are opened anew when the service closes them', async () => {
    server.answer({ body: accepted, headers: { Connection: 'close' } });
    await clientOf(server).send(sms);
    await clientOf(server).send(sms);
    expect(server.connections).toBe(2);
  });
});

describe('a server that sends answers that nobody asked for', () => {
  const answerWith = (messageId: string) => {
    const body = JSON.stringify({ messageId });
    return `HTTP/1.1 200 OK\r\nKeep-Alive: timeout=60\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  };

  it('has none of them taken for the answer to the next message', async () => {
    let answered = 0;
    const web = createNetServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => {
        if (!chunk.includes('POST ')) return;
        answered += 1;
        socket.write(answerWith(`real-${answered}`));
        setTimeout(() => socket.write(answerWith('unasked-1'), () => web.emit('unasked')), 2);
      });
    });
    const client = clientOf({ url: `http://127.0.0.1:${await listen(web)}` });
    const ids: Array<string | undefined> = [];
    for (let round = 1; round <= 30; round += 1) {
      const written = once(web, 'unasked');
      ids.push((await client.send(sms)).messageId);
      await written;
      await pause(10);
    }
    web.close();
    expect(ids).toEqual(ids.map((_id, index) => `real-${index + 1}`));
  });
});

describe('a server that closes idle connections soon', () => {
  const ROUNDS = volume({ full: 100, quick: 5 });
  // In a thread of its own, so that it closes while this one is busy: the closed connection is then not noticed before the next request.
  // Node.js' own keepAliveTimeout closes a second later than it says.
  const code = `
    const { parentPort, workerData } = require('node:worker_threads');
    const server = require('node:http').createServer({ keepAliveTimeout: 0 }, (request, response) => {
      clearTimeout(request.socket.closing);
      request.resume().on('end', () => response.writeHead(200, workerData).end('${accepted}'));
      response.on('finish', () => {
        request.socket.closing = setTimeout(() => request.socket.destroy(), 60);
      });
    });
    server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`;

  it.each([
    ['and says so', { 'Keep-Alive': 'timeout=0' }],
    ['without a word', {}],
  ])('%s: no message is lost in between', async (_name, headers) => {
    const worker = new Worker(code, { eval: true, workerData: headers });
    try {
      const [port] = (await once(worker, 'message')) as [number];
      const client = clientOf({ url: `http://127.0.0.1:${port}` });
      for (let round = 0; round < ROUNDS; round += 1) {
        await Promise.all(Array.from({ length: 5 }, () => client.send(sms)));
        await pause(30 + (round % 30));
        for (const end = performance.now() + 30; performance.now() < end;);
      }
    } finally {
      await worker.terminate();
    }
  });
});

describe('the size of an answer is bounded at 10 MB, unpacked', () => {
  const limit = 10 * 1024 * 1024;
  const padded = (size: number) => Buffer.from(`${accepted}${' '.repeat(size - accepted.length)}`);

  it.each([
    ['as it is', padded(limit), {}],
    ['packed with gzip', gzipSync(padded(limit)), { 'Content-Encoding': 'gzip' }],
    ['packed with brotli', brotliCompressSync(padded(limit)), { 'Content-Encoding': 'br' }],
  ])('10 MB are read, %s', async (_name, body, headers) => {
    server.answer({ body, headers });
    expect(await clientOf(server, {}, { timeoutMs: 20_000 }).send(sms)).toMatchObject({ messageId: 'id-1' });
  });

  it.each([
    ['one byte more', padded(limit + 1), {}],
    ['one byte more, packed', gzipSync(padded(limit + 1)), { 'Content-Encoding': 'gzip' }],
    ['200 MB packed into 200 kB', gzipSync(Buffer.alloc(200 * 1024 * 1024)), { 'Content-Encoding': 'gzip' }],
  ])('%s is not read: what happened stays open', async (_name, body, headers) => {
    server.answer({ body, headers });
    const before = process.memoryUsage().rss;
    const error = await failureOf(clientOf(server, {}, { timeoutMs: 20_000 }).send(sms));
    expect(error).toMatchObject({
      outcome: 'unknown',
      code: 'unreadable_answer',
      fact: 'The answer is far longer than any answer from the service',
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  });

  it('an answer without end is cut off', async () => {
    server.answer((response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(1024 * 1024, ' ');
      const more = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', more);
      more();
    });
    expect(await failureOf(clientOf(server, {}, { timeoutMs: 20_000 }).send(sms))).toMatchObject({
      code: 'unreadable_answer',
    });
  });

  it('a packed answer that is broken leaves open what happened', async () => {
    server.answer({ body: Buffer.from('no gzip at all'), headers: { 'Content-Encoding': 'gzip' } });
    expect(await failureOf(clientOf(server).send(sms))).toMatchObject({
      outcome: 'unknown',
      code: 'connection_lost',
    });
  });
});

describe('another palette with the same copy of axios', () => {
  it('sees nothing of our requests and changes nothing of them', async () => {
    const seen: unknown[] = [];
    axios.defaults.headers.common['X-Other'] = 'other';
    axios.defaults.baseURL = 'http://127.0.0.1:1/';
    const inRequest = axios.interceptors.request.use((config) => {
      seen.push(config);
      return config;
    });
    const inResponse = axios.interceptors.response.use((response) => {
      seen.push(response);
      return response;
    });
    try {
      await clientOf(server).send(sms);
    } finally {
      axios.interceptors.request.eject(inRequest);
      axios.interceptors.response.eject(inResponse);
      delete axios.defaults.headers.common['X-Other'];
      delete axios.defaults.baseURL;
    }
    expect(seen).toEqual([]);
    expect(server.requests[0]?.headers['x-other']).toBeUndefined();
  });
});

describe('credentials', () => {
  const token = Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64');
  const url = token.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  const escaped = [...credentials.password].map(
    (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

  it.each([
    ['the token', { error: `Basic ${token} is not known` }],
    ['the token in an address', { error: `?authorization=${encodeURIComponent(`Basic ${token}`)}` }],
    ['the token for addresses', { error: url }],
    ['the password', { errorCode: 'X', errorMessage: `Wrong: "${credentials.password}".` }],
    ['the password in an address', { error: encodeURIComponent(credentials.password) }],
    ['the password as a name', { [credentials.password]: { deep: [credentials.password] } }],
    ['the password in JSON escapes', `{"error":"${escaped.join('')}"}`],
    ['the token with escaped slashes', `{"messageId":"id-1","x":"${token.replaceAll('/', '\\/')}"}`],
    ['the token in a page', `<p>Basic ${token}</p>`],
  ])('are hidden where the service echoes them: %s', async (_name, body) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    for (const status of [200, 400, 500]) {
      server.answer({ status, body: text, headers: { 'x-service-request-id': `id of ${token}` } });
      const end: unknown = await clientOf(server)
        .send(sms)
        .catch((reason: unknown) => reason);
      const everything = inspect(end, { depth: Infinity, showHidden: true, getters: true });
      for (const secret of [
        ...secrets,
        token.replace(/=+$/, ''),
        url,
        encodeURIComponent(credentials.password),
      ])
        expect(everything).not.toContain(secret);
      expect(everything).toContain('***');
    }
  });

  it.each([
    [
      'that are short only with the user name',
      '12',
      '{"messageId":"12","pair":"demo:12"}',
      '{"messageId":"12","pair":"***"}',
    ],
    [
      'that are short, beside an escape',
      '12',
      '{"messageId":"12","x":"\\n"}',
      '{"messageId":"12","x":"\\n"}',
    ],
    [
      'of digits, but not within an id',
      '123456',
      '{"messageId":9123456,"x":"a 123456"}',
      '{"messageId":9123456,"x":"a ***"}',
    ],
    ['with small letters in an address', 'p@ss/word', '{"x":"p%40ss%2fword"}', '{"x":"***"}'],
    ['as a form writes them', 'pass word!', '{"x":"pass+word%21"}', '{"x":"***"}'],
  ])('are hidden: %s', async (_name, password, answer, expected) => {
    server.answer(answer);
    const transport = axiosTransport({ username: 'demo', password });
    const { body } = await transport({ method: 'GET', url: server.url, headers: {}, timeoutMs: 10_000 });
    expect(body).toBe(expected);
  });

  it('are in no error of the transport, however deep one looks', async () => {
    const failures = [
      server.url.replace('http:', 'https:'),
      'http://127.0.0.1:1/',
      'https://service.invalid/',
      `${server.url}/hang`,
    ];
    server.answer((response) => void response.destroy());
    const transport = axiosTransport(credentials);
    for (const url of failures) {
      const failure: unknown = await transport({
        method: 'POST',
        url,
        headers: {},
        body: '{}',
        timeoutMs: 10_000,
      }).catch((reason: unknown) => reason);
      expect(failure).toBeInstanceOf(TransportFailure);
      const everything = inspect(failure, { depth: Infinity, showHidden: true, getters: true });
      for (const secret of secrets) expect(everything).not.toContain(secret);
    }
  });

  it('are in no error of the client', async () => {
    for (const answer of [{ status: 401 }, { status: 500 }, 'no JSON']) {
      server.answer(answer);
      const error = await failureOf(clientOf(server).send(sms));
      const everything =
        inspect(error, { depth: Infinity, showHidden: true, getters: true }) + error.describe();
      for (const secret of secrets) expect(everything).not.toContain(secret);
    }
  });

  it('may hold any sign but a colon in the user name', async () => {
    const transport = axiosTransport({ username: 'jörg@example.com', password: ' :ü€"' });
    await transport({ method: 'GET', url: `${server.url}/`, headers: {}, timeoutMs: 10_000 });
    const token = server.requests[0]?.headers.authorization?.slice('Basic '.length) ?? '';
    expect(Buffer.from(token, 'base64').toString('utf8')).toBe('jörg@example.com: :ü€"');
  });
});

describe('proxies of the environment', () => {
  const names = [
    'HTTP_PROXY',
    'http_proxy',
    'HTTPS_PROXY',
    'https_proxy',
    'NO_PROXY',
    'no_proxy',
    'ALL_PROXY',
    'all_proxy',
  ];
  const before = new Map(names.map((name) => [name, process.env[name]]));
  beforeEach(() => names.forEach((name) => delete process.env[name]));
  afterEach(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });

  const open: Array<() => Promise<void>> = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((close) => close()));
  });

  it('are used for https through a tunnel: the proxy sees no credentials, and TLS is checked up to the service', async () => {
    const target = await startTlsServer(await certificateFor('service.example'));
    open.push(target.close);
    const proxy = await startProxy(Number(new URL(target.url).port));
    open.push(proxy.close);
    process.env['HTTPS_PROXY'] = proxy.url;
    expect(await failureOf(clientOf({ url: 'https://service.example' }).send(sms))).toMatchObject({
      outcome: 'not_sent',
      fact: 'No secure connection to the service: its certificate is self-signed',
    });
    expect(proxy.asked).toEqual(['CONNECT service.example:443']);
    for (const secret of secrets) expect(proxy.heard().includes(secret)).toBe(false);
    expect(target.requests).toBe(0);
  });

  it('are not used for plain http, which only goes to this machine', async () => {
    const proxy = await startProxy(1);
    open.push(proxy.close);
    process.env['HTTP_PROXY'] = proxy.url;
    process.env['http_proxy'] = proxy.url;
    expect(await clientOf(server).send(sms)).toMatchObject({ messageId: 'id-1' });
    expect(proxy.asked).toEqual([]);
  });

  it('that cannot be reached leave nothing sent, and are named', async () => {
    const proxy = await startProxy(1);
    await proxy.close();
    process.env['HTTPS_PROXY'] = proxy.url;
    const error = await failureOf(clientOf({ url: 'https://service.example' }).send(sms));
    expect(error).toMatchObject({ outcome: 'not_sent', code: 'proxy_unreachable' });
    expect(error.message).toContain(`The proxy ${new URL(proxy.url).host} cannot be reached`);
  });

  it.each([
    [407, 'proxy_refused'],
    [401, 'proxy_refused'],
    [403, 'proxy_refused'],
    [429, 'proxy_refused'],
    [502, 'proxy_refused'],
    [503, 'proxy_refused'],
    ['closes', 'timed_out'],
    ['resets', 'proxy_unreachable'],
  ] as const)('that refuse leave nothing sent: %s', async (refusal, code) => {
    const proxy = await startProxy(1, { 'service.example': refusal });
    process.env['HTTPS_PROXY'] = proxy.url.replace('//', '//someone:proxy-password@');
    try {
      const client = clientOf({ url: 'https://service.example' }, {}, { timeoutMs: 300 });
      const error = await failureOf(client.send(sms));
      expect(error).toMatchObject({ outcome: 'not_sent', code });
      expect(error.message).toContain(`The proxy ${new URL(proxy.url).host}`);
      expect(JSON.stringify(error)).not.toContain('proxy-password');
      expect(proxy.asked).toEqual(['CONNECT service.example:443']);
      const heard = proxy.heard().toString('latin1');
      for (const secret of secrets) expect(heard).not.toContain(secret);
    } finally {
      await proxy.close();
    }
  });

  it.each([
    ['its time is over', 'timed_out', 200],
    ['its flow is stopped', 'cancelled', 60_000],
  ])('that never answer are left when a call is given up: %s', async (_name, code, timeoutMs) => {
    const proxy = await startProxy(1, { 'service.example': 'silence' });
    open.push(proxy.close);
    process.env['HTTPS_PROXY'] = proxy.url;
    const flow = new AbortController();
    const client = clientOf({ url: 'https://service.example' }, {}, { timeoutMs });
    const failed = failureOf(client.send(sms, { signal: flow.signal }));
    if (code === 'cancelled') {
      while (proxy.asked.length === 0) await pause(5);
      flow.abort();
    }
    expect(await failed).toMatchObject({ outcome: 'not_sent', code });
    await proxy.allClosed();
    // The environment of the tests fails the file if a timer is left open.
  });
});
