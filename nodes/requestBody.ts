import { isUtf8, readBytes, readParsed, type ReadBody } from '../core/receive';
import type { WebhookCall } from './webhookCall';

/** Types that n8n parses into an object: forms and XML. */
const MADE_AN_OBJECT = /^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data|[\w.+/-]*xml)\b/i;

/**
 * The body of a call to a webhook. JSON and text are read from the bytes, because n8n would round big numbers, replace invalid UTF-8, and
 * leave text unparsed. Forms, XML, and text in another character set are taken as n8n has read them.
 */
export function bodyOf(context: Pick<WebhookCall, 'getRequestObject'>): ReadBody {
  const { body, rawBody, headers } = context.getRequestObject();
  if (!(rawBody instanceof Uint8Array) || rawBody.length === 0) return readParsed(body);
  const type = String(headers['content-type'] ?? '');
  if (/charset=(?!"?utf-?8)/i.test(type)) return readParsed(body);
  if (!isUtf8(rawBody)) return { ok: false, reason: 'The body is not text in UTF-8.' };
  return MADE_AN_OBJECT.test(type) ? readParsed(body) : readBytes(rawBody);
}
