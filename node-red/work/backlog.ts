import type { Node, NodeMessage } from 'node-red';

import type { Outcome } from '../outcome/report';
import { deploysOf } from '../service/deploys';
import { memories, runtimeOf, type Lasting } from '../service/lasting';
import { catalogOf } from '../settings/editorNames';
import type { Entry } from './entry';
import type { Draft } from './outgoing';
import type { Reporter } from './reporter';

/** What is known of a message whose node was closed. */
interface Left {
  outcome?: Outcome | undefined;
  /** What is sent for it. */
  draft?: Draft | undefined;
}

/** The messages of a node that have not ended. A deploy replaces the node; the one in its place gets those that were left. */
export class Backlog {
  /** Those in the outbox of an account, whether a node works on them or not. */
  readonly entries = new Map<NodeMessage, Entry>();
  /** The node as it sends now; undefined while it is away. */
  reporter: Reporter | undefined;
  /** Those that no node works on. */
  private readonly left = new Set<NodeMessage>();
  private readonly known = new WeakMap<NodeMessage, Left>();
  private node: Node | undefined;
  private type = '';

  constructor(private readonly memory: Lasting) {
    runtimeOf(memory.RED).part(HandOver);
  }

  /** Of the node (nodeKeyOf). */
  get key(): string {
    return this.memory.id;
  }

  /** Call this when the node is created. */
  use(node: Node): void {
    this.node = node;
    this.type = node.type;
    node.on('close', () => {
      if (this.node === node) this.node = undefined;
      for (const msg of this.entries.keys()) this.left.add(msg);
    });
  }

  leave(msg: NodeMessage, known: Left = {}): void {
    this.left.add(msg);
    this.known.set(msg, known);
  }

  /** What was left of a message; only once. */
  take(msg: NodeMessage): Left {
    const known = this.known.get(msg) ?? {};
    this.known.delete(msg);
    return known;
  }

  /** Gives the node what was left. Not before the flows have started, as the nodes after it do not exist then. */
  handOver(): void {
    const { node, left, entries } = this;
    if (node === undefined) return this.wait();
    for (const msg of left) {
      left.delete(msg);
      entries.get(msg)?.publish();
      node.receive(msg);
    }
  }

  /** The node is away: what is recorded takes no answers, the rest ends here. */
  private wait(): void {
    const { left, entries, type } = this;
    const { RED } = this.memory;
    for (const entry of entries.values()) entry.publish();
    const ended = [...left].filter((msg) => !entries.has(msg));
    for (const msg of ended) left.delete(msg);
    if (ended.length > 0)
      RED.log.warn(RED._(`${catalogOf(type)}${type}.errors.notTakenOver`, { count: ended.length }));
  }
}

/** At the end of a deploy, each node gets what was left to it. */
class HandOver {
  constructor({ RED }: Lasting) {
    deploysOf(RED).onStarted(() => {
      for (const backlog of memories(RED).all(Backlog)) backlog.handOver();
    });
  }
}
