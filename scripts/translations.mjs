// The texts of the forms and errors in other languages, which Node-RED's editor and its server both need: one file in `resources/`, which the
// editor imports and the server reads.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const SOURCE = /node-red.errors.catalogs\.ts$/;
const FILE = 'translations.js';
const LANGUAGES = ['de', 'fr', 'it'];
const PARTS = ['labels', 'errors'];

/** The languages of each text are side by side, so that their common key is there once. */
const catalogs = `export const catalogs = Object.fromEntries(${JSON.stringify(LANGUAGES)}.map((language, index) => [language,
  Object.fromEntries(Object.entries(texts).map(([part, all]) => [part,
    Object.fromEntries(Object.entries(all).map(([key, each]) => [key, each[index]]))]))]));`;

/** Writes the file into the folder of what the editor loads. */
export function writeTranslations(folder) {
  const read = LANGUAGES.map((each) => JSON.parse(readFileSync(`node-red/languages/${each}.json`, 'utf8')));
  const textsOf = (part) =>
    Object.fromEntries(Object.keys(read[0][part]).map((key) => [key, read.map((each) => each[part][key])]));
  const texts = JSON.stringify(Object.fromEntries(PARTS.map((part) => [part, textsOf(part)])));
  writeFileSync(path.join(folder, FILE), `const texts =\n${texts};\n${catalogs}\n`);
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
      const texts = JSON.parse(readFileSync(file, 'utf8').split('\\n')[1].slice(0, -1));
      ${catalogs}`,
  },
};
