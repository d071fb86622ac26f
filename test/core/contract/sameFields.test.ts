import { z } from 'zod/v4';

import { messageRequestSchema } from '../../../core/contract';
import { resolve, schemas, type Schema } from '../../../sandbox/service/description';

/** Each field of a request by its path, such as `content.action.buttons[].title`, and what it takes: "string, required". */
function fieldsOf(schema: Schema, path = ''): string[] {
  const resolved = resolve(schema);
  const { properties = {}, items, oneOf = [], anyOf = [], allOf = [] } = resolved;
  const required: unknown = Reflect.get(resolved, 'required');
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  return [
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

/** The contract as JSON Schema. */
function asJsonSchema(contract: z.ZodType): Schema {
  return JSON.parse(JSON.stringify(z.toJSONSchema(contract, { reused: 'inline' })));
}

/** The values of a choice, without null. */
function choicesOf(schema: Schema): unknown[] {
  const { enum: values = [], anyOf = [] } = resolve(schema);
  return [...values, ...anyOf.flatMap(choicesOf)].filter((value) => value !== null);
}

const sorted = (fields: string[]) => [...new Set(fields)].sort();

const { notification } = messageRequestSchema.shape;
const batchRequestSchema = z.strictObject({
  messages: z.array(messageRequestSchema.omit({ notification: true })),
  notification,
});

// A new field in only one of them would pass every other test, because no test's request has it.
test.each([
  ['MessageRequest', messageRequestSchema],
  ['MessageListRequest', batchRequestSchema],
])('%s has the same fields in the contract and in the description of the sandbox', (name, contract) => {
  const inContract = asJsonSchema(contract);
  const described = schemas()[name];
  expect(described).toBeDefined();
  expect(sorted(fieldsOf(inContract))).toEqual(sorted(fieldsOf(described ?? {})));
  expect(fieldsOf(inContract).join('\n')).toContain('content.text: string, required');
});
