import type { IWebhookFunctions } from 'n8n-workflow';

import { readBytes, readParsed, type ReadBody } from '../core/receive';

/** Types that n8n parses into an object: forms and XML. */
const MADE_AN_OBJECT = /^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data|[\w.+/-]*xml)\b/i;

/**
 * The body of a call to a webhook. JSON and text are read from the bytes, because n8n would round big numbers, replace invalid UTF-8, and
 * leave text unparsed. Forms and XML are taken as n8n has read them.
 */
export function bodyOf(context: IWebhookFunctions): ReadBody {
  const request = context.getRequestObject();
  const [body, rawBody]: unknown[] = [request.body, request.rawBody];
  if (!(rawBody instanceof Uint8Array) || rawBody.length === 0) return readParsed(body);
  const type = request.headers['content-type'] ?? '';
  const read = readBytes(rawBody, type);
  return read.ok && MADE_AN_OBJECT.test(type) ? readParsed(body) : read;
}
