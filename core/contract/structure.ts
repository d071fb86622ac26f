import { z } from 'zod/v4';

import { isRecord, valueAt } from '../reading';
import { fieldTexts, type FieldText } from './field';
import { discriminator } from './names';

/** A schema without its wrappers, and what the wrappers say. */
interface Unwrapped {
  schema: unknown;
  required: boolean;
  text: FieldText | undefined;
}

/** Removes `optional` and `nullable` from a schema. Texts of a wrapper apply to the schema inside. */
export function unwrap(schema: unknown): Unwrapped {
  let inner = schema;
  let required = true;
  let text = textOf(inner);
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable) {
    required = false;
    inner = inner.unwrap();
    text ??= textOf(inner);
  }
  return { schema: inner, required, text };
}

function textOf(schema: unknown): FieldText | undefined {
  return schema instanceof z.ZodType ? fieldTexts.get(schema) : undefined;
}

/** The objects a union chooses from, by the value of their discriminator. */
export function variantsOf(union: z.ZodDiscriminatedUnion): Map<string, z.ZodObject> {
  const variants = new Map<string, z.ZodObject>();
  for (const option of union.options) {
    if (!(option instanceof z.ZodObject)) continue;
    const literal: unknown = option.shape[discriminator];
    if (literal instanceof z.ZodLiteral)
      for (const value of literal.values) variants.set(String(value), option);
  }
  return variants;
}

/** The schema for the value at a path; in a union, the one that the value selects. */
export function schemaAt(schema: unknown, value: unknown, path: readonly PropertyKey[]): unknown {
  const resolved = resolve(unwrap(schema).schema, value);
  const [key, ...rest] = path;
  if (key === undefined) return resolved;
  if (resolved instanceof z.ZodArray) return schemaAt(resolved.element, valueAt(value, [key]), rest);
  if (resolved instanceof z.ZodObject && typeof key === 'string') {
    return schemaAt(resolved.shape[key], valueAt(value, [key]), rest);
  }
  return resolved;
}

function resolve(schema: unknown, value: unknown): unknown {
  if (!(schema instanceof z.ZodDiscriminatedUnion) || !isRecord(value)) return schema;
  const name = value[discriminator];
  return (typeof name === 'string' ? variantsOf(schema).get(name) : undefined) ?? schema;
}
