import { setTimeout as pause } from 'node:timers/promises';

/**
 * Asks again and again until there is an answer other than `undefined` and `false`, and gives that answer.
 * @param what - what is waited for, in words; it becomes the error's text
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
