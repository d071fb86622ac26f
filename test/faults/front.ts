import { Agent, createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createNetServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import type { Sandbox } from '../../sandbox';
import { certificateFor, type Certificate } from '../network/certificates';
import { listen } from '../network/listening';
import { startProxy } from '../network/proxy';
import { startAlertServer } from '../network/tlsAlerts';
import { startTlsServer } from '../network/tlsServer';
import { caseOf } from './cases';

/** One request that passes through the front, and what a case can do with it. */
export interface Exchange {
  response: ServerResponse;
  /** The sandbox's answer; undefined if the message was not passed on. */
  answer: Answer | undefined;
  /** How often this message has come, including this time. */
  turn: number;
  /** A server with another host name. */
  strangerUrl: string;
}

export interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Where a message is sent; each place is the base URL of an account. */
export type Place =
  | 'front'
  | 'sandbox'
  | 'refused'
  | 'unknownHost'
  | 'untrusted'
  | 'withoutTls'
  | 'resetAtOnce'
  | 'resetWithin'
  | 'alerting'
  | 'proxyRefuses'
  | 'proxyResets';

/** Everything that can be between a sender and the sandbox, which keeps the ledger. */
export interface Faults {
  /** The certificate of the server that sends alerts; the sender must trust it. */
  certificate: Certificate;
  /** The same as a file, for NODE_EXTRA_CA_CERTS. */
  certificateFile: string;
  /** Environment variables of the sender, which name a proxy for the hosts that only it can know. */
  proxyEnvironment: Record<string, string>;
  urls: Record<Place, string>;
  /** Requests that reached another host through a redirect; there should be none. */
  strangerRequests: number;
  /** Waits until the front is idle, so that the ledger is complete. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Starts all servers that cause faults, in front of a sandbox and beside it. */
export async function startFaults(sandbox: Sandbox): Promise<Faults> {
  let strangerRequests = 0;
  const stranger = await listening((_request, response) => {
    strangerRequests += 1;
    response.end('{"messageId":"from a stranger"}');
  });
  const turns = new Map<string, number>();
  const agent = new Agent({ keepAlive: true });
  const underWay = new Set<Promise<unknown>>();
  const track = <T>(work: Promise<T>): Promise<T> => {
    const ended = work.catch(() => undefined).then(() => void underWay.delete(ended));
    underWay.add(ended);
    return work;
  };
  const treat = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const { customerid } = JSON.parse(body) as { customerid: string };
    const turn = (turns.get(customerid) ?? 0) + 1;
    turns.set(customerid, turn);
    const { taken, front } = caseOf(customerid);
    const passes = typeof taken === 'boolean' ? taken : taken(turn);
    const answer = passes ? await pass(sandbox, agent, request, body) : undefined;
    const strangerUrl = stranger.url.replace('127.0.0.1', 'localhost');
    (front ?? giveBack)({ response, answer, turn, strangerUrl });
  };
  const front = await listening((request, response) => {
    if (request.url?.startsWith('/within') === true) {
      request.once('data', () => request.socket.resetAndDestroy());
      return;
    }
    void track(treat(request, response)).catch(() => void response.destroy());
  });
  const resetting = createNetServer((socket) => socket.on('error', () => undefined).resetAndDestroy());
  const resettingPort = await listen(resetting);
  const untrusted = await startTlsServer(await certificateFor('127.0.0.1'));
  const trusted = await certificateFor('127.0.0.1');
  const folder = await mkdtemp(join(tmpdir(), 'faults-'));
  const certificateFile = join(folder, 'authority.pem');
  await writeFile(certificateFile, trusted.cert);
  const alerting = await startAlertServer(trusted, async (body, authorization) => {
    const { customerid } = JSON.parse(body) as { customerid: string };
    const { taken, alert = 'internal_error' } = caseOf(customerid);
    const headers = { 'content-type': 'application/json', authorization };
    const handedOn = { method: 'POST', url: '/api/v2/message', headers };
    if (taken === true) await track(pass(sandbox, agent, handedOn, body));
    return alert;
  });
  const proxy = await startProxy(resettingPort, {
    'refused-by-proxy.example': 407,
    'reset-by-proxy.example': 'resets',
  });
  const past = '127.0.0.1,localhost,service.invalid';
  return {
    certificate: trusted,
    certificateFile,
    proxyEnvironment: { HTTPS_PROXY: proxy.url, https_proxy: proxy.url, NO_PROXY: past, no_proxy: past },
    urls: {
      front: front.url,
      sandbox: sandbox.url,
      // Port 1 of the loopback: nothing listens there.
      refused: 'http://127.0.0.1:1',
      unknownHost: 'https://service.invalid',
      untrusted: untrusted.url,
      withoutTls: front.url.replace('http:', 'https:'),
      resetAtOnce: `http://127.0.0.1:${resettingPort}`,
      resetWithin: `${front.url}/within`,
      alerting: alerting.url,
      proxyRefuses: 'https://refused-by-proxy.example',
      proxyResets: 'https://reset-by-proxy.example',
    },
    get strangerRequests() {
      return strangerRequests;
    },
    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    close: async () => {
      agent.destroy();
      resetting.close();
      await rm(folder, { recursive: true });
      await Promise.all([front, stranger, untrusted, alerting, proxy].map((server) => server.close()));
    },
  };
}

/** Returns the sandbox's answer unchanged. */
export function giveBack({ response, answer }: Exchange): void {
  if (answer === undefined) throw new Error('The message was kept from the sandbox.');
  response.writeHead(answer.status, answer.headers).end(answer.body);
}

/** Passes a request on to the sandbox. */
export function pass(
  sandbox: Sandbox,
  agent: Agent,
  { method, headers, url }: Pick<IncomingMessage, 'method' | 'headers' | 'url'>,
  body: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    ask(sandbox.url + String(url), { method, headers, agent }, (response) => {
      text(response).then(
        (answer) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: answer }),
        reject,
      );
    })
      .on('error', reject)
      .end(body);
  });
}

export async function listening(treat: (request: IncomingMessage, response: ServerResponse) => void) {
  // Longer than any client keeps an idle connection: closing one just when it is reused would be another fault.
  const server = createServer({ keepAliveTimeout: 600_000 }, treat);
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
