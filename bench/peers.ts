import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

export const peerFolder = __dirname;

/** Installs what the package is compared with, where that was not done yet. */
export function installPeers(): void {
  if (existsSync(join(peerFolder, 'node_modules', '.package-lock.json'))) return;
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: peerFolder,
    stdio: 'inherit',
  });
}

/** Loads a peer; its exports are for the caller to judge. */
export function loadPeer(name: string): unknown {
  return createRequire(join(peerFolder, 'package.json'))(name);
}
