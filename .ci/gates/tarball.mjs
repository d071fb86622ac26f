// What is published: packed by npm and unpacked into a temporary folder.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The checkout whose packages are tested: the folder named on the command line, or this one. */
export const checkout = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '../..'));

/** A folder that is gone when the process ends. */
export function temporaryFolder() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'gate-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Packs the package of a platform as `npm publish` would.
 * @param {'n8n' | 'node-red' | 'sandbox'} platform
 * @returns {{ file: string, folder: string, paths: string[], manifest: object }} the tarball, where it was unpacked to, the files
 * in it, and its package.json
 */
export function pack(platform) {
  const built = path.join(checkout, 'packages', platform);
  if (!existsSync(built)) throw new Error(`${built} is missing: run "npm run build" first`);
  const target = temporaryFolder();
  const output = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', target], {
    cwd: built,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [packed] = Object.values(JSON.parse(output));
  const file = path.join(target, path.basename(packed.filename));
  execFileSync('tar', ['-xzf', file, '-C', target]);
  const folder = path.join(target, 'package');
  return {
    file,
    folder,
    paths: packed.files.map((each) => each.path),
    manifest: JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')),
  };
}
