import type { Node, NodeAPI } from 'node-red';

import { eventKey, REMEMBERED_EVENTS, SeenEvents, type ServiceEvent } from '../../core/receive';
import { ContextStore, natureOf } from './contextStore';
import { warnOnce } from './failure';
import { nodeKeyOf } from './handover';
import { SharedEvents } from './sharedEvents';

const CONTEXT_KEY = 'messagingRecentEvents';

/** What was seen before a deploy: Node-RED empties a node's context when the node is deployed again, unless it is kept in a store. */
const seenBefore = new Map<string, SeenEvents>();

/**
 * The latest events of a trigger. Each new one is stored in the node's context, so that they survive a restart if Node-RED keeps the
 * context in files. In a store that several Node-REDs may share, the events of all of them count.
 */
export class RecentEvents {
  private readonly seen: Promise<SeenEvents>;
  private readonly context: ContextStore;
  private readonly shared: SharedEvents | undefined;
  private readonly warn: (error: unknown) => void;

  /** @param store as settings.js names it; '' for the one that nodes use by default */
  constructor(
    RED: NodeAPI,
    private readonly node: Node,
    store = '',
  ) {
    this.context = new ContextStore(node, store);
    this.warn = warnOnce(RED, node, 'notRemembered');
    const isShared = natureOf(RED, store).kind === 'shared';
    this.shared = isShared ? new SharedEvents(RED, node, store, this.warn) : undefined;
    this.seen = recall(node, isShared ? undefined : this.context);
  }

  /** Hands over an event that did not come before, and then remembers it: one that could not be handed over may come again. */
  async handOver(event: ServiceEvent, start: () => void): Promise<void> {
    const seen = await this.seen;
    const key = eventKey(event);
    if (seen.has(key)) return;
    if (this.shared === undefined || key === undefined) {
      start();
      seen.add(key);
      if (key !== undefined) void this.store(seen);
      return;
    }
    // A copy may have been handed over here while the store was asked.
    if ((await this.shared.has(key)) || seen.has(key)) return;
    start();
    seen.add(key);
    await this.shared.add(key);
  }

  /** Whether the event came before; remembers nothing. */
  async knows(event: ServiceEvent): Promise<boolean> {
    const key = eventKey(event);
    if ((await this.seen).has(key)) return true;
    return this.shared !== undefined && key !== undefined && this.shared.has(key);
  }

  /** Remembers an event that was used. */
  async remember(event: ServiceEvent): Promise<void> {
    await this.handOver(event, () => undefined);
  }

  /** Call this when the node closes; resolves when everything is stored. */
  async close(removed: boolean): Promise<void> {
    const seen = await this.seen;
    if (removed) seenBefore.delete(nodeKeyOf(this.node));
    else seenBefore.set(nodeKeyOf(this.node), seen);
    await (this.shared === undefined ? this.store(seen) : this.shared.close(removed));
  }

  private async store(seen: SeenEvents): Promise<void> {
    await this.context.set([[CONTEXT_KEY, seen.list()]]).catch(this.warn);
  }
}

/** The events that were seen before the last deploy, and before the last start if the context is kept in files. */
async function recall(node: Node, context: ContextStore | undefined): Promise<SeenEvents> {
  const known = seenBefore.get(nodeKeyOf(node));
  if (known !== undefined) return known;
  const [remembered] = (await context?.get([CONTEXT_KEY]).catch(() => [])) ?? [];
  return new SeenEvents(REMEMBERED_EVENTS, remembered);
}
