import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { Request } from 'express';

import { readProperty } from '../../core/reading';
import { readBytes, readParsed, type ReadBody } from '../../core/receive';

/** The body of a request; `refused` is the status to answer with. */
export type Body =
  { ok: true; body: unknown } | { ok: false; refused: 400 | 408 | 413 | 415; reason: string };

/** How long a caller may take to send its body. */
const READING_MS = 10_000;

/**
 * Reads the body of a request: JSON as a value, anything else as text. Limited in size and time, so that no caller can fill the memory or
 * hold a connection open. A body that a middleware has already parsed is used as it is.
 */
export async function readBody(request: Request, maxBytes: number): Promise<Body> {
  const parsed: unknown = request.body;
  const type = request.headers['content-type'];
  if (parsed !== undefined && request.readableEnded) return refusable(readParsed(parsed, type));
  if (Number(request.headers['content-length']) > maxBytes) return tooLarge(maxBytes);
  const bytes = await collect(request, maxBytes);
  if (!(bytes instanceof Uint8Array)) return bytes;
  const unpacked = await unpack(bytes, request.headers['content-encoding'], maxBytes);
  return unpacked instanceof Uint8Array ? refusable(readBytes(unpacked, type)) : unpacked;
}

const UNPACKING = new Map([
  ['gzip', promisify<Uint8Array, object, Buffer>(gunzip)],
  ['deflate', promisify<Uint8Array, object, Buffer>(inflate)],
  ['br', promisify<Uint8Array, object, Buffer>(brotliDecompress)],
]);

async function unpack(
  bytes: Uint8Array,
  encoding = 'identity',
  maxBytes: number,
): Promise<Uint8Array | Body> {
  const name = encoding.trim().toLowerCase();
  if (name === 'identity' || name === '') return bytes;
  const unpacking = UNPACKING.get(name);
  if (unpacking === undefined)
    return { ok: false, refused: 415, reason: 'The encoding of the body is not known.' };
  try {
    return await unpacking(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    if (readProperty(error, 'code') === 'ERR_BUFFER_TOO_LARGE') return tooLarge(maxBytes);
    return { ok: false, refused: 400, reason: 'The body cannot be unpacked.' };
  }
}

function tooLarge(maxBytes: number): Body {
  return { ok: false, refused: 413, reason: `The body is larger than ${maxBytes} bytes.` };
}

function collect(request: Request, maxBytes: number): Promise<Uint8Array | Body> {
  return new Promise((resolve) => {
    const parts: Uint8Array[] = [];
    let size = 0;
    const late = AbortSignal.timeout(READING_MS);
    const end = (result: Uint8Array | Body) => {
      late.removeEventListener('abort', onLate);
      request.removeListener('data', onData);
      resolve(result);
    };
    const onLate = () => end({ ok: false, refused: 408, reason: 'The body did not arrive in time.' });
    const onData = (part: Uint8Array) => {
      size += part.length;
      if (size > maxBytes) end(tooLarge(maxBytes));
      else parts.push(part);
    };
    late.addEventListener('abort', onLate);
    request.on('data', onData);
    request.once('end', () => end(Buffer.concat(parts)));
    request.once('close', () => end({ ok: false, refused: 400, reason: 'The body is not complete.' }));
    request.once('error', () => end({ ok: false, refused: 400, reason: 'The body is not complete.' }));
  });
}

/** An unacceptable body is refused, so that the caller can send it again; it never reaches a flow. */
function refusable(read: ReadBody): Body {
  return read.ok ? read : { ...read, refused: 400 };
}
