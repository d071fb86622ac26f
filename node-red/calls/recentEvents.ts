import type { Node, NodeAPI } from 'node-red';

import { REMEMBERED_EVENTS, SeenEvents, type EventKey } from '../../core/receive';
import { ContextStore } from '../journal/contextStore';
import { warnOnce } from '../outcome/failure';
import { nodeKeyOf } from '../journal/redeploy';

const CONTEXT_KEY = 'messagingRecentEvents';
/** No event waits longer for what an earlier run has stored: a flow that starts twice is better than an event that is lost. */
const PATIENCE_MS = 1000;

/** What was seen before a deploy: Node-RED empties a node's context in memory when the node is deployed again. */
const seenBefore = new Map<string, SeenEvents>();

/** The latest events of a trigger. If the context store survives the end of Node-RED, each new one is stored there. */
export class RecentEvents {
  private readonly seen: Promise<SeenEvents>;
  private readonly context: ContextStore;
  private readonly warn: (error: unknown) => void;

  /** @param store as settings.js names it; '' for the one that nodes use by default */
  constructor(
    RED: NodeAPI,
    private readonly node: Node,
    store = '',
  ) {
    this.context = new ContextStore(RED, node, store);
    this.warn = warnOnce(RED, node, 'notRemembered');
    this.seen = this.recall();
  }

  /** The events that were seen before the last deploy, and before the last start if the store survives it. */
  private async recall(): Promise<SeenEvents> {
    const known = seenBefore.get(nodeKeyOf(this.node));
    if (known !== undefined) return known;
    const stored = this.context.nature.survives ? this.context.get([CONTEXT_KEY], PATIENCE_MS) : undefined;
    const [remembered] = (await stored?.catch(this.warn)) ?? [];
    return new SeenEvents(REMEMBERED_EVENTS, remembered);
  }

  /** Hands over an event that did not come before, and then remembers it: one that could not be handed over may come again. */
  async handOver(key: EventKey, start: () => void): Promise<void> {
    const seen = await this.seen;
    if (seen.has(key)) return;
    start();
    seen.add(key);
    if (key !== undefined) void this.store(seen);
  }

  /** Whether the event came before; remembers nothing. */
  async knows(key: EventKey): Promise<boolean> {
    return (await this.seen).has(key);
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
    await this.store(seen);
  }

  private async store(seen: SeenEvents): Promise<void> {
    if (!this.context.nature.survives) return;
    await this.context.set([[CONTEXT_KEY, seen.list()]]).catch(this.warn);
  }
}
