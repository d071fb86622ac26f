import { z } from 'zod/v4';

import { countCharacters } from '../sms';
import { INT32_MAX, INT32_MIN } from './patterns';
import type { Finding, SentenceKey } from './sentences';

/** The texts for a field of the contract in the editors and the field reference. */
export type FieldText = {
  /** Name on the form, in title case. */
  label: string;
  /** One or two sentences that are clear without the specification. */
  help: string;
  placeholder?: string;
  /** Whether the text usually has several lines. */
  long?: boolean;
  /** The choice that a form shows at first, and a field has that nobody has filled in. */
  usual?: string;
  /** Whether a file can be uploaded instead of entering an id. */
  media?: boolean;
  /** Part of the contract, but not offered by any editor (`help` says why). */
  hidden?: boolean;
};

/** The texts of every field, kept beside the schemas so that a field is described where it is defined. */
export const fieldTexts = z.registry<FieldText>();

export function field<S extends z.ZodType>(schema: S, text: FieldText): S {
  fieldTexts.add(schema, text);
  return schema;
}

/** A field with any text, which may be left out. */
export function optionalText(label: string, help: string, placeholder: string) {
  return field(z.string().nullable().optional(), { label, help, placeholder });
}

export type TextFormat =
  | 'internationalNumber'
  | 'webAddress'
  | 'dateTime'
  | 'fullDateTime'
  | 'calendarDate'
  /** An amount of money as people write it; the wire has 1000 times the amount. */
  | 'amount';

const formats = z.registry<{ format: TextFormat }>();

/** Records the format of a text, for forms that are stored without the schema. */
export function inFormat<S extends z.ZodType>(schema: S, format: TextFormat): S {
  formats.add(schema, { format });
  return schema;
}

/** The format of the text that a schema demands, if it is one that people write differently. */
export function formatOf(schema: unknown): TextFormat | undefined {
  return schema instanceof z.ZodType ? formats.get(schema)?.format : undefined;
}

/** A rule looks at a value and returns what is wrong; an empty list means that nothing is. */
export type Rule<T> = (value: T) => Finding[];

/**
 * Adds rules to a schema. They run only when everything inside the value is valid. On an invalid value, a rule would report mere
 * consequences, such as "needs a recipient" for a recipient that is there but misspelt.
 */
export function ruled<S extends z.ZodType>(schema: S, ...rules: Array<Rule<z.output<S>>>): S {
  return schema.superRefine((value, context) => {
    if (context.issues.length > 0) return;
    for (const finding of rules.flatMap((rule) => rule(value))) {
      context.addIssue({
        code: 'custom',
        message: finding.key,
        path: [...(finding.path ?? [])],
        params: { ...finding.values },
      });
    }
  });
}

/** A rule with a yes-or-no condition. */
export function demand<T>(holds: (value: T) => boolean, key: SentenceKey): Rule<T> {
  return (value) => (holds(value) ? [] : [{ key }]);
}

/** A text of at least one and at most `max` characters. */
export function text(max: number = Number.POSITIVE_INFINITY) {
  return ruled(z.string(), (value) => {
    const length = countCharacters(value);
    if (length === 0) return [{ key: 'empty' }];
    return length > max ? [{ key: 'tooLong', values: { max, got: length } }] : [];
  });
}

/** A list of at least one and at most `max` entries; `noun` names them in the message. */
export function list<S extends z.ZodType>(
  entry: S,
  noun: { one: string; many: string },
  max: number = Number.POSITIVE_INFINITY,
) {
  return ruled(z.array(entry), (value) => {
    if (value.length === 0) return [{ key: 'tooFew', values: { noun: noun.one } }];
    return value.length > max
      ? [{ key: 'tooMany', values: { max, noun: noun.many, got: value.length } }]
      : [];
  });
}

/** A whole number that fits the service's int32. */
export function int32(min: number = INT32_MIN, max: number = INT32_MAX) {
  return ruled(z.number(), (value) => {
    if (!Number.isInteger(value)) return [{ key: 'wholeNumber', values: { got: value } }];
    return value < min || value > max ? [{ key: 'range', values: { min, max, got: value } }] : [];
  });
}
