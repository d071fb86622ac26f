import {
  spawn,
  type ChildProcess,
  type ChildProcessWithoutNullStreams,
  type SpawnOptions,
} from 'node:child_process';
import { join } from 'node:path';

declare global {
  /** Programs that a test file has started; `environment.ts` stops those that still run at its end. */
  var startedPrograms: Set<ChildProcess> | undefined;
}

/** Makes a program end with the test file at the latest. */
export function endWithFile<Program extends ChildProcess>(program: Program): Program {
  globalThis.startedPrograms?.add(program);
  return program;
}

/**
 * Starts a program that ends with the process that started it, however that one dies. `stdin.end()` asks it to end. A program that is not
 * installed ends with 127 and says so on its standard error.
 */
export function startProgram(
  program: string,
  args: string[],
  options: Pick<SpawnOptions, 'env' | 'cwd' | 'uid' | 'gid'> = {},
): ChildProcessWithoutNullStreams {
  return endWithFile(
    spawn(process.execPath, [join(__dirname, 'supervise.mjs'), program, ...args], {
      ...options,
      stdio: 'pipe',
    }),
  );
}
