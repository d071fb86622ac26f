import { EventEmitter, once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import express5 from 'express';
import type { Node, NodeAPI } from 'node-red';
import type { ServiceEvent } from '../../core/receive';
import { Notices } from '../../node-red/calls/notices';
import { subscribe } from '../../node-red/calls/webhooks';
import { closeJournals } from '../../node-red/journal/journals';
import account from '../../node-red/messaging-account/messaging-account';
import { accountNode } from '../../node-red/messaging-account/settings';
import { StatusLine } from '../../node-red/outcome/statusLine';
import { Account, provideAccount } from '../../node-red/service/account';
import { readCredentials, readSettings } from '../../node-red/settings/readSettings';
import { useFakeClock } from '../fakeClock';
import { call, post, slowCall } from '../hosts/node-red/webhooks';

// Node-RED brings its own Express: 4 up to now. Which one it is must not matter.
const express4: typeof express5 = createRequire(require.resolve('node-red'))('express');

const event = { from: '+41791112233', text: 'Hello' };

useFakeClock();
const pause = sleep;

describe.each([
  ['Express 4', express4],
  ['Express 5', express5],
])('a route on %s', (_name, express) => {
  let server: Server;
  let url: string;
  const errors: string[] = [];
  const warnings: string[] = [];
  const settings = {
    httpNodeMiddleware: [
      (request, response, next) => {
        if (request.path === '/guarded') response.status(401).send('who?');
        else next();
      },
    ] as express5.RequestHandler[],
    nodeCloseTimeout: 0,
    userDir: mkdtempSync(join(tmpdir(), 'routes-')),
  };
  const events = new EventEmitter();
  const accounts = new Map<string, Node>();
  const RED: NodeAPI = Object({
    httpNode: express(),
    events,
    nodes: {
      eachNode: (see: (node: object) => void) => accounts.forEach(({ type }, id) => see({ id, type })),
      getNode: (id: string) => accounts.get(id) ?? null,
      registerType: () => undefined,
    },
    httpAdmin: express(),
    auth: { needsPermission: () => () => undefined },
    settings,
    log: { error: (text: string) => void errors.push(text), warn: () => undefined },
    _: (key: string, { owner = '' } = {}) => `${key} ${owner}`,
  });

  beforeAll(async () => {
    server = createServer(express().use('/', RED.httpNode)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    account(RED);
    httpIn('pattern/:of-:x', 'post');
    events.emit('flows:started');
    url = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
  });
  afterAll(async () => {
    server.close();
    await once(server, 'close');
    await closeJournals(RED);
    rmSync(settings.userDir, { recursive: true });
  });

  /** Posts, and waits until the call is in: a clock that moves before it would be too early for it. */
  async function begin(path: string): Promise<{ answer: ReturnType<typeof post> }> {
    const arrived = once(server, 'request');
    const answer = post(`${url}${path}`, event);
    await arrived;
    return { answer };
  }

  /** Moves the clock, and lets answers arrive. */
  async function later(ms: number): Promise<void> {
    jest.advanceTimersByTime(ms);
    await pause(50);
  }

  function fakeNode(): Node {
    return Object.assign(Object.create(new EventEmitter().setMaxListeners(0)), {
      type: 'messaging-inbound',
      warn: (text: string) => void warnings.push(text),
      error: () => undefined,
      status: () => undefined,
    });
  }

  /** A core "http in" node, which answers 201. */
  function httpIn(path: string, method: 'get' | 'post'): void {
    accounts.set(path, Object.assign(fakeNode(), { type: 'http in', method, url: path }));
    RED.httpNode[method](`/${path}`, (_request, response) => void response.status(201).end());
  }

  /** Starts a flow with what comes on a path of an account; returns what ends that. */
  function listen(path: string, take: (event: ServiceEvent) => unknown, account: object = {}): () => void {
    const setting = readSettings(accountNode, { inboundPath: path, allowedCallers: '127.0.0.1', ...account });
    const config = fakeNode();
    accounts.set(path, config);
    provideAccount(config, new Account(setting, readCredentials(accountNode, {})));
    const node = fakeNode();
    subscribe(RED, node, path, {
      kinds: ['inbound'],
      notices: new Notices(RED, node, new StatusLine(RED, node)),
      start: async (event) => void (await take(event)),
    });
    return () => void node.emit('close');
  }

  it.each([['/api/webhooks/receivedmessage'], ['/a.b-c_d~e'], ['/'], ['/with/slash/']])(
    'on %s gives its account what was sent',
    async (path) => {
      const received: unknown[] = [];
      const end = listen(path, ({ raw }) => received.push(raw));
      expect(await post(`${url}${path}?a=1`, { hello: 'world' })).toMatchObject({ status: 200 });
      expect(await post(`${url}${path}?a=1`, {})).toMatchObject({ status: 200 });
      end();
      events.emit('flows:started');
      expect(received).toEqual([{ hello: 'world' }, { a: '1' }]);
    },
  );

  it.each([
    ['/API/Webhooks/ReceivedMessage', 200],
    ['/api/webhooks/receivedmessage/', 200],
    ['/api/webhooks/receivedmessage/more', 404],
    ['/xapi/webhooks/receivedmessage', 404],
  ])('on /api/webhooks/receivedmessage answers %s with %i, as Express does', async (path, status) => {
    const end = listen('/api/webhooks/receivedmessage', () => undefined);
    expect(await post(`${url}${path}`, event)).toMatchObject({ status });
    end();
  });

  it('lets callers wait while flows are replaced, also where another node is still there', async () => {
    const received: string[] = [];
    listen('/back', () => received.push('staying'));
    events.emit('flows:stopping');
    const answers = [(await begin('/back')).answer, (await begin('/back')).answer];
    await later(300);
    expect(received).toEqual([]);
    listen('/back', () => received.push('replaced'));
    events.emit('flows:started');
    expect(await Promise.all(answers)).toMatchObject([{ status: 200 }, { status: 200 }]);
    expect(received.sort()).toEqual(['replaced', 'replaced', 'staying', 'staying']);
  });

  it('answers 503 when the flows do not come back, and serves again when they do', async () => {
    const received: unknown[] = [];
    listen('/stopped', (each) => received.push(each));
    const arrived = once(server, 'request');
    const slow = slowCall(`${url}/stopped`, JSON.stringify(event).slice(0, 9));
    await arrived;
    events.emit('flows:stopping');
    settings.nodeCloseTimeout = 100;
    let isAnswered = false;
    const refused = (await begin('/stopped')).answer.finally(() => (isAnswered = true));
    slow.finish(JSON.stringify(event).slice(9));
    await pause(50);
    await later(5000);
    expect(isAnswered).toBe(false);
    await later(500);
    expect([(await refused).status, (await slow.answer).status, received]).toEqual([503, 503, []]);
    events.emit('flows:started');
    expect(await post(`${url}/stopped`, event)).toMatchObject({ status: 200 });
  });

  it('that nobody listens on any more leaves the path to others', async () => {
    const end = listen('/left', () => undefined);
    RED.httpNode.post('/left', (_request, response) => void response.status(201).send('another'));
    expect(await post(`${url}/left`, event)).toMatchObject({ status: 200 });
    end();
    events.emit('flows:started');
    const answer = await post(`${url}/left`, event);
    expect(answer).toMatchObject({ status: 201, text: 'another' });
  });

  it('leaves another method on its path to an "http in" node, wherever that stands', async () => {
    listen('/both', () => undefined);
    httpIn('both', 'get');
    events.emit('flows:started');
    expect(await call(`${url}/both`, { method: 'GET' })).toMatchObject({ status: 201 });
    expect(await post(`${url}/both`, event)).toMatchObject({ status: 200 });
  });

  it('comes before an "http in" node with a pattern, and not before one with the same path', async () => {
    const ends = ['/pattern/a-b', '/same'].map((path) => listen(path, () => undefined));
    httpIn('same', 'post');
    events.emit('flows:started');
    expect(await post(`${url}/pattern/a-b`, event)).toMatchObject({ status: 200 });
    expect(await post(`${url}/pattern/b-c`, event)).toMatchObject({ status: 201 });
    expect(await post(`${url}/same`, event)).toMatchObject({ status: 201 });
    expect(warnings).toEqual([expect.stringMatching(/errors\.pathTaken http in \/same$/)]);
    ends.forEach((end) => end());
  });

  it('answers 403 with the reason to callers that its account refuses', async () => {
    listen('/none', () => undefined, { allowedCallers: '' });
    const text = expect.stringContaining('127.0.0.1 is not on the list');
    expect(await post(`${url}/none`, event)).toMatchObject({ status: 403, text });
  });

  it('answers 500 when a flow cannot take the call, and 200 when it can', async () => {
    let works = false;
    listen('/full', () => {
      if (!works) throw new Error('no room');
    });
    expect(await post(`${url}/full`, event)).toMatchObject({ status: 500 });
    expect(errors.join()).toContain('no room');
    works = true;
    expect(await post(`${url}/full`, event)).toMatchObject({ status: 200 });
  });

  it.each<[string, Buffer, number]>([
    ['gzip', gzipSync(JSON.stringify(event)), 200],
    ['br', brotliCompressSync(JSON.stringify(event)), 200],
    ['deflate', deflateSync(JSON.stringify(event)), 200],
    ['identity', Buffer.from(JSON.stringify(event)), 200],
    ['gzip', Buffer.from(JSON.stringify(event)), 400],
    ['gzip', gzipSync(Buffer.alloc(6_000_000, 'x')), 413],
    ['compress', Buffer.from(JSON.stringify(event)), 415],
  ])('reads a body packed with %s, or refuses it', async (encoding, body, status) => {
    const received: ServiceEvent[] = [];
    const end = listen('/packed', (each) => received.push(each));
    const headers = { 'content-encoding': encoding };
    expect(await call(`${url}/packed`, { headers, body })).toMatchObject({ status });
    end();
    expect(received.map(({ raw }) => raw)).toEqual(status === 200 ? [event] : []);
  });

  it('answers 503 while it is not known which questions are open', async () => {
    mkdirSync(join(settings.userDir, 'messaging-service', `${encodeURIComponent('/unread')}.jsonl`), {
      recursive: true,
    });
    listen('/unread', () => undefined);
    expect(await post(`${url}/unread`, event)).toMatchObject({ status: 503 });
    expect(errors.join()).toContain('journal of the account is not read');
  });

  it('refuses a query that names the prototype of objects', async () => {
    const received: ServiceEvent[] = [];
    listen('/polluted', (each) => received.push(each));
    const query = '?constructor[prototype][x]=1&messageId=1&status=Delivered';
    expect(await post(`${url}/polluted${query}`, event)).toMatchObject({ status: 400 });
    expect(received).toEqual([]);
  });

  it('lets no caller that sends a byte at a time hold up others, or a deploy', async () => {
    const received: ServiceEvent[] = [];
    const end = listen('/slow', (each) => received.push(each));
    const slow = Array.from({ length: 20 }, () => slowCall(`${url}/slow`, '{'));
    const others = () => Promise.all(Array.from({ length: 50 }, () => post(`${url}/slow`, event)));
    const before = await others();
    events.emit('flows:stopping');
    end();
    listen('/slow', (each) => received.push(each));
    events.emit('flows:started');
    const answers = [...before, ...(await others())];
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    // Each byte comes in time, and all of them do not.
    for (let seconds = 0; seconds < 20; seconds += 1) {
      slow.forEach(({ send }) => send(' '));
      await later(1000);
    }
    const ended = await Promise.all(slow.map(({ answer }) => answer));
    expect(ended.filter(({ status }) => status !== 408)).toEqual([]);
    expect(received).toHaveLength(100);
    slow.forEach(({ abort }) => abort());
  });

  it('runs the middlewares of Node-RED before anything else, and for no other path', async () => {
    listen('/guarded', () => undefined);
    expect(await call(`${url}/guarded`)).toMatchObject({ status: 401, text: 'who?' });
    expect(await call(`${url}/guarded/more`)).toMatchObject({ status: 404 });
  });
});
