import { randomUUID } from 'node:crypto';

import { printFigure } from '../../../figures';
import { itemsNode } from '../../n8n/messaging';
import { until } from '../../n8n/until';
import { startFront } from '../front';
import { activated, ledgerOf, newCredential, sendNode, webhookNode, type Context } from './context';

/** Messages of an execution. */
const ITEMS = 300;
const PATIENCE_MS = 240_000;

/** What happens to the messages of an execution whose worker dies, and of executions that start again. */
export function workerKilled(given: () => Context): void {
  it.each([
    ['send', 50, 25],
    ['sendBatch', 250, 40],
  ])('%s, sent only once per order: nothing is sent twice', async (operation, delay, mostLost) => {
    const { cluster, sandbox } = given();
    sandbox.reset();
    // Slow, so that there is time to kill a worker halfway: a call takes one message, or 20.
    const slow = await startFront(sandbox.url, delay);
    try {
      const key = '={{ $json.order }}';
      const name = randomUUID();
      const options = { itemsAtOnce: 10, chunkSize: 20, deduplicateBy: key };
      const orders = Array.from({ length: ITEMS }, (_, order) => ({ json: { order: `${name} ${order}` } }));
      const { workflow, url } = await activated(cluster, [
        webhookNode(),
        itemsNode(orders),
        sendNode(key, await newCredential(cluster, slow.url), { operation, options }),
      ]);
      const start = async () => {
        expect((await fetch(url, { method: 'POST' })).status).toBe(200);
        const [execution] = await cluster.n8n.executions(workflow);
        return execution?.id ?? '';
      };
      const ledger = () => ledgerOf(sandbox, name);

      const killed = await start();
      await until('a third of the messages', async () => ledger().orders > ITEMS / 3);
      const worker = cluster.workers.find((each) => each.logs().includes(`started execution ${killed} `));
      if (worker === undefined) throw new Error(`No worker has started execution ${killed}`);
      await worker.kill();
      await cluster.n8n.waitForExecution(({ id }) => id === killed);
      await worker.start();
      await cluster.n8n.call('POST', `/rest/executions/${killed}/retry`, { loadWorkflow: false });
      await cluster.n8n.waitForExecution(({ id }) => Number(id) > Number(killed), PATIENCE_MS);
      const again = await start();
      const execution = await cluster.n8n.waitForExecution(({ id }) => id === again, PATIENCE_MS);
      const { orders: accepted, twice } = ledger();
      printFigure(
        `${operation}: a worker killed, retried, run again: ${accepted} of ${ITEMS}, ${twice} twice`,
      );
      expect(execution.items('Messaging')).toHaveLength(ITEMS);
      expect(twice).toBe(0);
      // A key that was recorded when the worker died counts as sent: 15 are recorded in one call, and 10 messages were on their way.
      expect(ITEMS - accepted).toBeLessThanOrEqual(mostLost);
      await cluster.n8n.deactivate(workflow);
    } finally {
      await slow.close();
    }
  });
}
