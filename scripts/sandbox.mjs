// `npm run sandbox`. Bundles the sandbox into one file first if its source has changed, because loading separate files would take several
// times as long.
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const root = path.join(import.meta.dirname, '..');
// The usual place for caches of tools; in .work it would be linted.
const bundle = path.join(root, 'node_modules', '.cache', 'sandbox', 'main.cjs');

if (!isCurrent()) {
  const { bundleSandbox } = await import('./bundle-sandbox.mjs');
  await bundleSandbox(bundle);
}
await import(pathToFileURL(bundle).href);

function isCurrent() {
  const made = statSync(bundle, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = readdirSync(path.join(root, 'sandbox'), { recursive: true })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.join(root, 'sandbox', file));
  return [...sources, path.join(root, 'package-lock.json')].every((file) => statSync(file).mtimeMs < made);
}
