import { printFigure } from '../../../figures';
import { itemsNode } from '../../n8n/messaging';
import { type Front, startFront } from '../front';
import { activated, ledgerOf, newCredential, sendNode, webhookNode, type Context } from './context';

const SENDERS = 4;
const ITEMS = 50;

/** What happens to messages if several executions together exceed the service's limit. */
export function pace(given: () => Context): void {
  let front: Front;
  beforeAll(async () => {
    // Two calls at once for each sender, and the service accepts four.
    front = await startFront(given().sandbox.url, 50, SENDERS);
  });
  afterAll(() => front?.close());

  it('four senders that are told to wait lose no message', async () => {
    const { cluster, sandbox } = given();
    sandbox.reset();
    const credential = await newCredential(cluster, front.url);
    const key = '={{ $json.order }}';
    const senders = await Promise.all(
      Array.from({ length: SENDERS }, async (_, sender) => {
        const orders = Array.from({ length: ITEMS }, (_, item) => ({ json: { order: `${sender}.${item}` } }));
        const node = sendNode(key, credential, { options: { itemsAtOnce: 2 } });
        const goOn = { ...node, onError: 'continueRegularOutput' as const };
        return await activated(cluster, [webhookNode(), itemsNode(orders), goOn]);
      }),
    );
    const started = Date.now();
    await Promise.all(senders.map(({ url }) => fetch(url, { method: 'POST' })));
    const executions = await Promise.all(
      senders.map(({ workflow }) =>
        cluster.n8n.waitForExecution(({ workflowId }) => workflowId === workflow.id, 240_000),
      ),
    );
    const seconds = Math.round((Date.now() - started) / 1000);
    const outputs = executions.flatMap((execution) => execution.items('Messaging').map(({ json }) => json));
    const failed = outputs.filter(({ error }) => error !== undefined);
    const { orders, twice } = ledgerOf(sandbox);
    const ran = cluster.workers.filter((worker) =>
      executions.some(({ id }) => worker.logs().includes(`started execution ${id} `)),
    );
    printFigure(
      `${SENDERS} senders of ${ITEMS} messages on ${ran.length} workers: ${front.refused()} calls got 429; ` +
        `${orders} accepted, ${twice} twice, ${failed.length} came out as an error; ${seconds} s`,
    );
    expect(outputs).toHaveLength(SENDERS * ITEMS);
    expect(front.refused()).toBeGreaterThan(0);
    expect(orders + failed.length).toBe(SENDERS * ITEMS);
    expect(twice).toBe(0);
    await Promise.all(senders.map(({ workflow }) => cluster.n8n.deactivate(workflow)));
  });
}
