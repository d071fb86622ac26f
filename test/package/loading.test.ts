import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import manifest from '../../package.json';

const root = join(__dirname, '..', '..');
const packages = join(root, '.work', 'packages');
const files = [
  ...[...manifest.n8n.nodes, ...manifest.n8n.credentials].map((file) => join('n8n', file)),
  ...Object.values(manifest['node-red'].nodes).map((file) => join('node-red', file)),
];

/** Run by a new Node.js process: loads a file after what n8n already has in memory, and prints which further modules were loaded. */
const script = `
const [file, ...before] = process.argv.slice(1);
for (const each of before) require(each);
const known = new Set(Object.keys(require.cache));
require(file);
console.log(JSON.stringify(Object.keys(require.cache).filter((each) => !known.has(each))));
`;

function modulesOf(file: string): string[] {
  const before = file.startsWith('node-red') ? [] : ['n8n-workflow'];
  const modules = before.map((name) => require.resolve(name));
  const output = execFileSync(process.execPath, ['-e', script, join(packages, file), ...modules], {
    encoding: 'utf8',
  });
  return JSON.parse(output);
}

// They take longer to load than the rest of this package; a platform loads every node when it starts, used or not.
test.each(files)('%s loads neither a library nor the schemas of the contract', (file) => {
  const loaded = modulesOf(file);
  expect(loaded).toContain(join(packages, file));
  expect(loaded.filter((each) => /node_modules|core.contract/.test(each))).toEqual([]);
});
