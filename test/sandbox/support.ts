import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import { serve } from '../network/listening';

/** A sandbox on a free port that does not deliver or forward anything by itself. */
export async function quietSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  return await startSandbox({
    port: 0,
    automaticDelivery: 'manual',
    inboundUrls: {},
    retryDelays: [],
    ...options,
  });
}

/** The sandbox of `useSandbox`. */
export let sandbox: Sandbox;

/** Starts a quiet sandbox for the tests of a file, each of which finds it empty. */
export function useSandbox(options?: SandboxOptions): void {
  beforeAll(async () => {
    sandbox = await quietSandbox(options);
  });
  afterEach(() => sandbox.reset());
  afterAll(() => sandbox.close());
}

export interface CallOptions {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** `null` sends no Authorization. */
  credentials?: string | null;
}

export interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
  text: string;
}

/** Calls an address of the sandbox as a program would. Objects are sent as JSON. */
export async function call(sandbox: Sandbox, path: string, options: CallOptions = {}): Promise<Answer> {
  const { body, headers, credentials = 'demo:demo' } = options;
  const answer = await fetch(sandbox.url + path, {
    method: options.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(credentials === null
        ? {}
        : { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body:
      body === undefined || typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body),
    redirect: 'manual',
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: jsonOf(text) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A valid SMS, with changes. */
export function sms(changes: object = {}): Record<string, unknown> {
  return {
    channel: 'Sms',
    from: 'Sandbox',
    to: '+41791234567',
    content: { type: 'Text', text: 'Hello' },
    ...changes,
  };
}

/** A WhatsApp message with that content. */
export function whatsapp(content: object, changes: object = {}): Record<string, unknown> {
  return { channel: 'Whatsapp', from: '+41795550100', to: '+41791234567', content, ...changes };
}

/** Sends a message that must be accepted and returns its id. */
export async function send(sandbox: Sandbox, body: unknown, path = '/api/v2/message'): Promise<string> {
  const answer = await call(sandbox, path, { body });
  if (answer.status !== 200) throw new Error(`Not taken: ${answer.text}`);
  return String(field(answer.body, 'messageId'));
}

/** A field of a JSON answer. */
export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? new Map<string, unknown>(Object.entries(value)).get(name)
    : undefined;
}

export interface Received {
  method: string;
  /** Path with query string. */
  url: string;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
  body: unknown;
}

export interface Receiver {
  url: string;
  requests: Received[];
  /** The statuses of its answers, in order; the last one is repeated. */
  answers: number[];
  /** The body of its answers. */
  reason: string;
  /** Waits for the request with this number, counting from 1. */
  request(number: number): Promise<Received>;
  close(): Promise<void>;
}

/** The customer's side: an HTTP server that records what it receives. */
export async function startReceiver(answers: number[] = [200]): Promise<Receiver> {
  const requests: Received[] = [];
  const receiver = { requests, answers, reason: '' };
  const waiting: (() => void)[] = [];
  const server = await serve(async (incoming, response) => {
    const { method = '', url = '', headers } = incoming;
    const body = jsonOf(await text(incoming));
    const query = Object.fromEntries(new URL(url, 'http://receiver').searchParams);
    requests.push({ method, url, query, headers, body });
    response.writeHead((answers.length > 1 ? answers.shift() : answers[0]) ?? 200).end(receiver.reason);
    for (const wake of waiting.splice(0)) wake();
  });
  return Object.assign(receiver, {
    ...server,
    request: async (number: number) => {
      for (;;) {
        const request = requests[number - 1];
        if (request) return request;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
  });
}
