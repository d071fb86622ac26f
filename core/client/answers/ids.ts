import { asText, isRecord, readField } from '../../reading';
import { UUID } from '../../receive/signs';
import { toneOf } from '../../receive/tone';

const LONGEST_ID = 200;
const NO_ID = /^(?:[-0.]+|-\d+)$/;
/** Numbers that JSON holds without all of their digits, or not at all. */
const LOSES_DIGITS = /^[+-]?\d(?:\.\d+)?e(?:[+-]\d+|\d{3,4})$/i;

/** A text or number that can be an id: it has a digit, and is neither a sentence, a word of refusal nor a number that JSON cannot hold. */
export function asId(value: unknown): string | undefined {
  const text = asText(value)
    ?.slice(0, LONGEST_ID + 1)
    .trim();
  if (text === undefined || text.length > LONGEST_ID || !/\d/.test(text) || /\s/.test(text)) return undefined;
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return undefined;
  if (NO_ID.test(text) || LOSES_DIGITS.test(text)) return undefined;
  const tone = UUID.test(text) ? undefined : toneOf(text);
  return tone === 'bad' || tone === 'mixed' ? undefined : text;
}

export function firstId(entry: unknown, names: readonly string[]): string | undefined {
  for (const name of names) {
    const id = asId(readField(entry, name));
    if (id !== undefined) return id;
  }
  return undefined;
}

/** A value without an id's field name counts as an id only if it looks like one. */
export function asBareId(value: unknown): string | undefined {
  const id = asId(value);
  return id !== undefined && UUID.test(id) ? id : undefined;
}

/** A bare text in a list that is not a list of ids counts only if it looks like an id. */
export function unlessBare(entry: unknown): unknown {
  return isRecord(entry) || asBareId(entry) !== undefined ? entry : undefined;
}
