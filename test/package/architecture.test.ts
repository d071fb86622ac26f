import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
const text = readFileSync(join(root, 'docs', 'architecture.md'), 'utf8');
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
const named = [...new Set([...text.matchAll(/`([\w./-]+\.ts)`/g)].map(([, name]) => name ?? ''))];

test.each(named)('docs/architecture.md names %s, and it is there', (name) => {
  expect(files.filter((file) => file === name || file.endsWith(`/${name}`))).not.toEqual([]);
});
