// Builds what Node-RED's editor loads in the browser: one module, and its style sheet beside it.
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'rolldown';

import { madeForms } from './forms.mjs';

const OUTPUT = path.join('resources', 'editor');

/** Writes `resources/` from `editor/` and the parts of `core/` it uses. */
export async function buildEditor() {
  rmSync('resources', { recursive: true, force: true });
  await build({
    input: path.join('editor', 'index.ts'),
    platform: 'browser',
    plugins: [madeForms],
    transform: { target: 'es2020' },
    output: { dir: OUTPUT, format: 'esm', comments: false },
  });
  cpSync(path.join('editor', 'editor.css'), path.join(OUTPUT, 'editor.css'));
}
