import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { TestEnvironment } from 'jest-environment-node';

const PATIENCE_MS = 15_000;

/**
 * The environment of the tests with real platforms. At the end of a test file, it stops whatever the file has started and not stopped, for
 * example because a test failed while a platform was starting: otherwise jest would wait for it forever.
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
