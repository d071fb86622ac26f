import { EventEmitter, once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { util } from '@node-red/util';
import express, { type Express, type RequestHandler } from 'express';
import type { NodeAPI } from 'node-red';

import account from '../../node-red/messaging-account/messaging-account';
import { closeJournals } from '../../node-red/journal/journals';
import ask from '../../node-red/messaging-ask/messaging-ask';
import balance from '../../node-red/messaging-balance/messaging-balance';
import batch from '../../node-red/messaging-batch/messaging-batch';
import inbound from '../../node-red/messaging-inbound/messaging-inbound';
import media from '../../node-red/messaging-media/messaging-media';
import notification from '../../node-red/messaging-notification/messaging-notification';
import send from '../../node-red/messaging-send/messaging-send';
import status from '../../node-red/messaging-status/messaging-status';
import type { Completion, FlowNode, Message, NodeStatus } from '../hosts/node-red/nodeRedServer';

const modules = { account, ask, balance, batch, inbound, media, notification, send, status };
/** A test may fake the clock; waiting for a real socket goes on. */
const pause = sleep;
const MOST_TRIES = 5000;
const TICK_MS = 50;
type Done = (error?: unknown) => void;
type Reply = (error: unknown, ...values: unknown[]) => void;

/** Values in memory, as Node-RED keeps them for a node, a tab or everything. */
class Context {
  private readonly values = new Map<string, unknown>();

  get(names: string | string[], _store?: unknown, reply?: Reply): unknown {
    const found = [names].flat().map((name) => this.values.get(name));
    return reply === undefined ? found[0] : reply(undefined, ...found);
  }
  set(names: string | string[], values: unknown, _store?: unknown, reply?: Reply): void {
    const given = Array.isArray(names) && Array.isArray(values) ? values : [values];
    for (const [index, name] of [names].flat().entries()) {
      if (given[index] === undefined) this.values.delete(name);
      else this.values.set(name, given[index]);
    }
    reply?.(undefined);
  }
  keys(_store?: unknown, reply?: Reply): unknown {
    return reply === undefined ? [...this.values.keys()] : reply(undefined, [...this.values.keys()]);
  }
}

/** A node of the flow that runs, as far as our nodes use it. */
class RunningNode extends EventEmitter {
  declare runtime: Runtime;
  declare id: string;
  declare type: string;
  declare z: string;
  declare name: string | undefined;
  declare wires: string[][];
  declare credentials: unknown;

  receive(msg: Message): void {
    msg._msgid ??= util.generateId();
    const done: Done = (error) => this.runtime.ended(this, msg, error);
    try {
      this.emit('input', msg, (...args: [Message]) => this.send(...args), done);
    } catch (error) {
      this.error(error, msg);
    }
  }
  /** Only the first receiver gets the message itself. */
  send(outputs: Message | Array<Message | Message[] | null>): void {
    const ports = Array.isArray(outputs) ? outputs : [outputs];
    const sent = ports.flatMap((port, index) =>
      (this.wires[index] ?? []).flatMap((wire) => [port ?? []].flat().map((msg) => ({ wire, msg }))),
    );
    const copied = sent.map((each, index) =>
      index === 0 ? each : { ...each, msg: util.cloneMessage(each.msg) },
    );
    for (const { wire, msg } of copied) this.runtime.deliver(wire, msg);
  }
  context() {
    return this.runtime.contextOf(this);
  }
  status(shown: NodeStatus): void {
    const text = shown.text === undefined ? {} : { text: this.runtime.translate(shown.text) };
    this.runtime.statuses.push({ id: this.id, status: { ...shown, ...text } });
  }
  error(error: unknown, msg?: Message): void {
    if (msg === undefined || !this.runtime.caught(this, error, msg)) this.runtime.note(20, error, this.id);
  }
  warn(text: unknown): void {
    this.runtime.note(30, text, this.id);
  }
  log(text: unknown): void {
    this.runtime.note(40, text, this.id);
  }
  /** Ends it as a deploy does. */
  async close(removed: boolean): Promise<void> {
    const closing = this.listeners('close').map(
      (listener) =>
        new Promise<void>((resolve) => {
          Reflect.apply(listener, this, [removed, resolve].slice(2 - listener.length));
          if (listener.length === 0) resolve();
        }),
    );
    await Promise.all(closing);
  }
}

/** The nodes of the tests and of Node-RED that flows need: what they pass on is in Runtime. */
class CoreNode extends RunningNode {
  constructor(definition: FlowNode, runtime: Runtime) {
    super();
    Object.assign(this, { wires: [], ...definition, runtime });
    const run = new Function('msg', 'flow', String(definition['func'] ?? 'return msg;'));
    this.on('input', (msg: Message) => {
      if (this.type === 'probe-sink') runtime.arrives(this.id, msg);
      else this.send(run(msg, this.context().flow));
    });
  }
}

type Constructor = new (definition: FlowNode, runtime: Runtime) => RunningNode;

/** What settings.js may say. */
export interface RuntimeSettings {
  lang?: string;
  [name: string]: unknown;
}

/** The part of Node-RED that our nodes use, with their sources, in this process: tests use it like the real one of `hosts/node-red`. */
export class Runtime {
  readonly statuses: Array<{ id: string; status: NodeStatus }> = [];
  readonly completions: Completion[] = [];
  readonly logs: Array<{ level: number; text: string; id?: string }> = [];
  private readonly arrived = new Map<string, Message[]>();
  private readonly types = new Map<string, Constructor>();
  private readonly contexts = new Map<string, Context>();
  readonly events = new EventEmitter().setMaxListeners(0);
  private readonly nodes = new Map<string, RunningNode>();
  private flow: FlowNode[] = [];

  private constructor(
    private readonly settings: RuntimeSettings & { userDir: string },
    private readonly server: Server,
    [httpNode, httpAdmin]: [Express, Express],
  ) {
    const RED = {
      ...{ settings, events: this.events, httpNode, httpAdmin, util },
      auth: { needsPermission: (): RequestHandler => (_request, _response, next) => next() },
      log: { error: (text: string) => this.note(20, text), warn: (text: string) => this.note(30, text) },
      nodes: {
        createNode: (node: RunningNode, definition: FlowNode) =>
          Object.assign(node, { wires: [], ...definition, runtime: this }),
        getNode: (id: string) => this.nodes.get(id) ?? null,
        eachNode: (visit: (node: FlowNode) => void) => this.flow.forEach(visit),
        getCredentials: (id: string) => this.flow.find((node) => node.id === id)?.['credentials'],
        registerType: (type: string, constructor: Constructor) => {
          Object.setPrototypeOf(constructor.prototype, RunningNode.prototype);
          this.types.set(type, constructor);
        },
      },
    };
    for (const [name, load] of Object.entries(modules)) {
      const own = (key: string) => (key.includes(':') ? key : `/messaging-${name}:${key}`);
      const _ = (key: string, values?: object) => this.translate(own(key), values);
      load({ ...RED, _ } as unknown as NodeAPI);
    }
  }

  static async start(settings: RuntimeSettings = {}): Promise<Runtime> {
    const httpNode = express();
    const httpAdmin = express();
    const server = createServer(express().use('/admin', express.json(), httpAdmin).use(httpNode));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const userDir = mkdtempSync(join(tmpdir(), 'node-red-'));
    return new Runtime({ userDir, ...settings }, server, [httpNode, httpAdmin]);
  }

  get url(): string {
    return `http://127.0.0.1:${Object(this.server.address()).port}`;
  }
  get logText(): string {
    return this.logs.map(({ text }) => text).join('\n');
  }

  /** Replaces the flow; with `nodes`, only what has changed, and what uses an account that has. */
  async deploy(flow: FlowNode[], type: 'full' | 'nodes' = 'full'): Promise<void> {
    const before = new Map(this.flow.map((node) => [node.id, JSON.stringify(node)]));
    const isSame = (node?: FlowNode): boolean =>
      node === undefined || (type === 'nodes' && before.get(node.id) === JSON.stringify(node));
    const stays = (node: FlowNode) =>
      this.nodes.has(node.id) && isSame(node) && isSame(flow.find(({ id }) => id === node['account']));
    this.events.emit('flows:stopping', {});
    const ending = [...this.nodes.values()].filter(
      ({ id }) => !flow.some((each) => each.id === id && stays(each)),
    );
    let closed = false;
    const closing = ending.map((node) => node.close(!flow.some(({ id }) => id === node.id)));
    void Promise.all(closing).then(() => (closed = true));
    await this.until(() => closed, 'the nodes to close');
    const starting = flow.filter((node) => !stays(node) || ending.some(({ id }) => id === node.id));
    for (const { id } of ending) this.nodes.delete(id);
    this.flow = flow;
    const isAccount = ({ type: name }: FlowNode) => (name === 'messaging-account' ? 0 : 1);
    for (const node of starting.sort((one, other) => isAccount(one) - isAccount(other))) {
      const constructor = this.types.get(node.type) ?? CoreNode;
      this.nodes.set(node.id, new constructor(withVariables(node), this));
    }
    this.events.emit('flows:started', { config: { flows: flow } });
  }

  /** Deletes all nodes, and what waits in them: the first deploy without a node can be undone. */
  async clear(): Promise<void> {
    await this.deploy([]);
    await this.deploy([]);
    this.forget();
  }

  inject(id: string, ...messages: Message[]): void {
    for (const msg of messages) this.nodes.get(id)?.receive(msg);
  }

  injectMade(id: string, code: string): void {
    this.inject(id, new Function(code)());
  }

  at(sink: string): Message[] {
    return this.arrived.get(sink) ?? [];
  }
  messageAt(sink: string, seen = 0): Promise<Message> {
    return this.until(() => this.at(sink)[seen], `a message at ${sink}`);
  }
  completion(id: string): Promise<Completion> {
    return this.until(() => this.completions.find(({ msgid }) => msgid === id), `the end of ${id}`);
  }
  statusOf(id: string): NodeStatus | undefined {
    return this.statuses.filter((entry) => entry.id === id).at(-1)?.status;
  }
  statusLike(id: string, text: RegExp): Promise<NodeStatus> {
    const shown = () => this.statusOf(id);
    return this.until(() => (text.test(shown()?.text ?? '') ? shown() : undefined), `the status ${text}`);
  }
  /** Waits for something. If the test fakes the clock, time passes fast meanwhile, but not faster than this process answers itself. */
  async until<Found>(probe: () => Found | undefined | false, what = 'it'): Promise<Found> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const found = probe();
      if (found !== undefined && found !== false) return found;
      await pause(1);
      if (Reflect.has(setTimeout, 'clock')) jest.advanceTimersByTime(TICK_MS);
    }
    throw new Error(
      `Waited in vain for ${what}. Logs:\n${this.logText}\n${inspect(this.statuses.slice(-5))}`,
    );
  }

  forget(): void {
    this.arrived.clear();
    this.completions.length = 0;
    this.logs.length = 0;
  }

  /** Ends all nodes. Fails if a status lacks a value or a text. */
  async stop(): Promise<void> {
    await this.deploy([]);
    await closeJournals(this);
    rmSync(this.settings.userDir, { recursive: true, force: true });
    this.server.closeAllConnections();
    this.server.close();
    const unfilled = /__(?!proto__)\w+__|\/messaging-[a-z]+:/;
    expect(this.statuses.filter(({ status: { text = '' } }) => unfilled.test(text))).toEqual([]);
  }

  // What the nodes call.

  note(level: number, said: unknown, id?: string): void {
    const text = said instanceof Error ? String(said.stack) : String(Object(said).message ?? said);
    this.logs.push({ level, text, id });
  }
  arrives(sink: string, msg: Message): void {
    this.arrived.set(sink, [...this.at(sink), msg]);
  }
  deliver(wire: string, msg: Message): void {
    setImmediate(() => this.nodes.get(wire)?.receive(msg));
  }
  ended(node: RunningNode, msg: Message, error: unknown): void {
    if (!node.type.startsWith('messaging-')) return;
    const inspected = inspect(error, { depth: Infinity, showHidden: true, getters: true });
    const { message } = Object(error);
    const seen = error ? { message, ...Object(error), inspected } : undefined;
    this.completions.push({ id: node.id, msgid: String(msg._msgid), error: seen });
    try {
      if (error) return node.error(error, msg);
      for (const { id, type, scope } of this.flow)
        if (type === 'complete' && [scope].flat().includes(node.id)) this.deliver(id, util.cloneMessage(msg));
    } catch (fault) {
      this.note(20, fault);
    }
  }
  /** Whether a catch node takes the error. */
  caught({ id, type, name }: RunningNode, error: unknown, msg: Message): boolean {
    const { cause, code, stack } = Object(error);
    const given = { message: String(error), ...(cause ? { cause } : {}), ...(code ? { code } : {}), stack };
    const catching = this.flow.filter((node) => node.type === 'catch');
    for (const each of catching)
      this.deliver(each.id, {
        ...util.cloneMessage(msg),
        error: { ...given, source: { id, type, name, count: 1 } },
      });
    return catching.length > 0;
  }
  contextOf({ id, z }: RunningNode): Context & { flow: Context; global: Context } {
    const kept = (name: string) => {
      const context = this.contexts.get(name) ?? new Context();
      this.contexts.set(name, context);
      return context;
    };
    return Object.assign(kept(`${id} ${z}`), { flow: kept(`tab ${z}`), global: kept('global') });
  }
  /** A text of a catalog, by its key with the catalog before it; any other text as it is. */
  translate(key: string, values: object = {}): string {
    const [, type = '', path = ''] = /\/(messaging-[a-z]+):(\S+)$/.exec(key) ?? [];
    if (type === '') return key;
    const file = join(
      __dirname,
      '../../node-red',
      type,
      'locales',
      this.settings.lang ?? 'en-US',
      `${type}.json`,
    );
    const find = (ending: string) =>
      `${path}${ending}`.split('.').reduce<unknown>((tree, name) => Object(tree)[name], catalog(file));
    const count: unknown = Reflect.get(values, 'count');
    const text = (count !== undefined && count !== 1 ? find('_plural') : undefined) ?? find('');
    return typeof text !== 'string'
      ? path
      : text.replace(/__(\w+)__/g, (_, name) => String(Reflect.get(values, name) ?? ''));
  }
}

const catalogs = new Map<string, unknown>();
function catalog(file: string): unknown {
  const known = catalogs.get(file) ?? JSON.parse(readFileSync(file, 'utf8'));
  catalogs.set(file, known);
  return known;
}

/** As Node-RED does: texts that are one variable become its value, if it has one. */
function withVariables<Value>(value: Value): Value;
function withVariables(value: unknown): unknown {
  if (typeof value === 'string') return process.env[/^\$\{(\S+)\}$/.exec(value)?.[1] ?? ''] ?? value;
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value;
  if (Array.isArray(value)) return value.map((each) => withVariables(each));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withVariables(each)]));
}
