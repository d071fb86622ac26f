// Bundles code that a platform loads into few files: a platform loads every node when it starts, and separate files take more than
// twice the time (`npm run bench -- loading`).
import path from 'node:path';
import { build } from 'rolldown';

import { madeForms } from './forms.mjs';
import { readTranslations } from './translations.mjs';

/**
 * Bundles the files that a platform loads, as CommonJS, and what they share into chunks.
 * @param {string} from - the folder of the sources
 * @param {string} to - the folder that gets each of the files at the path it has below `from`, and the chunks
 * @param {string[]} files - such as `nodes/MessagingService/MessagingService.node.js`
 * @param {{ name: string, test: RegExp }[]} chunks - the first one that fits a source file gets it
 */
export async function bundle(from, to, files, chunks) {
  const names = files.map((file) => file.replace(/\.js$/, ''));
  await build({
    input: Object.fromEntries(names.map((name) => [name, path.join(from, `${name}.ts`)])),
    platform: 'node',
    preserveEntrySignatures: 'allow-extension',
    // Everything that is not a path: packages of others stay where npm puts them.
    external: /^[^./]/,
    plugins: [madeForms, readTranslations, keptComments],
    output: {
      dir: to,
      format: 'cjs',
      // The sources are modules, which are strict.
      banner: "'use strict';",
      exports: 'auto',
      dynamicImportInCjs: false,
      chunkFileNames: '[name].js',
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: chunks.map((chunk, index) => ({ ...chunk, priority: chunks.length - index })),
      },
    },
  });
}

/** Loaded only when something is sent: the schemas, and everything that only they need. */
export const contract =
  /core.contract.(?!allowedRecipients|names|patterns|phoneNumber|limits|problem|recipientNumber|sentences)/;
export const forms = /core.forms/;
export const core = /[\\/]core[\\/]/;

/** Of all comments, the bundler keeps docstrings only. */
const keptComments = {
  name: 'kept-comments',
  transform: {
    filter: { id: /\.ts$/ },
    handler: (code) =>
      code.replace(/(?:^ *\/\/ .*\n)+/gm, (lines) => `/**${lines.replace(/^ *\/\//gm, '')}*/\n`),
  },
};
