import type { Node, NodeAPI } from 'node-red';

import { REMEMBERED_EVENTS, SeenEvents, type EventKey } from '../../core/receive';
import { ContextStore, natureOf } from './contextStore';
import { warnOnce } from './failure';
import { nodeKeyOf } from './handover';
import { SharedEvents } from './sharedEvents';

const CONTEXT_KEY = 'messagingRecentEvents';

/** What was seen before a deploy: Node-RED empties a node's context in memory when the node is deployed again. */
const seenBefore = new Map<string, SeenEvents>();

/**
 * The latest events of a trigger. If Node-RED keeps a node's context in files, each new one is stored there, so that they survive a
 * restart. In a store that several Node-REDs may share, the events of all of them count.
 */
export class RecentEvents {
  private readonly seen: Promise<SeenEvents>;
  /** Undefined if the store is not one of files. */
  private readonly context: ContextStore | undefined;
  private readonly shared: SharedEvents | undefined;
  private readonly warn: (error: unknown) => void;

  /** @param store as settings.js names it; '' for the one that nodes use by default */
  constructor(
    RED: NodeAPI,
    private readonly node: Node,
    store = '',
  ) {
    const { kind } = natureOf(RED, store);
    this.context = kind === 'files' ? new ContextStore(RED, node, store) : undefined;
    this.warn = warnOnce(RED, node, 'notRemembered');
    this.shared = kind === 'shared' ? new SharedEvents(RED, node, store, this.warn) : undefined;
    this.seen = recall(node, this.context);
  }

  /** Hands over an event that did not come before, and then remembers it: one that could not be handed over may come again. */
  async handOver(key: EventKey, start: () => void): Promise<void> {
    const seen = await this.seen;
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
  async knows(key: EventKey): Promise<boolean> {
    if ((await this.seen).has(key)) return true;
    return this.shared !== undefined && key !== undefined && this.shared.has(key);
  }

  /** Remembers an event that was used. */
  async remember(key: EventKey): Promise<void> {
    await this.handOver(key, () => undefined);
  }

  /** Call this when the node closes; resolves when everything is stored. */
  async close(removed: boolean): Promise<void> {
    const seen = await this.seen;
    if (removed) seenBefore.delete(nodeKeyOf(this.node));
    else seenBefore.set(nodeKeyOf(this.node), seen);
    await (this.shared === undefined ? this.store(seen) : this.shared.close(removed));
  }

  private async store(seen: SeenEvents): Promise<void> {
    await this.context?.set([[CONTEXT_KEY, seen.list()]]).catch(this.warn);
  }
}

/** The events that were seen before the last deploy, and before the last start if the context is kept in files. */
async function recall(node: Node, context: ContextStore | undefined): Promise<SeenEvents> {
  const known = seenBefore.get(nodeKeyOf(node));
  if (known !== undefined) return known;
  const [remembered] = (await context?.get([CONTEXT_KEY]).catch(() => [])) ?? [];
  return new SeenEvents(REMEMBERED_EVENTS, remembered);
}
