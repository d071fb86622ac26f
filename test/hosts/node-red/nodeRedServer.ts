import { fork, type ChildProcess } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { EventEmitter, once } from 'node:events';

import { catalogOf, type Catalog } from '../../../scripts/catalogs';
import { endWithFile } from '../programs';
import { nodeForNodeRed, nodeRedPackage, nodeRedProgram, root } from './host';
import { fewNodes, noInstalls, smallEditor } from './palette';

const PATIENCE_MS = 60_000;

/** A node of a flow as Node-RED stores it. */
export interface FlowNode {
  id: string;
  type: string;
  [setting: string]: unknown;
}

export interface Message {
  _msgid?: string;
  payload?: unknown;
  [property: string]: unknown;
}

export interface NodeStatus {
  fill?: string;
  shape?: string;
  text?: string;
}

/** The error a node ended a message with, as `done(error)` got it. */
export interface DoneError {
  message: string;
  code?: string;
  outcome?: string;
  status?: number;
  details?: Array<{ parameter: string; messages: string[] }>;
  requestId?: string;
  advice?: string;
  description?: string;
  cause?: unknown;
  /** The whole error as `util.inspect` shows it, including hidden properties. */
  inspected?: string;
}

/** One call of `done` by one of our nodes. */
export interface Completion {
  id: string;
  msgid: string;
  error?: DoneError;
}

type Event =
  | { kind: 'listening'; port: number }
  | { kind: 'started' }
  | { kind: 'message'; id: string; msg: Message }
  | { kind: 'status'; id: string; status?: NodeStatus }
  | ({ kind: 'complete' } & Completion)
  | { kind: 'log'; level: number; text: string; id?: string }
  | { kind: 'memory'; bytes: number }
  | { kind: 'echo' };

export interface NodeRedOptions {
  /** Further lines of settings.js, such as `httpNodeRoot: '/hooks',`. */
  settings?: string;
  /** The root of the editor and the admin API. With `/`, the default, Node-RED itself parses the bodies of all calls before any node. */
  adminRoot?: string;
  /** Environment variables of the process. */
  env?: Record<string, string>;
  /** The folder of an earlier run, to start again with its data. */
  userFolder?: string;
  /** Files to be in the user folder, such as those of an earlier run, by their paths in it. */
  files?: Record<string, string>;
  /** The folder of a package that is linked, as by `npm install <folder>`, instead of what is published. */
  linked?: string;
  /** Without the package, as a new Node-RED is. */
  bare?: boolean;
  /** The folder of the nodes that report to this process; by default, the tests' own. */
  probe?: string;
  /** As a user has it, with all core nodes and the usual code editor, and not only with what most tests need. */
  complete?: boolean;
}

/** A real Node-RED in a process of its own, with the built package installed. */
export class NodeRed {
  private readonly arrived = new Map<string, Message[]>();
  readonly statuses: Array<{ id: string; status: NodeStatus }> = [];
  readonly completions: Completion[] = [];
  readonly logs: Array<{ level: number; text: string; id?: string }> = [];
  /** The output of the process; it should contain nothing from our nodes. */
  output = '';
  private readonly changes = new EventEmitter().setMaxListeners(0);
  private port = 0;
  /** How often the flows were started. */
  starts = 0;
  private memory: number[] = [];
  private echoes = 0;

  private constructor(
    private readonly child: ChildProcess,
    readonly userFolder: string,
    private readonly adminRoot: string,
  ) {
    child.on('message', (event: Event) => {
      this.take(event);
      this.changes.emit('change');
    });
    const collect = (chunk: Buffer) => (this.output += chunk.toString());
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.once('exit', () => this.changes.emit('change'));
  }

  static async start(options: NodeRedOptions = {}): Promise<NodeRed> {
    const userFolder = options.userFolder ?? makeUserFolder(options);
    const { adminRoot = '' } = options;
    const settings = `httpAdminRoot: '${adminRoot}/', ${options.settings ?? ''}`;
    writeFileSync(join(userFolder, 'settings.js'), settingsText(settings, isComplete(options)));
    const child = endWithFile(
      fork(
        nodeRedProgram,
        ['--userDir', userFolder, '--settings', join(userFolder, 'settings.js'), '--port', '0'],
        {
          cwd: userFolder,
          env: { ...process.env, NODE_ENV: 'production', LANG: 'en_US.UTF-8', ...options.env },
          execPath: nodeForNodeRed(),
          execArgv: ['--expose-gc'],
          serialization: 'advanced',
          silent: true,
        },
      ),
    );
    const nodeRed = new NodeRed(child, userFolder, adminRoot);
    await nodeRed.until(() => nodeRed.port > 0 && nodeRed.starts > 0, 'Node-RED to start', 60_000);
    return nodeRed;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get processId(): number | undefined {
    return this.child.pid;
  }

  get adminUrl(): string {
    return `${this.url}${this.adminRoot}`;
  }

  /** Deploys a flow and waits until it runs. Nodes may have `credentials`, as the editor sends them. */
  async deploy(flow: FlowNode[], type: 'full' | 'nodes' | 'flows' = 'full'): Promise<void> {
    const before = this.starts;
    if (this.hasEnded) throw new Error(`Node-RED has ended:\n${this.logText}\n${this.output}`);
    const response = await fetch(`${this.adminUrl}/flows`, {
      method: 'POST',
      // A connection that is kept open would be closed by Node-RED while this process is busy, and the next call would fail.
      headers: { 'content-type': 'application/json', 'Node-RED-Deployment-Type': type, connection: 'close' },
      body: JSON.stringify(flow),
    });
    if (response.status !== 204)
      throw new Error(`Deploying failed: ${response.status} ${await response.text()}`);
    await this.until(() => this.starts > before, 'the flow to start');
  }

  /** Deletes all nodes, and what waits in them: the first deploy without a node can be undone. */
  async clear(): Promise<void> {
    const empty = [{ id: 'tab', type: 'tab', label: 'Tab' }];
    await this.deploy(empty);
    await this.deploy(empty);
    await this.forget();
  }

  private get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Presses the button of an inject node. */
  async press(id: string): Promise<void> {
    const response = await fetch(`${this.adminUrl}/inject/${id}`, {
      method: 'POST',
      headers: { connection: 'close' },
    });
    if (!response.ok) throw new Error(`The button of ${id} answers ${response.status}`);
  }

  /** Sends messages to a node, as if they came over a wire. */
  inject(id: string, ...messages: Message[]): void {
    this.child.send({ inject: id, messages });
  }

  /** Sends a node a message that a function body creates inside Node-RED. */
  injectMade(id: string, code: string): void {
    this.child.send({ make: id, code });
  }

  /** Messages that arrived at a `probe-sink` or a debug node. */
  at(sink: string): Message[] {
    return this.arrived.get(sink) ?? [];
  }

  /** Waits for the next message at a sink beyond the first `seen`. */
  async messageAt(sink: string, seen = 0): Promise<Message> {
    return this.until(() => this.at(sink)[seen], `a message at ${sink}`);
  }

  /** How a node completed a message. */
  async completion(msgid: string): Promise<Completion> {
    return this.until(
      () => this.completions.find((completion) => completion.msgid === msgid),
      `the end of message ${msgid}`,
    );
  }

  statusOf(id: string): NodeStatus | undefined {
    return this.statuses.filter((entry) => entry.id === id).at(-1)?.status;
  }

  /** Waits until a node shows a status with such a text. */
  async statusLike(id: string, text: RegExp): Promise<NodeStatus> {
    return this.until(() => {
      const status = this.statusOf(id);
      return text.test(status?.text ?? '') ? status : undefined;
    }, `the status ${text} of ${id}`);
  }

  /** Bytes in use after a full garbage collection. */
  async heapUsed(): Promise<number> {
    const before = this.memory.length;
    this.child.send({ memory: true });
    return this.until(() => this.memory[before], 'the size of the heap');
  }

  /** Clears what was recorded so far, with what Node-RED has reported and this process has not yet read. */
  async forget(): Promise<void> {
    const before = this.echoes;
    this.child.send({ echo: true });
    await this.until(() => this.echoes > before, 'an echo');
    this.arrived.clear();
    this.completions.length = 0;
    this.logs.length = 0;
  }

  /** The whole log, one line per entry. */
  get logText(): string {
    return this.logs.map(({ text }) => text).join('\n');
  }

  async until<Found>(
    probe: () => Found | undefined | false,
    what: string,
    timeoutMs: number = PATIENCE_MS,
  ): Promise<Found> {
    const signal = AbortSignal.timeout(timeoutMs);
    for (;;) {
      const found = probe();
      if (found !== undefined && found !== false) return found;
      if (this.hasEnded)
        throw new Error(`Node-RED ended while waiting for ${what}:\n${this.logText}\n${this.output}`);
      await once(this.changes, 'change', { signal }).catch(() => {
        throw new Error(`Waited in vain for ${what}. Logs:\n${this.logText}\n${this.output}`);
      });
    }
  }

  /** Stops Node-RED like Ctrl-C, or like a crash; with `keep`, its folder stays for another start. */
  async stop({ keep = false, crash = false } = {}): Promise<void> {
    if (!this.hasEnded) {
      this.child.kill(crash ? 'SIGKILL' : 'SIGTERM');
      await once(this.child, 'exit');
    }
    if (!keep) rmSync(this.userFolder, { recursive: true, force: true });
    const unfilled = this.statuses.find(({ status }) =>
      /__(?!proto__)\w+__|\/messaging-[a-z]+:/.test(status.text ?? ''),
    );
    if (unfilled !== undefined)
      throw new Error(`A status lacks a value or a text: ${unfilled.status.text ?? ''}`);
  }

  private take(event: Event): void {
    switch (event.kind) {
      case 'listening':
        this.port = event.port;
        break;
      case 'started':
        this.starts += 1;
        break;
      case 'message':
        this.arrived.set(event.id, this.arrived.get(event.id) ?? []);
        this.arrived.get(event.id)?.push(event.msg);
        break;
      case 'status':
        this.statuses.push({ id: event.id, status: asEditorShows(event.status ?? {}) });
        break;
      case 'complete':
        this.completions.push({ id: event.id, msgid: event.msgid, error: event.error });
        break;
      case 'log':
        this.logs.push({ level: event.level, text: event.text, id: event.id });
        break;
      case 'memory':
        this.memory.push(event.bytes);
        break;
      case 'echo':
        this.echoes += 1;
    }
  }
}

const english = new Map<string, Catalog>();

/** A status whose text is a key of a catalog, in English; `node-red-first-minutes` of the browser tests sees what editors really show. */
function asEditorShows(status: NodeStatus): NodeStatus {
  const [, type = '', key = ''] = /^\S+\/(messaging-[a-z]+):(\S+)$/.exec(status.text ?? '') ?? [];
  if (type === '') return status;
  const catalog = english.get(type) ?? catalogOf(type, 'en-US');
  english.set(type, catalog);
  const found = key.split('.').reduce<unknown>((tree, name) => Object(tree)[name], catalog);
  return typeof found === 'string' ? { ...status, text: found.replace(/__\w+__/g, '') } : status;
}

/** A user folder with a copy of the built package in its node_modules, so that a build in the meantime changes nothing. */
export function makeUserFolder({
  probe = join(__dirname, 'probe'),
  linked,
  bare,
  files,
}: NodeRedOptions = {}): string {
  if (!existsSync(nodeRedPackage)) throw new Error('The package is not built: run "npm run build" first.');
  mkdirSync(join(root, '.work', 'node-red'), { recursive: true });
  const folder = mkdtempSync(join(root, '.work', 'node-red', 'test-'));
  if (bare !== true) install(folder, linked);
  cpSync(probe, join(folder, 'nodes'), { recursive: true });
  for (const [file, content] of Object.entries({ 'flows.json': '[]', ...files })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
  return folder;
}

function install(folder: string, linked: string | undefined): void {
  const source = linked ?? nodeRedPackage;
  const { name }: { name: string } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  const target = join(folder, 'node_modules', name);
  mkdirSync(dirname(target), { recursive: true });
  if (linked === undefined) cpSync(source, target, { recursive: true });
  else symlinkSync(source, target, 'junction');
}

function isComplete({ bare, linked, probe, complete }: NodeRedOptions): boolean {
  return complete ?? (bare === true || linked !== undefined || probe !== undefined);
}

function settingsText(more: string, complete: boolean): string {
  return `module.exports = {
  uiHost: '127.0.0.1',
  flowFile: 'flows.json',
  credentialSecret: 'secret of the tests',
  telemetry: { enabled: false },
  editorTheme: { tours: false, projects: { enabled: false }, ${complete ? '' : smallEditor} },
  ${complete ? '' : fewNodes}
  externalModules: { autoInstall: false, ${complete ? '' : noInstalls} },
  logging: {
    console: { level: 'off', metrics: false, audit: false },
    probe: {
      level: 'info', metrics: false, audit: false,
      handler: () => ({ level, msg, id }) =>
        process.send({ kind: 'log', level, id, text: msg instanceof Error ? String(msg.stack) : String(msg?.message ?? msg) }),
    },
  },
  ${more}
};
`;
}
