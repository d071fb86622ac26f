import { printFigure } from '../../../figures';
import { letTapsIn, person } from '../../n8n/manyWaits';
import { ACTION, itemsNode } from '../../n8n/messaging';
import type { Execution } from '../../n8n/execution';
import type { NewNode, Workflow } from '../../n8n/workflow';
import { until } from '../../n8n/until';
import { approval, asking, tap } from '../../n8n/waiting';
import { activated, webhookNode, type Context } from './context';

/** How many questions to several people are open at the same time. */
const CHAINS = 8;
const NO_WHATSAPP = '+41790000006';
const OPEN = { days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] };
const TEXT = '={{ $json.answeredBy }} has taken it';

/** Several people who are asked by different workers, and who answer at different webhook processors. */
export function people(context: () => Context): void {
  const { n8n } = { n8n: () => context().cluster.n8n };
  let trigger: Workflow;
  let last = 500_000;
  const someone = () => person((last += 1));
  beforeAll(async () => {
    context().sandbox.change({ automaticDelivery: 'manual', faults: [] });
    trigger = await letTapsIn({ ...context(), n8n: n8n() });
  });
  afterAll(async () => {
    await n8n().deactivate(trigger);
  });

  const sentTo = (to: string) =>
    context()
      .sandbox.messages()
      .filter((message) => message.to === to);
  const textsTo = (to: string) => sentTo(to).filter(({ content }) => content.type === 'Text');
  const questionTo = async (to: string) => await context().sandbox.until(() => sentTo(to)[0], 240_000);

  function node(options: object): NewNode {
    const { id, name } = context().credential;
    return {
      name: 'Messaging',
      type: ACTION,
      parameters: { ...asking('Whatsapp', { ...approval, to: '={{ $json.to }}', options }) },
      credentials: { messagingServiceApi: { id, name } },
    };
  }

  /** A production execution that asks people and waits. */
  async function ask(options: object, asked: readonly string[]) {
    const items = asked.map((to) => ({ json: { to } }));
    const { workflow, url } = await activated(context().cluster, [
      webhookNode(),
      itemsNode(items),
      node({
        sendingWindow: { window: { ...OPEN, from: '00:00', until: '24:00' } },
        tellOthers: TEXT,
        ...options,
      }),
    ]);
    expect((await fetch(url, { method: 'POST' })).status).toBe(200);
    return workflow;
  }

  const ended = ({ id }: Workflow): Promise<Execution> =>
    n8n().waitForExecution(({ workflowId, status }) => workflowId === id && status !== 'waiting', 240_000);

  it('one after another: nobody is asked or told twice, when two answer at the same moment at two processors', async () => {
    const { sandbox, cluster } = context();
    const chains = await Promise.all(
      Array.from({ length: CHAINS }, async () => {
        const [anna, bea, carl] = [someone(), someone(), someone()];
        const asked = [NO_WHATSAPP, anna, bea, carl];
        return { anna, bea, carl, workflow: await ask({ waitFor: 'inTurn', minutesEach: 1 }, asked) };
      }),
    );
    // The next one is asked a minute later.
    for (const { bea } of chains) await questionTo(bea);
    cluster.balancer.inTurn = true;
    await Promise.all(
      chains.flatMap(({ anna, bea }) =>
        [anna, bea, anna, bea].map(async (each) => tap(sandbox, await questionTo(each), 0)),
      ),
    ).finally(() => (cluster.balancer.inTurn = false));
    const workers = new Set<string>();
    for (const { anna, bea, carl, workflow } of chains) {
      const execution = await ended(workflow);
      const [output] = execution.items('Messaging', 1);
      const other = output?.json.answeredBy === anna ? bea : anna;
      expect(output?.json).toMatchObject({
        asked: [{ outcome: 'rejected' }, { to: anna }, { to: bea }, { to: carl, outcome: 'not_asked' }],
        told: [{ to: other, outcome: 'accepted' }],
      });
      expect([anna, bea, carl].map((each) => textsTo(each).length)).toEqual(
        [anna, bea, carl].map((each) => (each === other ? 1 : 0)),
      );
      expect([anna, bea, carl].map((each) => sentTo(each).length - textsTo(each).length)).toEqual([1, 1, 0]);
      for (const worker of cluster.workers)
        if (worker.logs().includes(`started execution ${execution.id} `)) workers.add(worker.url);
      await n8n().deactivate(workflow);
    }
    printFigure(
      `${CHAINS} questions one after another on ${workers.size} workers, two people answering twice at the same moment at two processors: nobody asked or told twice`,
    );
  });

  it('nobody is told twice if the workers are killed while the text goes out', async () => {
    const { sandbox, cluster } = context();
    const [anna, bea] = [someone(), someone()];
    const workflow = await ask({ waitFor: 'first' }, [anna, bea]);
    await n8n().waitForExecution(
      ({ workflowId, status }) => workflowId === workflow.id && status === 'waiting',
    );
    sandbox.change({ faults: [{ fault: 'slow', times: 1 }], slowAnswer: 30_000 });
    await tap(sandbox, await questionTo(anna), 0);
    await sandbox.until(() => textsTo(bea)[0]);
    await Promise.all(cluster.workers.map((worker) => worker.kill()));
    await Promise.all(cluster.workers.map((worker) => worker.start()));
    await until(
      'n8n to give the execution up',
      async () =>
        (await n8n().executions(workflow)).some(({ status }) => status === 'crashed' || status === 'error'),
      120_000,
    );
    expect(textsTo(bea)).toHaveLength(1);
    await n8n().deactivate(workflow);
  });
}
