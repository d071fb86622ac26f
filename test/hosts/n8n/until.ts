import { setTimeout as pause } from 'node:timers/promises';

/**
 * Calls a probe again and again until it returns something other than `undefined` and `false`, and returns that.
 * @param what - what is waited for, in words, for the text of the error
 * @param limit - milliseconds after which it gives up
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | false>,
  limit = 15_000,
): Promise<T> {
  const end = Date.now() + limit;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > end) throw new Error(`Waited ${limit} ms in vain for ${what}`);
    await pause(50);
  }
}
