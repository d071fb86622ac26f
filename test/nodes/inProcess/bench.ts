import { EventEmitter } from 'node:events';
import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type {
  ICredentialDataDecryptedObject,
  IDataObject,
  IHttpRequestOptions,
  INode,
  INodeExecutionData,
  IWebhookFunctions,
} from 'n8n-workflow';

import { MessagingServiceTrigger } from '../../../nodes/MessagingServiceTrigger/MessagingServiceTrigger.node';
import { listenForAnswers } from '../../../nodes/MessagingService/wait/registry';
import { type Sandbox, type SandboxMessage, startSandbox } from '../../../sandbox';
import { serve as listening, type Serving } from '../../network/listening';
import { addressesOf, Execution, N8N, signatureOf, signedResumeUrl, type Answer } from './execution';

export const PASSWORD = 'wörd: öf+the=passwords';

export interface InputItem {
  json?: Record<string, unknown>;
  binary?: Record<string, { data: string; mimeType: string; fileName?: string }>;
}

export interface NodeSettings extends Partial<INode> {
  /** Settings of the credential besides URL, user name and password. */
  account?: ICredentialDataDecryptedObject;
  timezone?: string;
  /** WEBHOOK_URL, if it has a path that a proxy removes. */
  address?: string;
}

/** The nodes of n8n's package in this process, with n8n's own parameters and expressions, and a sandbox. */
export interface NodeBench {
  readonly sandbox: Sandbox;
  /** Runs the action node once with these items. */
  run(parameters: object, items?: InputItem[], settings?: NodeSettings): Promise<Execution>;
  /** As `run`, without waiting for its end. */
  begin(parameters: object, items?: InputItem[], settings?: NodeSettings): Execution;
  /** Calls a URL of a waiting execution, such as the link of an SMS. */
  open(url: string, method?: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** The person answers: the trigger gets it, as the service reports it. Returns what starts a workflow. */
  receive(event: object, parameters?: object, entered?: object): Promise<IDataObject[]>;
  /** Whether a trigger listens in this process. */
  listens(does: boolean): void;
  stop(): Promise<void>;
}

const trigger = new MessagingServiceTrigger();

/** The bench of a test file; each test starts with an empty sandbox. */
export function useNodeBench(): NodeBench {
  const bench = {} as NodeBench;
  beforeAll(async () => {
    Object.assign(bench, await startNodeBench());
  });
  beforeEach(() => bench.sandbox.reset());
  afterAll(() => bench.stop());
  return bench;
}

export async function startNodeBench(): Promise<NodeBench> {
  const sandbox = await startSandbox({
    port: 0,
    users: { demo: PASSWORD },
    automaticDelivery: 'manual',
    acceptUnknown: true,
  });
  const executions = new Map<string, Execution>();
  const processed = new Map<string, Set<string>>();
  let stopListening = listenForAnswers();
  let count = 0;
  let webhookUrl = N8N;

  /** n8n's own part of a call to a waiting execution. */
  async function open(url: string, method = 'GET', body?: unknown, headers = {}): Promise<Answer> {
    const address = new URL(url.replace(`${N8N}/n8n/`, `${N8N}/`));
    const execution = executions.get(address.pathname.split('/')[2] ?? '');
    const refused = (status: number, text: string) => ({ status, body: text, headers: {} });
    if (execution === undefined) return refused(404, '');
    if (address.searchParams.get('signature') !== signatureOf(address)) return refused(401, '{}');
    if (execution.status === 'running')
      return refused(409, `The execution "${execution.id}" is running already.`);
    if (execution.status !== 'waiting')
      return refused(409, `The execution "${execution.id}" has finished already.`);
    return await execution.called(address, method, body, headers);
  }
  const callN8n = async ({ url, body }: IHttpRequestOptions) => {
    const answer = await open(url, 'POST', JSON.parse(String(body)));
    return { statusCode: answer.status, body: answer.body };
  };

  /** Starts an execution, and does not wait for its end. */
  function begin(
    parameters: object,
    items: InputItem[] = [{}],
    { account = {}, timezone = 'Europe/Zurich', address = N8N, ...settings }: NodeSettings = {},
  ): Execution {
    count += 1;
    const login = {
      ...{ baseUrl: sandbox.url, username: 'demo', password: PASSWORD },
      allowedCallers: '127.0.0.1',
    };
    const node: INode = {
      ...{
        id: `node-${count}`,
        name: 'Messaging',
        type: 'messagingService',
        typeVersion: 1,
        position: [0, 0],
      },
      // Each account counts by itself, unless a test names it.
      credentials: { messagingServiceApi: { id: `account-${count}`, name: 'Sandbox' } },
      ...settings,
      parameters: JSON.parse(JSON.stringify(parameters)),
    };
    const known = processed.get(node.id) ?? new Set();
    processed.set(node.id, known);
    const input: INodeExecutionData[] = JSON.parse(
      JSON.stringify(items.map(({ json = {}, ...rest }, item) => ({ json, ...rest, pairedItem: { item } }))),
    );
    const surroundings = { account: { ...login, ...account }, processed: known, timezone, address, callN8n };
    webhookUrl = address;
    const execution = new Execution(String(count), node, input, surroundings);
    executions.set(execution.id, execution);
    execution.goOn();
    return execution;
  }

  return {
    sandbox,
    open,
    begin,
    run: async (...given) => await begin(...given).settled(),
    receive: async (event, parameters = {}, entered = parameters) => {
      const response = Object.assign(new EventEmitter(), {
        closed: false,
        writableEnded: false,
        statusCode: 200,
      });
      const given = new Map<string, unknown>(Object.entries(parameters));
      const context: IWebhookFunctions = Object.assign(Object.create(null), {
        additionalData: addressesOf(webhookUrl),
        node: { id: 'trigger' },
        getSignedResumeUrl: signedResumeUrl,
        getMode: () => 'webhook',
        getNode: () => ({ id: 'trigger', name: 'Trigger', ...entered, parameters: entered }),
        getWorkflow: () => ({ id: 'w' }),
        logger: { info: () => undefined, warn: () => undefined },
        getNodeParameter: (name: string, fallback: unknown) => given.get(name) ?? fallback,
        getCredentials: async () => ({}),
        helpers: { httpRequest: callN8n },
        getRequestObject: () => ({
          ...{ ip: '193.93.208.200', query: {}, headers: { 'content-type': 'application/json' } },
          ...{
            body: { messageId: randomUUID(), ...event },
            app: { get: () => 0 },
            socket: {},
          },
        }),
        getResponseObject: () =>
          Object.assign(response, {
            status: (code: number) => ({ json: () => ({ end: () => (response.statusCode = code) }) }),
          }),
      });
      const { workflowData } = await trigger.webhook.call(context);
      for (const execution of executions.values()) await execution.settled();
      return workflowData?.[0]?.map(({ json }) => json) ?? [];
    },
    listens: (does) => {
      stopListening();
      if (does) stopListening = listenForAnswers();
    },
    stop: async () => {
      stopListening();
      await sandbox.close();
    },
  };
}

const services: Serving[] = [];
afterEach(async () => void (await Promise.all(services.splice(0).map((service) => service.close()))));
/** The address of a service that answers as a test says, and ends with it. */
export async function serve(answer: RequestListener): Promise<{ baseUrl: string }> {
  const service = await listening(answer);
  services.push(service);
  return { baseUrl: service.url };
}

export const texts = ({ sandbox }: NodeBench) =>
  sandbox.messages().map(({ content }) => ('text' in content ? String(content.text) : ''));
export const recipients = ({ sandbox }: NodeBench) => sandbox.messages().map(({ to }: SandboxMessage) => to);
