import { parseJson } from '../json';
import { isRecord } from '../reading';
import { asInternationalNumber } from '../contract/phoneNumber';
import { ENVELOPES, plainName, VALUE_NAMES } from './vocabulary';

/** The values of each plain name, outer objects before inner ones. A Map, so that `__proto__` is a field like any other. */
export type Fields = ReadonlyMap<string, readonly unknown[]>;

/** An envelope, and what stands in it. */
const MAX_DEPTH = 2;
const MAX_OBJECTS = 32;

/** The fields of a body and of the envelopes in it: an object, a list of one, JSON, a form (`a=1&b=2`), or bytes of these. Never throws. */
export function collectFields(raw: unknown): Fields {
  const fields = new Map<string, unknown[]>();
  const root = asObject(parseText(raw));
  const objects = root === undefined ? [] : [{ object: root, depth: 0 }];
  for (const { object, depth } of objects) {
    for (const [name, value] of addFields(fields, object)) {
      const inner = depth < MAX_DEPTH && ENVELOPES.has(name) ? asObject(value) : undefined;
      if (inner !== undefined && objects.length < MAX_OBJECTS)
        objects.push({ object: inner, depth: depth + 1 });
    }
  }
  return fields;
}

/** Whether a body or a query is empty. */
export function isBlank(raw: unknown): boolean {
  if (raw === undefined || raw === null) return true;
  if (typeof raw === 'string') return raw.trim() === '';
  if (raw instanceof Uint8Array) return raw.length === 0;
  return typeof raw === 'object' && Object.keys(raw).length === 0;
}

/** The first value that `read` accepts. Earlier names win over later ones, even if those are in an outer object. */
export function readFirst<Found>(
  fields: Fields,
  names: readonly string[],
  read: (value: unknown) => Found | undefined,
): Found | undefined {
  for (const name of names) {
    for (const value of fields.get(name) ?? []) {
      const found = read(value);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** The first text or number with one of the names that is not empty, trimmed. */
export function readFilledText(fields: Fields, names: readonly string[]): string | undefined {
  return readFirst(fields, names, filledText);
}

/** As `readFilledText`, for an id. Undefined if the first one is a number that may have lost digits: it could be the id of another message. */
export function readId(fields: Fields, names: readonly string[]): string | undefined {
  const given = readFirst(fields, names, (value) =>
    filledText(value) === undefined ? undefined : { value },
  );
  if (typeof given?.value === 'number' && !Number.isSafeInteger(given.value)) return undefined;
  return filledText(given?.value);
}

/** The fields of the first object with one of the names, and that name. */
export function readObject(
  fields: Fields,
  names: readonly string[],
): { name: string; within: Fields } | undefined {
  for (const name of names) {
    const object = readFirst(fields, [name], asObject);
    if (object !== undefined) return { name, within: fieldsOf(object) };
  }
  return undefined;
}

/** Text as it is; a number with all its digits (never as 4.1e+21). */
export function plainText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  return Number.isInteger(value) ? BigInt(value).toString() : String(value);
}

/** As `readFilledText`, also if the value is in an object or in a list of one. */
export function wrappedText(value: unknown): string | undefined {
  const object = asObject(value);
  if (object !== undefined) return readFilledText(fieldsOf(object), VALUE_NAMES);
  return filledText(Array.isArray(value) && value.length === 1 ? value[0] : value);
}

/** As `wrappedText`, for a phone number: in international format if possible. Restores the leading +, which a query string turns into a blank. */
export function addressText(value: unknown): string | undefined {
  const written =
    typeof value === 'string' && /^ [1-9]/.test(value) ? `+${value.trim()}` : wrappedText(value);
  return written === undefined ? undefined : (asInternationalNumber(written) ?? written);
}

/** Adds the fields that have a value. */
export function addPresent<Target extends object>(target: Target, fields: Partial<Target>): Target {
  for (const name in fields) {
    const value = fields[name];
    if (value !== undefined) target[name] = value;
  }
  return target;
}

function filledText(value: unknown): string | undefined {
  return plainText(value)?.trim() || undefined;
}

function fieldsOf(object: Record<string, unknown>): Fields {
  const fields = new Map<string, unknown[]>();
  addFields(fields, object);
  return fields;
}

/** Adds the fields of an object, and returns them by their plain names. */
function addFields(fields: Map<string, unknown[]>, object: Record<string, unknown>): [string, unknown][] {
  const added = Object.entries(object).map(([name, value]): [string, unknown] => [plainName(name), value]);
  for (const [name, value] of added) {
    const values = fields.get(name);
    if (values === undefined) fields.set(name, [value]);
    else values.push(value);
  }
  return added;
}

function asObject(value: unknown): Record<string, unknown> | undefined {
  const single: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return isRecord(single) && !(single instanceof Uint8Array) ? single : undefined;
}

/** Parses JSON or form fields in text or bytes; returns anything else as it is. */
export function parseText(raw: unknown): unknown {
  const text = raw instanceof Uint8Array ? new TextDecoder().decode(raw) : raw;
  if (typeof text !== 'string') return text;
  if (/^\s*[[{]/.test(text)) return jsonIn(text);
  return text.includes('=') ? Object.fromEntries(new URLSearchParams(text)) : undefined;
}

function jsonIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined; // Text that only looks like JSON has no fields; `raw` keeps it.
  }
}
