import type { IHttpRequestOptions, IWebhookFunctions } from 'n8n-workflow';

/** The parts of n8n's webhook functions with which this n8n is called itself. */
export interface OwnCaller {
  getRequestObject(): {
    socket: { localAddress?: string | undefined; localPort?: number | undefined };
    originalUrl: string;
  };
  helpers: { httpRequest(options: IHttpRequestOptions): Promise<unknown> };
  logger: { warn(message: string): void };
}

/** The parts of n8n's webhook functions that judge and read a call. Tests provide them without n8n. */
export interface WebhookCall
  extends
    OwnCaller,
    Pick<
      IWebhookFunctions,
      'getMode' | 'getNode' | 'getWorkflow' | 'getWorkflowStaticData' | 'getNodeWebhookUrl'
    > {
  logger: Pick<IWebhookFunctions['logger'], 'info' | 'warn'>;
  getNodeParameter(name: string, fallback: unknown): unknown;
  getCredentials(type: string): Promise<unknown>;
  evaluateExpression(expression: string): unknown;
  getRequestObject(): WebhookRequest;
  getResponseObject(): WebhookResponse;
}

/** The parts of an Express request. */
type WebhookRequest = ReturnType<OwnCaller['getRequestObject']> & {
  ip?: string | undefined;
  headers: Record<string, string | string[] | undefined>;
  query: Record<string, unknown>;
  body?: unknown;
  rawBody?: unknown;
  app: { get(setting: string): unknown };
};

/** The parts of an Express response. */
export interface WebhookResponse {
  readonly closed: boolean;
  readonly writableEnded: boolean;
  readonly statusCode: number;
  status(code: number): { json(body: object): { end(): unknown } };
  once(event: 'close', listener: () => void): unknown;
}
