import type { SandboxMessage } from '../../../sandbox';
import { startBalancer, type Balancer } from '../queue/balancer';
import { isSettled } from './execution';
import { askMany, each, letTapsIn, type Marks, person, shuffled, startMarks } from './manyWaits';
import { type Bench, startBench } from './messaging';
import { until } from './until';
import { approval, choicesOf, linkOf, NUMBER, tap, write } from './waiting';
import type { Workflow } from './workflow';

/**
 * Many waits at once, behind a proxy whose address stays the same when n8n restarts. `WAITS` sets how many: docs/measured.md has the
 * figures for 1,000.
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

it('are resumed by no reference that is forged, altered, foreign or used', async () => {
  const [used, ...others] = await askMany(bench, marks, approval, 5);
  if (used === undefined) throw new Error('Nobody was asked');
  await tap(bench.sandbox, used, 0);
  await marked(1);
  const ids = [used, ...others].flatMap((message) => choicesOf(message).map(({ id }) => id));
  const hex = () => Math.floor(Math.random() * 16).toString(16);
  const changes: Array<(id: string) => string> = [
    (id) => id.replace(/choice=(\d)/, (_, choice) => `choice=${1 - Number(choice)}`),
    (id) => id.replace(/[0-9a-f]{64}$/, (signature) => signature.replace(/./g, hex)),
    (id) => id.replace(/item=0\.0/, 'item=1.0'),
    (id) => id.replace(/^\d+/, (execution) => String(Number(execution) + 100_000)),
    (id) => id.replace(/\/[0-9a-f]{8}/, '/00000000'),
    () => choicesOf(used)[1]?.id ?? '',
  ];
  const forged = Array.from({ length: WAITS }, (_, index) => {
    const change = changes[index % changes.length] ?? String;
    return change(ids[index % ids.length] ?? '');
  });
  const statuses: Array<number | null | undefined> = [];
  await each(forged, async (id) => {
    const reply = { type: 'Button' as const, id, title: 'Approve' };
    const { push } = await bench.sandbox.receive({ from: person(1), to: NUMBER, channel: 'Whatsapp', reply });
    statuses.push(push?.attempts.at(-1)?.status);
  });
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(marks.count()).toBe(1);
  for (const message of others) await tap(bench.sandbox, message, 0);
  await marked(5);
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
  let several: SandboxMessage[];
  let plain: SandboxMessage[];
  beforeAll(async () => {
    asked = await askMany(bench, marks, approval, waits);
    several = await askMany(bench, marks, approval, 1, 4);
    plain = await askMany(bench, marks, { responseType: 'freeText' }, 1);
    for (const message of several.slice(0, 2)) await tap(bench.sandbox, message, 1);
    // n8n stops without storing an execution that is about to wait again.
    await until('the answers to be stored', async () => (await bench.n8n.executions()).every(isSettled));
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

  it('answers that came before it count with those that come after it', async () => {
    for (const message of several.slice(2)) await tap(bench.sandbox, message, 0);
    await marked(several.length);
    expect(several.map(({ to }) => marks.of(to).map(({ data }) => data))).toEqual(
      [false, false, true, true].map((approved) => [{ approved }]),
    );
  });

  it('a plain answer is a message like any other: nobody is remembered', async () => {
    const [question] = plain;
    if (question === undefined) throw new Error('Nobody was asked');
    expect(linkOf(question)).toBe('');
    const started = await bench.n8n.executionCount(trigger);
    const { push } = await write(bench.sandbox, question, 'Yes');
    expect(push?.attempts.at(-1)).toMatchObject({ status: 200 });
    expect(await bench.n8n.executionCount(trigger)).toBe(started + 1);
    expect(marks.count()).toBe(0);
  });
});
