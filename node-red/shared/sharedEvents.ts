import type { Node, NodeAPI } from 'node-red';

import { sleep } from '../../core/client';
import { StoredKeys } from './storedKeys';

const RULES = { prefix: 'messagingSeen_', keysKept: 10_000, keptForMs: 7 * 24 * 3600 * 1000 };

/** A store that does not answer holds an event back no longer. */
const PATIENCE_MS = 1000;

/**
 * The events that were seen by any of the Node-REDs that share a context store. What the store does not say in time counts as not seen:
 * a flow that starts twice is better than an event that is lost.
 */
export class SharedEvents {
  private readonly keys: StoredKeys;

  /** @param failed is told why the store could not be read or written */
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

  /** Comes back when the other Node-REDs find the event. */
  async add(key: string): Promise<void> {
    await this.answer(this.keys.add(key));
  }

  /** To be called when the node closes. */
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
