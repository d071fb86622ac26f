import type { IncomingMessage } from 'node:http';
import { badRequest, ServiceError } from './errors';

const MEGABYTE = 1024 * 1024;

/** The largest JSON body and the largest file. Generous, because the service's limits are not published. */
const LIMITS = { json: 32 * MEGABYTE, media: 100 * MEGABYTE };

/** Reads the whole body of a request. */
export async function collectBody(request: IncomingMessage, kind: keyof typeof LIMITS): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    // The excess is read but not kept: a client that is still writing would not see the answer.
    if (length <= LIMITS[kind]) chunks.push(bytes);
  }
  if (length <= LIMITS[kind]) return Buffer.concat(chunks);
  throw new ServiceError(413, {
    errorCode: 'RequestTooLarge',
    errorMessage: `The body has ${length} bytes, at most ${LIMITS[kind]} are taken.`,
  });
}

/** The JSON value of a body. */
export function parseJsonBody(contentType: string | undefined, body: Buffer): unknown {
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType ?? '')) {
    throw new ServiceError(415, {
      errorCode: 'UnsupportedMediaType',
      errorMessage: `Content-Type must be application/json, got '${contentType ?? ''}'.`,
    });
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (error) {
    throw badRequest(
      'InvalidJson',
      `The body is not JSON in UTF-8: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** The file of an upload: the part `file` of a form, or the body itself. */
export async function parseFile(
  contentType: string | undefined,
  body: Buffer,
): Promise<{ type: string; filename: string; bytes: Buffer }> {
  if (contentType === undefined) throw badRequest('InvalidMedia', 'Content-Type is missing.');
  const file = /^multipart\/form-data/i.test(contentType)
    ? await filePart(contentType, body)
    : { type: contentType, filename: '', bytes: body };
  if (file.bytes.length === 0) throw badRequest('InvalidMedia', 'The file is empty.');
  return file;
}

async function filePart(
  contentType: string,
  body: Buffer,
): Promise<{ type: string; filename: string; bytes: Buffer }> {
  const part = await formData(contentType, body).then((form) => form.get('file'));
  if (part === null || typeof part === 'string')
    throw badRequest('InvalidMedia', "The form has no file in a part named 'file'.");
  return {
    type: part.type || 'application/octet-stream',
    filename: part.name,
    bytes: Buffer.from(await part.arrayBuffer()),
  };
}

async function formData(contentType: string, body: Buffer): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
  } catch (error) {
    throw badRequest(
      'InvalidMedia',
      `The form cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
