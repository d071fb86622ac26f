/** An escape, the end of a string, a number, or a sign around values. What stands in strings is skipped by counting their ends. */
const TOKEN = /\\.|"|-?\d[\d.eE+-]*|[[{]\s*[\]}]?|[\]},:]/gs;

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
  let isInString = false;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '"') isInString = !isInString;
    else if (isInString) continue;
    else if (token === ',') values += 1;
    else if (token === ':') fieldsWithin.push((fieldsWithin.pop() ?? 0) + 1);
    else if (token === ']' || token === '}') fieldsWithin.pop();
    else if (token.startsWith('[') || token.startsWith('{')) {
      const isEmpty = /[\]}]$/.test(token);
      if (fieldsWithin.length + 1 > most.depth) return 'depth';
      if (!isEmpty) {
        fieldsWithin.push(0);
        values += 1;
      }
    }
    if (values > most.values) return 'values';
    if ((fieldsWithin.at(-1) ?? 0) > most.fields) return 'fields';
  }
  return undefined;
}

/** The same JSON with each whole number that would lose digits as text. The JSON must be valid. */
function withBigIntegersQuoted(text: string): string {
  let isInString = false;
  return text.replace(TOKEN, (token) => {
    if (token === '"') isInString = !isInString;
    return !isInString && losesDigits(token) ? `"${token}"` : token;
  });
}

function losesDigits(token: string): boolean {
  return /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token));
}
