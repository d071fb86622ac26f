import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { start } from '../sandbox/program';

const built = join(__dirname, '..', '..', 'packages', 'sandbox');

/** Installs the tarball of the sandbox in an empty folder, as users do. Returns the folder. */
export function installSandbox(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-package-'));
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: built,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [tarball]: Array<{ filename: string }> = Object.values(JSON.parse(packed));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const file = join(folder, tarball?.filename ?? '');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--offline', file], {
    cwd: folder,
    stdio: 'pipe',
  });
  return folder;
}

/** Runs the installed sandbox by `npx`, as users do. */
export function startByNpx(folder: string, parameters: string[]) {
  return start('npx', ['--no-install', 'sandbox', ...parameters], { cwd: folder });
}

/** Runs what `npx` finds, without the second that npm takes before. */
export function startInstalled(
  folder: string,
  parameters: string[],
  environment: Record<string, string> = {},
) {
  return start(join(folder, 'node_modules', '.bin', 'sandbox'), parameters, {
    cwd: folder,
    env: environment,
  });
}
