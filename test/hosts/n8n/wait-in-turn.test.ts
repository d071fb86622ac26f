import { startBalancer, type Balancer } from '../queue/balancer';
import { letTapsIn } from './manyWaits';
import { type Bench, startBench } from './messaging';
import { approval, ask, asking, branch, ended, tap } from './waiting';

/**
 * People who are asked one after another by *Send and Wait* in a real n8n, which looks every 60 seconds whose time is up. It is behind a proxy
 * whose address stays the same when n8n restarts.
 */
jest.setTimeout(600_000);

let bench: Bench;
let balancer: Balancer;
beforeAll(async () => {
  balancer = await startBalancer(
    () => bench.n8n.url,
    () => [],
  );
  bench = await startBench({ WEBHOOK_URL: `${balancer.url}/`, N8N_PROXY_HOPS: '1' });
  await letTapsIn(bench, balancer.url);
});
afterAll(async () => {
  await bench?.stop();
  await balancer?.close();
});

const next = () => bench.sandbox.nextMessage(100_000);
const answered = async (waiting: { id: string }) => branch(await ended(bench, waiting), 'Answered');

const NO_WHATSAPP = '+41790000006';
/** A person whom nobody has asked before. */
let last = 0;
const person = () => `+4179111${String((last += 1)).padStart(4, '0')}`;
const inTurn = asking('Whatsapp', {
  ...approval,
  to: '={{ $json.to }}',
  options: { waitFor: 'inTurn', minutesEach: 1 },
});
const items = (...people: string[]) => people.map((to) => ({ json: { to, plant: 7 } }));
const sentTo = (person: string) => bench.sandbox.messages().filter(({ to }) => to === person);

it('asks nobody else if the first one answers; whoever cannot be asked is passed over', async () => {
  const [anna, bea] = [person(), person()];
  const waiting = await ask(bench, inTurn, items(NO_WHATSAPP, anna, bea));
  await tap(bench.sandbox, await next(), 0);
  const execution = await ended(bench, waiting);
  expect(branch(execution, 'Answered')).toMatchObject([
    {
      plant: 7,
      recipient: anna,
      answeredBy: anna,
      data: { approved: true },
      asked: [
        { to: NO_WHATSAPP, outcome: 'rejected', reason: expect.stringContaining('does not have') },
        { to: anna, outcome: 'answered', askedAt: expect.any(String), messageId: expect.any(String) },
        { to: bea, outcome: 'not_asked' },
      ],
    },
  ]);
  // Nobody has failed to answer.
  expect(branch(execution, 'No Answer')).toEqual([]);
  expect(sentTo(bea)).toEqual([]);
});

it('fails if nobody can be asked, and asks nobody if one item is wrong', async () => {
  const anna = person();
  const refused = await ask(bench, inTurn, items(NO_WHATSAPP));
  expect(refused.status).toBe('error');
  const wrong = await ask(bench, inTurn, items(anna, '12'));
  expect(wrong.status).toBe('error');
  expect(sentTo(anna)).toEqual([]);
});

it('asks the next one when the time is up, also after n8n is killed, and ends', async () => {
  const [anna, bea, carl, dora] = [person(), person(), person(), person()];
  const [taken, silent] = [
    await ask(bench, inTurn, items(anna, bea, carl)),
    await ask(bench, inTurn, items(dora, NO_WHATSAPP)),
  ];
  const [first] = sentTo(anna);
  expect(sentTo(dora)).toHaveLength(1);
  expect(sentTo(bea)).toEqual([]);
  await bench.n8n.restart('kill');
  await bench.sandbox.until(() => sentTo(bea)[0], 200_000);
  if (first === undefined) throw new Error('Nobody was asked');
  // Who was asked earlier can still take it.
  await tap(bench.sandbox, first, 0);
  expect(await answered(taken)).toMatchObject([
    {
      recipient: anna,
      notAnswered: [bea],
      asked: [
        { to: anna, outcome: 'answered' },
        { to: bea, outcome: 'no_answer' },
        { to: carl, outcome: 'not_asked' },
      ],
    },
  ]);
  const nobody = branch(await ended(bench, silent), 'No Answer');
  expect(nobody).toMatchObject([
    { recipient: dora, answered: false, asked: [{ outcome: 'no_answer' }, { outcome: 'rejected' }] },
    { error: { outcome: 'rejected' } },
  ]);
  expect([anna, bea, carl, dora].map((person) => sentTo(person).length)).toEqual([1, 1, 0, 1]);
});
