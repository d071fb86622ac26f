import { parseJson } from '../json';
import { isRecord } from '../reading';

/** The service nests less deeply; what nests deeper, flows cannot copy or show. */
const MAX_DEPTH = 32;

/**
 * Says for people what in a parsed body could harm the flow: nesting so deep that recursive copying overflows the stack, and names
 * that change an object's prototype when a flow merges the body into it. The service sends neither.
 */
export function harmIn(body: unknown): string | undefined {
  let level = [body].filter(holdsValues);
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return `The body nests deeper than ${MAX_DEPTH} levels.`;
    if (level.some(namesPrototype)) return PROTOTYPE_NAMED;
    level = level.flatMap((value) => Object.values(value).filter(holdsValues));
  }
  return undefined;
}

/** As `harmIn`, for a query. Also looks into names such as `a[b]`, which a flow may parse. */
export function harmInQuery(query: object): string | undefined {
  const named = Object.keys(query).some((name) => /__proto__|constructor\]?[[.]prototype/.test(name));
  return named ? PROTOTYPE_NAMED : harmIn(query);
}

const PROTOTYPE_NAMED = 'It contains a field that no message has: __proto__ or constructor.prototype.';

function holdsValues(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
}

function namesPrototype(value: object): boolean {
  if (Object.hasOwn(value, '__proto__')) return true;
  return (
    Object.hasOwn(value, 'constructor') &&
    isRecord(Reflect.get(value, 'constructor')) &&
    Object.hasOwn(Object(Reflect.get(value, 'constructor')), 'prototype')
  );
}

/** The value of a body, or the reason why it is refused, for the caller. */
export type ReadBody = { ok: true; body: unknown } | { ok: false; reason: string };

/** Reads the bytes of a body, whatever content type the caller gives: JSON becomes a value, anything else text. */
export function readBytes(bytes: Uint8Array): ReadBody {
  const text = utf8In(bytes);
  return text === undefined ? NOT_READABLE : readText(text);
}

/** Takes a body that the platform has parsed, unless it could harm the flow. Text that contains JSON is parsed too. */
export function readParsed(body: unknown): ReadBody {
  return typeof body === 'string' ? readText(body) : unlessHarmful(body);
}

function readText(text: string): ReadBody {
  if (!/^\s*[[{]/.test(text)) return { ok: true, body: text };
  try {
    return unlessHarmful(parseJson(text));
  } catch {
    return NOT_READABLE;
  }
}

function unlessHarmful(body: unknown): ReadBody {
  const reason = harmIn(body);
  return reason === undefined ? { ok: true, body } : { ok: false, reason };
}

const NOT_READABLE: ReadBody = { ok: false, reason: 'The body is neither JSON nor text in UTF-8.' };

/** Whether all bytes are valid UTF-8. */
export function isUtf8(bytes: Uint8Array): boolean {
  return utf8In(bytes) !== undefined;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The bytes decoded as UTF-8; undefined if they are not valid UTF-8. */
function utf8In(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
