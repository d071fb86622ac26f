import type { Node, NodeAPI } from 'node-red';

import { eventKey, REMEMBERED_EVENTS, SeenEvents, type ServiceEvent } from '../../core/receive';
import { keyOf } from './handover';

const CONTEXT_KEY = 'messagingRecentEvents';

/** What was seen before a deploy: Node-RED empties a node's context when the node is deployed again, unless it is kept in a store. */
const seenBefore = new Map<string, SeenEvents>();

/**
 * The events that a trigger has seen last. They are kept in the node's context with each new one, so that they outlive a restart where
 * Node-RED keeps the context in files.
 */
export class RecentEvents {
  private readonly seen: Promise<SeenEvents>;
  private storing: Promise<void> | undefined;
  private stale = false;
  private warned = false;

  constructor(
    private readonly RED: NodeAPI,
    private readonly node: Node,
  ) {
    this.seen = recall(node);
  }

  /** Hands an event over unless it came before, and remembers it then: what could not be handed over may come again. */
  async handOver(event: ServiceEvent, start: () => void): Promise<void> {
    const seen = await this.seen;
    const key = eventKey(event);
    if (seen.has(key)) return;
    start();
    seen.add(key);
    if (key !== undefined) void this.store(seen);
  }

  /** Whether the event came before; remembers nothing. */
  async knows(event: ServiceEvent): Promise<boolean> {
    return (await this.seen).has(eventKey(event));
  }

  /** Remembers an event that was used. */
  async remember(event: ServiceEvent): Promise<void> {
    await this.handOver(event, () => undefined);
  }

  /** To be called when the node closes; comes back when all is stored. */
  async close(removed: boolean): Promise<void> {
    const seen = await this.seen;
    if (removed) seenBefore.delete(keyOf(this.node));
    else seenBefore.set(keyOf(this.node), seen);
    await this.store(seen);
  }

  /** One at a time: what comes while a slow store is at it is stored all at once afterwards. */
  private store(seen: SeenEvents): Promise<void> {
    this.stale = true;
    this.storing ??= this.storeWhileStale(seen).finally(() => (this.storing = undefined));
    return this.storing;
  }

  private async storeWhileStale(seen: SeenEvents): Promise<void> {
    while (this.stale) {
      this.stale = false;
      await this.write(seen.list());
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
function recall(node: Node): Promise<SeenEvents> {
  const known = seenBefore.get(keyOf(node));
  if (known !== undefined) return Promise.resolve(known);
  return new Promise((resolve) => {
    node.context().get(CONTEXT_KEY, (_error: Error | null | undefined, remembered: unknown) => {
      resolve(new SeenEvents(REMEMBERED_EVENTS, remembered));
    });
  });
}
