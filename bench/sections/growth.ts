import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { checkMessage, Client, createLimiter } from '../../core/client';
import { axiosTransport } from '../../node-red/service/axiosTransport';
import { decimal, megabytes, microseconds, type GoalRow, type Section } from '../result';
import { cpuMicroseconds, inTurn, median, valuesOf } from '../rounds';
import { BenchService } from '../service';

const SIZES = [100, 1000, 10_000, 100_000];
const AT_ONCE = 10;
const BATCH = 100;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Goes on through all runs, so that the messages of small runs are no shorter, and no better known to V8, than those of large ones. */
let order = 1_000_000;

const message = () => ({
  channel: 'Sms',
  from: 'MyCompany',
  to: '+41791234567',
  content: { type: 'Text', text: `Your order ${order++} is on its way and arrives tomorrow.` },
});

type Work = (count: number) => Promise<void>;

/** Sends message after message, a few at once, and keeps none. */
const streamed =
  (client: Client): Work =>
  async (count) => {
    let left = count;
    const worker = async () => {
      while (left-- > 0) await client.send(await checkMessage(message()));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  };

/** Sends batch after batch and keeps none. */
const batched =
  (client: Client): Work =>
  async (count) => {
    for (let sent = 0; sent < count; sent += BATCH) {
      await client.sendBatch(await Promise.all(Array.from({ length: BATCH }, () => checkMessage(message()))));
    }
  };

/** All messages at once into the queue that bounds what is under way, as a flow does. */
const queued =
  (client: Client): Work =>
  async (count) => {
    const limiter = createLimiter(AT_ONCE);
    await Promise.all(
      Array.from({ length: count }, () =>
        limiter.run(async () => client.send(await checkMessage(message()))),
      ),
    );
  };

/** CPU time for each message in microseconds; small sizes are repeated, as one alone would be too short to measure. */
async function cpuPerMessage(work: Work, size: number): Promise<number> {
  const repeats = Math.max(1, 10_000 / size);
  const before = cpuMicroseconds();
  for (let repeat = 0; repeat < repeats; repeat += 1) await work(size);
  return (cpuMicroseconds() - before) / (size * repeats);
}

/** How many bytes more are in use at the end of the work than at its beginning, after a garbage collection each. */
async function heapGrowth(work: Work, size: number): Promise<number> {
  const before = await heapInUse();
  await work(size);
  return (await heapInUse()) - before;
}

/** Collects twice: what Node.js keeps for the time limit of each request it lets go only after the signal has been collected. */
async function heapInUse(): Promise<number> {
  collectGarbage();
  await wait(200);
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

function answerOffline(body: string | Uint8Array | undefined): string {
  const isBatch = typeof body === 'string' && body.startsWith('{"messages"');
  return isBatch ? batchAnswer : '{"messageId":"id-1"}';
}
const batchAnswer = JSON.stringify({
  messageListId: 'list',
  messages: Array.from({ length: BATCH }, (_, index) => ({ messageId: `id-${index}` })),
});

async function run() {
  const service = await BenchService.start();
  const account = { baseUrl: service.url, version: 2, versionIn: 'path' } as const;
  const online = new Client({ account, transport: axiosTransport({ username: 'demo', password: 'demo' }) });
  const offline = new Client({
    account,
    transport: ({ body }) => Promise.resolve({ status: 200, headers: {}, body: answerOffline(body) }),
  });
  const paths: Array<[string, Work, number]> = [
    ['send, one by one, without network', streamed(offline), 3],
    ['send, all in the queue at once, without network', queued(offline), 3],
    [`batches of ${BATCH}, without network`, batched(offline), 3],
    ['send, one by one, over HTTP', streamed(online), 1],
    [`batches of ${BATCH}, over HTTP`, batched(online), 3],
  ];
  const times = new Map<string, ReadonlyArray<readonly number[]>>();
  const heaps = new Map<string, number[]>();
  const goals: GoalRow[] = [];
  for (const [title, work, rounds] of paths) {
    await work(10_000); // compiled before it counts
    const contenders = SIZES.map((size) => ({
      name: String(size),
      measure: () => cpuPerMessage(work, size),
    }));
    const measured = await inTurn(contenders, rounds);
    const series = SIZES.map((size) => valuesOf(measured, String(size)));
    times.set(title, series);
    const growths: number[] = [];
    for (const size of SIZES) growths.push(await heapGrowth(work, size));
    heaps.set(title, growths);
    goals.push(linear(title, series));
    if (!title.includes('queue')) goals.push(flat(title, growths));
  }
  await service.stop();
  return {
    name: 'growth',
    title: 'Growth',
    how: `The same path with ${SIZES.map((size) => size.toLocaleString('en-US')).join(', ')} messages, in turn: CPU time of the process for each message, and the increase of the heap at the end, after garbage collection.`,
    goals,
    figures: [
      {
        title: 'CPU time for each message:',
        rows: [
          head,
          ...[...times].map(([title, series]) => [
            title,
            ...series.map((each) => microseconds(median(each))),
          ]),
        ],
      },
      {
        title: 'Increase of the heap at the end:',
        rows: [head, ...[...heaps].map(([title, growths]) => [title, ...growths.map(megabytes)])],
      },
    ],
    notes: [
      'All in the queue at once: garbage collection grows, because it must visit 100,000 waiting messages that are all in use. The queue alone, with tasks that do nothing, grows as much (2 µs for each of 10,000, 7 µs for each of 100,000).',
      'Over HTTP the runs differ, not the sizes: the figures do not rise with the size, and one size differs as much from round to round.',
      'Batches of 100: a tenth is only 2 to 4 µs for each message.',
    ],
  };
}

const head = ['Path', ...SIZES.map((size) => size.toLocaleString('en-US'))];

function linear(title: string, series: ReadonlyArray<readonly number[]>): GoalRow {
  const each = series.map(median);
  const most = Math.max(...each.slice(1)) / (each[0] ?? NaN);
  return {
    what: `Growth: ${title}`,
    against: 'itself with 100 messages',
    goal: 'CPU for each message at most 1.1 ×',
    measured: `**${decimal(most)} ×**; ${each.map(microseconds).join(', ')} for each message`,
    met: most <= 1.1,
  };
}

const FLAT_BYTES = 2e6;

function flat(title: string, growths: readonly number[]): GoalRow {
  const most = Math.max(...growths);
  return {
    what: `Growth of memory: ${title}`,
    against: 'itself before',
    goal: `at most ${megabytes(FLAT_BYTES)} more after 100,000 messages`,
    measured: `**${megabytes(most)}**`,
    met: most <= FLAT_BYTES,
  };
}

export const growth: Section = { name: 'growth', run };
