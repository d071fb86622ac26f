import { startCluster, type Cluster } from './cluster';

jest.setTimeout(300_000);

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(async () => {
  await cluster?.stop();
});

it('runs a workflow on a worker', async () => {
  const workflow = await cluster.n8n.createWorkflow({
    nodes: [
      { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
      {
        name: 'Set',
        type: 'n8n-nodes-base.set',
        parameters: { mode: 'raw', jsonOutput: '{ "greeting": "hello" }' },
      },
    ],
  });
  const execution = await cluster.n8n.run(workflow);
  expect(execution.items('Set').map(({ json }) => json)).toEqual([{ greeting: 'hello' }]);
  expect(cluster.workers.map((worker) => worker.logs()).join()).toContain(`execution ${execution.id}`);
});
