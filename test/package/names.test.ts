import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
const folders = ['core', 'credentials', 'nodes', 'node-red', 'editor', 'sandbox'];

/** May share names with other files: the sandbox, which never imports the core, uses the specification's names for what is on the wire. */
const exempt = 'sandbox/service/wire.ts';

const DECLARATION = /^export (?:async |abstract )*(?:function\*?|class|interface|type|enum) (\w+)/gm;
const FUNCTION_VALUE = /^export const (\w+)[^=\n]* = (?:async )?(?:function\b|<|\()/gm;

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter((file) => file.endsWith('.ts') && file !== exempt);
}

/** The functions, classes and types that a file declares and exports; what it only passes on does not count. */
function declaredIn(file: string): string[] {
  const code = readFileSync(join(root, file), 'utf8');
  const found = [DECLARATION, FUNCTION_VALUE].flatMap((pattern) => [...code.matchAll(pattern)]);
  // Overloads declare a function several times.
  return [...new Set(found.map(([, name = '']) => name))];
}

test('no two files export different functions, classes or types of one name', () => {
  const files = new Map<string, string[]>();
  for (const file of folders.flatMap(filesIn)) {
    for (const name of declaredIn(file)) files.set(name, [...(files.get(name) ?? []), file]);
  }
  expect(files.size).toBeGreaterThan(500);
  const shared = [...files].filter(([, found]) => found.length > 1);
  expect(shared.map(([name, found]) => `${name}: ${found.join(', ')}`)).toEqual([]);
});

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
