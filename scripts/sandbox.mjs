// `npm run sandbox`: builds the sandbox's package if its sources have changed, and runs it.
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const root = path.join(import.meta.dirname, '..');
const program = path.join(root, '.work', 'packages', 'sandbox', 'dist', 'main.js');

if (!isCurrent()) {
  const here = process.cwd();
  process.chdir(root);
  const { buildForSandbox } = await import('./packages.mjs');
  await buildForSandbox();
  process.chdir(here);
}
await import(pathToFileURL(program).href);

function isCurrent() {
  const made = statSync(program, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = ['sandbox', 'scripts'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name)),
  );
  return [...sources, path.join(root, 'package-lock.json')].every((file) => statSync(file).mtimeMs < made);
}
