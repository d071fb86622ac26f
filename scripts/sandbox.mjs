import { cpSync } from 'node:fs';
import path from 'node:path';
import { build } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

import { licences } from './bundle.mjs';

const dist = 'packages/sandbox/dist';
const viewer = path.resolve('node_modules/swagger-ui-dist');
const library = { index: 'sandbox/library/index.ts' };

/** Builds the sandbox's package: its program and its library with the libraries they use, so that it is one download and loads fast. */
export async function buildSandbox() {
  await build([
    {
      input: { main: 'sandbox/main.ts', ...library },
      platform: 'node',
      plugins: [licences('LICENCES.txt', [viewer])],
      output: {
        dir: dist,
        format: 'cjs',
        exports: 'named',
        banner: (chunk) => (chunk.name === 'main' ? "#!/usr/bin/env node\n'use strict';" : "'use strict';"),
        chunkFileNames: '[name].js',
      },
    },
    {
      input: library,
      plugins: [dts({ emitDtsOnly: true, oxc: true })],
      output: { dir: dist },
    },
    {
      input: 'sandbox/phone/main.tsx',
      platform: 'browser',
      tsconfig: 'sandbox/phone/tsconfig.json',
      plugins: [licences('LICENCES.txt')],
      output: { dir: `${dist}/pages/phone`, format: 'esm', minify: true, comments: false },
    },
  ]);
  cpSync('sandbox/openapi.yaml', `${dist}/openapi.yaml`);
  cpSync('sandbox/seed/seed.schema.json', 'packages/sandbox/seed.schema.json');
  cpSync('sandbox/docs', `${dist}/pages/docs`, { recursive: true });
  for (const file of ['index.html', 'icon.svg', 'style'])
    cpSync(`sandbox/phone/${file}`, `${dist}/pages/phone/${file}`, { recursive: true });
  for (const file of ['swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'swagger-ui.css', 'NOTICE'])
    cpSync(`${viewer}/${file}`, `${dist}/pages/docs/viewer/${file}`);
}
