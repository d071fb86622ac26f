import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import {
  checkMessage,
  Client,
  MessagingError,
  type AccountSettings,
  type ClientSettings,
} from '../../../core/client';
import type { MessageRequest } from '../../../core/contract';
import { axiosTransport } from '../../../node-red/shared/axiosTransport';
import { listen } from '../../network/listening';

/** A request as it came over the wire. */
export interface Received {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** An answer: a body with status 200, the parts of an answer, or what is to be done with the connection. */
export type Answer =
  | string
  | { status?: number; body?: string | Buffer; headers?: Record<string, string> }
  | ((response: ServerResponse, request: IncomingMessage) => void);

export interface Server {
  url: string;
  /** Every request that came in whole, oldest first: the ledger of what was sent. */
  requests: Received[];
  /** How many connections were opened. */
  connections: number;
  /** Sets the answers to come; the last one is repeated. */
  answer(...answers: Answer[]): void;
  close(): Promise<void>;
}

/** A server on loopback that answers what a test tells it to. */
export async function startServer(): Promise<Server> {
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
  const port = await listen(http);
  const server: Server = {
    url: `http://127.0.0.1:${port}`,
    requests: [],
    connections: 0,
    answer: (...next) => {
      answers = next;
    },
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
  return server;
}

function give(answer: Answer, response: ServerResponse, request: IncomingMessage): void {
  if (typeof answer === 'function') return answer(response, request);
  const { status = 200, body = '', headers = {} } = typeof answer === 'string' ? { body: answer } : answer;
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}

export const credentials = { username: 'demo', password: 'pässwörd: 1' };

/** A client of the server over real HTTP, which tries once unless the test says otherwise. */
export function clientOf(
  server: Pick<Server, 'url'>,
  account: Partial<AccountSettings> = {},
  settings: Partial<ClientSettings> = {},
): Client {
  return new Client({
    account: { baseUrl: server.url, version: 2, versionIn: 'path', ...account },
    transport: axiosTransport(credentials),
    timeoutMs: 10_000,
    retry: { retries: 0, longestWaitMs: 0 },
    ...settings,
  });
}

export const sms = {
  channel: 'Sms',
  from: 'MyCompany',
  to: '+41791234567',
  content: { type: 'Text', text: 'Hello' },
};

/** The error that a call ends with; fails the test when it ends well. */
export async function failureOf(call: Promise<unknown>): Promise<MessagingError> {
  const error: unknown = await call.then(
    (value) => new Error(`No error, but ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (error instanceof MessagingError) return error;
  throw error;
}

/** Messages as a batch takes them: judged before. */
export function checked(...requests: unknown[]): Promise<MessageRequest[]> {
  return Promise.all(requests.map(checkMessage));
}
