import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { errorIn } from '../../node-red/errors/translations';
import manifest from '../../package.json';

const root = join(__dirname, '..', '..');
const packages = join(root, 'packages');

/** Run by a new Node.js process: prints which modules files load, besides what n8n already has in memory. */
const script = `
const [before, ...files] = JSON.parse(process.argv[1]);
for (const each of before) require(each);
const known = new Set(Object.keys(require.cache));
for (const each of files) require(each);
console.log(JSON.stringify(Object.keys(require.cache).filter((each) => !known.has(each))));
`;

// They take longer to load than the rest of this package; a platform loads every node when it starts, used or not.
it.each([
  ['n8n', [...manifest.n8n.nodes, ...manifest.n8n.credentials], ['n8n-workflow']],
  ['node-red', Object.values(manifest['node-red'].nodes), []],
])(
  'no file that %s loads at its start loads a library or the schemas of the contract',
  (platform, names, given) => {
    const files = names.map((name) => join(packages, platform, name));
    const input = JSON.stringify([given.map((name) => require.resolve(name)), ...files]);
    const output = execFileSync(process.execPath, ['-e', script, input], { encoding: 'utf8' });
    const loaded: string[] = JSON.parse(output);
    expect(loaded).toEqual(expect.arrayContaining(files));
    expect(loaded.filter((each) => /node_modules|core.contract/.test(each))).toEqual([]);
  },
);

test('the editor and the server of Node-RED read the same file with the translations', () => {
  const folder = join(packages, 'node-red');
  const german = errorIn('de', 'unreachable') ?? '';
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.js') && readFileSync(join(folder, file), 'utf8').includes(german),
  );
  expect(files).toEqual([join('resources', 'editor', 'translations.js')]);
});
