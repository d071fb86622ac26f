import type { IHttpRequestOptions, IWebhookFunctions } from 'n8n-workflow';

import { readBytes, readParsed, type ReadBody } from '../core/receive';

/** The parts of n8n's webhook functions with which this n8n is called itself. */
export interface OwnCaller {
  getRequestObject(): {
    socket: { localAddress?: string | undefined; localPort?: number | undefined };
    originalUrl: string;
  };
  helpers: { httpRequest(options: IHttpRequestOptions): Promise<unknown> };
  logger: { warn(message: string): void };
}

/** The parts of n8n's webhook functions that judge and read a call. Tests provide them without n8n. */
export interface WebhookCall
  extends
    OwnCaller,
    Pick<
      IWebhookFunctions,
      'getMode' | 'getNode' | 'getWorkflow' | 'getNodeWebhookUrl' | 'getSignedResumeUrl'
    > {
  logger: Pick<IWebhookFunctions['logger'], 'info' | 'warn'>;
  getNodeParameter(name: string, fallback: unknown): unknown;
  getCredentials(type: string): Promise<unknown>;
  getRequestObject(): WebhookRequest;
  getResponseObject(): WebhookResponse;
}

type WebhookRequest = ReturnType<OwnCaller['getRequestObject']> & {
  ip?: string | undefined;
  headers: Record<string, string | string[] | undefined>;
  query: Record<string, unknown>;
  body?: unknown;
  rawBody?: unknown;
  app: { get(setting: string): unknown };
};

/** The parts of an Express response. */
export interface WebhookResponse {
  readonly closed: boolean;
  readonly writableEnded: boolean;
  readonly statusCode: number;
  status(code: number): { json(body: object): { end(): unknown } };
  once(event: 'close', listener: () => void): unknown;
}

/** Types that n8n parses into an object: forms and XML. */
const MADE_AN_OBJECT = /^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data|[\w.+/-]*xml)\b/i;

/**
 * The body of a call to a webhook. JSON and text are read from the bytes, because n8n would round big numbers, replace invalid UTF-8, and
 * leave text unparsed. Forms and XML are taken as n8n has read them.
 */
export function bodyOf(context: Pick<WebhookCall, 'getRequestObject'>): ReadBody {
  const { body, rawBody, headers } = context.getRequestObject();
  if (!(rawBody instanceof Uint8Array) || rawBody.length === 0) return readParsed(body);
  const type = String(headers['content-type'] ?? '');
  const read = readBytes(rawBody, type);
  return read.ok && MADE_AN_OBJECT.test(type) ? readParsed(body) : read;
}
