import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
  return start('npx', folder, ['--no-install', 'sandbox', ...parameters]);
}

/** Runs what `npx` finds, without the second that npm takes before. */
export function startInstalled(
  folder: string,
  parameters: string[],
  environment: Record<string, string> = {},
) {
  return start(join(folder, 'node_modules', '.bin', 'sandbox'), folder, parameters, environment);
}

/** Starts a process of its own. */
function start(file: string, folder: string, parameters: string[], environment: Record<string, string> = {}) {
  const program = spawn(file, parameters, {
    cwd: folder,
    env: { ...process.env, ...environment },
    detached: true,
  });
  let output = '';
  let errors = '';
  program.stdout.on('data', (chunk) => (output += String(chunk)));
  program.stderr.on('data', (chunk) => (errors += String(chunk)));
  const ended = once(program, 'close');
  return {
    /** Waits until its output matches a pattern; returns what the first group found. */
    printed: async (pattern: RegExp): Promise<string> => {
      for (;;) {
        const [, found] = pattern.exec(output) ?? [];
        if (found !== undefined) return found;
        const next = once(program.stdout, 'data');
        const early = ended.then(() => Promise.reject(new Error(`It ended: ${output}${errors}`)));
        await Promise.race([next, early]);
      }
    },
    end: async () => ({ code: (await ended)[0], output, errors }),
    stop: () => {
      if (program.pid !== undefined && program.exitCode === null) process.kill(-program.pid, 'SIGTERM');
    },
  };
}
