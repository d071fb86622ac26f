import { EventEmitter } from 'node:events';
import { util } from '@node-red/util';
import type { NodeAPI } from 'node-red';

import account from '../../node-red/messaging-account/messaging-account';
import ask from '../../node-red/messaging-ask/messaging-ask';
import send from '../../node-red/messaging-send/messaging-send';
import { accountNode } from '../hosts/node-red/flows';
import type { FlowNode, Message } from '../hosts/node-red/nodeRedServer';

const ACCOUNTS = ['account', 'other'];

type Create = (this: FakeNode, definition: FlowNode) => void;

/** A node of a flow, whose messages arrive a turn of the event loop after they were sent. */
class FakeNode extends EventEmitter {
  id = '';
  type = '';
  credentials: object = {};
  readonly status = () => undefined;
  readonly warn = () => undefined;
  readonly log = () => undefined;
  readonly error = () => undefined;

  constructor(
    private readonly process: FakeNodeRed,
    readonly definition: FlowNode,
  ) {
    super();
  }

  receive(msg: Message): void {
    if (this.process.isDead) return;
    const pass = (sent: Message | Array<Message | null>) => {
      const { deploys, sink } = this.process;
      setImmediate(() => {
        const [port, message] = [...[sent].flat().entries()].find(([, each]) => each !== null) ?? [];
        const isThere = sink !== undefined && this.process.deploys === deploys && !this.process.isDead;
        if (isThere && message && port !== undefined) this.process.passedOn(message, port);
      });
    };
    this.emit('input', msg, pass, () => undefined);
  }

  async close(removed: boolean): Promise<void> {
    const closed = this.listeners('close').map(
      (listener) =>
        new Promise<void>((resolve) => {
          if (listener.length === 0) resolve(listener.call(this));
          else listener.call(this, removed, resolve);
        }),
    );
    // Node-RED waits no longer.
    const waited = new Promise((resolve) => setTimeout(resolve, this.process.closeMs));
    await Promise.race([Promise.all(closed), waited]);
  }
}

/** A process with Node-RED, as our nodes see it. It can be killed at any moment: then nothing of it reaches anything any more. */
export class FakeNodeRed {
  isDead = false;
  /** Each closes all nodes, also those that a message was sent to. */
  deploys = 0;
  /** How long it waits for a node that closes. */
  closeMs = 15_000;
  /** The node after ours. */
  sink: object | undefined = {};
  private flows: object[] = [];
  private readonly types = new Map<string, Create>();
  private readonly nodes = new Map<string, FakeNode>();
  readonly RED: NodeAPI;
  private readonly events = new EventEmitter().setMaxListeners(0);

  constructor(readonly passedOn: (msg: Message, port: number) => void) {
    this.RED = Object({
      util,
      events: this.events,
      settings: { userDir: '/user' },
      log: { error: () => undefined, warn: () => undefined, info: () => undefined },
      _: (key: string) => key,
      httpAdmin: { get: () => undefined, post: () => undefined, delete: () => undefined },
      auth: { needsPermission: () => undefined },
      nodes: {
        registerType: (type: string, create: Create) => this.types.set(type, create),
        createNode: (node: FakeNode, { id, type, credentials, wires }: FlowNode & { credentials?: object }) =>
          Object.assign(node, { id, type, credentials, wires }),
        getNode: (id: string) => this.nodes.get(id) ?? this.sink,
        eachNode: () => undefined,
        getCredentials: () => undefined,
      },
    });
    for (const load of [account, send, ask]) load(this.RED);
    for (const id of ACCOUNTS) this.create({ ...accountNode('http://127.0.0.1:1'), id });
  }

  node(id: string): FakeNode | undefined {
    return this.nodes.get(id);
  }

  private create(definition: FlowNode): void {
    const node = new FakeNode(this, definition);
    this.types.get(definition.type)?.call(node, definition);
    this.nodes.set(definition.id, node);
  }

  /** @param ids of all nodes in the flows, also in disabled tabs */
  async deploy(nodes: readonly FlowNode[], ids: readonly string[]): Promise<void> {
    const old = [...this.nodes.values()].filter(({ id }) => !ACCOUNTS.includes(id));
    this.deploys += 1;
    this.sink = {};
    this.events.emit('flows:stopping');
    await Promise.all(old.map((node) => node.close(!nodes.some(({ id }) => id === node.id))));
    for (const { id } of old) this.nodes.delete(id);
    if (this.isDead) return;
    for (const each of nodes) this.create(each);
    this.flows = [...new Set([...ACCOUNTS, ...ids])].map((id) => ({ id }));
    this.events.emit('flows:started', { config: { flows: this.flows } });
    // The next deploy is another call of the editor.
    await new Promise((resolve) => setImmediate(resolve));
  }

  /** A deploy that replaces only the node after ours: meanwhile, that is not there. */
  async replaceNext(): Promise<void> {
    this.deploys += 1;
    this.sink = undefined;
    this.events.emit('flows:stopping');
    await new Promise((resolve) => setTimeout(resolve, 500));
    this.sink = {};
    this.events.emit('flows:started', { config: { flows: this.flows } });
  }
}
