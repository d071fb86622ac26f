import { printFigure } from '../../../figures';
import { until } from '../../n8n/until';
import type { Workflow } from '../../n8n/workflow';
import { activated, ledgerOf, sendNode, webhookNode, type Context } from './context';

const COUNT = 20;

/** How *Deduplicate By* behaves if several workers run the same node at the same moment. */
export function sameMoment(given: () => Context): void {
  let workflow: Workflow;
  let url: string;
  beforeAll(async () => {
    const { cluster, credential, sandbox } = given();
    sandbox.reset();
    const key = '={{ $json.body.order }}';
    const node = sendNode(key, credential, { options: { deduplicateBy: key } });
    ({ workflow, url } = await activated(cluster, [webhookNode(), node]));
  });
  afterAll(async () => {
    await given().cluster.n8n.deactivate(workflow);
  });

  const order = async (name: string) => {
    const body = JSON.stringify({ order: name });
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(answer.status).toBe(200);
  };
  const runAll = async (names: string[], atOnce: number) => {
    const { n8n } = given().cluster;
    const before = await n8n.executionCount(workflow);
    for (let from = 0; from < names.length; from += atOnce) {
      await Promise.all(names.slice(from, from + atOnce).map(order));
    }
    const ended = async () =>
      (await n8n.executionCount(workflow)) >= before + names.length &&
      (await n8n.executions(workflow)).every(({ status }) => status === 'success' || status === 'error');
    await until('all executions', ended, 240_000);
  };

  it('sends one of two messages that have the same key', async () => {
    const names = Array.from({ length: COUNT }, (_, index) => `same ${index}`);
    await runAll(
      names.flatMap((name) => [name, name]),
      2,
    );
    const { orders, twice } = ledgerOf(given().sandbox);
    printFigure(`Two executions with one key at the same moment: ${twice} of ${orders} sent twice`);
    expect(orders).toBe(COUNT);
    expect(twice).toBeLessThanOrEqual(COUNT / 10);
  });

  it('forgets no key of many that come at the same moment', async () => {
    given().sandbox.reset();
    const names = Array.from({ length: 2 * COUNT }, (_, index) => `other ${index}`);
    await runAll(names, 20);
    await runAll(names, 4);
    const { orders, twice } = ledgerOf(given().sandbox);
    printFigure(`Keys recorded 20 at a time by two workers: ${twice} of ${orders} sent again later`);
    expect(orders).toBe(names.length);
    expect(twice).toBeLessThanOrEqual(names.length / 10);
  });
}
