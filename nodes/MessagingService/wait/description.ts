import type { INodeTypeDescription, IWebhookDescription } from 'n8n-workflow';

const waiting = (httpMethod: 'GET' | 'POST'): IWebhookDescription => ({
  name: 'default',
  httpMethod,
  responseMode: 'onReceived',
  responseData: '',
  path: '={{ $nodeId }}',
  isFullPath: true,
  restartWebhook: true,
});

/** The webhooks behind the signed URLs of a waiting execution: a page is opened, or an answer or a report comes. */
export const webhooks: IWebhookDescription[] = [waiting('GET'), waiting('POST')];

/** *Send and Wait* has two branches: who drags from the first output wants the answer. */
export const outputs: INodeTypeDescription['outputs'] = `={{ $parameter["operation"] !== "sendAndWait"
  ? [{ type: "main" }]
  : $parameter["responseType"] === "delivery"
    ? [{ type: "main", displayName: "Delivered" }, { type: "main", displayName: "Not Delivered" }]
    : [{ type: "main", displayName: "Answered" }, { type: "main", displayName: "No Answer" }]
}}`;

/** Shown at the node on the canvas while it waits. */
export const waitingNodeTooltip =
  '={{ $parameter["responseType"] === "delivery" ? "Continues when the message is delivered or has failed" : "Continues when the answer arrives" }}';
