import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { TestEnvironment } from 'jest-environment-node';

const PATIENCE_MS = 15_000;

/**
 * Where the tests of a project with real platforms run. It ends at the end of a test file what the file has started and not ended, as
 * when a test failed while a platform was starting: jest would wait for it for ever.
 */
export default class HostEnvironment extends TestEnvironment {
  private readonly programs = new Set<ChildProcess>();

  override async setup(): Promise<void> {
    await super.setup();
    this.global['startedPrograms'] = this.programs;
  }

  override async teardown(): Promise<void> {
    await Promise.all([...this.programs].map(end));
    await super.teardown();
  }
}

async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const timer = setTimeout(() => program.kill('SIGKILL'), PATIENCE_MS);
  const ended = once(program, 'exit');
  program.kill('SIGTERM');
  await ended;
  clearTimeout(timer);
}
