import { randomUUID } from 'node:crypto';

import { ledgerSandbox } from '../../../faults/ledger';
import type { Sandbox } from '../../../../sandbox';
import { ACTION } from '../../n8n/messaging';
import type { Credential } from '../../n8n/n8nServer';
import type { NewNode, Workflow } from '../../n8n/workflow';
import { startCluster, type Cluster } from '../cluster';

/** What every scenario uses: the cluster, and a sandbox that keeps the ledger. */
export interface Context {
  cluster: Cluster;
  sandbox: Sandbox;
  credential: Credential;
  stop(): Promise<void>;
}

export async function startContext(): Promise<Context> {
  const sandbox = await ledgerSandbox();
  const cluster = await startCluster({
    env: {
      // By default, n8n looks for lost workers every 30 s, and takes a minute to give them up. A busy one must not be taken for lost.
      QUEUE_WORKER_LOCK_DURATION: '10000',
      QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
      QUEUE_WORKER_STALLED_INTERVAL: '2000',
      // How a process treats executions that it finds unfinished in its event log when it starts.
      N8N_EVENTBUS_RECOVERY_MODE: 'extensive',
    },
  });
  const credential = await newCredential(cluster, sandbox.url);
  return {
    cluster,
    sandbox,
    credential,
    stop: async () => {
      await cluster.stop();
      await sandbox.close();
    },
  };
}

export async function newCredential({ n8n }: Cluster, baseUrl: string): Promise<Credential> {
  return await n8n.createCredential({
    name: 'Sandbox',
    type: 'messagingServiceApi',
    data: { baseUrl, username: 'demo', password: 'demo', allowedCallers: '127.0.0.1' },
  });
}

/** n8n's own Webhook node, through which production starts a workflow. */
export const webhookNode = (): NewNode => ({
  name: 'Webhook',
  type: 'n8n-nodes-base.webhook',
  parameters: { path: randomUUID(), httpMethod: 'POST' },
});

/** Sends an SMS for each item, with its key as customer ID, which identifies it in the ledger. */
export function sendNode(key: string, credential: Credential, parameters: object = {}): NewNode {
  return {
    name: 'Messaging',
    type: ACTION,
    parameters: {
      from: 'Test',
      to: '+41791234567',
      text: 'Hello',
      additionalFields: { customerid: key },
      ...parameters,
    },
    credentials: { messagingServiceApi: { id: credential.id, name: credential.name } },
  };
}

/** Stores and activates a workflow. */
export async function activated(
  { n8n }: Cluster,
  nodes: NewNode[],
): Promise<{ workflow: Workflow; url: string }> {
  const workflow = await n8n.createWorkflow({ nodes });
  await n8n.activate(workflow);
  return { workflow, url: (await n8n.webhookUrls(workflow)).production };
}

/** How many customer IDs that begin so were accepted, and how many of them more than once. */
export function ledgerOf(sandbox: Sandbox, beginning = ''): { orders: number; twice: number } {
  const counts = new Map<string, number>();
  for (const { customerid } of sandbox.messages()) {
    const id = customerid ?? '';
    if (id.startsWith(beginning)) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return { orders: counts.size, twice: [...counts.values()].filter((count) => count > 1).length };
}
