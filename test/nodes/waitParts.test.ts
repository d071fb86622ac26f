import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import axios from 'axios';
import type { IHttpRequestOptions, IWebhookFunctions } from 'n8n-workflow';
import { serve as listening, type Serving } from '../network/listening';
import { addressesOf } from './inProcess/execution';
import { languageOf } from '../../core/ask/pageTexts';
import {
  isHandedOn,
  isSigned,
  readQuery,
  readReference,
  signedUrl,
  type Signer,
  urlToHandOn,
} from '../../nodes/MessagingService/wait/reference';
import { resume } from '../../nodes/MessagingService/wait/resume';

/** The parts of *Send and Wait* that need no n8n: over HTTP on loopback if they make calls, otherwise by themselves. */

const signature = 'a'.repeat(64);
const reference = `12/0b7c1f0e-54b6-4f0d-9d43-0b1f6d2c7a01?item=0.0&choice=1&signature=${signature}`;

describe('a reference', () => {
  it('names execution, node and query as n8n signed them', () => {
    const query = { item: '0.0', choice: '1', signature };
    const node = '0b7c1f0e-54b6-4f0d-9d43-0b1f6d2c7a01';
    expect(readReference(reference)).toEqual({ execution: '12', node, query });
  });

  it.each([
    ['another host', `https://evil.example/${reference}`],
    ['a host by two slashes', `//evil.example/${reference}`],
    ['a folder further up', reference.replace('12/', '../rest/')],
    ['a node that is a folder', reference.replace(/\/[^?]*/, '/..')],
    ['a node that is this folder', reference.replace(/\/[^?]*/, '/.')],
    ['an encoded folder', reference.replace('/', '/%2e%2e/')],
    ['a node that cannot be decoded', reference.replace('0b7c', '%zz')],
    ['one folder more', reference.replace('/', '/a/')],
    ['a fragment', `${reference}#x`],
    ['a backslash', reference.replace('/', '\\')],
    ['no signature', reference.replace(/&signature.*/, '')],
    ['a short signature', reference.slice(0, -1)],
    ['something after the signature', `${reference}&choice=0`],
    ['no question', reference.replace('item=0.0&', '')],
    ['an id of the user’s own', 'confirm'],
    ['nothing', ''],
    ['a line break', `${reference}\n`],
    ['256 characters of anything', `12/${'%'.repeat(253)}`],
  ])('is none with %s', (_, id) => {
    expect(readReference(id)).toBeUndefined();
  });

  it('is read without delay, however long and odd it is', () => {
    const started = Date.now();
    for (const odd of [
      'item=0.0&'.repeat(20_000),
      '.'.repeat(200_000),
      `1/a?${'&item=1.1&'.repeat(20_000)}`,
    ]) {
      expect(readReference(odd)).toBeUndefined();
    }
    expect(Date.now() - started).toBeLessThan(10_000);
  });

  it('names run, item and choice only where they are numbers', () => {
    expect(readQuery({ item: '3.17', choice: '2' })).toEqual({ run: 3, item: 17, choice: 2 });
    expect(readQuery({ item: '3.17', choice: 'x' })).toEqual({ run: 3, item: 17 });
    for (const item of ['', '3', '3.', '-1.0', '1e3.0', ['3.17'], undefined]) {
      expect(readQuery({ item })).toBeUndefined();
    }
  });
});

describe('the signature of an answer that is handed on', () => {
  /** Signs URLs as n8n does for the node that asks. */
  const host = (
    secret: string,
    { node, execution = '' }: Partial<typeof place>,
    name = 'n8n.example.com',
  ) => ({
    node: { id: node },
    additionalData: { executionId: execution, webhookWaitingBaseUrl: `https://${name}/webhook-waiting` },
    getSignedResumeUrl(query: Record<string, string> = {}) {
      const { executionId, webhookWaitingBaseUrl } = this.additionalData;
      const url = new URL(`${webhookWaitingBaseUrl}/${executionId}/${this.node.id}`);
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      const signed = createHmac('sha256', secret).update(`${url.host}${url.pathname}${url.search}`);
      url.searchParams.set('signature', signed.digest('hex'));
      return url.href;
    },
  });
  const place = { node: 'node-1', execution: '12' };
  const trigger = host('secret', { node: 'trigger' });
  const asked = { item: '0.1', choice: '1' };
  const answer = JSON.stringify({ id: 'a', by: '+41791234567', channel: 'Whatsapp' });
  const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams);
  const handedOn = queryOf(urlToHandOn(trigger, { ...place, query: asked }, answer));
  const waiting = host('secret', place);

  it('holds for this answer to this question of this execution, whoever of this n8n asks', () => {
    expect(isHandedOn(waiting, handedOn, answer)).toBe(true);
    expect(isSigned(trigger, queryOf(signedUrl(waiting, asked)), place)).toBe(true);
  });

  it.each<[string, Signer, object, string?]>([
    ['another execution', host('secret', { ...place, execution: '13' }), handedOn],
    ['another node', host('secret', { ...place, node: 'node-2' }), handedOn],
    ['another n8n', host('other', place), handedOn],
    ['another host', host('secret', place, 'old.example.com'), handedOn],
    ['another item', waiting, { ...handedOn, item: '0.2' }],
    ['another run', waiting, { ...handedOn, item: '1.1' }],
    ['another choice', waiting, { ...handedOn, choice: '0' }],
    ['no choice', waiting, { ...handedOn, choice: undefined }],
    ['a list of choices', waiting, { ...handedOn, choice: ['1', '1'] }],
    ['another answer', waiting, handedOn, answer.replace('67', '68')],
    ['the reference of the button', waiting, queryOf(signedUrl(waiting, asked))],
    ['no signature', waiting, { ...handedOn, signature: undefined }],
    ['a signature of more bytes than characters', waiting, { ...handedOn, signature: 'é'.repeat(64) }],
  ])('does not hold for %s', (_, signer, query, given = answer) => {
    expect(isHandedOn(signer, query, given)).toBe(false);
  });
});

it.each([
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['de-AT', 'de'],
  ['en;q=0.3, fr-CH;q=0.8', 'fr'],
  ['it;q=0, de;q=0.1', 'de'],
])('the page speaks the best language of %j: %s', (header, language) => {
  expect(languageOf(header)).toBe(language);
});

it('the page is in English for a header of any length', () => {
  const started = Date.now();
  expect(languageOf('xx;q=0.9,'.repeat(50_000))).toBe('en');
  expect(Date.now() - started).toBeLessThan(10_000);
});

describe('an answer is handed on', () => {
  const servers: Serving[] = [];
  let calls: Array<{ port: number; url: string; host: string | undefined }> = [];
  let urls: string[] = [];
  afterEach(async () => {
    [calls, urls] = [[], []];
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });

  type Reply = (call: IncomingMessage, response: ServerResponse, count: number) => void;
  async function serve(reply: Reply): Promise<number> {
    let count = 0;
    const server = await listening((call, response) => {
      calls.push({ port, url: call.url ?? '', host: call.headers.host });
      call.resume().on('end', () => reply(call, response, (count += 1)));
    });
    servers.push(server);
    const port = Number(new URL(server.url).port);
    return port;
  }
  const verdict =
    (word: string): Reply =>
    (_, response) =>
      response.end(JSON.stringify({ messagingServiceVerdict: word }));
  const status =
    (code: number, text = ''): Reply =>
    (_, response) =>
      response.writeHead(code).end(text);

  const blocked = (url: string) =>
    Object.assign(new Error('It failed'), {
      cause: Object.assign(new Error(url), { name: 'SsrfBlockedIpError' }),
    });

  /** What n8n gives to a webhook: the incoming request, a helper for requests, and a log. */
  function functions(localPort: number, address: string, localAddress = '127.0.0.1'): IWebhookFunctions {
    return Object.assign(Object.create(null), {
      additionalData: addressesOf(address),
      getSignedResumeUrl(this: { additionalData: ReturnType<typeof addressesOf> }) {
        return `${this.additionalData.webhookWaitingBaseUrl}/${reference}`;
      },
      getRequestObject: () => ({ socket: { localAddress, localPort } }),
      helpers: {
        httpRequest: async ({ url, body, headers }: IHttpRequestOptions) => {
          urls.push(url);
          if (blockedPorts.has(Number(new URL(url).port))) throw blocked(url);
          const { status: statusCode, data } = await axios.post(url, body, {
            headers: { 'content-type': 'application/json', host: String(headers?.host) },
            timeout,
            validateStatus: () => true,
            responseType: 'text',
            transformResponse: (text: unknown) => text,
          });
          return { statusCode, body: data };
        },
      },
      logger: { warn: (text: string) => warnings.push(text) },
    });
  }
  const blockedPorts = new Set<number>();
  // Another test's server can get the same port.
  afterEach(() => blockedPorts.clear());
  const warnings: string[] = [];
  let timeout = 10_000;
  afterEach(() => (timeout = 10_000));
  const question = readReference(reference) ?? { execution: '', node: '', query: {} };
  const hand = (localPort: number, publicPort: number, prefix = '', localAddress?: string) => {
    const context = functions(localPort, `http://127.0.0.1:${publicPort}${prefix}`, localAddress);
    return resume(context, question, { via: 'chat', choice: 1 });
  };

  it('by the port that the call came in by, with the public host, without what the proxy takes off', async () => {
    const [local, elsewhere] = [await serve(verdict('recorded')), await serve(verdict('over'))];
    expect(await hand(local, elsewhere, '/n8n')).toBe('recorded');
    expect(calls).toEqual([
      { port: local, url: `/webhook-waiting/${reference}`, host: `127.0.0.1:${elsewhere}` },
    ]);
  });

  it.each(['::ffff:127.0.0.1', '172.17.0.2'])('by the loopback address before %s', async (address) => {
    const local = await serve(verdict('recorded'));
    expect(await hand(local, local, '', address)).toBe('recorded');
    expect(urls).toEqual([`http://127.0.0.1:${local}/webhook-waiting/${reference}`]);
  });

  it('by the public address where that port is not this n8n, or does not answer', async () => {
    const elsewhere = await serve(verdict('recorded'));
    expect(await hand(await serve(status(404)), elsewhere)).toBe('recorded');
    for (const ofProxy of [500, 502, 503, 504])
      expect(await hand(await serve(status(ofProxy, '<h1>Cannot connect</h1>')), elsewhere)).toBe('recorded');
    const closed = await serve(status(404));
    await servers.pop()?.close();
    expect(await hand(closed, elsewhere)).toBe('recorded');
    const { timeout: usual } = AbortSignal;
    const pauses = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => usual.call(AbortSignal, 1));
    expect(await hand(closed, closed)).toBe('unreached');
    pauses.mockRestore();
    const text = `n8n must reach itself at http://127.0.0.1:${closed}, and gets no answer of its own there.`;
    expect(warnings.splice(0)).toEqual([`An answer could not resume its workflow: ${text}`]);
  });

  it('by the public address where n8n blocks calls to its own, and says so where it blocks both', async () => {
    const [local, elsewhere] = [await serve(verdict('over')), await serve(verdict('recorded'))];
    blockedPorts.add(local);
    expect(await hand(local, elsewhere)).toBe('recorded');
    expect(warnings).toEqual([]);
    blockedPorts.add(elsewhere);
    expect(await hand(local, elsewhere)).toBe('unreached');
    expect(warnings).toEqual([
      'An answer could not resume its workflow: n8n does not allow calls to itself. Its protection against SSRF is on. To allow them, set N8N_SSRF_ALLOWED_HOSTNAMES to 127.0.0.1, or N8N_SSRF_ALLOWED_IP_RANGES to its address, in the environment of n8n.',
    ]);
  });

  it('again while the execution is at work', async () => {
    const local = await serve((call, response, count) =>
      (count < 4 ? status(409, 'The execution "12" is running already.') : verdict('recorded'))(
        call,
        response,
        count,
      ),
    );
    expect(await hand(local, local)).toBe('recorded');
    expect(calls).toHaveLength(4);
  });

  it('once more when others are still waited for, as another process may have written over it', async () => {
    const words = ['pending', 'pending', 'recorded'];
    const local = await serve((call, response, count) =>
      verdict(words[count - 1] ?? 'over')(call, response, count),
    );
    expect(await hand(local, local)).toBe('recorded');
    expect(calls).toHaveLength(3);
  });

  it.each([
    ['answered', 'another answer has taken its place'],
    ['recorded', 'all have answered meanwhile'],
  ])('and is %s when %s', async (expected) => {
    const second = expected === 'answered' ? 'answered' : 'over';
    const local = await serve((call, response, count) =>
      verdict(count === 1 ? 'pending' : second)(call, response, count),
    );
    expect(await hand(local, local)).toBe(expected);
    expect(calls).toHaveLength(2);
  });

  it('and was taken if n8n does not say so in time, and nothing waits any more', async () => {
    timeout = 100;
    const local = await serve((...call) => (call[2] === 1 ? undefined : status(404)(...call)));
    expect(await hand(local, local)).toBe('recorded');
  });

  it.each([
    ['over', status(409, 'The execution "12" has finished already.')],
    ['over', status(200, '<html>No action required</html>')],
    ['over', status(404)],
    ['refused', status(401, '{"error":"Invalid token"}')],
    ['answered', verdict('answered')],
    ['stranger', verdict('stranger')],
  ])('only once where the result is %s', async (expected, reply) => {
    const local = await serve(reply);
    expect(await hand(local, local)).toBe(expected);
    expect(calls.length).toBeLessThanOrEqual(2);
  });
});
