import { parseJson } from '../json';
import { isRecord } from '../reading';
import { formIn } from './form';
import { bodiesIn, MOST_EVENTS } from './severalEvents';

/** The service nests less deeply; what nests deeper, flows cannot copy or show. */
const MAX_DEPTH = 32;

/** The service sends some dozens, in a list of 1,000 events some thousands; what has many more only takes time. */
const MAX_VALUES = 50_000;
const MAX_FIELDS = 1000;
const TOO_DEEP = `The body nests deeper than ${MAX_DEPTH} levels.`;
const TOO_MANY = `An object has more than ${MAX_FIELDS} fields, or the body more than ${MAX_VALUES} values.`;
const TOO_MANY_EVENTS = `The body has more than ${MOST_EVENTS} events.`;

/** The value of a body of JSON, unless it could harm the flow. */
export function jsonIn(body: string): { value: unknown } | undefined {
  try {
    const value = parseJson(body);
    return harmIn(value, Infinity) === undefined ? { value } : undefined;
  } catch {
    // Not JSON, or JSON that could harm the flow: the caller decides what this means for its request.
    return undefined;
  }
}

/**
 * Says for people what in a body or query could harm the flow: deep nesting, very many values, and names that change an object's prototype when a
 * flow merges the object or parses the name (`a[b]`, `a.b`). The service sends none of these.
 * @param most how many values there may be; an answer of the service has as many as its request asked for
 */
export function harmIn(body: unknown, most = MAX_VALUES): string | undefined {
  let level = [body].filter(holdsValues);
  let values = 0;
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return TOO_DEEP;
    const next: object[] = [];
    for (const each of level) {
      const names = Array.isArray(each) ? undefined : Object.keys(each);
      if (names !== undefined && names.length > MAX_FIELDS) return TOO_MANY;
      const inner: unknown[] = Array.isArray(each) ? each : Object.values(each);
      values += inner.length;
      if (values > most) return TOO_MANY;
      if (namesPrototype(each) || names?.some(leadsToPrototype) === true) return PROTOTYPE_NAMED;
      for (const value of inner) if (holdsValues(value)) next.push(value);
    }
    level = next;
  }
  return undefined;
}

const PROTOTYPE_NAMED = 'It contains a field that no message has: __proto__ or constructor.prototype.';

/** Whether a flow that takes the name apart, as parsers of forms do, gets to a prototype. */
function leadsToPrototype(name: string): boolean {
  if (!/proto/.test(name)) return false;
  const parts = name.split(/[[\].]+/).map((part) => part.trim());
  return parts.some(
    (part, index) => part === '__proto__' || (part === 'constructor' && parts[index + 1] === 'prototype'),
  );
}

function holdsValues(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
}

function namesPrototype(value: object): boolean {
  return (
    Object.hasOwn(value, 'constructor') &&
    isRecord(Reflect.get(value, 'constructor')) &&
    Object.hasOwn(Object(Reflect.get(value, 'constructor')), 'prototype')
  );
}

const FORM = /^\s*application\/x-www-form-urlencoded\b/i;

/** The value of a body, or the reason why it is refused, for the caller. */
export type ReadBody = { ok: true; body: unknown } | { ok: false; reason: string };

/**
 * Reads the bytes of a body: JSON becomes a value, whatever content type the caller gives, a form its fields, and anything else text.
 * @param contentType also names the character set if it is not UTF-8
 */
export function readBytes(bytes: Uint8Array, contentType = ''): ReadBody {
  const [, charset = 'UTF-8'] = /charset="?([^\s;"]+)/i.exec(contentType) ?? [];
  const text = decoded(bytes, charset);
  return text === undefined ? notReadable(charset) : readText(text, charset, FORM.test(contentType));
}

/** Takes a body that the platform has parsed, unless it could harm the flow. Bytes, and text that contains JSON, are read too. */
export function readParsed(body: unknown, contentType?: string): ReadBody {
  if (body instanceof Uint8Array) return readBytes(body, contentType);
  return typeof body === 'string' ? readText(body) : unlessHarmful(body);
}

function readText(text: string, charset = 'UTF-8', isForm = false): ReadBody {
  if (/^\s*[[{]/.test(text)) {
    try {
      return unlessHarmful(parseJson(text));
    } catch {
      return notReadable(charset);
    }
  }
  // A form can come as any text, also with several parts: flows and the reader of events take it apart.
  if (!isForm && !text.includes('=')) return { ok: true, body: text };
  const parts = /^\s*--/.test(text) ? [...text.matchAll(/;\s*name="?([^";\r\n]*)/gi)] : [];
  if (parts.length > MAX_FIELDS || text.split('&', MAX_VALUES + 1).length > MAX_VALUES)
    return { ok: false, reason: TOO_MANY };
  if (parts.some(([, name = '']) => leadsToPrototype(name))) return { ok: false, reason: PROTOTYPE_NAMED };
  const form = unlessHarmful(formIn(text));
  return form.ok && !isForm ? { ok: true, body: text } : form;
}

function unlessHarmful(body: unknown): ReadBody {
  const reason = harmIn(body) ?? (bodiesIn(body).length > MOST_EVENTS ? TOO_MANY_EVENTS : undefined);
  return reason === undefined ? { ok: true, body } : { ok: false, reason };
}

const notReadable = (charset: string): ReadBody => ({
  ok: false,
  reason: `The body is neither JSON nor text in ${charset}.`,
});

/** Undefined for bytes that are no text in this character set, and for a set that nobody knows. */
function decoded(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
