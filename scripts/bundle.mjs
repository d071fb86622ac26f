// What all builds have in common.
import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'rolldown';
import { createRollupLicensePlugin } from 'rollup-license-plugin';

import { madeForms } from './forms.mjs';
import { readTranslations } from './translations.mjs';

/** The package.json of a published package. */
export const manifestOf = (platform) => JSON.parse(readFileSync(`packages/${platform}/package.json`, 'utf8'));

/**
 * Bundles the files that a platform loads, as CommonJS, and what they share into chunks: a platform loads every node when it starts, and separate
 * files take more than twice the time (`npm run bench -- loading`).
 * @param {string} from - the folder of the sources
 * @param {string} to - the folder that gets each of the files at the path it has below `from`, and the chunks
 * @param {string[]} files - such as `nodes/MessagingService/MessagingService.node.js`
 * @param {{ name: string, test: RegExp }[]} ownChunks - besides those of the core; the first one that fits a source file gets it
 */
export async function bundle(from, to, files, ownChunks) {
  const names = files.map((file) => file.replace(/\.js$/, ''));
  const chunks = [...coreChunks, ...ownChunks];
  await build({
    input: Object.fromEntries(names.map((name) => [name, path.join(from, `${name}.ts`)])),
    platform: 'node',
    preserveEntrySignatures: 'allow-extension',
    // Everything that is not a path: packages of others stay where npm puts them.
    external: /^[^./]/,
    plugins: [madeForms, readTranslations, ...(from === 'node-red' ? [] : [keptComments])],
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
        groups: chunks.map(({ name, test }, index) => ({
          name,
          // Below the checkout, which can be in a folder that is called `core`.
          test: (id) => test.test(`/${path.relative('', id)}`),
          priority: chunks.length - index,
        })),
      },
    },
  });
}

const coreChunks = [
  // Loaded only when something is sent: the schemas, and everything that only they need.
  {
    name: 'core/contract',
    test: /core.contract.(?!allowedRecipients|names|patterns|phoneNumber|limits|problem|recipientNumber|sentences)/,
  },
  { name: 'core/forms', test: /core.forms/ },
  { name: 'core/core', test: /[\\/]core[\\/]/ },
];

/** Of all comments, the bundler keeps docstrings only. n8n's reviewers read the published code, so it keeps them all there. */
const keptComments = {
  name: 'kept-comments',
  transform: {
    filter: { id: /\.ts$/ },
    handler: (code) =>
      code.replace(/(?:^ *\/\/ .*\n)+/gm, (lines) => `/**${lines.replace(/^ *\/\//gm, '')}*/\n`),
  },
};

/** Copies what belongs beside the code: icons, help, descriptions. */
export function copyAssets(source, target) {
  cpSync(source, target, {
    recursive: true,
    filter: (each) => !/\.(?:ts|mjs)$|texts\.json$/.test(each),
  });
}

/**
 * A plugin that writes a file with the licences of all packages that a bundle contains.
 * @param {string[]} folders - of packages that are copied, and not in the bundle
 */
export function licences(file, folders = []) {
  const text = ({ name, version, licenseText }) => {
    // Some have it in their README only.
    const own =
      licenseText ??
      /^\W*licen[cs]e\b.*/ims.exec(readFileSync(`node_modules/${name}/README.md`, 'utf8'))?.[0];
    if (own === undefined) throw new Error(`${name} has no licence.`);
    return `${name} ${version}:\n\n${own.trim()}\n`;
  };
  return createRollupLicensePlugin({
    outputFilename: false,
    includePackages: () => folders,
    additionalFiles: { [file]: (packages) => packages.map(text).sort().join('\n\n') },
  });
}
