// Builds the package. What n8n and Node-RED load is put into few files: a platform loads every node when it starts, and file by file
// that takes more than twice the time (docs/performance.md). Nothing is minified: n8n's scanner lints what is published.
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'rolldown';

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
  // No path: what others published stays where npm puts it.
  external: /^[^./]/,
  plugins: [madeForms],
  output: {
    dir: 'dist',
    format: 'cjs',
    // The sources are modules, and modules are strict.
    banner: "'use strict';",
    // They stand in the source; here they would be an eighth of the package.
    comments: { jsdoc: false },
    exports: 'auto',
    dynamicImportInCjs: false,
    chunkFileNames: '[name].js',
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        // Not with the nodes, but where something is sent: the schemas, and all that only they need.
        { name: 'core/contract', test: /core.contract.(?!names|patterns|limits|sentences)/, priority: 3 },
        { name: 'core/forms', test: /core.forms/, priority: 2 },
        { name: 'core/core', test: /[\\/]core[\\/]/, priority: 1 },
        { name: 'node-red/shared', test: /node-red.shared/, priority: 1 },
        { name: 'nodes/shared', test: /nodes.data/, priority: 1 },
      ],
    },
  },
});

// Forms, help, locales and icons stand beside the code that belongs to them.
for (const folder of ['icons', 'nodes', 'credentials', 'node-red']) {
  if (existsSync(folder)) {
    cpSync(folder, path.join('dist', folder), {
      recursive: true,
      filter: (source) => !source.endsWith('.ts'),
    });
  }
}

await buildEditor();
