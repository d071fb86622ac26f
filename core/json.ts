import { isRecord } from './reading';

/** An escape, the end of a string, or a number. What stands in strings is skipped by counting their ends. */
const TOKEN = /\\.|"|-?\d[\d.eE+-]*/gs;

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
export function jsonOf(
  value: unknown,
  replacer?: (name: string, value: unknown) => unknown,
): string | undefined {
  try {
    return JSON.stringify(value, replacer);
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

/** Whether a text is only the separators of a list, as when an expression found nothing to put between them. */
export function hasOnlySeparators(value: unknown): boolean {
  return typeof value === 'string' && !/[^\s,;]/.test(value) && /[,;]/.test(value);
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

/** Whether a value that others have parsed holds a whole number beyond 2^53, which may have lost digits. It must not nest deeply (`harmIn`). */
export function mayHaveLostDigits(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
  return (isRecord(value) || Array.isArray(value)) && Object.values(value).some(mayHaveLostDigits);
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
