import type { Node, NodeAPI } from 'node-red';

import {
  createRepeatedEventFilter,
  eventKey,
  REMEMBERED_EVENTS,
  type RepeatedEventFilter,
  type ServiceEvent,
} from '../../core/receive';
import { keyOf } from './handover';

const CONTEXT_KEY = 'messagingRecentEvents';

/** What was seen before a deploy: Node-RED empties a node's context when the node is deployed again, unless it is kept in a store. */
const seen = new Map<string, RepeatedEventFilter>();

/**
 * The events that a trigger has seen last. They are kept in the node's context with each new one, so that they outlive a restart where
 * Node-RED keeps the context in files.
 */
export class RecentEvents {
  private readonly filter: Promise<RepeatedEventFilter>;
  private storing: Promise<void> | undefined;
  private stale = false;
  private warned = false;

  constructor(
    private readonly RED: NodeAPI,
    private readonly node: Node,
  ) {
    this.filter = recall(node);
  }

  /** Whether the event came before; remembers it. */
  async isRepeated(event: ServiceEvent): Promise<boolean> {
    const filter = await this.filter;
    const key = eventKey(event);
    if (filter.isRepeated(key)) return true;
    if (key !== undefined) void this.store(filter);
    return false;
  }

  /** To be called when the node closes; comes back when all is stored. */
  async close(removed: boolean): Promise<void> {
    const filter = await this.filter;
    if (removed) seen.delete(keyOf(this.node));
    else seen.set(keyOf(this.node), filter);
    await this.store(filter);
  }

  /** One at a time: what comes while a slow store is at it is stored all at once afterwards. */
  private store(filter: RepeatedEventFilter): Promise<void> {
    this.stale = true;
    this.storing ??= this.storeWhileStale(filter).finally(() => (this.storing = undefined));
    return this.storing;
  }

  private async storeWhileStale(filter: RepeatedEventFilter): Promise<void> {
    while (this.stale) {
      this.stale = false;
      await this.write(filter.snapshot());
    }
  }

  private write(keys: string[]): Promise<void> {
    return new Promise((resolve) => {
      this.node.context().set(CONTEXT_KEY, keys, (error: Error | null | undefined) => {
        if (error && !this.warned) {
          this.warned = true;
          this.node.warn(this.RED._(`${this.node.type}.errors.notRemembered`, { reason: error.message }));
        }
        resolve();
      });
    });
  }
}

/** The events that were seen before the last deploy; before the last start too, where the context is kept in files. */
function recall(node: Node): Promise<RepeatedEventFilter> {
  const known = seen.get(keyOf(node));
  if (known !== undefined) return Promise.resolve(known);
  return new Promise((resolve) => {
    node.context().get(CONTEXT_KEY, (_error: Error | null | undefined, remembered: unknown) => {
      resolve(createRepeatedEventFilter({ capacity: REMEMBERED_EVENTS, remembered }));
    });
  });
}
