import { printFigure } from '../../../figures';
import { itemsNode } from '../../n8n/messaging';
import { activated, sendNode, webhookNode, type Context } from './context';

const MOST = 5;
const RUNS = 40;

/** What limits hold for all workers together, and what each worker counts by itself. */
export function limits(context: () => Context): void {
  beforeEach(() => context().sandbox.reset());

  it('the loop guard counts in each worker: at most its limit for each of them', async () => {
    const { cluster, sandbox } = context();
    const { id, name } = await cluster.n8n.createCredential({
      name: 'Guarded',
      type: 'messagingServiceApi',
      data: { baseUrl: sandbox.url, username: 'demo', password: 'demo', mostToOnePerson: MOST },
    });
    const credential = { ...context().credential, id, name };
    const { workflow, url } = await activated(cluster, [webhookNode(), sendNode('guarded', credential)]);
    await Promise.all(Array.from({ length: RUNS }, () => fetch(url, { method: 'POST' })));
    await cluster.n8n.waitForExecution(({ workflowId }) => workflowId === workflow.id);
    const outputs = await allOutputs(workflow.id, RUNS);
    const held = outputs.filter(({ outcome }) => outcome === 'over_limit');
    const sent = sandbox.messages().length;
    printFigure(
      `loop guard of ${MOST}, ${RUNS} runs on ${cluster.workers.length} workers: ${sent} sent, ${held.length} held back`,
    );
    expect(held.length + sent).toBe(RUNS);
    expect(sent).toBeGreaterThanOrEqual(MOST);
    expect(sent).toBeLessThanOrEqual(MOST * cluster.workers.length);
    await cluster.n8n.deactivate(workflow);
  });

  it('At Most Per Run holds on every worker, also for the messages that a window plans', async () => {
    const { cluster, sandbox, credential } = context();
    const items = Array.from({ length: 100 }, (_, index) => ({ json: { index } }));
    const day = new Date(Date.now() + 2 * 86_400_000);
    const weekday = day.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' }).toLowerCase();
    const window = { days: [weekday], from: '10:00', until: '11:00', timeZone: 'UTC' };
    for (const mostPerRun of [99, 100]) {
      const options = { mostPerRun, sendingWindow: { window } };
      const node = sendNode('={{ $json.index }}', credential, { options });
      const { workflow, url } = await activated(cluster, [webhookNode(), itemsNode(items), node]);
      await fetch(url, { method: 'POST' });
      const { error } = await cluster.n8n.waitForExecution(({ workflowId }) => workflowId === workflow.id);
      await cluster.n8n.deactivate(workflow);
      if (mostPerRun === 100) expect(error).toBeUndefined();
      else expect(error?.message).toContain('all together are 100 messages, and the limit is 99');
      expect(sandbox.messages()).toHaveLength(mostPerRun === 100 ? 100 : 0);
    }
    const planned = `${day.toISOString().slice(0, 10)}T10:00:00.000Z`;
    expect(new Set(sandbox.messages().map(({ sendAt }) => sendAt))).toEqual(new Set([Date.parse(planned)]));
  });

  /** The outputs of all executions of a workflow. */
  async function allOutputs(workflowId: string, count: number) {
    const { n8n } = context().cluster;
    const workflow = await n8n.workflow(workflowId);
    const done = new Set<string>();
    const outputs = [];
    while (done.size < count) {
      const execution = await n8n.waitForExecution(
        ({ id, workflowId: of }) => of === workflow.id && !done.has(id),
      );
      done.add(execution.id);
      outputs.push(...execution.items('Messaging').map(({ json }) => json));
    }
    return outputs;
  }
}
