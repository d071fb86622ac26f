// Builds what Node-RED's editor loads in the browser: one module, the translations, its style sheet, and the licences of the libraries in the module.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'rolldown';

import { licencesOf } from './licences.mjs';
import { importedTranslations, writeTranslations } from './translations.mjs';

/** Writes `resources/` of Node-RED's package into a folder, from `editor/` and the parts of `core/` it uses. */
export async function buildEditor(folder) {
  const target = path.join(folder, 'resources', 'editor');
  const { output } = await build({
    input: path.join('editor', 'index.ts'),
    platform: 'browser',
    plugins: [importedTranslations],
    // zod would compile its schemas with `new Function`, which a Content-Security-Policy may forbid. If `Function` is undefined, zod
    // works without it.
    transform: { target: 'es2020', define: { Function: 'undefined' } },
    output: {
      dir: target,
      format: 'esm',
      minify: true,
      banner:
        '/*! Built from https://github.com/messaging-service/n8n-nodes-messaging-service. Licences: index.js.LEGAL.txt */',
    },
  });
  const modules = output.flatMap((each) => (each.type === 'chunk' ? each.moduleIds : []));
  writeFileSync(path.join(target, 'index.js.LEGAL.txt'), licencesOf('index.js', modules));
  await writeTranslations(target);
  const style = readFileSync(path.join('editor', 'editor.css'), 'utf8');
  writeFileSync(path.join(target, 'editor.css'), style.replace(/\/\*.*?\*\/|^ +/gms, ''));
}
