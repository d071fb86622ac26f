import type { Node, NodeAPI, NodeMessage } from 'node-red';

/** The unfinished messages of a node that a deploy closed. */
interface Estate {
  type: string;
  messages: NodeMessage[];
}

/**
 * Hands unfinished messages to the node that replaces a deployed one. Without it, waiting messages would be lost with every deploy, and
 * results that arrive while the flow is replaced would get lost as well.
 */
class Handover {
  private readonly estates = new Map<string, Estate>();
  private readonly heirs = new Map<string, Node>();

  private waiting: Array<() => void> = [];

  constructor(private readonly RED: NodeAPI) {
    // Not earlier: when the new node is created, the nodes after it in the flow do not exist yet.
    RED.events.on('flows:started', () => this.settle());
  }

  /** Waits until the flows that are being deployed have started. */
  started(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  leave(node: Node, message: NodeMessage): void {
    const estate = this.estates.get(nodeKeyOf(node)) ?? { type: node.type, messages: [] };
    estate.messages.push(message);
    this.estates.set(nodeKeyOf(node), estate);
  }

  /** Every node that may leave something must call this when it is created. */
  takeOver(node: Node): void {
    this.heirs.set(nodeKeyOf(node), node);
  }

  private settle(): void {
    for (const [key, { type, messages }] of this.estates) {
      const heir = this.heirs.get(key);
      if (heir !== undefined) for (const message of messages) heir.receive(message);
      else this.RED.log.warn(this.RED._(`${type}.errors.notTakenOver`, { count: messages.length }));
    }
    this.estates.clear();
    this.heirs.clear();
    for (const wake of this.waiting.splice(0)) wake();
  }
}

const handovers = new WeakMap<object, Handover>();

/** The only handover of a runtime. */
export function handoverOf(RED: NodeAPI): Handover {
  const handover = handovers.get(RED.events) ?? new Handover(RED);
  handovers.set(RED.events, handover);
  return handover;
}

/** What stays the same when a node is deployed again: its id, or in a subflow, where ids change each time, its place. */
export function nodeKeyOf(node: Node): string {
  const path: unknown = Reflect.get(node, '_path');
  return node._alias !== undefined && typeof path === 'string' ? path : node.id;
}
