import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The licences of all packages that bundled modules come from.
 * @param {string} where - what contains them, such as `index.js`
 * @param {string[]} modules - the paths of the modules
 */
export function licencesOf(where, modules) {
  const folders = modules.flatMap(
    (id) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id) ?? [],
  );
  const licences = [...new Set(folders)].sort().map((folder) => {
    const { name, version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    return `${where} contains ${name} ${version}:\n\n${licenceIn(folder)}\n`;
  });
  return licences.join('\n\n');
}

/** The text of its own file, or of the part of its README with that heading. */
function licenceIn(folder) {
  const textOf = (wanted) => {
    const name = readdirSync(folder).find((each) => wanted.test(each));
    return name === undefined ? '' : readFileSync(path.join(folder, name), 'utf8').trim();
  };
  const text = textOf(/^licen[cs]e(\.\w+)?$/i) || /^\W*licen[cs]e\b.*/ims.exec(textOf(/^readme/i))?.[0];
  if (!text) throw new Error(`${folder} has no licence.`);
  return text;
}
