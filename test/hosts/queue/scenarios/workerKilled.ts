import { printFigure } from '../../../figures';
import type { Execution } from '../../n8n/execution';
import { startFront } from '../front';
import type { Context } from './context';
import { ITEMS, ordersWorkflow, outcomesOf, workerHalfWay, type OrdersWorkflow } from './orders';

/** KILLS=5: so many kills, each in the middle of 1,000 messages, and without keys too. */
const KILLS = process.env['KILLS'];
const ROUNDS = Number(KILLS ?? 1);

/**
 * Kills the worker of an execution once a third of its messages are sent.
 * @param back - whether the worker starts again at once, or after n8n has given the execution up
 * @returns the execution as n8n ended it
 */
async function killHalfWay(
  context: Context,
  workflow: OrdersWorkflow,
  id: string,
  back: boolean,
): Promise<Execution> {
  const worker = await workerHalfWay(context, workflow, id);
  await worker.kill();
  if (back) await worker.start();
  const execution = await context.cluster.n8n.waitForExecution((each) => each.id === id);
  if (!back) await worker.start();
  return execution;
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
          const orderly = await ordersWorkflow(context, slow.url, operation, sendOnce);
          const { workflow, start, ledger } = orderly;
          const killed = await start();
          const dead = await killHalfWay(context, orderly, killed, back);
          const atKill = ledger().orders;
          await cluster.n8n.call('POST', `/rest/executions/${killed}/retry`, { loadWorkflow: false });
          const retried = await cluster.n8n.waitForExecution(
            ({ id }) => Number(id) > Number(killed),
            240_000,
          );
          const afterRetry = ledger();
          const again = await start();
          const execution = await cluster.n8n.waitForExecution(({ id }) => id === again, 240_000);
          const outcomes = outcomesOf(execution);
          const keptBack = outcomes.filter((outcome) => outcome === 'sent_before').length;
          const { orders, twice } = ledger();
          printFigure(
            `${operation}, send once ${sendOnce}: killed after ${atKill}, worker back ${back ? 'at once' : 'later'} ` +
              `(n8n: ${dead.status}, ${outcomesOf(dead).length} outcomes); Retry: ${retried.status}, ` +
              `${afterRetry.orders} accepted, ${afterRetry.twice} twice, ${outcomesOf(retried).length} outcomes; ` +
              `run again: ${orders} accepted, ${twice} twice, ${outcomes.length} outcomes, ${keptBack} kept back`,
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
