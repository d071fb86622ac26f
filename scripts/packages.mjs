// The packages that are published, each with what it needs; `package.json` of the checkout has what both are made from.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { tsImport } from 'tsx/esm/api';

import { buildEditor } from './build-editor.mjs';
import { buildSandbox } from './build-sandbox.mjs';
import { bundle, contract, core, forms } from './bundle.mjs';

const checkout = JSON.parse(readFileSync(path.join(import.meta.dirname, '..', 'package.json'), 'utf8'));
const { version, license, author, repository, bugs, engines } = checkout;
const common = { license, repository, bugs, engines };
const readmeOf = (platform) => checkout.homepage.replace('#readme', `/tree/main/packages/${platform}#readme`);
const topics = ['sms', 'whatsapp', 'rcs', 'messaging'];
const published = { access: 'public', provenance: true };

/** n8n's package. n8n brings everything that it needs, also zod. */
export const n8nPackage = {
  folder: path.join('.work', 'packages', 'n8n'),
  manifest: {
    name: checkout.name,
    version,
    description: 'Send and receive SMS, WhatsApp and RCS messages in n8n, and wait for answers',
    keywords: ['n8n-community-node-package', ...topics],
    homepage: readmeOf('n8n'),
    ...common,
    author,
    files: ['dist'],
    n8n: checkout.n8n,
    peerDependencies: checkout.peerDependencies,
    peerDependenciesMeta: checkout.peerDependenciesMeta,
    publishConfig: published,
  },
};

/** Node-RED's package. */
export const nodeRedPackage = {
  folder: path.join('.work', 'packages', 'node-red'),
  manifest: {
    name: '@messaging-service/node-red-messaging-service',
    version,
    description: 'Send and receive SMS, WhatsApp and RCS messages in Node-RED, and wait for answers',
    keywords: ['node-red', ...topics],
    homepage: readmeOf('node-red'),
    ...common,
    author: author.name,
    files: ['dist', 'examples', 'resources'],
    'node-red': checkout['node-red'],
    dependencies: checkout.optionalDependencies,
    publishConfig: published,
  },
};

/** The sandbox's package. Its build contains the libraries it uses, so that `npx` downloads one package. */
export const sandboxPackage = {
  folder: path.join('.work', 'packages', 'sandbox'),
  manifest: {
    name: '@messaging-service/sandbox',
    version,
    description:
      'A messaging service (SMS, WhatsApp, RCS) on your machine, with a phone in the browser and an API for tests',
    keywords: [...topics, 'sandbox', 'mock', 'testing', 'n8n', 'node-red'],
    homepage: readmeOf('sandbox'),
    ...common,
    author: author.name,
    files: ['dist', 'LICENCES.txt', 'seed.schema.json'],
    bin: { sandbox: 'dist/main.js' },
    exports: {
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './seed.schema.json': './seed.schema.json',
      './package.json': './package.json',
    },
    publishConfig: published,
  },
};

/** Builds n8n's package in its folder. */
export async function buildForN8n() {
  const { folder, manifest } = n8nPackage;
  rmSync(folder, { recursive: true, force: true });
  const built = path.join(folder, 'dist');
  const files = [...manifest.n8n.nodes, ...manifest.n8n.credentials];
  await bundle(
    '.',
    built,
    files.map((file) => path.relative('dist', file)),
    [
      { name: 'core/contract', test: contract },
      { name: 'core/forms', test: forms },
      { name: 'core/core', test: core },
      { name: 'nodes/shared', test: /[\\/]nodes[\\/]/, minShareCount: 2 },
    ],
  );
  for (const part of ['icons', 'nodes', 'credentials']) copyAssets(part, path.join(built, part));
  complete('n8n', folder, manifest);
}

/** Builds Node-RED's package in its folder. */
export async function buildForNodeRed() {
  const { folder, manifest } = nodeRedPackage;
  rmSync(folder, { recursive: true, force: true });
  const built = path.join(folder, 'dist', 'node-red');
  const files = Object.values(manifest['node-red'].nodes);
  await bundle(
    'node-red',
    built,
    files.map((file) => path.relative('dist/node-red', file)),
    [
      { name: 'core/contract', test: contract },
      { name: 'core/forms', test: forms },
      { name: 'core/core', test: core },
      {
        name: 'shared',
        test: /node-red.(?:settings|outcome|message|service|journal|calls|work|[\w-]+.settings)[\\/.]/,
      },
    ],
  );
  copyAssets('node-red', built);
  await writeEditorTexts(built);
  await buildEditor(folder);
  copyAssets('examples', path.join(folder, 'examples'));
  for (const part of ['dist', 'examples']) compactJson(path.join(folder, part));
  complete('node-red', folder, manifest);
}

/** Builds the sandbox's package in its folder. */
export async function buildForSandbox() {
  const { folder, manifest } = sandboxPackage;
  rmSync(folder, { recursive: true, force: true });
  await buildSandbox(folder);
  complete('sandbox', folder, manifest);
}

/** Icons, locales and descriptions belong beside their code. */
function copyAssets(source, target) {
  const help = path.join('node-red', 'help');
  cpSync(source, target, { recursive: true, filter: (each) => !/\.(ts|mjs)$/.test(each) && each !== help });
}

/** Writes the JSON in a folder, which is for Node-RED and not for a reader, without white space. */
function compactJson(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.json'));
  for (const file of files.map((each) => path.join(folder, each))) {
    writeFileSync(file, JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))));
  }
}

/** Writes the html of each node, and its help in each language. */
async function writeEditorTexts(built) {
  const { descriptions } = await tsImport('../node-red/descriptions.ts', import.meta.url);
  const { nodeRedHelp } = await tsImport('./nodeRedHelp.ts', import.meta.url);
  const { nodeRedHtml } = await tsImport('./nodeRedHtml.ts', import.meta.url);
  for (const description of descriptions) {
    const { type } = description;
    for (const locale of readdirSync(path.join('node-red', type, 'locales'))) {
      const file = path.join(type, 'locales', locale, `${type}.html`);
      const shared = path.join('node-red', 'help', `${locale}.html`);
      const help = readFileSync(path.join('node-red', file), 'utf8');
      writeFileSync(path.join(built, file), nodeRedHelp(help, readFileSync(shared, 'utf8')));
    }
    const catalog = readFileSync(path.join('node-red', type, 'locales', 'en-US', `${type}.json`), 'utf8');
    writeFileSync(path.join(built, type, `${type}.html`), nodeRedHtml(description, JSON.parse(catalog)));
  }
}

function complete(platform, folder, manifest) {
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(path.join('packages', platform, 'README.md'), path.join(folder, 'README.md'));
  cpSync('LICENSE', path.join(folder, 'LICENSE'));
}

/**
 * Writes the packages of both platforms into `dist/` and `resources/` of the checkout, which can be installed on both platforms under the name in its
 * package.json. Node-RED finds texts and resources by the name of the package.
 */
export function buildCheckout() {
  for (const part of ['dist', 'resources']) rmSync(part, { recursive: true, force: true });
  cpSync(path.join(n8nPackage.folder, 'dist'), 'dist', { recursive: true });
  for (const part of ['dist', 'resources']) {
    for (const entry of readdirSync(path.join(nodeRedPackage.folder, part), {
      recursive: true,
      withFileTypes: true,
    })) {
      if (!entry.isFile()) continue;
      const file = path.join(entry.parentPath, entry.name);
      const target = path.relative(nodeRedPackage.folder, file);
      cpSync(file, target);
      if (!/\.(js|html)$/.test(file)) continue;
      const text = readFileSync(file, 'utf8');
      writeFileSync(target, text.replaceAll(nodeRedPackage.manifest.name, checkout.name));
    }
  }
}
