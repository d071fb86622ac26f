import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { folder } from '../folder';
import { once } from './once';

/** A JSON Schema, as far as the sandbox reads it; the validator reads the rest. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  minItems?: number;
  properties?: Record<string, Schema>;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
}

interface Description {
  components: { schemas: Record<string, Schema> };
}

/** The OpenAPI description of the service as text, as `/openapi.yaml` serves it. */
export const descriptionText = readFileSync(join(folder, 'openapi.yaml'), 'utf8');

/** The schemas of the description by name. */
export const schemas = once(() => {
  const description: unknown = parse(descriptionText);
  if (!isDescription(description)) throw new Error('sandbox/openapi.yaml has no components.');
  return description.components.schemas;
});

function isDescription(value: unknown): value is Description {
  return typeof value === 'object' && value !== null && 'components' in value;
}

/** The schema that a `$ref` of the description points to. */
export function resolve(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const target = schemas()[schema.$ref.slice('#/components/schemas/'.length)];
  if (target === undefined)
    throw new Error(`sandbox/openapi.yaml refers to ${schema.$ref}, which it does not define.`);
  return resolve(target);
}
