import type { Node, NodeAPI, NodeMessage } from 'node-red';

/** The unfinished messages of a node that a deploy closed. */
interface Unfinished {
  type: string;
  messages: NodeMessage[];
}

/** Hands unfinished messages to the node that replaces a deployed one: otherwise every deploy would lose what waits, and late results. */
class Redeploy {
  private readonly unfinished = new Map<string, Unfinished>();
  private readonly replacing = new Map<string, Node>();

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
    const unfinished = this.unfinished.get(nodeKeyOf(node)) ?? { type: node.type, messages: [] };
    unfinished.messages.push(message);
    this.unfinished.set(nodeKeyOf(node), unfinished);
  }

  /** Every node that may leave messages must call this when it is created. */
  takeOver(node: Node): void {
    this.replacing.set(nodeKeyOf(node), node);
  }

  private settle(): void {
    for (const [key, { type, messages }] of this.unfinished) {
      const node = this.replacing.get(key);
      if (node !== undefined) for (const message of messages) node.receive(message);
      else this.RED.log.warn(this.RED._(`${type}.errors.notTakenOver`, { count: messages.length }));
    }
    this.unfinished.clear();
    this.replacing.clear();
    for (const wake of this.waiting.splice(0)) wake();
  }
}

const redeploys = new WeakMap<object, Redeploy>();

/** The only one of a runtime. */
export function redeployOf(RED: NodeAPI): Redeploy {
  const redeploy = redeploys.get(RED.events) ?? new Redeploy(RED);
  redeploys.set(RED.events, redeploy);
  return redeploy;
}

/** What stays the same when a node is deployed again: its id, or in a subflow, where ids change each time, its place. */
export function nodeKeyOf(node: Node): string {
  const path: unknown = Reflect.get(node, '_path');
  return node._alias !== undefined && typeof path === 'string' ? path : node.id;
}
