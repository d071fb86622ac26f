import type { ICredentialDataDecryptedObject, IWebhookFunctions } from 'n8n-workflow';

import { secretMask, withoutEchoes } from '../core/client/calls/secrets';
import { harmIn, readBytes, readParsed, type ReadBody } from '../core/receive';
import { loginOf } from './account';

/**
 * What a call to a webhook brings, or the reason why it is refused.
 * @param credential what the call echoes of it does not get into the workflow
 */
export function readCall(
  context: IWebhookFunctions,
  credential: ICredentialDataDecryptedObject | undefined,
): { ok: true; query: unknown; body: unknown } | { ok: false; reason: string } {
  const { query } = context.getRequestObject();
  const harm = harmIn(query);
  if (harm !== undefined) return { ok: false, reason: harm };
  const read = bodyOf(context);
  if (!read.ok) return read;
  return { ok: true, ...withoutEchoes(query, read.body, credential && secretMask(loginOf(credential))) };
}

/** Types that n8n parses into an object: forms in parts and XML. */
const MADE_AN_OBJECT = /^\s*(?:multipart\/form-data|[\w.+/-]*xml)\b/i;

/**
 * JSON, text and forms are read from the bytes, because n8n would round big numbers, replace invalid UTF-8, and leave text unparsed, and names such as
 * `a[0]`. Forms in parts and XML are taken as n8n has read them.
 */
function bodyOf(context: IWebhookFunctions): ReadBody {
  const request = context.getRequestObject();
  const [body, rawBody]: unknown[] = [request.body, request.rawBody];
  if (!(rawBody instanceof Uint8Array) || rawBody.length === 0) return readParsed(body);
  const type = request.headers['content-type'] ?? '';
  const read = readBytes(rawBody, type);
  return read.ok && MADE_AN_OBJECT.test(type) ? readParsed(body) : read;
}
