import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { properties } from '../../nodes/MessagingService/actions/operations';

/** Every operation that the node offers, with its resource. */
const operations = properties
  .filter(({ name }) => name === 'operation')
  .flatMap(({ displayOptions, options = [] }) =>
    options.flatMap((option) =>
      'value' in option
        ? [[String(displayOptions?.show?.['resource']?.[0]), String(option.value)] as const]
        : [],
    ),
  );

const actions = join(__dirname, '..', '..', 'nodes', 'MessagingService', 'actions');
const OPERATION_FILE = /^(\w+)\/(\w+)\.operation\.ts$/;

test('the node offers the operations that have a file, each under its name', () => {
  const files = readdirSync(actions, { recursive: true, encoding: 'utf8' }).flatMap((file) => {
    const [, resource, operation] = OPERATION_FILE.exec(file) ?? [];
    return operation === undefined ? [] : [`${resource}: ${operation}`];
  });
  expect(files.length).toBeGreaterThan(4);
  const offered = operations.map(([resource, operation]) => `${resource}: ${operation}`);
  expect(offered).toEqual(expect.arrayContaining(files));
});
