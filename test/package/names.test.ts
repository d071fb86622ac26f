import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
const tests = join(root, 'test');
/** A test, also one of a table, with its name. Prettier has brought all of them into this shape. */
const TEST = /(?:\b(?:it|test)|\))\(\s*(['"`])((?:\\.|(?!\1).)+)\1,\s*(?:async )?\(/gs;
const LONGEST_NAME = 120;

function testsIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : testsIn(path);
    return entry.name.endsWith('.test.ts') ? [path] : [];
  });
}

/** What the name of a test does not follow of the rule in test/README.md. */
function faultsOf(name: string): string[] {
  const faults: Array<[boolean, string]> = [
    [/[.!]$/.test(name), 'ends with a full stop'],
    [/#\d/.test(name), 'has the number of an issue'],
    [/\bshould\b/.test(name), 'says "should"'],
    [/^(?:An?|The|It|If|When|No|All|Each|Every|Does|Is|Only)\b/.test(name), 'starts in upper case'],
    [name.length > LONGEST_NAME, `has more than ${LONGEST_NAME} characters`],
  ];
  return faults.flatMap(([isFault, fault]) => (isFault ? [fault] : []));
}

test('each test has a name that says in a short sentence how something behaves', () => {
  const files = testsIn(tests);
  const names = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(TEST)].map(([, , name = '']) => ({ file, name })),
  );
  expect(names.length).toBeGreaterThan(1000);
  const wrong = names.flatMap(({ file, name }) =>
    faultsOf(name).map((fault) => `${file}: "${name}" ${fault}`),
  );
  expect(wrong).toEqual([]);
});
