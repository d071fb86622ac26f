import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * n8n's own list of what a node has processed: hashes, without times. n8n reads the whole list, adds to it and writes it back without a
 * lock, so two processes can overwrite each other's entries.
 */
export interface ProcessedKeys {
  /** Adds keys; returns those that were there before. */
  add(keys: string[]): Promise<string[]>;
  remove(keys: string[]): Promise<void>;
}

/** Much longer than n8n takes to read the list, add to it and write it back. */
export const SETTLING_MS = 100;

/**
 * The list of the running node.
 * @param maxEntries how many entries are kept, the newest ones
 * @throws Error if this n8n has no such list
 */
export function processedKeys({ helpers }: IExecuteFunctions, maxEntries: number): ProcessedKeys {
  if (typeof helpers.checkProcessedAndRecord !== 'function')
    throw new Error('n8n offers no list of keys here.');
  const options = { mode: 'entries', maxEntries } as const;
  return {
    add: async (keys) => {
      const write = () => helpers.checkProcessedAndRecord(keys, 'node', options);
      // If the first two executions of a node run at the same moment, both insert its list: one fails, and finds the list with its second
      // try. After any other failure the keys may have been written, so that a second try would find them as if they were older.
      const { processed } = await write().catch((error: unknown) => {
        if (/unique|duplicate/i.test(String(error))) return write();
        throw error;
      });
      return processed.map(String);
    },
    remove: async (keys) => {
      await helpers.removeProcessed(keys, 'node', options);
    },
  };
}
