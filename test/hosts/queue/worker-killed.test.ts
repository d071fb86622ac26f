import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

import { printFigure } from '../../figures';
import { listen } from '../../network/listening';
import { ledgerSandbox } from '../../faults/ledger';
import type { Sandbox } from '../../../sandbox';
import { ACTION, itemsNode } from '../n8n/messaging';
import { until } from '../n8n/until';
import { startCluster, type Cluster } from './cluster';

jest.setTimeout(600_000);

const ITEMS = 1000;
/** In CI one; KILLS=5 for the figures of docs/scaling.md. */
const ROUNDS = Number(process.env['KILLS'] ?? 1);

let cluster: Cluster;
let sandbox: Sandbox;
let slow: Awaited<ReturnType<typeof startSlowFront>>;
let credential: { id: string; name: string };
beforeAll(async () => {
  sandbox = await ledgerSandbox();
  slow = await startSlowFront(sandbox.url);
  cluster = await startCluster({
    // n8n looks for workers that are gone every 30 s by default.
    env: {
      QUEUE_WORKER_LOCK_DURATION: '5000',
      QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
      QUEUE_WORKER_STALLED_INTERVAL: '2000',
    },
  });
  credential = await cluster.n8n.createCredential({
    name: 'Slow',
    type: 'messagingServiceApi',
    data: { baseUrl: slow.url, username: 'demo', password: 'demo' },
  });
});
afterAll(async () => {
  await cluster?.stop();
  slow?.close();
  await sandbox?.close();
});

/** The sandbox behind a line that takes 50 ms, so that there is time to kill a worker in the middle. */
async function startSlowFront(target: string) {
  const server = createServer((call, response) => {
    const chunks: Buffer[] = [];
    call
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', async () => {
        const headers = {
          'content-type': 'application/json',
          authorization: call.headers.authorization ?? '',
        };
        const answer = await fetch(target + String(call.url), {
          method: 'POST',
          headers,
          body: Buffer.concat(chunks),
        });
        const body = await answer.text();
        await pause(50);
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body);
      });
  });
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}`, close: () => server.close().closeAllConnections() };
}

/** How often each order was accepted. */
function ledger(): { orders: number; twice: number } {
  const counts = new Map<string, number>();
  for (const { customerid } of sandbox.messages()) {
    counts.set(customerid ?? '', (counts.get(customerid ?? '') ?? 0) + 1);
  }
  return { orders: counts.size, twice: [...counts.values()].filter((count) => count > 1).length };
}

/** A workflow that a call of its webhook starts, as production does: 1,000 orders, a message for each. */
async function ordersWorkflow(operation: string, sendOnce: boolean) {
  const options = {
    itemsAtOnce: 10,
    chunkSize: 20,
    ...(sendOnce ? { sendOncePer: '={{ $json.order }}' } : {}),
  };
  const workflow = await cluster.n8n.createWorkflow({
    nodes: [
      {
        name: 'Webhook',
        type: 'n8n-nodes-base.webhook',
        parameters: { path: randomUUID(), httpMethod: 'POST' },
      },
      itemsNode(Array.from({ length: ITEMS }, (_, order) => ({ json: { order: `order ${order}` } }))),
      {
        name: 'Messaging',
        type: ACTION,
        parameters: {
          operation,
          from: 'Test',
          to: '+41791234567',
          text: 'Hello',
          additionalFields: { customerid: '={{ $json.order }}' },
          options,
        },
        credentials: { messagingServiceApi: { id: credential.id, name: credential.name } },
      },
    ],
  });
  await cluster.n8n.activate(workflow);
  const { production } = await cluster.n8n.webhookUrls(workflow);
  const url = production.replace(/^.*(?=\/webhook\/)/, cluster.n8n.url);
  const start = async () => {
    const answer = await fetch(url, { method: 'POST' });
    expect(answer.status).toBe(200);
    const [execution] = await cluster.n8n.executions(workflow);
    return execution?.id ?? '';
  };
  return { workflow, start };
}

/** Kills the worker of an execution when a third of its messages are out; gives how n8n ended the execution. */
async function killHalfWay(id: string): Promise<string> {
  await until('a third of the messages', async () => ledger().orders > ITEMS / 3, 60_000);
  const worker = cluster.workers.find((each) => each.logs().includes(`started execution ${id} `));
  await worker?.kill();
  const { status } = await cluster.n8n.waitForExecution((execution) => execution.id === id, 60_000);
  await worker?.start();
  return status;
}

it.each([
  ['send', false],
  ['send', true],
  ['sendBatch', false],
  ['sendBatch', true],
])('%s whose worker is killed, sent only once per order: %s', async (operation, sendOnce) => {
  for (let round = 1; round <= ROUNDS; round += 1) {
    sandbox.reset();
    const { workflow, start } = await ordersWorkflow(operation, sendOnce);
    const killed = await start();
    const status = await killHalfWay(killed);
    const atKill = ledger().orders;
    await cluster.n8n.call('POST', `/rest/executions/${killed}/retry`, { loadWorkflow: false });
    const retried = await cluster.n8n.waitForExecution(({ id }) => Number(id) > Number(killed), 120_000);
    const afterRetry = ledger();
    const again = await start();
    const execution = await cluster.n8n.waitForExecution(({ id }) => id === again, 120_000);
    const outputs = execution.items('Messaging').map(({ json }) => json.outcome ?? 'accepted');
    const keptBack = outputs.filter((outcome) => outcome === 'sent_before').length;
    const { orders, twice } = ledger();
    printFigure(
      `${operation}, send once ${sendOnce}: killed after ${atKill} (n8n: ${status}); Retry: ${retried.status}, ` +
        `${afterRetry.orders} accepted, ${afterRetry.twice} twice; run again: ${orders} accepted, ${twice} twice, ${keptBack} kept back`,
    );
    expect(outputs).toHaveLength(ITEMS);
    if (sendOnce) {
      expect(twice).toBe(0);
      // What was recorded and not yet sent when the worker died is kept back: at most what was under way.
      expect(ITEMS - orders).toBeLessThanOrEqual(operation === 'send' ? 10 : 40);
    } else {
      expect(twice).toBeGreaterThan(0);
    }
    await cluster.n8n.deactivate(workflow);
  }
});
