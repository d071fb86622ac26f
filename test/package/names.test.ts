import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
const folders = ['core', 'credentials', 'nodes', 'node-red', 'editor', 'sandbox'];

/**
 * Files that may share names with others: each dialog of the editor has the same functions (`Special` in editor/index.ts), and the sandbox,
 * which never imports the core, uses the specification's names for what is on the wire.
 */
const exempt = [/^editor\/nodes\/\w+\.ts$/, /^sandbox\/service\/wire\.ts$/];

const DECLARATION = /^export (?:async |abstract )*(?:function\*?|class|interface|type|enum) (\w+)/gm;
const FUNCTION_VALUE = /^export const (\w+)[^=\n]* = (?:async )?(?:function\b|<|\()/gm;

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter((file) => file.endsWith('.ts') && !exempt.some((pattern) => pattern.test(file)));
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
