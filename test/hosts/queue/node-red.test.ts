import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { printFigure } from '../../figures';
import { freePort } from '../../network/listening';
import { accountNode, leaf, sendNode, sink, tab, watchers } from '../node-red/flows';
import { NodeRed } from '../node-red/nodeRedServer';
import { StubService } from '../node-red/stubService';
import { INBOUND_PATH, inboundNode } from '../node-red/webhooks';
import { startRedis } from './services';

/** Two Node-REDs with the same flow, which share their context in Redis. */
jest.setTimeout(300_000);

const PAIRS = Number(process.env['SAME_MOMENT'] ?? 100);
/** The copy does not wait for the answer to the first call. */
const AT_ONCE = -1;
const GAPS_MS = [AT_ONCE, 0, 100, 1000];
const REPEATS = Number(process.env['REPEATS'] ?? 100);

let redis: Awaited<ReturnType<typeof startRedis>>;
let service: StubService;
let both: NodeRed[] = [];

const settings = () =>
  `contextStorage: { default: {
    module: require(${JSON.stringify(join(__dirname, 'redisContext.cjs'))}), config: { port: ${redis.port} },
  } },`;
const flow = (port: number, node: object = {}) => [
  tab,
  accountNode(`http://127.0.0.1:${port}`, { maxInFlight: 50 }),
  sendNode({ sendOncePer: leaf('msg', 'orderId'), ...node }),
  inboundNode({ wires: [['events'], []] }),
  sink('out'),
  sink('events'),
  ...watchers('send'),
];
const deploy = async (port: number, node: object = {}) => {
  for (const nodeRed of both) await nodeRed.deploy(flow(port, node));
};
const portOf = ({ url }: { url: string }) => Number(new URL(url).port);

beforeAll(async () => {
  redis = await startRedis();
  service = await StubService.start();
  both = await Promise.all(
    // Under another root, as by default the editor's API reads the body of every call.
    [0, 1].map(() => NodeRed.start({ settings: settings(), adminRoot: '/admin' })),
  );
}, 120_000);
afterAll(async () => {
  await Promise.all(both.map((nodeRed) => nodeRed.stop()));
  await service?.close();
  await redis?.close();
});
beforeEach(async () => {
  service.reset();
  await Promise.all(both.map((nodeRed) => nodeRed.forget()));
});

const outcomes = () =>
  both.flatMap((nodeRed) => nodeRed.at('out').map(({ payload }) => String(Object(payload).outcome)));

async function allOut(count: number): Promise<void> {
  while (outcomes().length < count) await pause(50);
}

it('sends a key once, whichever of the two sent it first', async () => {
  await deploy(portOf(service));
  const keys = Array.from({ length: 20 }, (_, index) => `one ${index}`);
  both[0]?.inject('send', ...keys.map((orderId) => ({ payload: 'x', orderId })));
  await allOut(20);
  both[1]?.inject('send', ...keys.map((orderId) => ({ payload: 'x', orderId })));
  await allOut(40);
  expect(service.requests).toHaveLength(20);
  expect(outcomes().filter((outcome) => outcome === 'sent_before')).toHaveLength(20);
});

it('sends a key once at the same moment, as far as a store without a lock allows', async () => {
  await deploy(portOf(service));
  for (let pair = 0; pair < PAIRS; pair += 1) {
    for (const nodeRed of both) nodeRed.inject('send', { payload: 'x', orderId: `pair ${pair}` });
    await allOut((pair + 1) * 2);
  }
  const twice = service.requests.length - PAIRS;
  printFigure(
    `two Node-REDs, one Redis: ${PAIRS} pairs with one key at the same moment, ${twice} sent twice`,
  );
  expect(twice).toBeLessThanOrEqual(Math.ceil(PAIRS / 20));
  expect(service.requests.length).toBeGreaterThanOrEqual(PAIRS);
});

it('leaves what waits in one Node-RED to that one', async () => {
  const port = await freePort();
  await deploy(port, { keepTrying: 1, keepTryingUnit: 'hours', sendOncePer: leaf('msg', '') });
  both[0]?.inject('send', ...['a', 'b', 'c'].map((payload) => ({ payload })));
  await both[0]?.statusLike('send', /^3 wait/);
  for (const index of [1, 0]) {
    const nodeRed = both[index];
    if (nodeRed === undefined) continue;
    await nodeRed.stop({ keep: true, crash: true });
    both[index] = await NodeRed.start({
      settings: settings(),
      adminRoot: '/admin',
      userFolder: nodeRed.userFolder,
    });
  }
  await both[0]?.statusLike('send', /^3 wait/);
  const back = await StubService.start(port);
  await allOut(3);
  expect(back.texts.map(String).sort()).toEqual(['a', 'b', 'c']);
  expect(both[1]?.at('out')).toEqual([]);
  await back.close();
});

describe('repeated events', () => {
  const seen = () =>
    both.flatMap((nodeRed) => nodeRed.at('events').map(({ payload }) => JSON.stringify(payload)));

  it.each([
    ['the same one', 0],
    ['the other one', 1],
  ])('start no flow at %s', async (name, second) => {
    await deploy(portOf(service));
    for (const gap of GAPS_MS) {
      const phase = `phase-${gap}-${second}`;
      const calls = Array.from({ length: REPEATS }, async (_, index) => {
        const first = call(0, `${phase}-${index}`);
        if (gap !== AT_ONCE) await first;
        await pause(Math.max(gap, 0));
        await Promise.all([first, call(second, `${phase}-${index}`)]);
      });
      await Promise.all(calls);
      // Once the last call has started the flow, all calls before it have as well.
      for (const index of [0, 1]) await call(index, `last-${phase}-${index}`);
      while (seen().filter((text) => text.includes(`last-${phase}`)).length < 2) await pause(50);
      const passed = seen().filter((text) => text.includes(`"${phase}`)).length - REPEATS;
      const when = gap === AT_ONCE ? 'at the same moment' : `${gap} ms after the answer`;
      printFigure(`two Node-REDs, one Redis: ${REPEATS} events again at ${name}, ${when}: ${passed} passed`);
      if (gap !== AT_ONCE || second === 0) expect(passed).toBe(0);
    }
  });
});

async function call(index: number, messageId: string): Promise<void> {
  const answer = await fetch(`${both[index]?.url ?? ''}${INBOUND_PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      messageId,
      channel: 'Sms',
      from: '+41791234567',
      to: '+41795550100',
      content: { type: 'Text', text: messageId },
    }),
  });
  expect(answer.status).toBe(200);
}
