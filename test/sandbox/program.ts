import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Starts a process of its own. */
export function start(
  file: string,
  parameters: string[],
  { cwd, env }: { cwd?: string; env?: Record<string, string> },
) {
  const program = spawn(file, parameters, {
    cwd,
    env: { ...process.env, ...env },
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
    stop: (signal: NodeJS.Signals = 'SIGTERM') => {
      if (program.pid !== undefined && program.exitCode === null) process.kill(-program.pid, signal);
    },
  };
}
