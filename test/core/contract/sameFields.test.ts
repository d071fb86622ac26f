import { z } from 'zod/v4';

import { batchRequestSchema, messageRequestSchema } from '../../../core/contract';
import { boundsOf } from '../../../core/contract/field';
import { INT32_MAX, INT32_MIN } from '../../../core/contract/patterns';
import { resolve, schemas, type Schema } from '../../../sandbox/service/description';

/** The paths of all fields of a request, such as `content.action.buttons[].title`, and the values of choices: `channel: Sms, Whatsapp`. */
function fieldsOf(schema: Schema, path = ''): string[] {
  const { properties = {}, items, oneOf = [], anyOf = [], allOf = [] } = resolve(schema);
  return [
    ...Object.entries(properties).flatMap(([name, field]) => {
      const way = path === '' ? name : `${path}.${name}`;
      // A `type` is a constant of each variant in one of them, and a choice in the other.
      const values = name === 'type' ? [] : choicesOf(field);
      const choices = values.length === 0 ? [] : [`${way}: ${values.sort().join(', ')}`];
      return [way, ...choices, ...fieldsOf(field, way)];
    }),
    ...(items === undefined ? [] : fieldsOf(items, `${path}[]`)),
    ...[...oneOf, ...anyOf, ...allOf].flatMap((part) => fieldsOf(part, path)),
  ];
}

/** What each field takes, and whether it must be there: `content.contacts[].organization: object, optional`. */
function kindsOf(schema: Schema, path = ''): string[] {
  const resolved = resolve(schema);
  const { properties = {}, items, oneOf = [], anyOf = [], allOf = [] } = resolved;
  const required: unknown = Reflect.get(resolved, 'required');
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  return [
    ...Object.entries(properties).flatMap(([name, field]) => {
      const way = path === '' ? name : `${path}.${name}`;
      return [
        ...(name === 'type'
          ? []
          : [`${way}: ${kindIn(field)}, ${isRequired(name) ? 'required' : 'optional'}`]),
        ...kindsOf(field, way),
      ];
    }),
    ...(items === undefined ? [] : [`${path}[]: ${kindIn(items)}`, ...kindsOf(items, `${path}[]`)]),
    ...[...oneOf, ...anyOf, ...allOf].flatMap((part) => kindsOf(part, path)),
  ];
}

const kindIn = (schema: Schema) => [...new Set(typesIn(schema))].sort().join(' or ');

/** The types of JSON that a schema takes. */
function typesIn(schema: Schema): string[] {
  const { type, oneOf = [], anyOf = [], allOf = [] } = resolve(schema);
  const own = [type ?? []].flat().map((name) => (name === 'integer' ? 'number' : name));
  return [...own, ...[...oneOf, ...anyOf, ...allOf].flatMap(typesIn)];
}

/** What the fields demand that numbers can say: `options.pageLimit: minimum 1, maximum 10`. */
function boundsOfFields(schema: Schema, path = ''): string[] {
  const resolved = resolve(schema);
  const { properties = {}, items, oneOf = [], anyOf = [], allOf = [] } = resolved;
  const bounds = BOUNDS.flatMap((name) => {
    const bound: unknown = Reflect.get(resolved, name);
    return bound === undefined ? [] : `${name} ${String(bound)}`;
  });
  return [
    ...(bounds.length === 0 ? [] : [`${path}: ${bounds.join(', ')}`]),
    ...Object.entries(properties).flatMap(([name, field]) =>
      boundsOfFields(field, path === '' ? name : `${path}.${name}`),
    ),
    ...(items === undefined ? [] : boundsOfFields(items, `${path}[]`)),
    ...[...oneOf, ...anyOf, ...allOf].flatMap((part) => boundsOfFields(part, path)),
  ];
}

/** A currency has exactly three letters, which the contract checks by a rule of its own. */
const isBound = (bound: string) => !bound.endsWith('.parameters[].code: maxLength 3');

const BOUNDS = ['minimum', 'maximum', 'maxLength', 'maxItems'] as const;

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
    expect(sorted(fieldsOf(inContract))).toEqual(sorted(fieldsOf(described ?? {})));
    expect(sorted(boundsOfFields(inContract))).toEqual(
      sorted(boundsOfFields(described ?? {}).filter(isBound)),
    );
    expect(sorted(kindsOf(inContract))).toEqual(sorted(kindsOf(described ?? {})));
    expect(fieldsOf(inContract)).toContain(
      name === 'MessageRequest' ? 'content.text' : 'messages[].content.text',
    );
  },
);
