import { randomUUID } from 'node:crypto';

import type { Execution } from '../../n8n/execution';
import { itemsNode } from '../../n8n/messaging';
import { until } from '../../n8n/until';
import type { Member } from '../cluster';
import { activated, ledgerOf, newCredential, sendNode, webhookNode, type Context } from './context';

/** Messages of an execution: 1,000 is the full number. */
export const ITEMS = process.env['KILLS'] === undefined ? 300 : 1000;

/** A workflow that production starts: orders with a message for each. Their names are its own, so that the ledger tells runs apart. */
export async function ordersWorkflow(
  { cluster, sandbox }: Context,
  url: string,
  operation: string,
  sendOnce: boolean,
  items = ITEMS,
) {
  const key = '={{ $json.order }}';
  const name = randomUUID();
  const options = { itemsAtOnce: 10, chunkSize: 20, ...(sendOnce ? { sendOncePer: key } : {}) };
  const orders = Array.from({ length: items }, (_, order) => ({ json: { order: `${name} ${order}` } }));
  const { workflow, url: webhook } = await activated(cluster, [
    webhookNode(),
    itemsNode(orders),
    sendNode(key, await newCredential(cluster, url), { operation, options }),
  ]);
  const start = async () => {
    expect((await fetch(webhook, { method: 'POST' })).status).toBe(200);
    const [execution] = await cluster.n8n.executions(workflow);
    return execution?.id ?? '';
  };
  return { workflow, start, ledger: () => ledgerOf(sandbox, name) };
}

export type OrdersWorkflow = Awaited<ReturnType<typeof ordersWorkflow>>;

/** The worker of an execution, once a third of its messages are sent. */
export async function workerHalfWay(
  { cluster }: Context,
  { ledger }: OrdersWorkflow,
  id: string,
): Promise<Member> {
  await until('a third of the messages', async () => ledger().orders > ITEMS / 3);
  const worker = cluster.workers.find((each) => each.logs().includes(`started execution ${id} `));
  if (worker === undefined) throw new Error(`No worker has started execution ${id}`);
  return worker;
}

/** The outcome of each message, as an execution shows it. */
export function outcomesOf(execution: Execution): string[] {
  return execution.items('Messaging').map(({ json }) => String(json.outcome ?? 'accepted'));
}
