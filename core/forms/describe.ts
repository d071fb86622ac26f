import { z } from 'zod/v4';

import { formatOf, type TextFormat } from '../contract/field';
import { unwrap, variantsOf } from '../contract/structure';
import { labelOf } from './labels';

interface Described {
  /** Its name in the form and on the wire. */
  name: string;
  label: string;
  help: string;
  placeholder: string | undefined;
  required: boolean;
  /** Of a text that people may write differently than the service. */
  format?: TextFormat;
}

export interface TextField extends Described {
  kind: 'text';
  long: boolean;
  /** Whether it is a media id, which an upload can supply. */
  media: boolean;
  /** Whether it is a date and time, ISO 8601 on the wire. */
  moment: boolean;
}
export interface NumberField extends Described {
  kind: 'number';
}
export interface BooleanField extends Described {
  kind: 'boolean';
}
export interface ChoiceField extends Described {
  kind: 'choice';
  options: Choice[];
  /** What a new entry has, and a field that nobody has filled in. */
  usual?: string;
}
export interface GroupField extends Described, FormGroup {
  kind: 'group';
}
export interface OneOfField extends Described {
  kind: 'oneOf';
  variants: Variant[];
}
/** A list whose entries are groups (`fields`) or one of several objects (`variants`). */
export interface ListField extends Described {
  kind: 'list';
  entry: ({ kind: 'group' } & FormGroup) | { kind: 'oneOf'; variants: Variant[] };
}

/** A field of a form, independent of the platform. */
export type FormField =
  TextField | NumberField | BooleanField | ChoiceField | GroupField | OneOfField | ListField;

export interface Choice {
  value: string;
  label: string;
}

/** The fields of one object, and its fixed values (`type`), which nobody fills in. */
export interface FormGroup {
  fields: FormField[];
  fixed: Record<string, string>;
}

/** One of several objects: the value of its `type` and the fields that go with it. */
export interface Variant extends Choice, FormGroup {}

/** The form of an object of the contract, its fields in order; hidden fields are left out. */
export function groupOf(schema: z.ZodObject): FormGroup {
  const group: FormGroup = { fields: [], fixed: {} };
  for (const [name, wrapped] of Object.entries(schema.shape)) {
    const { schema: inner } = unwrap(wrapped);
    if (inner instanceof z.ZodLiteral) group.fixed[name] = String(inner.value);
    else group.fields.push(...describe(name, wrapped));
  }
  return group;
}

/** A group without some of its fields. */
export function groupWithout(group: FormGroup, ...names: string[]): FormGroup {
  return { ...group, fields: group.fields.filter(({ name }) => !names.includes(name)) };
}

/** The variants of a union; hidden ones are left out. */
export function variantsOfUnion(union: z.ZodDiscriminatedUnion): Variant[] {
  return [...variantsOf(union)].flatMap(([value, schema]) =>
    unwrap(schema).text?.hidden === true ? [] : [{ value, label: labelOf(value), ...groupOf(schema) }],
  );
}

/** The names of all fields in an object of the contract and in everything it contains, hidden or not. */
export function fieldNamesOf(wrapped: unknown, names = new Set<string>()): Set<string> {
  const { schema } = unwrap(wrapped);
  if (schema instanceof z.ZodArray) fieldNamesOf(schema.element, names);
  if (schema instanceof z.ZodDiscriminatedUnion)
    for (const variant of schema.options) fieldNamesOf(variant, names);
  if (schema instanceof z.ZodObject) {
    for (const [name, inner] of Object.entries(schema.shape)) {
      names.add(name);
      fieldNamesOf(inner, names);
    }
  }
  return names;
}

function describe(name: string, wrapped: unknown): FormField[] {
  const { schema, required, text } = unwrap(wrapped);
  if (text === undefined) throw undescribed(name);
  const { label, help, placeholder, long = false, media = false, hidden = false, usual } = text;
  if (hidden) return [];
  const format = formatOf(schema);
  const common = { name, label, help, placeholder, required, ...(format && { format }) };
  if (schema instanceof z.ZodString || format === 'amount') {
    const moment = format === 'dateTime' || format === 'fullDateTime';
    return [{ ...common, kind: 'text', long, media, moment }];
  }
  if (schema instanceof z.ZodNumber) return [{ ...common, kind: 'number' }];
  if (schema instanceof z.ZodBoolean) return [{ ...common, kind: 'boolean' }];
  if (schema instanceof z.ZodEnum) {
    const options = schema.options.map((value) => ({ value: String(value), label: labelOf(String(value)) }));
    return [{ ...common, kind: 'choice', options, ...(usual && { usual }) }];
  }
  if (schema instanceof z.ZodObject) return [{ ...common, kind: 'group', ...groupOf(schema) }];
  if (schema instanceof z.ZodDiscriminatedUnion)
    return [{ ...common, kind: 'oneOf', variants: variantsOfUnion(schema) }];
  if (schema instanceof z.ZodArray)
    return [{ ...common, kind: 'list', entry: describeEntry(schema.element) }];
  throw undescribed(name);
}

function describeEntry(wrapped: unknown): ListField['entry'] {
  const { schema } = unwrap(wrapped);
  if (schema instanceof z.ZodObject) return { kind: 'group', ...groupOf(schema) };
  if (schema instanceof z.ZodDiscriminatedUnion) return { kind: 'oneOf', variants: variantsOfUnion(schema) };
  throw undescribed('list entry');
}

/** Only seen by developers who extend the contract: a test describes all of it. */
function undescribed(name: string): Error {
  return new Error(`The contract's field "${name}" has no text, or a kind that no form knows`);
}
