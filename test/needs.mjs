// Says in one line which system programs are missing: `node test/needs.mjs nginx redis-server`. `npm test` needs none of them. With --where
// as the first argument, it also prints the folder of each one, as JSON.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

const inPath = (program) =>
  [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin'].find((folder) =>
    existsSync(path.join(folder, program)),
  );

/** Debian keeps the programs of each PostgreSQL version in a separate folder, which is not on the PATH. */
function postgresFolder() {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root) : [];
  return versions
    .map((version) => path.join(root, version, 'bin'))
    .find((bin) => existsSync(path.join(bin, 'postgres')));
}

/** The folder of the programs in a Debian package; undefined if it is not installed. */
function folderOf(name) {
  if (name === 'postgresql') return postgresFolder();
  // The tests start it by its path.
  if (name === 'chromium-headless-shell') return existsSync(`/usr/bin/${name}`) ? '/usr/bin' : undefined;
  return inPath(name === 'docker.io' ? 'dockerd' : name);
}

/** The packages that are not installed. */
export function missing(packages) {
  return packages.filter((name) => folderOf(name) === undefined);
}

if (process.argv[1] === import.meta.filename) {
  const wantsFolders = process.argv[2] === '--where';
  const names = process.argv.slice(wantsFolders ? 3 : 2);
  const needed = missing(names).join(' ');
  if (needed !== '') {
    console.error(
      `These tests need what is not on this machine: ${needed}. On Debian: apt-get install ${needed}`,
    );
    process.exitCode = 1;
  } else if (wantsFolders) {
    console.log(JSON.stringify(Object.fromEntries(names.map((name) => [name, folderOf(name)]))));
  }
}
