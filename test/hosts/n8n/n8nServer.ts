import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { z } from 'zod/v4';
import {
  type Execution,
  type ExecutionSummary,
  executionSummary,
  isSettled,
  readExecution,
} from './execution';
import { installPackage, linkPackage } from './installedPackage';
import { type N8nProcess, startProcess } from './n8nProcess';
import { fillPrepared } from './preparedFolder';
import { until } from './until';
import {
  chain,
  completeNode,
  type NewNode,
  type NewWorkflow,
  storedWorkflow,
  webhookPath,
  type Workflow,
} from './workflow';

export interface N8nOptions {
  /** The folder of a built package, which is installed as if it were published. Without it, n8n has only its own nodes. */
  readonly packageDirectory?: string;
  /** The folder of a package that is linked instead, as by `npm install <folder>`. */
  readonly linkedDirectory?: string;
  /** Environment variables of n8n, for example `N8N_PROXY_HOPS`. */
  readonly env?: Record<string, string>;
  /** As a new installation, whose first start makes the database; otherwise, it has been started before. */
  readonly isNew?: boolean;
  /** Where its folder is created. Below the checkout, the package would find the checkout's n8n-workflow instead of n8n's. */
  readonly within?: string;
}

export interface NewCredential {
  readonly name: string;
  readonly type: string;
  readonly data: Record<string, unknown>;
}

const storedCredential = z.looseObject({ id: z.string(), name: z.string(), type: z.string() });
export type Credential = z.infer<typeof storedCredential>;

const described = z.array(
  z.custom<INodeTypeDescription>((type) => z.looseObject({ name: z.string() }).safeParse(type).success),
);

const publicationState = z.looseObject({ status: z.string(), triggers: z.array(z.unknown()) });

const owner = {
  email: 'owner@example.com',
  firstName: 'Olive',
  lastName: 'Owner',
  password: 'Olives-are-2-green',
};

/** For tests with a browser. Others go without it, as n8n makes 45 MB of it ready at each start. */
export const withEditor = { N8N_DISABLE_UI: 'false' };

/** Starts a separate n8n for a test file; stop it in `afterAll`. Takes some seconds. */
export async function startN8n({
  packageDirectory,
  linkedDirectory,
  env: settings = {},
  isNew = false,
  within = tmpdir(),
}: N8nOptions = {}): Promise<N8nServer> {
  const env = { N8N_DISABLE_UI: 'true', ...settings };
  await mkdir(within, { recursive: true });
  const userFolder = await mkdtemp(path.join(within, 'n8n-'));
  let started: N8nProcess | undefined;
  try {
    if (!isNew) await fillPrepared(userFolder, startOnce);
    if (packageDirectory !== undefined) await installPackage(packageDirectory, userFolder);
    if (linkedDirectory !== undefined) await linkPackage(linkedDirectory, userFolder);
    started = await startProcess(userFolder, env);
    const server = new N8nServer(userFolder, started, env);
    await (isNew ? server.setUpOwner() : server.logIn());
    return server;
  } catch (error) {
    await started?.stop();
    await rm(userFolder, { recursive: true, force: true });
    throw error;
  }
}

async function startOnce(userFolder: string): Promise<void> {
  const env = { N8N_DISABLE_UI: 'true' };
  const started = await startProcess(userFolder, env);
  try {
    await new N8nServer(userFolder, started, env).setUpOwner();
  } finally {
    await started.stop();
  }
}

/** A real n8n and what a person can do in its editor. */
export class N8nServer {
  /** The owner of this n8n, for a browser that has to log in. */
  readonly owner = owner;
  private cookie = '';
  private readonly types = new Map<string, Promise<INodeTypeDescription>>();
  private readonly secrets = new Set<string>();

  constructor(
    readonly userFolder: string,
    private process: N8nProcess,
    private env: Record<string, string>,
  ) {}

  /** The address of n8n, without a trailing slash. */
  get url(): string {
    return this.process.url;
  }

  /** The complete output of n8n so far, unmasked, so that a test can prove that it contains no secret. */
  logs(): string {
    return this.process.logs();
  }

  /** The session of the owner, as a browser keeps it. */
  get session(): { name: string; value: string } {
    const [name = '', value = ''] = this.cookie.split('=', 2);
    return { name, value };
  }

  async setUpOwner(): Promise<void> {
    await this.call('POST', '/rest/owner/setup', owner);
  }

  async logIn(): Promise<void> {
    await this.call('POST', '/rest/login', { emailOrLdapLoginId: owner.email, password: owner.password });
  }

  /** The descriptions of all node types, as the editor gets them; only n8n with its editor has them. */
  async nodeTypes(): Promise<INodeTypeDescription[]> {
    return described.parse(await this.call('GET', '/types/nodes.json'));
  }

  /** The description of a node type in the given version, or in that which the editor chooses for a new node. */
  private async nodeType(given: string, version?: number): Promise<INodeTypeDescription> {
    // n8n makes the tool for agents from the node, with the same versions, but describes only the node.
    const name = given.replace(/Tool$/, '');
    const ask = async () => {
      const nodeInfos = [{ name, version }];
      const [found] = described.parse(await this.call('POST', '/rest/node-types', { nodeInfos }));
      if (found === undefined) throw new Error(`n8n does not know the node type ${name} ${version ?? ''}`);
      return found;
    };
    const key = `${name} ${version ?? ''}`;
    const type = this.types.get(key) ?? ask();
    this.types.set(key, type);
    return await type;
  }

  async createCredential(credential: NewCredential): Promise<Credential> {
    this.rememberSecrets(credential.data);
    return storedCredential.parse(await this.call('POST', '/rest/credentials', credential));
  }

  /** Presses the editor's button to test a stored credential. */
  async testCredential({ id, name, type }: Credential): Promise<{ status: 'OK' | 'Error'; message: string }> {
    const { data } = z
      .looseObject({ data: z.unknown() })
      .parse(await this.call('GET', `/rest/credentials/${id}?includeData=true`));
    const answer = await this.call('POST', '/rest/credentials/test', {
      credentials: { id, name, type, data },
    });
    return z.object({ status: z.enum(['OK', 'Error']), message: z.string() }).parse(answer);
  }

  async createWorkflow({ name = 'Test', nodes, connections, settings = {} }: NewWorkflow): Promise<Workflow> {
    const complete = async (node: NewNode, index: number) =>
      completeNode(node, index, await this.nodeType(node.type, node.typeVersion));
    const workflow = {
      name,
      nodes: await Promise.all(nodes.map(complete)),
      connections: connections ?? chain(...nodes.map((node) => node.name)),
      settings: { executionOrder: 'v1', ...settings },
    };
    return storedWorkflow.parse(await this.call('POST', '/rest/workflows', workflow));
  }

  /** Imports an exported workflow: stores what the editor stores when a file is imported and saved. */
  async importWorkflow(exported: unknown): Promise<Workflow> {
    return storedWorkflow.parse(await this.call('POST', '/rest/workflows', exported));
  }

  /** A workflow as it is stored now. */
  async workflow(id: string): Promise<Workflow> {
    return storedWorkflow.parse(await this.call('GET', `/rest/workflows/${id}`));
  }

  /** Activates a workflow; resolves when its triggers listen, and rejects if one of them cannot be started. */
  async activate({ id, versionId }: Workflow): Promise<void> {
    await this.call('POST', `/rest/workflows/${id}/activate`, { versionId });
    // It reads two tables: when the triggers have just been started, it may see that nothing is under way before it sees the triggers.
    const { status, triggers } = await this.publication(id, ['in_progress', 'not_published']);
    if (status !== 'published') throw this.failure(`The workflow is ${status}: ${JSON.stringify(triggers)}`);
  }

  async deactivate({ id }: Workflow): Promise<void> {
    await this.call('POST', `/rest/workflows/${id}/deactivate`, {});
    await this.publication(id);
  }

  /** Runs a workflow manually from a trigger (its first node if none is named) and waits for the end. */
  async run(workflow: Workflow, trigger = firstNode(workflow), limit?: number): Promise<Execution> {
    const { executionId } = z
      .object({ executionId: z.string() })
      .parse(await this.execute(workflow, trigger));
    return await this.waitForExecution(({ id }) => id === executionId, limit);
  }

  /** Presses "Listen for test event": the next call to the node's test URL runs the workflow once. */
  async listenForTestEvent(workflow: Workflow, trigger = firstNode(workflow)): Promise<void> {
    z.object({ waitingForWebhook: z.literal(true) }).parse(await this.execute(workflow, trigger));
  }

  /** The executions so far, newest first (at most 100). */
  async executions(workflow?: Workflow): Promise<ExecutionSummary[]> {
    const filter = JSON.stringify(workflow === undefined ? {} : { workflowId: workflow.id });
    const answer = await this.call('GET', `/rest/executions?limit=100&filter=${encodeURIComponent(filter)}`);
    const { results } = z.object({ results: z.array(executionSummary) }).parse(answer);
    // n8n asks its database twice, for those that run and those that ended: one that ends meanwhile is in both answers.
    return [...new Map(results.map((summary) => [summary.id, summary])).values()];
  }

  /** How many executions of a workflow are over, even if they take several pages. Those that run cannot be added: one may end meanwhile. */
  async executionCount({ id }: Workflow): Promise<number> {
    const filter = encodeURIComponent(JSON.stringify({ workflowId: id }));
    const answer = await this.call('GET', `/rest/executions?limit=1&filter=${filter}`);
    return z.object({ count: z.number() }).parse(answer).count;
  }

  async execution(id: string): Promise<Execution> {
    return await readExecution(await this.call('GET', `/rest/executions/${id}`));
  }

  /**
   * Waits for an execution that is over (or waits for something outside) and meets a condition.
   * @param limit - milliseconds after which it fails
   */
  async waitForExecution(
    holds: (execution: ExecutionSummary) => boolean = () => true,
    limit?: number,
  ): Promise<Execution> {
    const find = async () => (await this.executions()).find((each) => isSettled(each) && holds(each));
    try {
      const { id } = await until('an execution', find, limit);
      return await this.execution(id);
    } catch (error) {
      throw this.failure(`${String(error)}; executions: ${JSON.stringify(await this.executions())}`);
    }
  }

  /** The URLs of a trigger: for the active workflow, and for a test in the editor. */
  async webhookUrls(
    workflow: Workflow,
    trigger = firstNode(workflow),
  ): Promise<{ production: string; test: string }> {
    const node = workflow.nodes.find((each) => each.name === trigger);
    if (node === undefined) throw new Error(`The workflow has no node "${trigger}"`);
    const below = webhookPath(workflow, node, await this.nodeType(node.type, node.typeVersion));
    return { production: `${this.url}/webhook/${below}`, test: `${this.url}/webhook-test/${below}` };
  }

  /**
   * Stops n8n, or kills it like `kill -9`, and starts it again with everything it has stored; its ports change.
   * @param changed - environment variables that are different from now on
   */
  async restart(end: 'stop' | 'kill' = 'stop', changed: Record<string, string> = {}): Promise<void> {
    await this.process[end]();
    this.env = { ...this.env, ...changed };
    this.process = await startProcess(this.userFolder, this.env);
    await this.logIn();
  }

  async stop(): Promise<void> {
    await this.process.stop();
    await rm(this.userFolder, { recursive: true, force: true });
  }

  /** A newer n8n starts and stops triggers after it has answered, and reports its progress; an older n8n is done when it answers. */
  private async publication(id: string, notYet = ['in_progress']): Promise<z.infer<typeof publicationState>> {
    const ask = async () => {
      const answer = await this.send('GET', `/rest/workflows/${id}/publication-status`);
      if (answer.status === 404) return { status: 'published', triggers: [] };
      const state = publicationState.parse(answer.data);
      return !notYet.includes(state.status) && state;
    };
    return await until('the triggers to be started or stopped', ask);
  }

  private async execute(workflow: Workflow, trigger: string): Promise<unknown> {
    return await this.call('POST', `/rest/workflows/${workflow.id}/run`, {
      workflowData: workflow,
      triggerToStartFrom: { name: trigger },
    });
  }

  /** Calls n8n as its editor does; returns the `data` of the answer, and fails if n8n refuses. */
  async call(method: string, pathname: string, body?: unknown): Promise<unknown> {
    const { status, text, data } = await this.send(method, pathname, body);
    if (status >= 400) throw this.failure(`n8n answered ${status} to ${method} ${pathname}: ${text}`);
    return data;
  }

  private async send(method: string, pathname: string, body?: unknown) {
    const answer = await fetch(`${this.url}${pathname}`, {
      method,
      // A connection that is kept open would be closed by n8n while this process is busy, and the next call would fail.
      headers: { 'content-type': 'application/json', cookie: this.cookie, connection: 'close' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // To Retry, it answers when the execution is over.
      signal: AbortSignal.timeout(240_000),
    });
    this.cookie = answer.headers.getSetCookie().at(-1)?.split(';')[0] ?? this.cookie;
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
    const json: unknown = isJson ? JSON.parse(text) : text;
    const wrapped = z.object({ data: z.unknown() }).safeParse(json);
    return { status: answer.status, text, data: wrapped.success ? wrapped.data.data : json };
  }

  private failure(message: string): Error {
    const log = this.logs().split('\n').slice(-40).join('\n');
    return new Error(this.mask(`${message}\nThe end of n8n's log:\n${log}`));
  }

  private rememberSecrets(data: NewCredential['data']): void {
    const { username, password } = data;
    for (const [name, value] of Object.entries(data)) {
      if (/pass|secret|token|key/i.test(name) && typeof value === 'string' && value !== '')
        this.secrets.add(value);
    }
    if (typeof username === 'string' && typeof password === 'string') {
      this.secrets.add(Buffer.from(`${username}:${password}`).toString('base64'));
    }
  }

  private mask(text: string): string {
    return [...this.secrets].reduce((masked, secret) => masked.replaceAll(secret, '***'), text);
  }
}

function firstNode({ nodes }: Workflow): string {
  const [first] = nodes;
  if (first === undefined) throw new Error('The workflow has no node');
  return first.name;
}
