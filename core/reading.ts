/** Whether a value is a JSON object. Binary data is none: to list the fields of a large Buffer takes minutes and gigabytes. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

/** The fields of an object; none of anything else. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

/** What an error says. Anything can be thrown: JSONata throws plain objects with a message. */
export function messageIn(error: unknown): string {
  const message = readProperty(error, 'message');
  return typeof message === 'string' ? message : String(error);
}

/** A copy of an object without the fields that are undefined. */
export function present<Fields extends object>(fields: Fields): Fields {
  const copy = { ...fields };
  for (const name in copy) if (copy[name] === undefined) delete copy[name];
  return copy;
}

/** Whether a value is a plain object, not a Buffer, a Date or the like. */
export function isPlainRecord(value: unknown): value is Record<string, unknown> {
  return Object.prototype.toString.call(value) === '[object Object]';
}

/**
 * The first field of `value` that has one of `names`, in any case: the service reads and writes field names case-insensitively
 * (specification 1). Fields that are null count as absent.
 */
export function readField(value: unknown, ...names: string[]): unknown {
  for (const name of names) {
    const found = fieldsNamed(value, name).find((each) => each !== null && each !== undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** All values of the fields that have one of `names`, in any case. */
export function fieldsNamed(value: unknown, ...names: string[]): unknown[] {
  const found: unknown[] = [];
  if (!isRecord(value)) return found;
  for (const key of Object.keys(value)) {
    for (const name of names) if (sameButForCase(key, name)) found.push(value[key]);
  }
  return found;
}

/** Compares the lengths first, because most names that differ have different lengths. */
function sameButForCase(key: string, name: string): boolean {
  return key === name || (key.length === name.length && key.toLowerCase() === name.toLowerCase());
}

/** The URL that a text is; undefined if it is none. `URL.parse` and `URL.canParse` would do, but older browsers lack them. */
export function urlIn(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** A property of any object by its exact name, even if it is inherited or not enumerable, such as the `cause` of an error. */
export function readProperty(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** As `readField`, as text: numbers become text, anything else counts as absent. */
export function readText(value: unknown, ...names: string[]): string | undefined {
  return asText(readField(value, ...names));
}

/** A text or number as text, a number with all its digits (never as 4.1e+21); undefined for anything else and for empty texts. */
export function asText(value: unknown): string | undefined {
  if (Number.isInteger(value)) return BigInt(Number(value)).toString();
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** As `readField`, as a list; undefined if the value is not a list. */
export function readList(value: unknown, ...names: string[]): unknown[] | undefined {
  const found = readField(value, ...names);
  return Array.isArray(found) ? found : undefined;
}

/** Whether a field of the service that speaks of an error says something: not null, false, 0 or '0', and not empty. */
export function isFilled(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  if (typeof value === 'string') return value.trim() !== '' && value.trim() !== '0';
  return value === true || (typeof value === 'number' && value !== 0);
}

/** A copy of an object with the entries of one of its lists changed; the same value if it has no such list. */
export function withList(
  object: unknown,
  name: string,
  change: (entry: unknown, index: number) => unknown,
): unknown {
  const list = isRecord(object) ? object[name] : undefined;
  return isRecord(object) && Array.isArray(list) ? { ...object, [name]: list.map(change) } : object;
}

/** The value at a path, or undefined. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((current, key) => {
    if (Array.isArray(current) && typeof key === 'number') return current[key];
    return isRecord(current) && typeof key === 'string' && Object.hasOwn(current, key)
      ? current[key]
      : undefined;
  }, value);
}

/** A Date as ISO 8601 text; anything else as it is, also a Date that is none. */
export function dateAsText(value: unknown): unknown {
  return value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : value;
}

/** True or false, also as text in any case, as tables write it; anything else as it is. */
export function booleanEntered(value: unknown): unknown {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
  return word === 'true' ? true : word === 'false' ? false : value;
}

/** A number, also as text; undefined if nothing was entered, NaN for anything else, and for `1.000`, which can mean a thousand. */
export function numberEntered(entered: unknown): number | undefined {
  if (entered === undefined || entered === null) return undefined;
  if (typeof entered === 'number') return entered;
  if (typeof entered !== 'string') return Number.NaN;
  return entered.trim() === '' ? undefined : (decimalIn(entered) ?? Number.NaN);
}

/** The number above 0 that was entered, as `numberEntered` reads it; undefined for anything else. */
export function aboveZero(entered: unknown): number | undefined {
  const number = numberEntered(entered) ?? 0;
  return number > 0 && Number.isFinite(number) ? number : undefined;
}

/** The number that a text is, with a decimal point; undefined for anything else, and for 1.000, which many write for a thousand. */
export function decimalIn(text: string): number | undefined {
  const plain = text.trim();
  const isPlain = /^-?\d+(?:\.\d+)?$/.test(plain) && !/^-?[1-9]\d{0,2}\.\d{3}$/.test(plain);
  return isPlain ? Number(plain) : undefined;
}

/** What is left in a text by an expression or a program that found no text. Each lookbehind follows its word, as most texts do not have the word. */
const LEFT_BY_PROGRAMS =
  /^null$|\[object \w+\]|\[undefined\]|\[null\]|\bInvalid Date(?:Time)?\b|undefined(?<![\p{L}\p{N}]undefined)(?![\p{L}\p{N}])|NaN(?<![\p{L}\p{N}]NaN)(?![\p{L}\p{N}])/u;

/** The words in a text that an expression or a program has left there, as it found no text; undefined if there are none. */
export function leftByProgram(text: string): string | undefined {
  return LEFT_BY_PROGRAMS.exec(text)?.[0];
}

/** No request is nested this deep, and an object that contains itself ends here. */
export const DEEPEST = 12;
