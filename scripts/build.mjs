// Builds the package. The code that n8n and Node-RED load is bundled into few files: a platform loads every node when it starts, and
// separate files take more than twice the time (docs/performance.md).
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'rolldown';
import { tsImport } from 'tsx/esm/api';

import { buildEditor } from './build-editor.mjs';
import { madeForms } from './forms.mjs';

process.chdir(path.join(import.meta.dirname, '..'));

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const loaded = [
  ...manifest.n8n.nodes,
  ...manifest.n8n.credentials,
  ...Object.values(manifest['node-red'].nodes),
].map((file) => file.replace(/^dist\/(.*)\.js$/, '$1'));

rmSync('dist', { recursive: true, force: true });
await build({
  input: Object.fromEntries(loaded.map((name) => [name, `${name}.ts`])),
  platform: 'node',
  preserveEntrySignatures: 'allow-extension',
  // Everything that is not a path: packages of others stay where npm puts them.
  external: /^[^./]/,
  plugins: [madeForms],
  output: {
    dir: 'dist',
    format: 'cjs',
    // The sources are modules, which are strict.
    banner: "'use strict';",
    // Docstrings stay in the source; in the build, they would be an eighth of the package.
    comments: { jsdoc: false },
    // With four languages the package would otherwise exceed 250 kB.
    minify: true,
    exports: 'auto',
    dynamicImportInCjs: false,
    chunkFileNames: '[name].js',
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        // Loaded only when something is sent: the schemas, and everything that only they need.
        {
          name: 'core/contract',
          test: /core.contract.(?!names|patterns|limits|problem|sentences)/,
          priority: 3,
        },
        { name: 'core/forms', test: /core.forms/, priority: 2 },
        { name: 'core/core', test: /[\\/]core[\\/]/, priority: 1 },
        { name: 'node-red/shared', test: /node-red.(?:shared|[\w-]+.settings)/, priority: 1 },
        { name: 'nodes/shared', test: /nodes.data/, priority: 1 },
      ],
    },
  },
});

// Help, locales and icons belong beside their code.
for (const folder of ['icons', 'nodes', 'credentials', 'node-red']) {
  if (existsSync(folder)) {
    cpSync(folder, path.join('dist', folder), {
      recursive: true,
      filter: (source) => !source.endsWith('.ts') && source !== path.join('node-red', 'shared', 'help'),
    });
  }
}

const { descriptions } = await tsImport('../node-red/descriptions.ts', import.meta.url);
const { nodeRedHelp } = await tsImport('./nodeRedHelp.ts', import.meta.url);
const { nodeRedHtml } = await tsImport('./nodeRedHtml.ts', import.meta.url);
for (const description of descriptions) {
  const { type } = description;
  for (const locale of readdirSync(path.join('node-red', type, 'locales'))) {
    const file = path.join('node-red', type, 'locales', locale, `${type}.html`);
    const shared = path.join('node-red', 'shared', 'help', `${locale}.html`);
    const help = nodeRedHelp(readFileSync(file, 'utf8'), readFileSync(shared, 'utf8'));
    writeFileSync(path.join('dist', file), help);
  }
  const catalog = readFileSync(path.join('node-red', type, 'locales', 'en-US', `${type}.json`), 'utf8');
  const file = path.join('dist', 'node-red', type, `${type}.html`);
  writeFileSync(file, nodeRedHtml(description, JSON.parse(catalog)));
}

// Indentation alone takes 2 kB of the package.
for (const name of readdirSync(path.join('dist', 'node-red'), { recursive: true })) {
  const file = path.join('dist', 'node-red', name);
  if (name.endsWith('.json')) writeFileSync(file, JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))));
  if (name.endsWith('.html')) writeFileSync(file, readFileSync(file, 'utf8').replace(/^ +/gm, ''));
}

await buildEditor();
