// Says in one line which programs of the system are missing: `node test/needs.mjs nginx chromium`. `npm test` needs none of them.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

const inPath = (program) =>
  [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin'].some((folder) =>
    existsSync(path.join(folder, program)),
  );

/** How each is found, by the name of its package in Debian. */
const isThere = {
  chromium: () => existsSync('/usr/bin/chromium'),
  nginx: () => inPath('nginx'),
  'redis-server': () => inPath('redis-server'),
  postgresql: () =>
    existsSync('/usr/lib/postgresql') &&
    readdirSync('/usr/lib/postgresql').some((version) =>
      existsSync(`/usr/lib/postgresql/${version}/bin/postgres`),
    ),
};

/** Those of the packages that are not installed. */
export function missing(packages) {
  return packages.filter((name) => !(isThere[name]?.() ?? inPath(name)));
}

if (process.argv[1] === import.meta.filename) {
  const needed = missing(process.argv.slice(2));
  if (needed.length > 0) {
    const names = needed.join(' ');
    console.error(
      `These tests need what is not on this machine: ${names}. On Debian: apt-get install ${names}`,
    );
    process.exitCode = 1;
  }
}
