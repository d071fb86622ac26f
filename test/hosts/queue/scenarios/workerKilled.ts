import { printFigure } from '../../../figures';
import { itemsNode } from '../../n8n/messaging';
import { until } from '../../n8n/until';
import { startFront } from '../front';
import { activated, ledgerOf, newCredential, sendNode, webhookNode, type Context } from './context';

/** KILLS=5 for the figures of docs/scaling.md: so many kills, each in the middle of 1,000 messages, and without keys too. */
const KILLS = process.env['KILLS'];
const ROUNDS = Number(KILLS ?? 1);
const ITEMS = KILLS === undefined ? 300 : 1000;

/** A workflow that production starts: orders with a message for each. */
async function ordersWorkflow({ cluster }: Context, url: string, operation: string, sendOnce: boolean) {
  const key = '={{ $json.order }}';
  const options = { itemsAtOnce: 10, chunkSize: 20, ...(sendOnce ? { sendOncePer: key } : {}) };
  const orders = Array.from({ length: ITEMS }, (_, order) => ({ json: { order: `order ${order}` } }));
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
  return { workflow, start };
}

/**
 * Kills the worker of an execution once a third of its messages are sent.
 * @param back - whether the worker starts again at once, or after n8n has given the execution up
 * @returns how n8n ended the execution
 */
async function killHalfWay({ cluster, sandbox }: Context, id: string, back: boolean): Promise<string> {
  await until('a third of the messages', async () => ledgerOf(sandbox).orders > ITEMS / 3);
  const worker = cluster.workers.find((each) => each.logs().includes(`started execution ${id} `));
  await worker?.kill();
  if (back) await worker?.start();
  const { status } = await cluster.n8n.waitForExecution((execution) => execution.id === id);
  if (!back) await worker?.start();
  return status;
}

const kinds: Array<{ operation: string; sendOnce: boolean; backFirst: boolean }> = [
  { operation: 'send', sendOnce: true, backFirst: false },
  { operation: 'sendBatch', sendOnce: true, backFirst: true },
  { operation: 'send', sendOnce: false, backFirst: true },
  { operation: 'sendBatch', sendOnce: false, backFirst: false },
];

/** What happens to the messages of an execution whose worker dies, and of executions that start again. */
export function workerKilled(given: () => Context): void {
  it.each(kinds.filter(({ sendOnce }) => sendOnce || KILLS !== undefined))(
    '$operation whose worker is killed, sent only once per order: $sendOnce',
    async ({ operation, sendOnce, backFirst }) => {
      const context = given();
      const { cluster, sandbox } = context;
      // Slow, so that there is time to kill a worker halfway: a call takes one message, or 20.
      const slow = await startFront(sandbox.url, operation === 'send' ? 50 : 250);
      try {
        for (let round = 1; round <= ROUNDS; round += 1) {
          const back = backFirst === (round % 2 === 1);
          sandbox.reset();
          const { workflow, start } = await ordersWorkflow(context, slow.url, operation, sendOnce);
          const killed = await start();
          const status = await killHalfWay(context, killed, back);
          const atKill = ledgerOf(sandbox).orders;
          await cluster.n8n.call('POST', `/rest/executions/${killed}/retry`, { loadWorkflow: false });
          const retried = await cluster.n8n.waitForExecution(
            ({ id }) => Number(id) > Number(killed),
            240_000,
          );
          const afterRetry = ledgerOf(sandbox);
          const again = await start();
          const execution = await cluster.n8n.waitForExecution(({ id }) => id === again, 240_000);
          const outcomes = execution.items('Messaging').map(({ json }) => json.outcome ?? 'accepted');
          const keptBack = outcomes.filter((outcome) => outcome === 'sent_before').length;
          const { orders, twice } = ledgerOf(sandbox);
          printFigure(
            `${operation}, send once ${sendOnce}: killed after ${atKill}, worker back ${back ? 'at once' : 'later'} ` +
              `(n8n: ${status}); Retry: ${retried.status}, ${afterRetry.orders} accepted, ${afterRetry.twice} twice; ` +
              `run again: ${orders} accepted, ${twice} twice, ${keptBack} kept back`,
          );
          expect(outcomes).toHaveLength(ITEMS);
          if (sendOnce) expect(twice).toBe(0);
          else expect(twice).toBeGreaterThanOrEqual(atKill);
          // Messages that were recorded and not yet sent when the worker died are held back: at most those that were under way.
          expect(ITEMS - orders).toBeLessThanOrEqual(operation === 'send' ? 10 : 40);
          await cluster.n8n.deactivate(workflow);
        }
      } finally {
        slow.close();
      }
    },
  );
}
