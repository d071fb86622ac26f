import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import {
  checkMessage,
  Client,
  MessagingError,
  type Accepted,
  type AccountSettings,
  type CallOptions,
  type ClientSettings,
} from '../../../core/client';
import type { MessageRequest } from '../../../core/contract';
import { axiosTransport } from '../../../node-red/service/axiosTransport';
import { serve, type Serving } from '../../network/listening';

/** A request as it was received. */
export interface Received {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** An answer: a body with status 200, the parts of an answer, or what to do with the connection. */
export type Answer =
  | string
  | { status?: number; body?: string | Buffer; headers?: Record<string, string> }
  | ((response: ServerResponse, request: IncomingMessage) => void);

export interface Server extends Serving {
  /** Every complete request, oldest first: the ledger of what was sent. */
  requests: Received[];
  /** How many connections were opened. */
  connections: number;
  /** Sets the next answers; the last one is repeated. */
  answer(...answers: Answer[]): void;
}

/** A server on loopback that gives the answers that a test sets. */
export async function startServer(server = {} as Server): Promise<Server> {
  let answers: Answer[] = ['{"messageId":"id-1","mediaId":"media-1"}'];
  const http = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined);
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      server.requests.push({ method, url, headers, body: Buffer.concat(chunks) });
      const next = answers.length > 1 ? answers.shift() : answers[0];
      if (next !== undefined) give(next, response, request);
    });
  });
  http.on('connection', () => {
    server.connections += 1;
  });
  const serving = await serve(http);
  return Object.assign(server, serving, {
    requests: [],
    connections: 0,
    answer: (...next: Answer[]) => {
      answers = next;
    },
  });
}

/** Such a server for each test of a file: real connections, on a machine that may be busy. */
export function useServer(): Server {
  const server = {} as Server;
  beforeEach(() => startServer(server));
  afterEach(() => server.close());
  return server;
}

function give(answer: Answer, response: ServerResponse, request: IncomingMessage): void {
  if (typeof answer === 'function') return answer(response, request);
  const { status = 200, body = '', headers = {} } = typeof answer === 'string' ? { body: answer } : answer;
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}

export const credentials = { username: 'demo', password: 'pässwörd: 1 $(a+b)*[c.d]^{2}?|e' };

/** A client that checks messages before it sends them, as both platforms do. */
export class JudgingClient extends Client {
  /** @throws MessagingError of a message that failed */
  override async send(message: unknown, options?: CallOptions): Promise<Accepted> {
    const result = await super.send(await checkMessage(message), options);
    if (result.outcome === 'failed') throw result.error;
    return result;
  }
}

/** A client of the server over real HTTP, without retries unless the test says otherwise. */
export function clientOf(
  server: Pick<Server, 'url'>,
  account: Partial<AccountSettings> = {},
  settings: Partial<ClientSettings> = {},
): JudgingClient {
  return new JudgingClient({
    account: { baseUrl: server.url, version: 2, versionIn: 'path', ...account },
    transport: axiosTransport(credentials),
    timeoutMs: 10_000,
    retries: 0,
    ...settings,
  });
}

export const sms = {
  channel: 'Sms',
  from: 'MyCompany',
  to: '+41791234567',
  content: { type: 'Text', text: 'Hello' },
};

/** The error of a call; fails the test if the call succeeds. */
export async function failureOf(call: Promise<unknown>): Promise<MessagingError> {
  const error: unknown = await call.then(
    (value) => new Error(`No error, but ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (error instanceof MessagingError) return error;
  throw error;
}

/** Checked messages, as a batch takes them. */
export function checked(...requests: unknown[]): Promise<MessageRequest[]> {
  return Promise.all(requests.map((request) => checkMessage(request)));
}
