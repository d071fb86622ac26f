// `npm run pack`, after a build: makes the tarballs of all packages in `packages/`.
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

import { n8nPackage, nodeRedPackage, sandboxPackage } from './packages.mjs';

const root = path.join(import.meta.dirname, '..');
const target = path.join(root, 'packages');

for (const file of readdirSync(target)) if (file.endsWith('.tgz')) rmSync(path.join(target, file));
for (const { folder } of [n8nPackage, nodeRedPackage, sandboxPackage]) {
  const output = execFileSync('npm', ['pack', '--json', '--pack-destination', target], {
    cwd: path.join(root, folder),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [{ filename, size }] = Object.values(JSON.parse(output));
  console.log(`${path.join('packages', path.basename(filename))} (${Math.round(size / 1000)} kB)`);
}
