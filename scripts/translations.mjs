// The texts of the contract in other languages, which Node-RED's editor and its server both need: one file in `resources/`, which the editor
// imports and the server reads.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { tsImport } from 'tsx/esm/api';

const SOURCE = /node-red.translations.index\.ts$/;
const FILE = 'translations.js';
const START = 'export const translations =';

/** Writes the file into the folder of what the editor loads. */
export async function writeTranslations(folder) {
  const { translations } = await tsImport('../node-red/translations/index.ts', import.meta.url);
  writeFileSync(path.join(folder, FILE), `${START}\n${JSON.stringify(translations)}\n`);
}

/** A plugin for the bundler of the editor. */
export const importedTranslations = {
  name: 'imported-translations',
  async resolveId(source, importer, options) {
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    return found !== null && SOURCE.test(found.id) ? { id: `./${FILE}`, external: 'relative' } : found;
  },
};

/** A plugin for the bundler of the server; Node.js 20 cannot require what a browser imports. The result must be in `dist/node-red`. */
export const readTranslations = {
  name: 'read-translations',
  load: {
    filter: { id: SOURCE },
    handler: () => `
      import { readFileSync } from 'node:fs';
      import { join } from 'node:path';
      const file = join(__dirname, '..', '..', 'resources', 'editor', '${FILE}');
      export const translations = JSON.parse(readFileSync(file, 'utf8').slice(${START.length}));`,
  },
};
