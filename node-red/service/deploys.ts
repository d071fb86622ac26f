import type { Node, NodeAPI, NodeMessage } from 'node-red';

import { sleep } from '../../core/client';
import { fieldsOf, readProperty } from '../../core/reading';
import { runtimeOf, type Lasting } from './lasting';
import { sharedAbort } from './sharedAbort';

/** How long Node-RED waits for a node that closes slowly, unless `nodeCloseTimeout` of the settings says otherwise. */
const NODE_CLOSE_MS = 15_000;
/** For the rest of a deploy. */
const MARGIN_MS = 5000;

/** Knows whether Node-RED is replacing flows. */
export class Deploys {
  private over = sharedAbort();
  private readonly listeners: Array<(haveStarted: boolean) => void> = [];
  /** Until the flows have started, or Node-RED says that they cannot, such as for an unknown type: nodes that it left running go on then. */
  isReplacing = true;
  /** The ids of messages that nodes got while the latest one closed them: they go on in the nodes that replace those. */
  readonly gotWhileClosing = new Set<unknown>();
  /** How many have begun. */
  begun = 0;

  constructor(private readonly runtime: Lasting) {
    const { events } = runtime.RED;
    events.on('flows:stopping', () => {
      this.begun += 1;
      this.isReplacing = true;
      this.gotWhileClosing.clear();
      if (this.over.signal.aborted) this.over = sharedAbort();
    });
    // Not earlier: when a new node is created, the nodes after it in the flow do not exist yet.
    events.on('flows:started', () => {
      this.over.abort();
      this.ended();
    });
    events.on('runtime-event', ({ id, payload }) => {
      const { state, error } = fieldsOf(payload);
      if (id !== 'runtime-state' || state === undefined || error === undefined) return;
      this.ended();
    });
  }

  private ended(): void {
    this.isReplacing = false;
    for (const listener of this.listeners) listener(this.haveStarted);
  }

  /** Waits until no flow is being replaced: then a trigger, or the nodes after it, may be missing. False if that takes too long, as when a person has stopped the flows. */
  async passed(): Promise<boolean> {
    const { signal } = this.over;
    const closing = Number(Reflect.get(this.runtime.RED.settings, 'nodeCloseTimeout')) || NODE_CLOSE_MS;
    await sleep(closing + MARGIN_MS, signal);
    return signal.aborted;
  }

  /** Calls it at the end of each deploy. Node.js takes more than ten listeners of `events` for a leak. */
  onEnd(listener: (haveStarted: boolean) => void): void {
    this.listeners.push(listener);
  }

  /** Whether all flows run: they have started since the latest deploy began. */
  get haveStarted(): boolean {
    return this.over.signal.aborted;
  }
}

export function deploysOf(RED: NodeAPI): Deploys {
  return runtimeOf(RED).part(Deploys);
}

/** The output, if something is connected to it: what leaves by another one, nobody gets. */
export function connected(node: Node, output: number | undefined): number | undefined {
  const wires = wiresOf(node)[output ?? -1];
  return Array.isArray(wires) && wires.length > 0 ? output : undefined;
}

/**
 * Looks at the nodes at the first outputs of a node, or at all, to which it sends now. Returns what says whether they have it: a deploy may have
 * replaced them.
 */
export function nextNodes(RED: NodeAPI, node: Node, outputs?: number): (sent: NodeMessage) => boolean {
  const deploys = deploysOf(RED);
  const { begun } = deploys;
  const wired = wiresOf(node).slice(0, outputs).flat();
  const next = new Map(wired.map((id) => [String(id), RED.nodes.getNode(String(id))]));
  return ({ _msgid }) =>
    begun === deploys.begun ||
    deploys.gotWhileClosing.has(_msgid) ||
    [...next].every(([id, found]) => RED.nodes.getNode(id) === found);
}

/** Of each output, the ids of the nodes that it leads to. */
function wiresOf(node: Node): unknown[] {
  const wires = readProperty(node, 'wires');
  return Array.isArray(wires) ? wires : [];
}
