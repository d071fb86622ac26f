import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { endWithFile } from './programs';

const root = join(__dirname, '..', '..');

/**
 * Runs an example of docs/sandbox.md as a user would, in a folder of its own.
 * @param packages - what the user has installed: the folder of each package by its name
 */
export async function runExample(
  file: string,
  packages: Record<string, string>,
  options: { execPath?: string; env?: Record<string, string> } = {},
): Promise<{ code: number | null; output: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'guide-'));
  cpSync(join(root, 'docs', 'testing'), folder, { recursive: true });
  const installed = { '@messaging-service/sandbox': join(root, 'packages', 'sandbox'), ...packages };
  for (const [name, from] of Object.entries(installed)) {
    const target = join(folder, 'node_modules', name);
    mkdirSync(dirname(target), { recursive: true });
    symlinkSync(from, target);
  }
  const env: NodeJS.ProcessEnv = { ...process.env, ...options.env };
  // A user's shell has none of what jest sets; with it, n8n ends at once.
  for (const name of ['NODE_ENV', 'JEST_WORKER_ID', 'NODE_TEST_CONTEXT']) delete env[name];
  const example = endWithFile(
    fork(join(folder, file), { cwd: folder, silent: true, execArgv: [], ...options, env }),
  );
  let output = '';
  for (const stream of [example.stdout, example.stderr])
    stream?.on('data', (text) => (output += String(text)));
  const [code = null]: Array<number | null> = await once(example, 'close');
  rmSync(folder, { recursive: true });
  return { code, output };
}
