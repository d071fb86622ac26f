import type { Node, NodeMessage } from 'node-red';

import { readableCopy } from '../outcome/jsonCopy';
import type { Outcome } from '../outcome/report';
import { deploysOf } from '../service/deploys';
import { memories, runtimeOf, type Lasting } from '../service/lasting';
import { ACCOUNT_CATALOG } from '../settings/editorNames';
import type { Entry } from './entry';
import type { Polling } from './job';
import type { Draft, Several } from './outgoing';
import type { Reporter } from './reporter';

/** A message whose node was closed, and what is known of it. */
export interface Left {
  msg: NodeMessage;
  entry?: Entry | undefined;
  outcome?: Outcome | undefined;
  /** What is sent for it. */
  draft?: Draft | undefined;
  several?: Several | undefined;
  polling?: Polling | undefined;
}

/** The messages of a node that have not ended. A deploy replaces the node; the one in its place gets those that were left. */
export class Backlog {
  /** Those in the outbox of an account, whether a node works on them or not. */
  private readonly inOutbox = new Set<Entry>();
  /** The ids of those accounts, also once nothing is left there. */
  readonly accounts = new Set<string>();
  /** The node as it sends now; undefined while it is away. */
  reporter: Reporter | undefined;
  /** Those that no node works on. */
  private readonly left = new Map<object, Left>();
  /** Those that are on their way to the node, by the copy that it gets: the flow may send the object itself again. */
  private readonly handed = new WeakMap<NodeMessage, Left>();
  private node: Node | undefined;

  constructor(private readonly memory: Lasting) {
    runtimeOf(memory.RED).part(HandOver);
  }

  /** The id of the node. */
  get key(): string {
    return this.memory.id;
  }

  /** Whether its node is disabled or deleted; while a deploy replaces it, it is not. */
  get isAway(): boolean {
    return this.reporter === undefined && deploysOf(this.memory.RED).haveStarted;
  }

  get isRunning(): boolean {
    return this.node !== undefined;
  }

  get entries(): ReadonlySet<Entry> {
    return this.inOutbox;
  }

  /** Call this when the node is created. */
  use(node: Node): void {
    this.node = node;
    node.on('close', () => {
      if (this.node === node) this.node = undefined;
      for (const entry of this.entries) if (!this.left.has(entry)) this.leave({ msg: entry.msg, entry });
    });
  }

  /** No node works on it: the node that is there after the deploy does, at once if there is none under way. */
  leave(left: Left): void {
    this.left.set(left.entry ?? left, left);
    if (deploysOf(this.memory.RED).haveStarted) this.handOver([left]);
  }

  /** It is in the outbox now. */
  add(entry: Entry): void {
    this.inOutbox.add(entry);
    this.accounts.add(entry.outbox.id);
  }

  /** It has ended. */
  drop(entry: Entry): void {
    this.inOutbox.delete(entry);
    this.left.delete(entry);
  }

  /** Sends the node a message that it goes on with. */
  private hand(node: Node, left: Left): void {
    const msg = readableCopy(left.msg);
    // The copy takes the place of the message: very many can wait.
    if (left.entry !== undefined) left.entry.msg = msg;
    this.handed.set(msg, left);
    node.receive(msg);
  }

  /** What is known of a message that the node has just got; undefined if it comes from the flow, also if it came before. */
  take(msg: NodeMessage): Left | undefined {
    const left = this.handed.get(msg);
    this.handed.delete(msg);
    return left;
  }

  /**
   * Gives the node what was left. Not before the flows have started, as the nodes after it do not exist then. If the node is away, what is
   * recorded takes no answers, and the rest ends here.
   */
  handOver(lefts: readonly Left[] = [...this.left.values()]): void {
    const { node } = this;
    const { RED } = this.memory;
    let ended = 0;
    for (const left of lefts) {
      const { entry } = left;
      entry?.publish();
      if (node === undefined && entry !== undefined) continue;
      this.left.delete(entry ?? left);
      if (node === undefined) ended += 1;
      else this.hand(node, left);
    }
    if (ended > 0) RED.log.warn(RED._(`${ACCOUNT_CATALOG}waiting.removedWhileWaiting`, { count: ended }));
  }
}

/** At the end of a deploy, each node gets what was left to it. */
class HandOver {
  constructor({ RED }: Lasting) {
    deploysOf(RED).onEnd((haveStarted) => {
      for (const backlog of memories(RED).all(Backlog))
        if (haveStarted || backlog.isRunning) backlog.handOver();
    });
  }
}
