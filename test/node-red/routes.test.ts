import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import express5 from 'express';
import type { ServiceEvent } from '../../core/receive';
import { routeFor, type Listener } from '../../node-red/calls/routes';
import { NotRead } from '../../node-red/calls/served';
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
  const settings = { httpNodeMiddleware: [] as express5.RequestHandler[], nodeCloseTimeout: 0 };
  const events = new EventEmitter();
  const host = {
    httpNode: express(),
    events,
    nodes: { eachNode: () => undefined, getNode: () => null },
    settings,
    log: { error: (text: string) => void errors.push(text), warn: () => undefined },
    _: (key: string) => key,
  };

  beforeAll(async () => {
    server = createServer(express().use('/', host.httpNode)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    routeFor(host, '/first');
    events.emit('flows:started');
    url = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
  });
  afterAll(async () => {
    server.close();
    await once(server, 'close');
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

  function listener(take: (event: ServiceEvent) => unknown, allowed = true): Listener {
    return {
      methods: ['POST'],
      kind: 'inbound',
      questions: {
        standing: async () => undefined,
        claim: async () => 'nothing',
        reported: async () => undefined,
      },
      judge: () => (allowed ? { allowed } : { allowed, reason: 'Not you.' }),
      start: async (each) => {
        await take(each);
      },
    };
  }

  it.each([['/api/webhooks/receivedmessage'], ['/a.b-c_d~e'], ['/'], ['/with/slash/']])(
    'on %s gives its listener what was sent',
    async (path) => {
      const received: unknown[] = [];
      const route = routeFor(host, path);
      const listening = listener(({ raw }) => received.push(raw));
      route.listeners.add(listening);
      expect(await post(`${url}${path}?a=1`, { hello: 'world' })).toMatchObject({ status: 200 });
      expect(await post(`${url}${path}?a=1`, {})).toMatchObject({ status: 200 });
      route.listeners.delete(listening);
      expect(received).toEqual([{ hello: 'world' }, { a: '1' }]);
    },
  );

  it.each([
    ['/API/Webhooks/ReceivedMessage', 200],
    ['/api/webhooks/receivedmessage/', 200],
    ['/api/webhooks/receivedmessage/more', 404],
    ['/xapi/webhooks/receivedmessage', 404],
  ])('on /api/webhooks/receivedmessage answers %s with %i, as Express does', async (path, status) => {
    const route = routeFor(host, '/api/webhooks/receivedmessage');
    const listening = listener(() => undefined);
    route.listeners.add(listening);
    expect(await post(`${url}${path}`, event)).toMatchObject({ status });
    route.listeners.delete(listening);
  });

  it('takes a dot in its path as a dot', async () => {
    const route = routeFor(host, '/x.y');
    const listening = listener(() => undefined);
    route.listeners.add(listening);
    expect(await post(`${url}/x.y`, {})).toMatchObject({ status: 200 });
    expect(await post(`${url}/xzy`, event)).toMatchObject({ status: 404 });
    route.listeners.delete(listening);
  });

  it('lets callers wait while flows are replaced, also where another listener is still there', async () => {
    const received: string[] = [];
    const route = routeFor(host, '/back');
    const staying = listener(() => received.push('staying'));
    const replaced = listener(() => received.push('replaced'));
    route.listeners.add(staying);
    events.emit('flows:stopping');
    const answers = [(await begin('/back')).answer, (await begin('/back')).answer];
    await later(300);
    expect(received).toEqual([]);
    route.listeners.add(replaced);
    events.emit('flows:started');
    expect(await Promise.all(answers)).toMatchObject([{ status: 200 }, { status: 200 }]);
    expect(received.sort()).toEqual(['replaced', 'replaced', 'staying', 'staying']);
  });

  it('answers 503 when the flows do not come back, and serves again when they do', async () => {
    const route = routeFor(host, '/stopped');
    route.listeners.add(listener(() => undefined));
    events.emit('flows:stopping');
    settings.nodeCloseTimeout = 100;
    let isAnswered = false;
    const refused = (await begin('/stopped')).answer.finally(() => (isAnswered = true));
    await later(5000);
    expect(isAnswered).toBe(false);
    await later(500);
    expect(await refused).toMatchObject({ status: 503 });
    events.emit('flows:started');
    expect(await post(`${url}/stopped`, event)).toMatchObject({ status: 200 });
  });

  it('that nobody listens on any more leaves the path to others at once', async () => {
    const route = routeFor(host, '/left');
    const listening = listener(() => undefined);
    route.listeners.add(listening);
    host.httpNode.post('/left', (_request, response) => void response.status(201).send('another'));
    expect(await post(`${url}/left`, event)).toMatchObject({ status: 200 });
    route.listeners.delete(listening);
    const answer = await post(`${url}/left`, event);
    expect(answer).toMatchObject({ status: 201, text: 'another' });
  });

  it('is the same for paths that Express takes for the same', () => {
    expect(routeFor(host, '/Same/Path/')).toBe(routeFor(host, '/same/path'));
  });

  it('answers 200 when one of its listeners allows the caller, and gives the others nothing', async () => {
    const received: string[] = [];
    const route = routeFor(host, '/two');
    route.listeners.add(listener(() => received.push('allowed')));
    route.listeners.add(listener(() => received.push('refused'), false));
    expect(await post(`${url}/two`, event)).toMatchObject({ status: 200 });
    expect(received).toEqual(['allowed']);
  });

  it('answers 403 with the reason when all refuse', async () => {
    routeFor(host, '/none').listeners.add(listener(() => undefined, false));
    expect(await post(`${url}/none`, event)).toMatchObject({ status: 403, text: 'Not you.\n' });
  });

  it('answers 500 when a listener cannot take the call, and 200 when it can', async () => {
    let works = false;
    routeFor(host, '/full').listeners.add(
      listener(() => {
        if (!works) throw new Error('no room');
      }),
    );
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
    const route = routeFor(host, '/packed');
    const listening = listener((each) => received.push(each));
    route.listeners.add(listening);
    const headers = { 'content-encoding': encoding };
    expect(await call(`${url}/packed`, { headers, body })).toMatchObject({ status });
    route.listeners.delete(listening);
    expect(received.map(({ raw }) => raw)).toEqual(status === 200 ? [event] : []);
  });

  it('answers 503 until it is known which questions are open', async () => {
    let isRead = false;
    const listening = listener(() => undefined);
    const standing = async () => {
      if (!isRead) throw new NotRead('no access');
      return undefined;
    };
    const questions = { ...listening.questions, standing };
    routeFor(host, '/unread').listeners.add({ ...listening, questions });
    expect(await post(`${url}/unread`, event)).toMatchObject({ status: 503 });
    expect(errors.join()).toContain('journal of the account is not read: no access');
    isRead = true;
    expect(await post(`${url}/unread`, event)).toMatchObject({ status: 200 });
  });

  it('refuses a query that names the prototype of objects', async () => {
    const received: ServiceEvent[] = [];
    routeFor(host, '/polluted').listeners.add(listener((each) => received.push(each)));
    const query = '?constructor[prototype][x]=1&messageId=1&status=Delivered';
    expect(await post(`${url}/polluted${query}`, event)).toMatchObject({ status: 400 });
    expect(received).toEqual([]);
  });

  it('answers 500 and logs when a listener fails to judge', async () => {
    routeFor(host, '/broken').listeners.add({
      ...listener(() => undefined),
      judge: () => {
        throw new Error('out of order');
      },
    });
    expect(await post(`${url}/broken`, event)).toMatchObject({ status: 500 });
    expect(errors.join()).toContain('out of order');
  });

  it('lets no caller that sends a byte at a time hold up others, or a deploy', async () => {
    const received: ServiceEvent[] = [];
    const route = routeFor(host, '/slow');
    const replaced = listener((each) => received.push(each));
    route.listeners.add(replaced);
    const slow = Array.from({ length: 20 }, () => slowCall(`${url}/slow`, '{'));
    const others = () => Promise.all(Array.from({ length: 50 }, () => post(`${url}/slow`, event)));
    const before = await others();
    events.emit('flows:stopping');
    route.listeners.delete(replaced);
    route.listeners.add(listener((each) => received.push(each)));
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

  it('runs the middlewares of Node-RED before anything else', async () => {
    settings.httpNodeMiddleware = [(_request, response) => void response.status(401).send('who?')];
    routeFor(host, '/guarded').listeners.add(listener(() => undefined));
    settings.httpNodeMiddleware = [];
    expect(await call(`${url}/guarded`)).toMatchObject({ status: 401, text: 'who?' });
  });
});
