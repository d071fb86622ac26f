import { closeSync, openSync } from 'node:fs';

/** How long a lock counts that nobody renews, as after `kill -9`. */
const STALE_AFTER = 5000;

/**
 * Locks a data file for this process, and creates it if there is none. An error in words if another sandbox uses it.
 * @param warn - gets words when it takes a while
 * @param lost - called if the lock is no longer this process's own: nothing may be written from then on
 * @returns what unlocks it
 */
export async function lockFile(
  path: string,
  warn: (text: string) => void,
  lost: () => void,
): Promise<() => Promise<void>> {
  closeSync(openSync(path, 'a'));
  // Only here, because it changes functions of Node.js: a test that uses the sandbox as a library never loads it.
  const { lock } = await import('proper-lockfile');
  const options = { stale: STALE_AFTER, update: STALE_AFTER / 5, onCompromised: lost };
  try {
    return await lock(path, options);
  } catch (error) {
    if (!isLocked(error)) throw error;
    warn(`${path} is locked, by a running sandbox or one that was killed. Waiting up to 6 seconds.`);
  }
  try {
    return await lock(path, { ...options, retries: { retries: 12, factor: 1, minTimeout: 500 } });
  } catch (error) {
    throw isLocked(error)
      ? new Error(`${path} is used by another sandbox. Stop that one, or choose another file.`)
      : error;
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ELOCKED';
}
