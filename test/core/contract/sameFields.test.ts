import { z } from 'zod/v4';

import { batchRequestSchema, messageRequestSchema } from '../../../core/contract';
import { boundsOf } from '../../../core/contract/field';
import { INT32_MAX, INT32_MIN } from '../../../core/contract/patterns';
import { resolve, schemas, type Schema } from '../../../sandbox/service/description';

/** Each field of a request by its path, such as `content.action.buttons[].title`, and what it takes: "string, required, maxLength 20". */
function fieldsOf(schema: Schema, path = ''): string[] {
  const resolved = resolve(schema);
  const { properties = {}, items, oneOf = [], anyOf = [], allOf = [] } = resolved;
  const required: unknown = Reflect.get(resolved, 'required');
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  return [
    ...boundsOfField(resolved).map((bound) => `${path}: ${bound}`),
    ...Object.entries(properties).flatMap(([name, field]) => {
      const way = path === '' ? name : `${path}.${name}`;
      // A `type` is a constant of each variant in one of them, and a choice in the other.
      if (name === 'type') return [way, ...fieldsOf(field, way)];
      const kind = [...new Set(typesIn(field))].sort().join(' or ');
      const choices = choicesOf(field).sort().join(', ');
      const row = `${way}: ${kind}, ${isRequired(name) ? 'required' : 'optional'} ${choices}`;
      return [row, ...fieldsOf(field, way)];
    }),
    ...(items === undefined ? [] : fieldsOf(items, `${path}[]`)),
    ...[...oneOf, ...anyOf, ...allOf].flatMap((part) => fieldsOf(part, path)),
  ];
}

/** The types of JSON that a schema takes. */
function typesIn(schema: Schema): string[] {
  const { type, items, oneOf = [], anyOf = [], allOf = [] } = resolve(schema);
  const own = [type ?? []].flat().map((name) => (name === 'integer' ? 'number' : name));
  const entries = items === undefined ? [] : typesIn(items).map((name) => `${name}[]`);
  return [...own, ...entries, ...[...oneOf, ...anyOf, ...allOf].flatMap(typesIn)];
}

function boundsOfField(schema: Schema): string[] {
  return ['minimum', 'maximum', 'maxLength', 'maxItems'].flatMap((name) => {
    const bound: unknown = Reflect.get(schema, name);
    return bound === undefined ? [] : `${name} ${String(bound)}`;
  });
}

/** A currency has exactly three letters, which the contract checks by a rule of its own. */
const isBound = (field: string) => !field.endsWith('.parameters[].code: maxLength 3');

/** The contract as JSON Schema, with the bounds that its rules check. */
function asJsonSchema(contract: z.ZodType): Schema {
  const json = z.toJSONSchema(contract, {
    reused: 'inline',
    override: ({ zodSchema, jsonSchema }) => {
      if (!(zodSchema instanceof z.ZodType)) return;
      const { min, max, maxLength, maxEntries } = boundsOf(zodSchema);
      // The description says it with `format: int32`.
      const range = min === INT32_MIN && max === INT32_MAX ? {} : { minimum: min, maximum: max };
      Object.assign(jsonSchema, { ...range, maxLength, maxItems: maxEntries });
    },
  });
  return JSON.parse(JSON.stringify(json));
}

/** The values of a choice, without null. */
function choicesOf(schema: Schema): unknown[] {
  const { enum: values = [], anyOf = [] } = resolve(schema);
  return [...values, ...anyOf.flatMap(choicesOf)].filter((value) => value !== null);
}

const sorted = (fields: string[]) => [...new Set(fields)].sort();

// A new field in only one of them would pass every other test, because no test's request has it.
test.each([
  ['MessageRequest', messageRequestSchema],
  ['MessageListRequest', batchRequestSchema],
])(
  '%s has the same fields and bounds in the contract and in the description of the sandbox',
  (name, contract) => {
    const inContract = asJsonSchema(contract);
    const described = schemas()[name];
    expect(described).toBeDefined();
    expect(sorted(fieldsOf(inContract))).toEqual(sorted(fieldsOf(described ?? {}).filter(isBound)));
    expect(fieldsOf(inContract).join('\n')).toContain('content.text: string, required');
  },
);
