import { setTimeout as pause } from 'node:timers/promises';

/** How long a busy machine may take for what normally takes a second; shorter than the time limit of every test. */
const PATIENCE_MS = 100_000;

/**
 * Calls a probe again and again until it returns something other than `undefined` and `false`, and returns that.
 * @param what - what is waited for, in words, for the text of the error
 * @param limit - milliseconds after which it gives up
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | false>,
  limit = PATIENCE_MS,
): Promise<T> {
  const started = Date.now();
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    const waited = Date.now() - started;
    if (waited > limit) throw new Error(`Waited ${limit} ms in vain for ${what}`);
    // What takes long is asked for less often, so that asking does not slow it down.
    await pause(Math.min(500, 50 + waited / 20));
  }
}
