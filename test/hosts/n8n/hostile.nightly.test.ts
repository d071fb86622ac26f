import { z } from 'zod/v4';
import { printFigure } from '../../figures';
import { HOSTILE } from '../hostile';
import { call, slowCall } from '../node-red/webhooks';
import { postFrom } from '../proxies';
import { type Bench, startBench } from './messaging';
import { inbound, listen, type Listening } from './triggerCalls';
import { until } from './until';

/** What hostile callers can do to a real n8n: nothing. */
jest.setTimeout(300_000);

const MEGABYTE = 1024 * 1024;
const AT_ONCE = 1000;
/** Each valid call becomes an execution, of which n8n on a small machine manages some 20 in a second. */
const VALID = 50;

let bench: Bench;
let listening: Listening;
beforeAll(async () => {
  bench = await startBench({ N8N_METRICS: 'true' });
  listening = await listen(bench, { allowedCallers: '127.0.0.5' });
});
afterAll(async () => {
  await bench?.stop();
});

const count = () => bench.n8n.executionCount(listening.workflow);

/** How many executions calls started, once as many as expected and one that came after them are there. */
async function startedBy(calling: () => Promise<unknown>, expected: number): Promise<number> {
  const before = await count();
  await calling();
  expect((await postFrom({ url: listening.url, from: '127.0.0.5', body: inbound() })).status).toBe(200);
  await until('the last execution', async () => (await count()) > before + expected);
  return (await count()) - before - 1;
}

it.each(HOSTILE)('%s does no harm', async (_case, { headers, body, becomes }) => {
  const expected = becomes === 'refused' ? 0 : 1;
  const started = await startedBy(async () => {
    const { status } = await call(listening.url, { headers, body, from: '127.0.0.5' });
    // n8n itself answers 500 where its reader of bodies gives up.
    if (becomes === 'refused') expect([400, 413, 422, 500]).toContain(status);
    else expect(status).toBe(200);
  }, expected);
  expect(started).toBe(expected);
});

it(`${AT_ONCE} calls at once, of which ${VALID} are in order: these start the workflow once each`, async () => {
  const { url } = listening;
  const small = HOSTILE.filter(([, { body, becomes }]) => becomes === 'refused' && body.length < MEGABYTE);
  const third = Array.from({ length: Math.floor((AT_ONCE - VALID) / 3) }, (_, index) => index);
  let good: number[] = [];
  const started = await startedBy(async () => {
    const slow = third.map(() => slowCall(url, '{"from":"+41791112233","te', '127.0.0.5'));
    const [valid, strangers, bad] = await Promise.all([
      Promise.all(Array.from({ length: VALID }, () => postFrom({ url, from: '127.0.0.5', body: inbound() }))),
      Promise.all(third.map(() => postFrom({ url, from: '127.0.0.6', body: inbound() }))),
      Promise.all(
        third.map((index) => {
          const [, { headers, body }] = small[index % small.length] ?? ['', { headers: {}, body: '' }];
          return call(url, { headers: { ...headers }, body, from: '127.0.0.5' });
        }),
      ),
    ]);
    slow.forEach(({ abort }) => abort());
    await Promise.allSettled(slow.map(({ answer }) => answer));
    good = valid.map(({ status }) => status);
    expect(new Set(strangers.map(({ status }) => status))).toEqual(new Set([403]));
    expect(bad.filter(({ status }) => status < 400)).toEqual([]);
  }, VALID);
  expect(new Set(good)).toEqual(new Set([200]));
  expect(started).toBe(VALID);
});

it('300 MB of refused bodies leave nothing in the memory', async () => {
  const heaps: number[] = [];
  const body = JSON.stringify({ ...inbound(), text: 'x'.repeat(MEGABYTE) });
  for (let round = 0; round < 6; round += 1) {
    const calls = Array.from({ length: 50 }, () =>
      call(listening.url, { headers: { 'content-type': 'application/json' }, body, from: '127.0.0.6' }),
    );
    expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([403]));
    heaps.push(await heapUsed());
  }
  const shown = heaps.map((bytes) => Math.round(bytes / MEGABYTE)).join(', ');
  printFigure(`n8n, heap in MB after each 50 MB of refused bodies: ${shown}`);
  // Without a collection at a chosen moment: a heap that kept the bodies would grow by 150 MB from one half to the other.
  expect(Math.min(...heaps.slice(3))).toBeLessThan(Math.min(...heaps.slice(0, 3)) + 60 * MEGABYTE);
});

/** As n8n itself tells it to those who watch over it. */
async function heapUsed(): Promise<number> {
  const text = await (await fetch(`${bench.n8n.url}/metrics`)).text();
  return z.coerce.number().parse(/^n8n_nodejs_heap_size_used_bytes (\S+)$/m.exec(text)?.[1]);
}
