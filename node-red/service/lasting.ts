import type { Node, NodeAPI } from 'node-red';

/**
 * Holds what a deploy must not end, each part once: for a Node-RED, for an account (queue, journal, questions, counts), and for a node (records,
 * keys). A deploy replaces what an account or a node is set to, and not what this holds.
 */
export class Lasting {
  private readonly parts = new Set<object>();
  private readonly within = new Map<string, Lasting>();

  constructor(
    readonly RED: NodeAPI,
    readonly id: string,
    /** Of which it holds something; empty if of none. */
    readonly account = '',
  ) {}

  /** The part of this kind, made when it is first asked for. */
  part<Part extends object>(Kind: new (holder: Lasting) => Part): Part {
    for (const part of this.parts) if (part instanceof Kind) return part;
    const made = new Kind(this);
    this.parts.add(made);
    return made;
  }

  of(id: string, account = this.account): Lasting {
    const known = this.within.get(id) ?? new Lasting(this.RED, id, account);
    this.within.set(id, known);
    return known;
  }

  ids(): string[] {
    return [...this.within.keys()];
  }

  /** Forgets what it holds for this id. */
  drop(id: string): void {
    this.within.delete(id);
  }

  /** All parts of this kind in it, however deep. */
  all<Part extends object>(Kind: new (holder: Lasting) => Part): Part[] {
    const own = [...this.parts].flatMap((part) => (part instanceof Kind ? [part] : []));
    return [...own, ...[...this.within.values()].flatMap((inner) => inner.all(Kind))];
  }
}

/** The only state of this package that outlives a node: one for each Node-RED in this process. */
const runtimes = new WeakMap<object, Lasting>();

/** What lasts as long as Node-RED runs. */
export function runtimeOf(RED: NodeAPI): Lasting {
  const runtime = runtimes.get(RED.events) ?? new Lasting(RED, '');
  runtimes.set(RED.events, runtime);
  return runtime;
}

/** Forgets all that lasts of a Node-RED that ends without its process; returns it. */
export function endRuntime({ events }: { events: object }): Lasting | undefined {
  const runtime = runtimes.get(events);
  runtimes.delete(events);
  return runtime;
}

/** What lasts of an account, by the id of its config node. */
export function serviceOf(RED: NodeAPI, account: string): Lasting {
  return runtimeOf(RED).of('accounts').of(account, account);
}

/** What lasts of all nodes, by their ids. */
export function memories(RED: NodeAPI): Lasting {
  return runtimeOf(RED).of('nodes');
}

/** What lasts of a node. */
export function memoryOf(RED: NodeAPI, node: Node): Lasting {
  return memories(RED).of(node.id);
}
