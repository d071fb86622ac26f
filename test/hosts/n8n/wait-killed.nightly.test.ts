import { bench, startWaiting } from './waitBench';
import { until } from './until';
import { approval, ask, asking, branch, ended, tap, waitingWorkflow } from './waiting';

/** *Tell the Others* of *Send and Wait* when two answer at once, and when n8n is killed meanwhile. */
jest.setTimeout(300_000);

startWaiting();

const people = ['+41791110001', '+41791110002', '+41791110003'];
const items = people.map((to) => ({ json: { to, plant: 7 } }));
const tellOthers = '={{ $json.answeredBy }} looks after plant {{ $json.plant }}';
const parameters = asking('Whatsapp', {
  ...{ ...approval, to: '={{ $json.to }}' },
  options: { severalPeople: { values: { waitFor: 'first', tellOthers } } },
});
const sentTo = (person: string) => bench.sandbox.messages().filter(({ to }) => to === person);
const questionTo = (person: string) => bench.sandbox.until(() => sentTo(person)[0]);
const told = (person: string) => sentTo(person).filter(({ content }) => content.type === 'Text').length;

it('the others are told once, when two answer at the same moment', async () => {
  const waiting = await ask(bench, parameters, items);
  const [anna, bea] = await Promise.all(people.slice(0, 2).map(questionTo));
  if (anna === undefined || bea === undefined) throw new Error('Nobody was asked');
  await Promise.all([anna, bea, anna, bea].map((question) => tap(bench.sandbox, question, 0)));
  const [output, ...more] = branch(await ended(bench, waiting), 'Answered');
  const others = people.filter((each) => each !== output?.answeredBy);
  expect(more).toEqual([]);
  expect(output).toMatchObject({
    notAnswered: others,
    told: others.map((to) => ({ to, outcome: 'accepted' })),
  });
  expect(people.map(told)).toEqual(people.map((each) => (others.includes(each) ? 1 : 0)));
});

it('the others are told at most once if n8n is killed meanwhile, and the execution is retried', async () => {
  const [anna = '', bea = ''] = people;
  // As production starts it: an execution that a person started in the editor offers no Retry once n8n was killed.
  const webhook = { httpMethod: 'POST', path: 'told' };
  const start = { name: 'Start', type: 'n8n-nodes-base.webhook', parameters: webhook };
  const workflow = await waitingWorkflow(bench, parameters, items.slice(0, 2), {}, start);
  await bench.n8n.activate(workflow);
  const { production } = await bench.n8n.webhookUrls(workflow);
  expect((await fetch(production, { method: 'POST' })).status).toBe(200);
  const waiting = await bench.n8n.waitForExecution(
    ({ workflowId, status }) => workflowId === workflow.id && status === 'waiting',
  );
  bench.sandbox.change({ faults: [{ fault: 'slow', times: 1 }], slowAnswer: 20_000 });
  await tap(bench.sandbox, await questionTo(anna), 0);
  await bench.sandbox.until(() => told(bea) === 1);
  await bench.n8n.restart('kill');
  await until('n8n to find it', async () =>
    (await bench.n8n.executions(workflow)).some(({ status }) => status === 'crashed'),
  );
  await bench.n8n.call('POST', `/rest/executions/${waiting.id}/retry`, { loadWorkflow: false });
  const retried = await bench.n8n.waitForExecution(({ retryOf }) => retryOf === waiting.id);
  const reason = expect.stringContaining(waiting.id);
  expect(branch(retried, 'Answered')).toMatchObject([
    { answeredBy: anna, told: [{ to: bea, outcome: 'unknown', reason }] },
  ]);
  expect(told(bea)).toBe(1);
});

it('nothing is sent again, and no branch runs, in the retry of an execution in which n8n was killed', async () => {
  const webhook = { httpMethod: 'POST', path: 'killed' };
  const start = { name: 'Start', type: 'n8n-nodes-base.webhook', parameters: webhook };
  const delivery = { responseType: 'delivery' };
  const question = asking('Sms', { ...delivery, to: '={{ $json.to }}' });
  const workflow = await waitingWorkflow(bench, question, items, {}, start);
  await bench.n8n.activate(workflow);
  const { production } = await bench.n8n.webhookUrls(workflow);
  expect((await fetch(production, { method: 'POST' })).status).toBe(200);
  const waiting = await bench.n8n.waitForExecution(
    ({ workflowId, status }) => workflowId === workflow.id && status === 'waiting',
  );
  // With the report, n8n runs the node again, which then asks for the status of the other messages.
  bench.sandbox.change({ faults: [{ fault: 'slow', times: 100 }], slowAnswer: 20_000 });
  bench.sandbox.setState(bench.sandbox.messages()[0]?.messageId ?? '', 'Delivered');
  const hasOne = (state: string) => async () =>
    (await bench.n8n.executions(workflow)).some(({ status }) => status === state);
  await until('the node to run', hasOne('running'));
  await bench.n8n.restart('kill');
  bench.sandbox.change({ faults: [] });
  await until('n8n to find it', hasOne('crashed'));
  await bench.n8n.call('POST', `/rest/executions/${waiting.id}/retry`, { loadWorkflow: false });
  const retried = await bench.n8n.waitForExecution(({ retryOf }) => retryOf === waiting.id);
  expect(retried.error?.message).toBe(
    `Execution ${waiting.id} has sent this message, and answers to it no longer count`,
  );
  expect([branch(retried, 'No Answer'), branch(retried, 'Answered')]).toEqual([[], []]);
  expect(bench.sandbox.messages()).toHaveLength(people.length);
});
