import { Agent, createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createNetServer } from 'node:net';
import { text } from 'node:stream/consumers';

import type { Sandbox } from '../../sandbox';
import { certificateFor } from '../network/certificates';
import { listen } from '../network/listening';
import { startTlsServer } from '../network/tlsServer';
import { caseOf } from './cases';

/** One request on its way through the front, and what a case can do with it. */
export interface Exchange {
  response: ServerResponse;
  /** What the sandbox answered; undefined where the message was kept from it. */
  answer: Answer | undefined;
  /** How often this message has come, this time included. */
  turn: number;
  /** A server of another host name. */
  strangerUrl: string;
}

export interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Where a message is sent to; the base URL of an account each. */
export type Place =
  | 'front'
  | 'sandbox'
  | 'refused'
  | 'unknownHost'
  | 'untrusted'
  | 'withoutTls'
  | 'resetAtOnce'
  | 'resetWithin';

/** All that can be between a sender and the sandbox, which keeps the ledger. */
export interface Faults {
  urls: Record<Place, string>;
  /** Requests that reached another host by a redirect; there should be none. */
  strangerRequests: number;
  /** Waits until the front has nothing under way, so that the ledger is complete. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Starts everything that fails, in front of a sandbox and beside it. */
export async function startFaults(sandbox: Sandbox): Promise<Faults> {
  let strangerRequests = 0;
  const stranger = await listening((_request, response) => {
    strangerRequests += 1;
    response.end('{"messageId":"from a stranger"}');
  });
  const turns = new Map<string, number>();
  const agent = new Agent({ keepAlive: true });
  const underWay = new Set<Promise<void>>();
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
    const work = treat(request, response).catch(() => void response.destroy());
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  });
  const resetting = createNetServer((socket) => socket.on('error', () => undefined).resetAndDestroy());
  const resettingPort = await listen(resetting);
  const untrusted = await startTlsServer(await certificateFor('127.0.0.1'));
  return {
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
      await Promise.all([front.close(), stranger.close(), untrusted.close()]);
    },
  };
}

/** The sandbox's answer as it is. */
export function giveBack({ response, answer }: Exchange): void {
  if (answer === undefined) throw new Error('The message was kept from the sandbox.');
  response.writeHead(answer.status, answer.headers).end(answer.body);
}

function pass(sandbox: Sandbox, agent: Agent, request: IncomingMessage, body: string): Promise<Answer> {
  const { method, headers, url } = request;
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

async function listening(treat: (request: IncomingMessage, response: ServerResponse) => void) {
  // Longer than any client keeps an idle connection: one that is closed just when it is used again would be a fault of its own.
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
