import type { Node, NodeAPI } from 'node-red';

import { sleep } from '../../core/client';
import { StoredKeys } from './storedKeys';

const RULES = { prefix: 'messagingSeen_', keysKept: 10_000, keptForMs: 7 * 24 * 3600 * 1000 };

/** How long a store that does not answer can hold an event back. */
const PATIENCE_MS = 1000;

/**
 * The events that were seen by any of the Node-REDs that share a context store. If the store does not answer in time, the
 * event counts as new: a flow that starts twice is better than an event that is lost.
 */
export class SharedEvents {
  private readonly keys: StoredKeys;

  /** @param failed gets the reason if the store cannot be read or written */
  constructor(
    RED: NodeAPI,
    node: Node,
    store: string,
    private readonly failed: (error: unknown) => void,
  ) {
    this.keys = new StoredKeys(RED, node, { ...RULES, store });
  }

  async has(key: string): Promise<boolean> {
    return (await this.answer(this.keys.has(key))) === true;
  }

  /** Resolves when the other Node-REDs find the event. */
  async add(key: string): Promise<void> {
    await this.answer(this.keys.add(key));
  }

  /** Call this when the node closes. */
  async close(removed: boolean): Promise<void> {
    await this.answer(this.keys.close(removed));
  }

  private async answer<T>(asked: Promise<T>): Promise<T | undefined> {
    const over = new AbortController();
    const late = sleep(PATIENCE_MS, over.signal).then(() =>
      Promise.reject(new Error(`no answer in ${PATIENCE_MS} ms`)),
    );
    try {
      return await Promise.race([asked, late]);
    } catch (error) {
      this.failed(error);
      return undefined;
    } finally {
      over.abort();
    }
  }
}
