import { EventEmitter, once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextStep, setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { createNodeApi } from '@node-red/registry/lib/util';
import { i18n } from '@node-red/util';
import express from 'express';
import RED, { type NodeAPI, type NodeDef } from 'node-red';

import { closeJournals } from '../../node-red/journal/journals';
import account from '../../node-red/messaging-account/messaging-account';
import ask from '../../node-red/messaging-ask/messaging-ask';
import balance from '../../node-red/messaging-balance/messaging-balance';
import batch from '../../node-red/messaging-batch/messaging-batch';
import inbound from '../../node-red/messaging-inbound/messaging-inbound';
import media from '../../node-red/messaging-media/messaging-media';
import notification from '../../node-red/messaging-notification/messaging-notification';
import send from '../../node-red/messaging-send/messaging-send';
import status from '../../node-red/messaging-status/messaging-status';
import { PACKAGE } from '../../node-red/settings/editorNames';
import { writeCatalogs } from '../../scripts/catalogs';
import type { Completion, FlowNode, Message, NodeStatus } from '../hosts/node-red/nodeRedServer';

const modules = { account, ask, balance, batch, inbound, media, notification, send, status };
/** A test may fake the clock; waiting for a real socket goes on. */
const pause = sleep;
const MOST_TRIES = 5000;
const TICK_MS = 50;
/** So many steps of this process, such as to read from a socket, are done in one tick of a faked clock, however slow the machine is. */
const STEPS_IN_TICK = 20;

/**
 * A Node-RED in this process, with our nodes from their sources, and of its own nodes what flows of tests need. There can be one in a test file;
 * tests use it like the one of `hosts/node-red`, which is a process of its own.
 */
export class Runtime {
  readonly statuses: Array<{ id: string; status: NodeStatus }> = [];
  readonly completions: Completion[] = [];
  readonly logs: Array<{ level: number; text: string; id?: string }> = [];
  private readonly arrived = new Map<string, Message[]>();
  private readonly nodes = createNodeApi({ id: 'core', namespace: 'core' }).nodes;

  private constructor(
    private readonly server: Server,
    readonly userDir: string,
  ) {
    RED.events.on('node-status', ({ id, status: shown }) => {
      const words = shown?.text?.startsWith(PACKAGE) ? { text: i18n._(shown.text) } : {};
      this.statuses.push({ id, status: { ...shown, ...words } });
    });
    RED.hooks.add('onComplete.runtime', ({ msg, error, node }) => {
      if (!node.node.type.startsWith('messaging-')) return;
      const inspected = inspect(error, { depth: Infinity, showHidden: true, getters: true });
      const seen = error ? { ...error, message: error.message, inspected } : undefined;
      this.completions.push({ id: node.id, msgid: String(msg._msgid), error: seen });
    });
    const handler = new EventEmitter().on('log', ({ level, msg, id }) => {
      const text = msg instanceof Error ? String(msg.stack) : String(Object(msg).message ?? msg);
      if (level <= RED.log.INFO) this.logs.push({ level, text, id });
    });
    RED.log.addHandler(handler);
  }

  /** @param settings - what settings.js may say */
  static async start(
    settings: {
      lang?: string;
      userDir?: string;
      httpNodeAuth?: { user: string; pass: string };
      adminAuth?: Parameters<typeof RED.init>[1]['adminAuth'];
    } = {},
  ): Promise<Runtime> {
    const userDir = mkdtempSync(join(tmpdir(), 'node-red-'));
    const coreNodesDir = join(userDir, 'core');
    mkdirSync(join(coreNodesDir, 'examples'), { recursive: true });
    const app = express();
    const server = createServer(app);
    const file = {
      ...{ userDir, coreNodesDir, uiPort: 0, uiHost: '127.0.0.1' },
      disableEditor: true,
      httpAdminRoot: '/admin',
      httpNodeRoot: '/',
      credentialSecret: false as const,
      readOnly: true,
      logging: { console: { level: 'off' as const, metrics: false, audit: false } },
      ...settings,
    };
    RED.init(server, file);
    const runtime = new Runtime(server, userDir);
    await RED.start();
    app.use('/admin', RED.httpAdmin).use(RED.httpNode);
    for (const [name, load] of Object.entries(modules)) await loadNode(`messaging-${name}`, load, userDir);
    runtime.loadCoreNodes();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return runtime;
  }

  /** The nodes of the tests and of Node-RED that flows need. */
  private loadCoreNodes(): void {
    const { arrived, nodes } = this;
    const credentials = { user: { type: 'text' as const }, password: { type: 'password' as const } };
    for (const type of ['probe-sink', 'function', 'catch', 'complete', 'http request'])
      nodes.registerType(
        type,
        function (definition: NodeDef & { func?: string; scope?: string[] }) {
          nodes.createNode(this, definition);
          Object.assign(this, { scope: definition.scope });
          const run = new Function('msg', 'flow', definition.func ?? 'return msg;');
          this.on('input', (msg, forward, done) => {
            if (type === 'probe-sink') arrived.set(this.id, [...(arrived.get(this.id) ?? []), msg]);
            else forward(run(msg, this.context().flow));
            done();
          });
        },
        { credentials },
      );
  }

  get url(): string {
    return `http://127.0.0.1:${Object(this.server.address()).port}`;
  }
  get logText(): string {
    return this.logs.map(({ text }) => text).join('\n');
  }

  /** Replaces the flow; with `nodes`, only what has changed, and what uses an account that has. */
  async deploy(flow: FlowNode[], type: 'full' | 'nodes' = 'full'): Promise<void> {
    let started = false;
    RED.events.once('flows:started', () => (started = true));
    // As the editor sends it: with credentials that have changed.
    const changed = (name: string, value: unknown) =>
      name === 'credentials' && type === 'nodes' ? undefined : value;
    const sent = { flows: JSON.parse(JSON.stringify({ flows: flow }, changed)), deploymentType: type };
    const deploying = RED.runtime.flows.setFlows(sent);
    await this.until(() => started, 'the nodes to start');
    await deploying;
  }

  /** Deletes all nodes, and what waits in them: the first deploy without a node can be undone. */
  async clear(): Promise<void> {
    await this.deploy([]);
    await this.deploy([]);
    this.forget();
  }

  inject(id: string, ...messages: Message[]): void {
    for (const msg of messages) this.nodes.getNode(id).receive(msg);
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

  /** Waits for something. A faked clock runs fast meanwhile, but not while a file is written: the disk does not follow it. */
  async until<Found>(probe: () => Found | undefined | false, what = 'it'): Promise<Found> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const found = probe();
      if (found !== undefined && found !== false) return found;
      for (let step = 0; step < STEPS_IN_TICK; step += 1) await nextStep();
      const isWriting = process.getActiveResourcesInfo().some((kind) => kind.startsWith('FSReq'));
      if (Reflect.has(setTimeout, 'clock') && !isWriting) jest.advanceTimersByTime(TICK_MS);
      else await pause(1);
    }
    throw new Error(`In vain: ${what}. Logs:\n${this.logText}\n${inspect(this.statuses.slice(-5))}`);
  }

  forget(): void {
    this.arrived.clear();
    this.completions.length = 0;
    this.logs.length = 0;
  }

  /** Ends all nodes. Fails if a status lacks a value or a text. */
  async stop(): Promise<void> {
    await RED.stop();
    RED.hooks.remove('onComplete.runtime');
    await closeJournals(RED);
    rmSync(this.userDir, { recursive: true, force: true });
    this.server.closeAllConnections();
    this.server.close();
    const unfilled = /__(?!proto__)\w+__|\/messaging-[a-z]+:|\b(?:editor|messaging-[a-z]+)\.[a-z]/;
    expect(this.statuses.filter(({ status: { text = '' } }) => unfilled.test(text))).toEqual([]);
  }
}

/** Loads a node from its sources, with its texts, as Node-RED loads it from the package. */
async function loadNode(type: string, load: (RED: NodeAPI) => void, userDir: string): Promise<void> {
  const namespace = `${PACKAGE}/${type}`;
  const locales = join(userDir, 'locales', type);
  writeCatalogs(type, locales);
  await i18n.registerMessageCatalog(namespace, locales, `${type}.json`);
  load(createNodeApi({ id: namespace, namespace }));
}
