import type { Node, NodeAPI, NodeMessage } from 'node-red';

/** Messages that a node had not finished with when a deploy closed it. */
interface Estate {
  type: string;
  messages: NodeMessage[];
}

/**
 * Takes what a node leaves behind when it is deployed again to the node that takes its place. Without it, messages that wait would be
 * lost with every deploy, and results that arrive while the flow is replaced would reach nobody.
 */
class Handover {
  private readonly estates = new Map<string, Estate>();
  private readonly heirs = new Map<string, Node>();

  private waiting: Array<() => void> = [];

  constructor(private readonly RED: NodeAPI) {
    // Not before: what comes after the new node in the flow is not there yet when it is made.
    RED.events.on('flows:started', () => this.settle());
  }

  /** Waits until the flows that are being made run. */
  started(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  leave(node: Node, message: NodeMessage): void {
    const estate = this.estates.get(keyOf(node)) ?? { type: node.type, messages: [] };
    estate.messages.push(message);
    this.estates.set(keyOf(node), estate);
  }

  /** To be called by every node that may leave something, when it is made. */
  takeOver(node: Node): void {
    this.heirs.set(keyOf(node), node);
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

/** The one handover of a runtime. */
export function handoverOf(RED: NodeAPI): Handover {
  const handover = handovers.get(RED.events) ?? new Handover(RED);
  handovers.set(RED.events, handover);
  return handover;
}

/** What stays the same when a node is deployed again: its id; inside a subflow, where ids are new each time, its place. */
export function keyOf(node: Node): string {
  const path: unknown = Reflect.get(node, '_path');
  return node._alias !== undefined && typeof path === 'string' ? path : node.id;
}
