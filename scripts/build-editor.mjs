// Builds what Node-RED's editor loads in the browser: one module, and its style sheet beside it.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'rolldown';

const OUTPUT = path.join('resources', 'editor');

/** Writes `resources/` from `editor/` and the parts of `core/` it uses. */
export async function buildEditor() {
  rmSync('resources', { recursive: true, force: true });
  await build({
    input: path.join('editor', 'index.ts'),
    platform: 'browser',
    // zod would compile its schemas with `new Function`, which n8n's scanner forbids. If `Function` is undefined, zod works without it.
    transform: { target: 'es2020', define: { Function: 'undefined' } },
    output: { dir: OUTPUT, format: 'esm', minify: true },
  });
  const style = readFileSync(path.join('editor', 'editor.css'), 'utf8');
  // Comments and indentation, which only take room in the package.
  writeFileSync(path.join(OUTPUT, 'editor.css'), style.replace(/\/\*.*?\*\/|^ +/gms, ''));
}
