import type { Path } from '../../core/contract/sentences';
import { jsonOf } from '../../core/json';
import { decimalIn, isRecord } from '../../core/reading';

/** The content of one typed input of the editor: the chosen type and the entered value. */
export interface StoredTypedValue {
  t: string;
  v?: unknown;
}

/** A setting that still contains `${NAME}` or `$(NAME)`, because there is no such variable. */
export interface UnsetVariable {
  /** Its path in the stored settings, such as `['form', 'message', 'to']`. */
  path: Path;
  variable: string;
}

/** An environment variable in place of a whole value, as Node-RED reads it: without spaces, also as older flows have it. */
export const ENVIRONMENT_VARIABLE = /^\$(?:\{(\S+)\}|\((\S+)\))$/;

/** Settings that are not sent and prevent nothing. */
const WITHOUT_EFFECT = ['name', 'info'];

/** The unset environment variables in settings: Node-RED leaves their `${NAME}`, which would be sent as it is. */
export function unsetVariables(settings: unknown): UnsetVariable[] {
  if (!isRecord(settings)) return [];
  const used = Object.entries(settings).filter(([name]) => !WITHOUT_EFFECT.includes(name));
  return used.flatMap(([name, value]) => unsetIn(value, [name]));
}

function unsetIn(value: unknown, path: Path): UnsetVariable[] {
  if (typeof value === 'string') {
    const [, inBraces, variable = inBraces] = ENVIRONMENT_VARIABLE.exec(value) ?? [];
    return variable === undefined ? [] : [{ path, variable }];
  }
  if (Array.isArray(value)) return value.flatMap((entry, index) => unsetIn(entry, [...path, index]));
  if (!isRecord(value)) return [];
  const { t, v } = value;
  // Variable names, and JSONata, in which ${…} has its own meaning, are evaluated with each message.
  if (t === 'env' || t === 'jsonata') return [];
  return typeof t === 'string'
    ? unsetIn(v, path)
    : Object.entries(value).flatMap(([name, inner]) => unsetIn(inner, [...path, name]));
}

/*
 * These read what the editor has stored for a node, which people edit and import: a missing value, or one of the wrong type, becomes the
 * default, so that a node always starts. No schema is used, because zod takes longer to load than the rest of a node.
 */

/** A text without surrounding spaces. */
export function textIn(value: unknown): string {
  return exactTextIn(value).trim();
}

/** As `textIn`, of what must not be as if nothing was entered because of how it is written: an object or a list is its JSON. */
export function wholeTextIn(value: unknown): string {
  return textIn(typeof value === 'object' && value !== null ? jsonOf(value) : value);
}

/** A text with surrounding spaces, which a password may have; numbers (from environment variables) become text. */
export function exactTextIn(value: unknown): string {
  if (Number.isFinite(value)) return String(value);
  return typeof value === 'string' ? value : '';
}

/** Whether nothing was entered: there is no typed input with a value anywhere, or the number is 0. */
export function isNothing(value: unknown): boolean {
  return isEmpty(value) || String(value).trim() === '0';
}

/** Whether a field was left empty. */
export function isBlank(value: unknown): boolean {
  return (value ?? '') === '';
}

/** Whether nothing was filled in: there is no typed input with a value anywhere. A list entry that only has its type counts as filled in. */
export function isEmpty(value: unknown): boolean {
  if (isBlank(value)) return true;
  if (Array.isArray(value)) return value.length === 0;
  if (!isRecord(value)) return false;
  return typeof value['t'] === 'string' && 'v' in value
    ? value['v'] === ''
    : Object.values(value).every(isEmpty);
}

/** One of several words, in any case; the first is the default. */
export function choiceIn<Word extends string>(value: unknown, words: readonly [Word, ...Word[]]): Word {
  return wordIn(value, words) ?? words[0];
}

/** The same; undefined for another word. */
export function wordIn<Word extends string>(value: unknown, words: readonly Word[]): Word | undefined {
  const text = (typeof value === 'string' ? value.trim() : String(jsonOf(value))).toLowerCase();
  return words.find((word) => word.toLowerCase() === text);
}

/** A number, also as text, or undefined. */
export function numberIn(value: unknown): number | undefined {
  const number = typeof value === 'string' ? decimalIn(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** A typed input. Where the default is nothing, a value by itself counts as entered: a limit must not be off because of how it is written. */
export function typedValueIn(stored: unknown, byDefault: StoredTypedValue): StoredTypedValue {
  const value = stored ?? undefined;
  if (isRecord(value) && typeof value['t'] === 'string') return { t: value['t'], v: value['v'] };
  return value === undefined || byDefault.v !== '' ? byDefault : { t: 'str', v: value };
}
