import { type Balancer, startBalancer } from '../queue/balancer';
import { isSettled } from './execution';
import { letTapsIn } from '../queue/manyWaits';
import { type Bench, startBench } from './messaging';
import { until } from './until';
import { approval, ask, asking, branch, ended, tap, write } from './waiting';
import type { Workflow } from './workflow';

/**
 * What *Send and Wait* knows after n8n was stopped or killed, and what it does when the time is up, for which n8n looks every 60 seconds. It is
 * behind a proxy whose address stays the same when n8n restarts, as its signatures are for one address.
 */
jest.setTimeout(300_000);

let bench: Bench;
let balancer: Balancer;
let trigger: Workflow;
beforeAll(async () => {
  balancer = await startBalancer(
    () => bench.n8n.url,
    () => [],
  );
  bench = await startBench({ WEBHOOK_URL: `${balancer.url}/`, N8N_PROXY_HOPS: '1' });
  trigger = await letTapsIn(bench, balancer.url);
});
afterAll(async () => {
  await bench?.stop();
  await balancer?.close();
});

const minutes = (resumeAmount: number) => ({
  limitWaitTime: { values: { limitType: 'afterTimeInterval', resumeAmount, resumeUnit: 'minutes' } },
});
const started = async () => (await bench.n8n.executions(trigger)).length;
const sentTo = (person: string) => bench.sandbox.messages().filter(({ to }) => to === person);
const questionTo = (person: string) => bench.sandbox.until(() => sentTo(person)[0], 150_000);
const restart = async (how: 'stop' | 'kill') => {
  await until('all executions to be stored', async () => (await bench.n8n.executions()).every(isSettled));
  await bench.n8n.restart(how);
};

it('every question outlives a stop of n8n but a plain one, and ends when its time is up or the next one is asked', async () => {
  const [anna, bea, carl, dora, emil] = [1, 2, 3, 4, 5].map((index) => `+4179200000${index}`);
  if (!anna || !bea || !carl || !dora || !emil) throw new Error('People are missing');
  const to = (...people: string[]) => people.map((each) => ({ json: { to: each } }));
  const several = (options: object) => asking('Whatsapp', { ...approval, to: '={{ $json.to }}', options });
  const plain = await ask(bench, asking('Sms', { responseType: 'freeText', to: dora }));
  const limited = await ask(bench, several(minutes(0.7)), to('+41792000011', '+41792000012'));
  const reported = await ask(
    bench,
    asking('Sms', { responseType: 'delivery', to: emil, options: minutes(0.7) }),
  );
  const tellOthers = '={{ $json.answeredBy }} does it';
  const inTurn = await ask(
    bench,
    several({ severalPeople: { values: { waitFor: 'inTurn', minutesEach: 1, tellOthers } } }),
    to(anna, bea, carl),
  );
  await tap(bench.sandbox, await questionTo('+41792000011'), 0);
  await restart('stop');
  const before = await started();
  await write(bench.sandbox, await questionTo(dora), 'Yes');
  expect(await started()).toBe(before + 1);
  expect((await bench.n8n.execution(plain.id)).status).toBe('waiting');

  const timedOut = await ended(bench, limited);
  expect([timedOut.status, timedOut.error?.message, branch(timedOut, 'Answered')]).toEqual([
    'success',
    undefined,
    [],
  ]);
  expect(branch(timedOut, 'No Answer')).toMatchObject([
    { answered: true, data: { approved: true } },
    { answered: false, recipient: '+41792000012' },
  ]);
  expect(branch(await ended(bench, reported), 'No Answer')).toMatchObject([
    { answered: false, data: { delivered: false, status: 'timeUp' } },
  ]);

  await questionTo(bea);
  await restart('kill');
  // Who was asked earlier can still take it.
  await tap(bench.sandbox, await questionTo(anna), 0);
  expect(branch(await ended(bench, inTurn), 'Answered')).toMatchObject([
    {
      ...{ recipient: anna, notAnswered: [bea], told: [{ to: bea, outcome: 'accepted' }] },
      asked: [{ outcome: 'answered' }, { outcome: 'no_answer' }, { outcome: 'not_asked' }],
    },
  ]);
  expect([anna, bea, carl].map((person) => sentTo(person).length)).toEqual([1, 2, 0]);
});
