import type { Circus } from '@jest/types';
import { TestEnvironment } from 'jest-environment-node';

/** What keeps a process alive, besides what jest itself has. */
const KINDS = /^(Timeout|TCP.*Wrap|ProcessWrap|PipeConnectWrap|MessagePort|Worker)$/;
const PATIENCE_MS = 2000;
/** A test that hangs fails before its file holds up the others. */
const TEST_MS = 60_000;

/** The environment of tests without a platform. A file fails that leaves timers, sockets, servers or processes open at its end. */
export default class UnitEnvironment extends TestEnvironment {
  private readonly before = open();

  handleTestEvent(event: Circus.Event, state: Circus.State): void {
    if (event.name === 'run_start') state.testTimeout = TEST_MS;
  }

  override async teardown(): Promise<void> {
    const left = await this.leftOpen();
    await super.teardown();
    if (left.length > 0) throw new Error(`Left open at the end of the file: ${left.join(', ')}`);
  }

  private async leftOpen(): Promise<string[]> {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const left = open();
      for (const kind of this.before) {
        const at = left.indexOf(kind);
        if (at !== -1) left.splice(at, 1);
      }
      if (left.length === 0 || Date.now() > end) return left;
      // Counted when no timer of this pause is left.
      await new Promise((resolve) => setTimeout(() => setImmediate(resolve), 20));
    }
  }
}

function open(): string[] {
  return process.getActiveResourcesInfo().filter((kind) => KINDS.test(kind));
}
