// Builds the package: TypeScript by plain tsc (no bundler: n8n's scanner lints what is published), then what tsc does not copy.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { buildEditor } from './build-editor.mjs';

process.chdir(path.join(import.meta.dirname, '..'));

rmSync('dist', { recursive: true, force: true });
execFileSync(
  process.execPath,
  [path.join('node_modules', 'typescript', 'bin', 'tsc'), '-p', 'tsconfig.json'],
  {
    stdio: 'inherit',
  },
);

// The forms as they are, so that nobody needs the contract's schemas to have them.
const formsFile = path.resolve('dist', 'core', 'forms', 'forms.js');
const { forms } = createRequire(import.meta.url)(formsFile);
writeFileSync(formsFile, `"use strict";\nexports.forms = ${JSON.stringify(forms)};\n`);

// Forms, help, locales and icons stand beside the code that belongs to them.
for (const folder of ['icons', 'nodes', 'credentials', 'node-red']) {
  if (existsSync(folder)) {
    cpSync(folder, path.join('dist', folder), {
      recursive: true,
      filter: (source) => !source.endsWith('.ts'),
    });
  }
}

buildEditor();
