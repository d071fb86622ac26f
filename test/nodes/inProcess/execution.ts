import { createHmac } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import axios from 'axios';
import {
  NodeApiError,
  NodeHelpers,
  UserError,
  Workflow,
  type ICredentialDataDecryptedObject,
  type IDataObject,
  type IExecuteData,
  type IExecuteFunctions,
  type IHttpRequestOptions,
  type INode,
  type INodeExecutionData,
  type INodeTypes,
  type IRunExecutionData,
  type IWebhookFunctions,
  type NodeExecutionHint,
} from 'n8n-workflow';

import { MessagingServiceApi } from '../../../credentials/MessagingServiceApi.credentials';
import { MessagingService } from '../../../nodes/MessagingService/MessagingService.node';

export const N8N = 'https://n8n.test';
const action = new MessagingService();
const { authenticate } = new MessagingServiceApi();
const nodeTypes: INodeTypes = Object.assign(Object.create(null), {
  getByNameAndVersion: (name: string) =>
    name === 'items' ? { description: { name, group: [], inputs: [], outputs: [], properties: [] } } : action,
});

export interface NodeError {
  message: string;
  description: string;
  context: IDataObject;
}

/** The answer to a call of a webhook. */
export interface Answer {
  status: number;
  body: string;
  headers: Record<string, string>;
}

/** The signature of a URL of a waiting execution. */
export function signatureOf(url: URL): string {
  const unsigned = new URL(url);
  unsigned.searchParams.delete('signature');
  return createHmac('sha256', 'key of n8n')
    .update(unsigned.pathname + unsigned.search)
    .digest('hex');
}

/** The addresses of an n8n, which begin with `WEBHOOK_URL`. */
export const addressesOf = (address: string) => ({
  restApiUrl: `${address}/rest`,
  formWaitingBaseUrl: `${address}/form-waiting`,
  webhookBaseUrl: `${address}/webhook`,
  webhookWaitingBaseUrl: `${address}/webhook-waiting`,
});

/** As n8n's `getSignedResumeUrl`, which signs for the execution and node of the functions it is called on. */
export function signedResumeUrl(
  this: { additionalData: { executionId?: string; webhookWaitingBaseUrl?: string }; node: { id: string } },
  query: Record<string, string> = {},
): string {
  const { executionId, webhookWaitingBaseUrl = `${N8N}/webhook-waiting` } = this.additionalData;
  const url = new URL(`${webhookWaitingBaseUrl}/${executionId}/${this.node.id}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  url.searchParams.set('signature', signatureOf(url));
  return url.href;
}

export interface Surroundings {
  /** The data of the node's credential. */
  account: ICredentialDataDecryptedObject;
  /** n8n's list of what each node has processed, which outlives executions. */
  processed: Set<string>;
  timezone: string;
  /** WEBHOOK_URL: a proxy removes its path. */
  address?: string;
  /** Calls n8n itself. */
  callN8n(options: IHttpRequestOptions): Promise<unknown>;
}

/** One execution of a workflow with `Items` and the action node behind it: what n8n does with the node, in this process. */
export class Execution {
  status: 'running' | 'success' | 'error' | 'waiting' = 'running';
  error: NodeError | undefined;
  outputs: INodeExecutionData[][] = [];
  hints: string[] = [];
  /** When n8n goes on with it by itself. */
  waitTill: Date | undefined;
  readonly stop = new AbortController();
  private readonly node: INode;
  private readonly workflow: Workflow;
  private readonly data: IRunExecutionData;
  private entry: IExecuteData;
  private running: Promise<unknown> = Promise.resolve();

  constructor(
    readonly id: string,
    node: INode,
    items: INodeExecutionData[],
    readonly surroundings: Surroundings,
  ) {
    const itemsNode = { id: 'items', name: 'Items', type: 'items', typeVersion: 1, parameters: {} };
    setMaxListeners(0, this.stop.signal);
    this.workflow = new Workflow({
      ...{ id: 'w', name: 'Test', active: true, nodeTypes, settings: { timezone: surroundings.timezone } },
      nodes: [{ ...itemsNode, position: [0, 0] }, node],
      connections: { Items: { main: [[{ node: node.name, type: 'main', index: 0 }]] } },
    });
    this.node = this.workflow.getNode(node.name) ?? node;
    this.entry = { node: this.node, data: { main: [items] }, source: { main: [{ previousNode: 'Items' }] } };
    const runData = { Items: [{ data: { main: [items] }, source: [] }] };
    this.data = Object.assign(Object.create(null), {
      resultData: { runData },
      executionData: { contextData: {}, nodeExecutionStack: [this.entry] },
    });
  }

  /** What the node gave by one of its outputs. */
  items(output = 0): IDataObject[] {
    return (this.outputs[output] ?? []).map(({ json }) => json);
  }

  /** Runs the node, and again as *Retry On Fail* does: after an error, or where the first item has one. Then as its other settings say. */
  private async run(): Promise<void> {
    const tries = this.node.retryOnFail === true ? (this.node.maxTries ?? 3) : 1;
    for (let count = 1; count <= tries; count += 1) {
      Object.assign(this, { error: undefined, waitTill: undefined, hints: [], outputs: [] });
      try {
        this.outputs = await action.execute.call(this.executeFunctions());
        this.status = this.waitTill === undefined ? 'success' : 'waiting';
      } catch (error) {
        this.status = 'error';
        this.error = Object(error);
      }
      if (this.error === undefined && this.items()[0]?.error === undefined) break;
    }
    for (const item of this.outputs.flat()) if (item.error) item.json = { error: item.error.message };
    if (this.status === 'error' && this.goesOn)
      Object.assign(this, { status: 'success', outputs: [this.input] });
    const isEmpty = this.status === 'success' && this.items()[0] === undefined;
    if (isEmpty && this.node.alwaysOutputData === true) this.outputs[0] = [{ json: {} }];
    // As the database gives it back.
    const { executionData } = this.data;
    if (executionData !== undefined)
      executionData.contextData = JSON.parse(JSON.stringify(executionData.contextData));
  }

  /** A call to the webhook of the waiting node, whose signature n8n has checked. */
  async called(url: URL, method: string, body: unknown, headers: Record<string, string>): Promise<Answer> {
    this.data.executionData?.nodeExecutionStack.splice(0, 1, this.entry);
    this.node.disabled = true;
    const answer: Answer = { status: 200, body: '', headers: {} };
    const response = {
      status: (status: number) => Object.assign(response, Object.assign(answer, { status }) && {}),
      set: (given: Record<string, string>) =>
        Object.assign(response, Object.assign(answer, { headers: given }) && {}),
      send: (text: string) => void (answer.body = text),
      json: (value: object) => ({ end: () => (answer.body = JSON.stringify(value)) }),
    };
    const functions: IWebhookFunctions = Object.assign(Object.create(null), this.functions(), {
      getHeaderData: () => headers,
      getRequestObject: () => ({
        ...{
          method,
          body,
          headers,
          query: Object.fromEntries(url.searchParams),
          ip: '127.0.0.1',
          socket: {},
        },
        app: { get: () => 0 },
      }),
      getResponseObject: () => response,
    });
    const { workflowData, webhookResponse } = await action.webhook.call(functions);
    if (webhookResponse !== undefined) answer.body = JSON.stringify(webhookResponse);
    const isRunAgain = workflowData !== undefined && !this.node.disabled;
    this.node.disabled = false;
    if (isRunAgain) this.goOn(workflowData[0]);
    return answer;
  }

  /** Runs the node: for the first time, or again when the time is up. */
  goOn(input = this.input): void {
    // n8n reads it anew.
    this.entry = { ...this.entry, data: { main: [input] } };
    this.status = 'running';
    this.running = this.run();
  }

  /** The execution once it waits again or is over. */
  async settled(): Promise<this> {
    await this.running;
    return this;
  }

  /** Whether n8n goes on after an error. */
  private get goesOn(): boolean {
    const { onError = 'stopWorkflow', continueOnFail } = this.node;
    return continueOnFail === true || onError !== 'stopWorkflow';
  }

  private get input(): INodeExecutionData[] {
    return this.entry.data.main?.[0] ?? [];
  }

  private evaluate(value: Parameters<Workflow['expression']['getParameterValue']>[0], item: number): unknown {
    const { expression } = this.workflow;
    const keys = { $executionId: this.id, $vars: {} };
    const { name } = this.node;
    return expression.getParameterValue(
      value,
      this.data,
      0,
      item,
      name,
      this.input,
      'manual',
      keys,
      this.entry,
    );
  }

  private parameter(name: string, item: number, fallback: unknown): unknown {
    const entered = NodeHelpers.getParameterValueByPath(this.node.parameters, name, '');
    try {
      return entered === undefined ? fallback : this.evaluate(entered, item);
    } catch (error) {
      throw Object.assign(Object(error), { cause: entered, context: { parameter: name } });
    }
  }

  /** What n8n gives to both functions of the node. */
  private functions() {
    const { address = N8N } = this.surroundings;
    return {
      additionalData: { executionId: this.id, ...addressesOf(address) },
      node: this.node,
      runExecutionData: this.data,
      getNode: () => this.node,
      getWorkflow: () => ({ id: 'w', name: 'Test', active: true }),
      getMode: () => 'manual',
      getTimezone: () => this.surroundings.timezone,
      getExecutionId: () => this.id,
      getCredentials: async () => {
        if (this.node.credentials === undefined) throw new Error('There are no credentials');
        return this.surroundings.account;
      },
      getSignedResumeUrl: signedResumeUrl,
      logger: { info: () => undefined, warn: () => undefined },
      helpers: { httpRequest: this.surroundings.callN8n },
    };
  }

  private executeFunctions(): IExecuteFunctions {
    const binaryOf = (item: number, name: string) => {
      const found = this.input[item]?.binary?.[name];
      if (found === undefined) throw new UserError(`This item has no binary field '${name}' [item ${item}]`);
      return found;
    };
    const { processed } = this.surroundings;
    return Object.assign(Object.create(null), this.functions(), {
      continueOnFail: () => this.goesOn,
      getInputData: () => this.input,
      getContext: (type: 'node') => NodeHelpers.getContext(this.data, type, this.node),
      getExecuteData: () => this.entry,
      getExecutionCancelSignal: () => this.stop.signal,
      isToolExecution: () => this.node.type.endsWith('Tool'),
      getWorkflowDataProxy: () => ({ $runIndex: 0 }),
      getNodeParameter: (name: string, item: number, fallback: unknown) =>
        this.parameter(name, item, fallback),
      evaluateExpression: (expression: string, item: number) => this.evaluate(`=${expression}`, item),
      addExecutionHints: (...hints: NodeExecutionHint[]) =>
        this.hints.push(...hints.map(({ message }) => message)),
      putExecutionToWait: async (date: Date) => void (this.waitTill = date),
      helpers: {
        assertBinaryData: binaryOf,
        getBinaryDataBuffer: async (item: number, name: string) =>
          Buffer.from(binaryOf(item, name).data, 'base64'),
        checkProcessedAndRecord: async (keys: string[]) => {
          const known = keys.filter((key) => processed.has(key));
          for (const key of keys) processed.add(key);
          return { processed: known, new: [] };
        },
        removeProcessed: async (keys: string[]) => keys.forEach((key) => processed.delete(key)),
        httpRequestWithAuthentication: (_: string, request: IHttpRequestOptions) => this.request(request),
      },
    });
  }

  /** As n8n's helper makes a request with a credential, and wraps what goes wrong. */
  private async request(options: IHttpRequestOptions): Promise<unknown> {
    if (typeof authenticate !== 'function') throw new Error('The credential has no function');
    const request = await authenticate(this.surroundings.account, options);
    const { url, method, headers, body: data, timeout, auth, disableFollowRedirect } = request;
    const maxRedirects = disableFollowRedirect === true ? 0 : 5;
    const signal: unknown = options.abortSignal;
    try {
      const call = { url, method, headers, data, timeout, auth, signal, maxRedirects, proxy: false };
      const answer = await axios({ ...Object(call), responseType: 'stream', validateStatus: () => true });
      return { body: answer.data, headers: answer.headers, statusCode: answer.status };
    } catch (error) {
      throw new NodeApiError(this.node, Object(error));
    }
  }
}
