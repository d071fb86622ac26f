import {
  spawn,
  type ChildProcess,
  type ChildProcessWithoutNullStreams,
  type SpawnOptions,
} from 'node:child_process';
import { join } from 'node:path';

declare global {
  /** Programs that a test file has started; whatever still runs at its end is ended by `environment.ts`. */
  var startedPrograms: Set<ChildProcess> | undefined;
}

/** Has a program ended at the end of the test file at the latest. */
export function endWithFile<Program extends ChildProcess>(program: Program): Program {
  globalThis.startedPrograms?.add(program);
  return program;
}

/**
 * Starts a program that ends with whoever started it, however that one dies. It is asked to end by `stdin.end()`. A program that is not
 * there ends with 127 and says so on its standard error.
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
