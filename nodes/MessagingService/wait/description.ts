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

/** What the signed URLs of a waiting execution call: a page is opened, an answer or a report comes. */
export const webhooks: IWebhookDescription[] = [waiting('GET'), waiting('POST')];

/** *Send and Wait* has two branches. The first is the one by which n8n hands on what timed out. */
export const outputs: INodeTypeDescription['outputs'] = `={{ $parameter["operation"] !== "sendAndWait"
  ? [{ type: "main" }]
  : $parameter["responseType"] === "delivery"
    ? [{ type: "main", displayName: "Not Delivered" }, { type: "main", displayName: "Delivered" }]
    : [{ type: "main", displayName: "No Answer" }, { type: "main", displayName: "Answered" }]
}}`;

/** Shown at the node on the canvas while it waits. */
export const waitingNodeTooltip =
  '={{ $parameter["responseType"] === "delivery" ? "Goes on when the message is delivered or has failed" : "Goes on when the answer is there" }}';
