// The translations in `node-red/texts.json` that Node-RED's editor and its server both need: one file in `resources/`, which the editor imports
// and the server reads.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const SOURCE = /node-red.texts\.json$/;
const FILE = 'translations.js';
const EXPORT = 'export default ';

/** Writes the file into the folder of what the editor loads. */
export function writeTranslations(folder) {
  const { labels, errors } = JSON.parse(readFileSync('node-red/texts.json', 'utf8'));
  writeFileSync(path.join(folder, FILE), `${EXPORT}${JSON.stringify({ labels, errors })}`);
}

/** A plugin for the bundler of the editor. */
export const importedTranslations = {
  name: 'imported-translations',
  resolveId: {
    filter: { id: /\/texts\.json$/ },
    handler: () => ({ id: `./${FILE}`, external: 'relative' }),
  },
};

/** A plugin for the bundler of the server; Node.js 20 cannot require what a browser imports. The result must be in `dist/node-red`. */
export const readTranslations = {
  name: 'read-translations',
  load: {
    filter: { id: SOURCE },
    handler: () => ({
      moduleType: 'js',
      code: `
        import { readFileSync } from 'node:fs';
        import { join } from 'node:path';
        const file = join(__dirname, '..', '..', 'resources', 'editor', '${FILE}');
        export default JSON.parse(readFileSync(file, 'utf8').slice(${EXPORT.length}));`,
    }),
  },
};
