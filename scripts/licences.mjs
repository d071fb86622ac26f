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

function licenceIn(folder) {
  const name = readdirSync(folder).find((each) => /^licen[cs]e(\.\w+)?$/i.test(each));
  if (name === undefined) throw new Error(`${folder} has no licence.`);
  return readFileSync(path.join(folder, name), 'utf8').trim();
}
