import { sameMoment } from './scenarios/sameMoment';
import { startContext, type Context } from './scenarios/context';
import { events } from './scenarios/events';
import { waits } from './scenarios/waits';
import { workerKilled } from './scenarios/workerKilled';

/**
 * n8n in queue mode: two webhook processors and two workers, PostgreSQL and Redis. One cluster for all tests, because it takes half a
 * minute to start.
 */
jest.setTimeout(900_000);

let context: Context;
beforeAll(async () => {
  context = await startContext();
});
afterAll(async () => {
  await context?.stop();
});

it('runs a workflow on a worker', async () => {
  const workflow = await context.cluster.n8n.createWorkflow({
    nodes: [
      { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
      {
        name: 'Set',
        type: 'n8n-nodes-base.set',
        parameters: { mode: 'raw', jsonOutput: '{ "greeting": "hello" }' },
      },
    ],
  });
  const execution = await context.cluster.n8n.run(workflow);
  expect(execution.items('Set').map(({ json }) => json)).toEqual([{ greeting: 'hello' }]);
  expect(context.cluster.workers.map((worker) => worker.logs()).join()).toContain(
    `execution ${execution.id}`,
  );
});

describe('events', () => events(() => context));
describe('waits', () => waits(() => context));
describe('one key at the same moment', () => sameMoment(() => context));
describe('a worker that dies', () => workerKilled(() => context));
