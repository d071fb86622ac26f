import { z } from 'zod/v4';

import { batchRequestSchema, messageRequestSchema } from '../../../core/contract';
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
])('%s has the same fields in the contract and in the description of the sandbox', (name, contract) => {
  const inContract: Schema = JSON.parse(JSON.stringify(z.toJSONSchema(contract, { reused: 'inline' })));
  const described = schemas()[name];
  expect(described).toBeDefined();
  expect(sorted(fieldsOf(inContract))).toEqual(sorted(fieldsOf(described ?? {})));
  expect(fieldsOf(inContract)).toContain(
    name === 'MessageRequest' ? 'content.text' : 'messages[].content.text',
  );
});
