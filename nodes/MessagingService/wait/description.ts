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

/** The approximate length of a link: the part after n8n's address, and a usual address. */
const LINK_LENGTH = 180;
const GSM = String.raw`/^[\x20-\x5a\x5f\x61-\x7a\n\r£¥èéùìòÇØøÅåΔΦΓΛΩΠΨΣΘΞÆæßÉ¤¡ÄÖÑÜ§¿äöñüà]*$/`;
const TEXT = 'String($parameter["message"] ?? "")';
const PAGES = `Math.ceil((${TEXT}.length + ${LINK_LENGTH}) / (${GSM}.test(${TEXT}) ? 153 : 67))`;
const LINKED =
  '$parameter["operation"] === "sendAndWait" && $parameter["channel"] === "Sms" && ["approval", "choice"].includes($parameter["responseType"])';

/**
 * Shown in the form of an SMS with a link while its text is entered. n8n computes a hint's condition but not its text, so there is one for
 * each number of pages.
 */
export const pageHints: NodeHint[] = [2, 3, 4, 5, 6].map((pages) => ({
  message: `With the link at its end, the SMS takes about ${pages === 6 ? '6 pages or more' : `${pages} pages`}.`,
  type: 'info',
  location: 'ndv',
  whenToDisplay: 'always',
  displayCondition: `={{ ${LINKED} && ${PAGES} ${pages === 6 ? '>=' : '==='} ${pages} }}`,
}));
