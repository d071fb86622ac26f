import type { Node, NodeMessage } from 'node-red';

import { sleep } from '../../core/client';
import type { Outcome } from '../outcome/report';
import { nodeKeyOf, runtimeOf, type Lasting, type LastingHost } from './lasting';
import { sharedAbort } from './sharedAbort';

/** How long Node-RED waits for a node that closes slowly, unless `nodeCloseTimeout` of the settings says otherwise. */
const NODE_CLOSE_MS = 15_000;
/** For the rest of a deploy. */
const MARGIN_MS = 5000;

/** The unfinished messages of a node that a deploy closed. */
interface Unfinished {
  type: string;
  messages: NodeMessage[];
}

/** Knows whether Node-RED is replacing flows, and hands unfinished messages to the node that replaces theirs: otherwise every deploy would lose them. */
export class Deploys {
  /** Outcomes that came after their node was closed. */
  private readonly outcomes = new WeakMap<NodeMessage, Outcome>();
  private over = sharedAbort();
  private readonly listeners: Array<() => void> = [];
  private readonly unfinished = new Map<string, Unfinished>();
  private readonly replacing = new Map<string, Node>();

  constructor(private readonly runtime: Lasting) {
    const { events } = runtime.RED;
    events.on('flows:stopping', () => {
      if (this.over.signal.aborted) this.over = sharedAbort();
    });
    // Not earlier: when a new node is created, the nodes after it in the flow do not exist yet.
    events.on('flows:started', () => {
      this.handOver();
      this.over.abort();
      for (const listener of this.listeners) listener();
    });
  }

  /** Waits until no flow is being replaced: then a trigger, or the nodes after it, may be missing. False if that takes too long, as when a person has stopped the flows. */
  async passed(): Promise<boolean> {
    const { signal } = this.over;
    const closing = Number(Reflect.get(this.runtime.RED.settings, 'nodeCloseTimeout')) || NODE_CLOSE_MS;
    await sleep(closing + MARGIN_MS, signal);
    return signal.aborted;
  }

  /** Calls it whenever flows have started. Node.js takes more than ten listeners of `events` for a leak. */
  onStarted(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Whether no flow is being replaced. */
  get isOver(): boolean {
    return this.over.signal.aborted;
  }

  /** @param outcome if it came after the node was closed: the node that replaces it reports it */
  leave(node: Node, message: NodeMessage, outcome?: Outcome): void {
    if (outcome !== undefined) this.outcomes.set(message, outcome);
    const unfinished = this.unfinished.get(nodeKeyOf(node)) ?? { type: node.type, messages: [] };
    unfinished.messages.push(message);
    this.unfinished.set(nodeKeyOf(node), unfinished);
  }

  /** The outcome of a message that was left with one; only once. */
  outcomeOf(message: NodeMessage): Outcome | undefined {
    const outcome = this.outcomes.get(message);
    this.outcomes.delete(message);
    return outcome;
  }

  /** Every node that may leave messages must call this when it is created. */
  takeOver(node: Node): void {
    this.replacing.set(nodeKeyOf(node), node);
  }

  private handOver(): void {
    const { RED } = this.runtime;
    for (const [key, { type, messages }] of this.unfinished) {
      const node = this.replacing.get(key);
      if (node !== undefined) for (const message of messages) node.receive(message);
      else RED.log.warn(RED._(`${type}.errors.notTakenOver`, { count: messages.length }));
    }
    this.unfinished.clear();
    this.replacing.clear();
  }
}

export function deploysOf(RED: LastingHost): Deploys {
  return runtimeOf(RED).part(Deploys);
}
