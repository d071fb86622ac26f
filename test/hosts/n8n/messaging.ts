import type {
  ICredentialDataDecryptedObject,
  INode,
  INodeExecutionData,
  INodeParameters,
} from 'n8n-workflow';
import { type Sandbox, startSandbox } from '../../../sandbox';
import type { Execution } from './execution';
import { n8nPackage } from './host';
import { type Credential, type N8nServer, startN8n } from './n8nServer';
import type { NewNode, Workflow } from './workflow';

const PACKAGE = '@messaging-service/n8n-nodes-messaging-service';
export const ACTION = `${PACKAGE}.messagingService`;
export const TRIGGER = `${PACKAGE}.messagingServiceTrigger`;

/** Unusual, so that no test finds it by chance in something else. */
export const PASSWORD = 'wörd: öf+the=passwords';

/** What a test sets on a node besides its parameters. */
export interface NodeSettings extends Partial<INode> {
  credential?: Credential;
}

/** An item as a Code node returns it; binary data in base64. */
export interface InputItem {
  json?: Record<string, unknown>;
  binary?: Record<string, { data: string; mimeType: string; fileName?: string }>;
}

/** A real n8n with the built package, and a sandbox with a credential for it. */
export interface Bench {
  n8n: N8nServer;
  sandbox: Sandbox;
  credential: Credential;
  /** A credential of the account with unusual settings. */
  newCredential(settings: ICredentialDataDecryptedObject): Promise<Credential>;
  /** The action node, as the editor stores it. */
  node(parameters: object, settings?: NodeSettings): NewNode;
  /** Stores a workflow that feeds items into the action node: `Start`, `Items`, `Messaging`. */
  workflow(parameters: object, items?: InputItem[], settings?: NodeSettings): Promise<Workflow>;
  /** Stores such a workflow and runs it manually. */
  run(parameters: object, items?: InputItem[], settings?: NodeSettings): Promise<Execution>;
  stop(): Promise<void>;
}

export async function startBench(env: Record<string, string> = {}): Promise<Bench> {
  const sandbox = await startSandbox({ port: 0, users: { demo: PASSWORD }, automaticDelivery: 'manual' });
  const n8n = await startN8n({ packageDirectory: n8nPackage, env }).catch(async (error: unknown) => {
    await sandbox.close();
    throw error;
  });
  return await benchOf(n8n, sandbox);
}

/** A bench for the tests of a file, each of which finds its sandbox empty. */
export function useBench(env?: Record<string, string>): Bench {
  const bench = {} as Bench;
  beforeAll(async () => {
    Object.assign(bench, await startBench(env));
  });
  beforeEach(() => bench.sandbox.reset());
  afterAll(() => bench.stop());
  return bench;
}

/** Makes a bench of an n8n in which the package is installed. */
export async function benchOf(n8n: N8nServer, sandbox: Sandbox): Promise<Bench> {
  const login = { baseUrl: sandbox.url, username: 'demo', password: PASSWORD };
  const account = { ...login, allowedCallers: '127.0.0.1' };
  const newCredential = (settings: ICredentialDataDecryptedObject) =>
    n8n.createCredential({
      name: 'Sandbox',
      type: 'messagingServiceApi',
      data: { ...account, ...settings },
    });
  const credential = await newCredential({});

  const node: Bench['node'] = (parameters, { credential: other = credential, ...settings } = {}) => ({
    name: 'Messaging',
    type: ACTION,
    parameters: asParameters(parameters),
    credentials: { messagingServiceApi: { id: other.id, name: other.name } },
    ...settings,
  });
  const workflow: Bench['workflow'] = (parameters, items = [{}], settings = {}) =>
    n8n.createWorkflow({
      nodes: [
        { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
        itemsNode(items),
        node(parameters, settings),
      ],
    });
  return {
    n8n,
    sandbox,
    credential,
    newCredential,
    node,
    workflow,
    run: async (...given) => await n8n.run(await workflow(...given)),
    stop: async () => {
      await n8n.stop();
      await sandbox.close();
    },
  };
}

/** A Code node that returns these items. */
export function itemsNode(items: InputItem[]): NewNode {
  const code = JSON.stringify(items.map(({ json = {}, ...rest }) => ({ json, ...rest })));
  return { name: 'Items', type: 'n8n-nodes-base.code', parameters: { jsCode: `return ${code};` } };
}

/** Parameters without what is undefined, as n8n stores them. */
function asParameters(value: object): INodeParameters {
  return JSON.parse(JSON.stringify(value));
}

/** The output of the action node, item by item. */
export function outputs(execution: Execution): Array<INodeExecutionData['json']> {
  return execution.items('Messaging').map(({ json }) => json);
}
