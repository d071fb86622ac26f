import { type Bench, type NodeSettings, TRIGGER } from './messaging';
import type { Workflow } from './workflow';

export interface Listening {
  workflow: Workflow;
  url: string;
}

/** Stores and activates a workflow that starts with the trigger. */
export async function listen(
  bench: Bench,
  parameters: object,
  settings: NodeSettings = {},
): Promise<Listening> {
  const { credential, ...rest } = settings;
  const workflow = await bench.n8n.createWorkflow({
    nodes: [
      {
        name: 'Trigger',
        type: TRIGGER,
        parameters: { ...parameters },
        ...(credential === undefined
          ? {}
          : { credentials: { messagingServiceApi: { id: credential.id, name: credential.name } } }),
        ...rest,
      },
    ],
  });
  await bench.n8n.activate(workflow);
  const { production } = await bench.n8n.webhookUrls(workflow);
  return { workflow, url: production };
}

/** An inbound SMS that was not there before. */
export const inbound = (more: object = {}) => ({
  messageId: crypto.randomUUID(),
  channel: 'Sms',
  from: '+41791234567',
  to: '+41795550100',
  content: { type: 'Text', text: 'Hello' },
  ...more,
});
