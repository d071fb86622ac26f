import type { INodeTypeDescription, IWebhookDescription, NodeHint } from 'n8n-workflow';

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

const LINKED =
  '$parameter["operation"] === "sendAndWait" && $parameter["channel"] === "Sms" && ["approval", "choice"].includes($parameter["responseType"])';

/** Shown in the form of an SMS with a link while its text is entered. */
export const linkHint: NodeHint = {
  message: 'With the link at its end, which has about 170 characters, the SMS takes 2 pages or more.',
  type: 'info',
  location: 'ndv',
  whenToDisplay: 'always',
  displayCondition: `={{ ${LINKED} }}`,
};
