import type { Bench } from '../../test/hosts/n8n/messaging';
import type { NewNode, Workflow } from '../../test/hosts/n8n/workflow';

/** A node that sends a message for each item. */
export interface Sender {
  name: string;
  workflow: Workflow;
}

export const TELEGRAM = 'Telegram node';
export const REQUEST = 'HTTP Request node';
export const SEND = 'Send, 50 at once (default)';
export const SEND_FEW = 'Send, 10 at once';
export const EDIT = 'Edit Fields node, with the same two expressions';
export const BATCH = 'Send Batch, 100 in a call (default)';

/** The node that is measured; in all workflows it has this name. */
export const MEASURED = 'Measured';

/** Stores a workflow for each contender: a manual trigger, the items, and the node that sends them to the service. */
export async function createSenders(bench: Bench, url: string, count: number): Promise<Sender[]> {
  const account = await bench.newCredential({ baseUrl: url });
  const basic = await bench.n8n.createCredential({
    name: 'Basic',
    type: 'httpBasicAuth',
    data: { user: 'demo', password: 'demo' },
  });
  const telegram = await bench.n8n.createCredential({
    name: 'Telegram',
    type: 'telegramApi',
    data: { accessToken: '4711:token', baseUrl: url },
  });
  const toEach = { from: 'MyCompany', to: '={{ $json.to }}', text: '={{ $json.text }}' };
  const ours = (parameters: object) =>
    bench.node({ ...toEach, ...parameters }, { name: MEASURED, credential: account });
  const nodes: Array<[string, NewNode]> = [
    [
      TELEGRAM,
      {
        name: MEASURED,
        type: 'n8n-nodes-base.telegram',
        parameters: {
          chatId: '={{ $json.to }}',
          text: '={{ $json.text }}',
          additionalFields: { appendAttribution: false },
        },
        credentials: { telegramApi: { id: telegram.id, name: telegram.name } },
      },
    ],
    [
      REQUEST,
      {
        name: MEASURED,
        type: 'n8n-nodes-base.httpRequest',
        parameters: {
          method: 'POST',
          url: `${url}/api/v2/message`,
          authentication: 'genericCredentialType',
          genericAuthType: 'httpBasicAuth',
          sendBody: true,
          specifyBody: 'json',
          jsonBody:
            '={{ JSON.stringify({ channel: "Sms", from: "MyCompany", to: $json.to, content: { type: "Text", text: $json.text } }) }}',
        },
        credentials: { httpBasicAuth: { id: basic.id, name: basic.name } },
      },
    ],
    [
      EDIT,
      {
        name: MEASURED,
        type: 'n8n-nodes-base.set',
        parameters: {
          mode: 'manual',
          assignments: {
            assignments: ['to', 'text'].map((name) => ({
              id: name,
              name,
              type: 'string',
              value: `={{ $json.${name} }}`,
            })),
          },
        },
      },
    ],
    [SEND_FEW, ours({ options: { itemsAtOnce: 10 } })],
    [SEND, ours({})],
    [BATCH, ours({ operation: 'sendBatch' })],
  ];
  const senders: Sender[] = [];
  for (const [name, node] of nodes) {
    const workflow = await bench.n8n.createWorkflow({
      name,
      nodes: [{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' }, numberedItems(count), node],
    });
    senders.push({ name, workflow });
  }
  return senders;
}

function numberedItems(count: number): NewNode {
  const item =
    '{ json: { to: `+4179${1_000_000 + index}`, text: `Your order is on its way, number ${index}` } }';
  const jsCode = `return Array.from({ length: ${count} }, (_, index) => (${item}));`;
  return { name: 'Items', type: 'n8n-nodes-base.code', parameters: { jsCode } };
}
