const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;

/**
 * Reads JSON as `JSON.parse` does, but keeps whole numbers beyond 2^53 as text: as numbers they would lose digits, and two ids could become
 * one. Numbers with a fraction or an exponent stay numbers. Takes linear time.
 *
 * @example parseJson('{"messageId":9007199254740993}') // { messageId: '9007199254740993' }
 * @throws SyntaxError as `JSON.parse`
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return /\d{16}/.test(text) ? JSON.parse(withBigIntegersQuoted(text)) : value;
}

/** A value as JSON text; undefined if there is none: JavaScript has integers and objects that JSON cannot hold. */
export function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/**
 * The entries of a list as people and flows give it: an array, its JSON text, or a text with commas, semicolons or line breaks between the
 * entries. A single value is a list of one; nothing is an empty list.
 *
 * @example listEntered('["a", "b"]') // ['a', 'b'], as listEntered('a, b')
 */
export function listEntered(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  if (typeof value !== 'string') return Array.isArray(value) ? value : [value];
  return (
    arrayInJson(value) ??
    value
      .split(/[,;\n]/)
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
  );
}

function arrayInJson(text: string): unknown[] | undefined {
  if (!text.trim().startsWith('[')) return undefined;
  try {
    const value = parseJson(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether a value that others have parsed holds a whole number beyond 2^53, which may have lost digits. Works through a list instead of
 * recursion, because deep nesting would overflow the stack.
 */
export function mayHaveLostDigits(whole: unknown): boolean {
  const pending = [whole];
  const seen = new Set<object>();
  for (const value of pending) {
    if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) return true;
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || seen.has(value)) continue;
    seen.add(value);
    for (const inner of Object.values(value)) pending.push(inner);
  }
  return false;
}

/** How far JSON may go. */
interface JsonBounds {
  depth: number;
  /** Of one object. */
  fields: number;
  /** The entries of all lists and the fields of all objects. */
  values: number;
}

/**
 * Which of the bounds a JSON text exceeds; undefined if none. It only counts signs outside of strings, because parsing itself takes long when
 * there is too much: 200,000 different names hold up everything else for a second.
 */
export function exceededBound(text: string, most: JsonBounds): keyof JsonBounds | undefined {
  const fieldsWithin: number[] = [];
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === '"') at = endOfString(text, at) - 1;
    else if (sign === ',') values += 1;
    else if (sign === ':') fieldsWithin.push((fieldsWithin.pop() ?? 0) + 1);
    else if (sign === '[' || sign === '{') {
      fieldsWithin.push(0);
      values += isEmptyFrom(text, at + 1) ? 0 : 1;
    } else if (sign === ']' || sign === '}') fieldsWithin.pop();
    else continue;
    if (values > most.values) return 'values';
    if (fieldsWithin.length > most.depth) return 'depth';
    if ((fieldsWithin.at(-1) ?? 0) > most.fields) return 'fields';
  }
  return undefined;
}

/** Whether a list or an object ends where its first entry could be. */
function isEmptyFrom(text: string, start: number): boolean {
  let at = start;
  while (at < text.length && ' \t\r\n'.includes(text.charAt(at))) at += 1;
  return text.charAt(at) === ']' || text.charAt(at) === '}';
}

/** The same JSON with each whole number that would lose digits as text. The JSON must be valid. */
function withBigIntegersQuoted(text: string): string {
  const parts: string[] = [];
  let copied = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === MINUS || isDigit(code)) {
      const end = endOfNumber(text, at);
      const number = text.slice(at, end);
      if (losesDigits(number)) {
        parts.push(text.slice(copied, at), `"${number}"`);
        copied = end;
      }
      at = end;
    } else at += 1;
  }
  return parts.join('') + text.slice(copied);
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at + 1;
}

/** A number consists of digits, signs, a point and an E; whatever follows it in JSON is none of these. */
function endOfNumber(text: string, start: number): number {
  let at = start + 1;
  while (isDigit(text.charCodeAt(at)) || '+-.eE'.includes(text.charAt(at) || ' ')) at += 1;
  return at;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function losesDigits(number: string): boolean {
  return !/[.eE]/.test(number) && !Number.isSafeInteger(Number(number));
}
