import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
const text = readFileSync(join(root, 'docs', 'architecture.md'), 'utf8');
const named = [...new Set([...text.matchAll(/`([\w./-]+\.ts)`/g)].map(([, name]) => name ?? ''))];

/** The source files below a folder. */
function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return /^(node_modules|dist|\..*)$/.test(entry.name) ? [] : sources(path);
    return path.endsWith('.ts') ? [path] : [];
  });
}
const files = sources('.');

test.each(named)('docs/architecture.md names %s, and it is there', (name) => {
  expect(files.filter((file) => file === name || file.endsWith(`/${name}`))).not.toEqual([]);
});
