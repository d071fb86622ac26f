import type { SandboxMessage } from '../../../sandbox';
import { startBalancer, type Balancer } from '../queue/balancer';
import { askMany, each, letTapsIn, type Marks, person, shuffled, startMarks } from './manyWaits';
import { type Bench, startBench } from './messaging';
import { until } from './until';
import { approval, linkOf, tap, write } from './waiting';
import type { Workflow } from './workflow';

/**
 * Many waits at once, behind a proxy whose address stays the same when n8n restarts. `WAITS` sets how many; 1,000 is the full number.
 */
const WAITS = Number(process.env.WAITS ?? 20);
jest.setTimeout(120_000 + WAITS * 3000);

let bench: Bench;
let balancer: Balancer;
let marks: Marks;
let trigger: Workflow;
beforeAll(async () => {
  balancer = await startBalancer(
    () => bench.n8n.url,
    () => [],
  );
  bench = await startBench({ WEBHOOK_URL: `${balancer.url}/`, N8N_PROXY_HOPS: '1' });
  marks = await startMarks();
  trigger = await letTapsIn(bench, balancer.url);
});
afterAll(async () => {
  await bench?.stop();
  await balancer?.close();
  await marks?.close();
});
beforeEach(() => marks.clear());

const people = Array.from({ length: WAITS }, (_, index) => person(index));
const marked = (count: number) =>
  until(`${count} executions to go on`, async () => marks.count() >= count, 100_000 + count * 500);

it('go on exactly once each when all are tapped twice, at the same time and in random order', async () => {
  const messages = await askMany(bench, marks, approval, WAITS);
  const started = await bench.n8n.executionCount(trigger);
  const taps = shuffled([...messages, ...messages]);

  await each(taps, (message) => tap(bench.sandbox, message, Math.random() < 0.5 ? 0 : 1));
  await marked(WAITS);

  expect(people.map((each) => marks.of(each).map(({ branch }) => branch))).toEqual(people.map(() => [1]));
  expect(marks.count()).toBe(WAITS);
  expect(await bench.n8n.executionCount(trigger)).toBe(started);
});

it('give no wrong branch by reports that come late, twice or in the wrong order', async () => {
  const waits = Math.max(5, WAITS / 5);
  const options = { allowedCallers: '127.0.0.1' };
  const messages = await askMany(
    bench,
    marks,
    { channel: 'Sms', from: 'Test', responseType: 'delivery', options },
    waits,
  );
  const verdictOf = (index: number) => (index % 2 === 0 ? 'Delivered' : 'Failed');
  const reports = messages.flatMap(({ messageId, to, notification }) => {
    const verdict = verdictOf(people.indexOf(to));
    const words = [
      'Buffered',
      'Delayed',
      'Delayed',
      'Sent',
      'Accepted',
      verdict,
      verdict,
      verdict,
      'Delayed',
      'Sent',
    ];
    // 50 for each wait: 10,000 where 1,000 wait.
    return [...words, ...words, ...words, ...words, ...words].map((status) => ({
      url: String(notification?.addresses[0]?.address),
      body: { messageId, status },
    }));
  });

  await each(shuffled(reports), ({ url, body }) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).then((answer) => answer.arrayBuffer()),
  );
  await marked(waits);

  const asked = people.slice(0, waits);
  expect(asked.map((each) => marks.of(each).map(({ branch }) => branch))).toEqual(
    asked.map((_, index) => [verdictOf(index) === 'Delivered' ? 1 : 0]),
  );
});

describe('over a restart of n8n', () => {
  const waits = Math.min(WAITS, 100);
  let asked: SandboxMessage[];
  beforeAll(async () => {
    asked = await askMany(bench, marks, approval, waits);
    await bench.n8n.restart();
  });

  it('a new question takes a plain answer, without a call or a publication before', async () => {
    const [question] = await askMany(bench, marks, { responseType: 'freeText' }, 1);
    if (question === undefined) throw new Error('Nobody was asked');
    expect(linkOf(question)).toBe('');
    const started = await bench.n8n.executionCount(trigger);
    await write(bench.sandbox, question, 'Yes');
    await marked(1);
    expect(marks.of(question.to)).toMatchObject([{ branch: 1, data: { text: 'Yes' } }]);
    expect(await bench.n8n.executionCount(trigger)).toBe(started);
  });

  it('all go on, and nothing is sent again', async () => {
    const sent = bench.sandbox.messages().length;
    await each(shuffled(asked), (message) => tap(bench.sandbox, message, 0));
    await marked(waits);
    expect(people.slice(0, waits).map((each) => marks.of(each).length)).toEqual(asked.map(() => 1));
    expect(bench.sandbox.messages()).toHaveLength(sent);
  });
});
