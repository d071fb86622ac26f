import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'rolldown';
import { tsImport } from 'tsx/esm/api';

import { bundle, copyAssets, licences, manifestOf } from './bundle.mjs';
import { importedTranslations, writeTranslations } from './translations.mjs';

const folder = 'packages/node-red';
const built = `${folder}/dist/node-red`;
const resources = `${folder}/resources/editor`;

/** Builds Node-RED's package. */
export async function buildForNodeRed() {
  const files = Object.values(manifestOf('node-red')['node-red'].nodes);
  await bundle(
    'node-red',
    built,
    files.map((file) => file.replace('dist/node-red/', '')),
    [
      {
        name: 'shared',
        test: /node-red.(?:settings|outcome|message|service|journal|calls|work|[\w-]+.settings)[\\/.]/,
      },
    ],
  );
  copyAssets('node-red', built);
  rmSync(`${built}/help`, { recursive: true });
  copyAssets('examples', `${folder}/examples`);
  compactJson(`${folder}/examples`);
  await writeEditorTexts();
  await buildEditor();
}

/** Writes the JSON in a folder, which is for Node-RED and not for a reader, without white space. */
function compactJson(place) {
  const files = readdirSync(place, { recursive: true }).filter((file) => file.endsWith('.json'));
  for (const file of files.map((each) => path.join(place, each))) {
    writeFileSync(file, JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))));
  }
}

/** Writes the html of each node, and its texts and help in each language. */
async function writeEditorTexts() {
  const { descriptions } = await tsImport('../node-red/descriptions.ts', import.meta.url);
  const { nodeRedHelp } = await tsImport('./nodeRedHelp.ts', import.meta.url);
  const { nodeRedHtml } = await tsImport('./nodeRedHtml.ts', import.meta.url);
  const { catalogOf, locales, writeCatalogs } = await tsImport('./catalogs.ts', import.meta.url);
  const shared = catalogOf('messaging-account', 'en-US');
  for (const description of descriptions) {
    const { type } = description;
    writeCatalogs(type, `${built}/${type}/locales`);
    for (const locale of locales) {
      const file = `${type}/locales/${locale}/${type}.html`;
      const shared = readFileSync(`node-red/help/${locale}.html`, 'utf8');
      writeFileSync(`${built}/${file}`, nodeRedHelp(readFileSync(`node-red/${file}`, 'utf8'), shared));
    }
    writeFileSync(
      `${built}/${type}/${type}.html`,
      nodeRedHtml(description, catalogOf(type, 'en-US'), shared),
    );
  }
}

/** Builds what Node-RED's editor loads in the browser: one module, the translations, and a style sheet. */
async function buildEditor() {
  await build({
    input: 'editor/index.ts',
    platform: 'browser',
    plugins: [importedTranslations, licences('index.js.LEGAL.txt')],
    // zod would compile its schemas with `new Function`, which a Content-Security-Policy may forbid. If `Function` is undefined, zod
    // works without it.
    transform: { target: 'es2020', define: { Function: 'undefined' } },
    output: {
      dir: resources,
      format: 'esm',
      minify: true,
      banner:
        '/*! Built from https://github.com/messaging-service/n8n-nodes-messaging-service. Licences: index.js.LEGAL.txt */',
    },
  });
  writeTranslations(resources);
  const style = readFileSync('editor/editor.css', 'utf8');
  writeFileSync(`${resources}/editor.css`, style.replace(/\/\*.*?\*\/|^ +/gms, ''));
}
