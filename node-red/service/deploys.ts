import type { Node, NodeAPI } from 'node-red';

import { sleep } from '../../core/client';
import { readList } from '../../core/reading';
import { runtimeOf, type Lasting } from './lasting';
import { sharedAbort } from './sharedAbort';

/** How long Node-RED waits for a node that closes slowly, unless `nodeCloseTimeout` of the settings says otherwise. */
const NODE_CLOSE_MS = 15_000;
/** For the rest of a deploy. */
const MARGIN_MS = 5000;

/** Knows whether Node-RED is replacing flows. */
export class Deploys {
  private over = sharedAbort();
  private readonly listeners: Array<() => void> = [];

  constructor(private readonly runtime: Lasting) {
    const { events } = runtime.RED;
    events.on('flows:stopping', () => {
      if (this.over.signal.aborted) this.over = sharedAbort();
    });
    // Not earlier: when a new node is created, the nodes after it in the flow do not exist yet.
    events.on('flows:started', () => {
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
}

export function deploysOf(RED: NodeAPI): Deploys {
  return runtimeOf(RED).part(Deploys);
}

/** The nodes at the first outputs of a node, or at all, as they run now. */
export function nextNodes(RED: NodeAPI, node: Node, outputs?: number): unknown[] {
  const wires = (readList(node, 'wires') ?? []).slice(0, outputs);
  return wires.flat().map((id) => RED.nodes.getNode(String(id)));
}

/** Whether what a node has sent is with these next nodes: a deploy may have replaced the node alone. */
export function areNext(next: readonly unknown[], RED: NodeAPI, node: Node): boolean {
  const now = nextNodes(RED, node);
  return next.every((each, index) => each === now[index]);
}
