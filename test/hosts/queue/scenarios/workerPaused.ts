import { setTimeout as pause } from 'node:timers/promises';

import { printFigure } from '../../../figures';
import { until } from '../../n8n/until';
import type { Member } from '../cluster';
import { startFront } from '../front';
import type { Context } from './context';
import { ordersWorkflow, outcomesOf, workerHalfWay } from './orders';

/** PAUSES=5 pauses it more often. */
const ROUNDS = Number(process.env['PAUSES'] ?? 1);
/** So many that the worker can be caught at the right moment. */
const ITEMS = 1000;
const LAST_USE_OF_KEYS = `SELECT query FROM pg_stat_activity
  WHERE query LIKE '%processed_data%' AND pid <> pg_backend_pid() ORDER BY query_start DESC LIMIT 1`;

/** Pauses a worker that has read the list of keys and not yet written it back: what it writes when it goes on is old. */
async function pauseBeforeItWrites({ cluster }: Context, worker: Member): Promise<void> {
  for (let tries = 0; tries < 1000; tries += 1) {
    worker.pause();
    if (cluster.services.postgres.query(LAST_USE_OF_KEYS).startsWith('SELECT')) return;
    worker.resume();
    await pause(10); // lets it come to another place
  }
  throw new Error('The worker was never about to write its keys');
}

/** What happens if a worker that n8n has given up goes on while another one sends the same messages. */
export function workerPaused(given: () => Context): void {
  it('sends nothing that another worker has sent meanwhile', async () => {
    const context = given();
    const { n8n, workers } = context.cluster;
    const slow = await startFront(context.sandbox.url, 50);
    try {
      for (let round = 1; round <= ROUNDS; round += 1) {
        context.sandbox.reset();
        const orders = await ordersWorkflow(context, slow.url, 'send', true, ITEMS);
        const paused = await orders.start();
        const worker = await workerHalfWay(context, orders, paused);
        await pauseBeforeItWrites(context, worker);
        const { status } = await n8n.waitForExecution(({ id }) => id === paused);
        const atPause = orders.ledger().orders;
        // Redis hands one of them to the paused worker, which was waiting for work when it was paused.
        const starts = [await orders.start(), await orders.start()];
        const others = workers.filter((each) => each !== worker);
        const again = await until('the other worker to start', async () =>
          starts.find((id) => others.some((each) => each.logs().includes(`started execution ${id} `))),
        );
        const halfOfTheRest = (ITEMS + atPause) / 2;
        await until('the other worker to send', async () => orders.ledger().orders > halfOfTheRest);
        worker.resume();
        const outcomes = outcomesOf(await n8n.waitForExecution(({ id }) => id === again, 240_000));
        await until('the first worker to end', async () =>
          worker.logs().includes(`finished execution ${paused} `),
        );
        const meanwhile = orders.ledger();
        const last = await orders.start();
        await n8n.waitForExecution(({ id }) => id === last, 240_000);
        const { orders: accepted, twice } = orders.ledger();
        printFigure(
          `Worker paused after ${atPause} (n8n: ${status}), went on while another one sent the same: ` +
            `${meanwhile.orders} accepted, ${meanwhile.twice} twice, ${outcomes.length} outcomes; ` +
            `run again: ${accepted} accepted, ${twice} twice`,
        );
        expect(outcomes).toHaveLength(ITEMS);
        expect(accepted).toBe(ITEMS);
        // A few in a thousand can slip through at the same moment.
        expect(twice).toBeLessThanOrEqual(ITEMS / 100);
        await n8n.deactivate(orders.workflow);
      }
    } finally {
      slow.close();
    }
  });
}
