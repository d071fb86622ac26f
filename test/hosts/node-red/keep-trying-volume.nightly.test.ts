import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { freePort } from '../../network/listening';
import { printFigure } from '../../figures';
import { volume } from '../../volume';
import { accountNode, sendNode, sink, tab, watchers } from './flows';
import { NodeRed } from './nodeRedServer';
import { StubService } from './stubService';

/** KEEP_MESSAGES sets another number; KEEP_AWAY_SECONDS is how long the service is away. */
const MESSAGES = Number(process.env['KEEP_MESSAGES'] ?? volume({ full: 5000, quick: 200 }));
const AWAY_MS = Number(process.env['KEEP_AWAY_SECONDS'] ?? volume({ full: 10, quick: 2 })) * 1000;
/** KEEP_MEMORY measures the memory with that many waiting messages. */
const IN_MEMORY = Number(process.env['KEEP_MEMORY'] ?? 0);
const LIMIT_MS = 120_000 + AWAY_MS + MESSAGES * 40 + IN_MEMORY * 4;

const flow = (port: number, node: object = {}) => [
  tab,
  accountNode(`http://127.0.0.1:${port}`, { maxInFlight: 50 }),
  sendNode({ keepTrying: 1, keepTryingUnit: 'days', ...node }),
  sink('out'),
  ...watchers('send'),
];

/** How many messages the store holds. */
function stored(nodeRed: NodeRed): number {
  const file = join(nodeRed.userFolder, 'context', 'tab', 'send.json');
  if (!existsSync(file)) return 0;
  return readFileSync(file, 'utf8').split('"stage"').length - 1;
}

it(
  `${MESSAGES} messages through an outage and two kills: each is sent once, or reported as unknown`,
  async () => {
    const port = await freePort();
    let nodeRed = await NodeRed.start();
    let service: StubService | undefined;
    const restart = async () => {
      await nodeRed.stop({ keep: true, crash: true });
      nodeRed = await NodeRed.start({ userFolder: nodeRed.userFolder });
    };
    const isWaiting = new RegExp(`^${MESSAGES} waiting for the service`);
    // With a file written for each message, thousands take a while.
    const waits = () =>
      nodeRed.until(() => isWaiting.test(nodeRed.statusOf('send')?.text ?? ''), 'all to wait', LIMIT_MS);
    try {
      await nodeRed.deploy(flow(port));
      const began = Date.now();
      nodeRed.flood('send', MESSAGES, {});
      await waits();
      while (stored(nodeRed) < MESSAGES) await pause(100);
      await pause(AWAY_MS / 2 - (Date.now() - began));
      await restart();
      await waits();
      await pause(AWAY_MS - (Date.now() - began));

      service = await StubService.start(port);
      const ledger = service;
      ledger.answer = () => pause(20).then(() => ({}));
      const back = Date.now();
      while (ledger.requests.length < MESSAGES / 3) await pause(5);
      await restart();
      const failures = () => nodeRed.completions.flatMap(({ error }) => error ?? []);
      while (stored(nodeRed) > 0) await pause(100);
      const seconds = ((Date.now() - back) / 1000).toFixed(0);

      const counts = new Map<string, number>();
      for (const text of ledger.texts.map(String)) counts.set(text, (counts.get(text) ?? 0) + 1);
      const twice = [...counts.values()].filter((count) => count > 1).length;
      const unknown = failures().filter(({ outcome }) => outcome === 'unknown').length;
      const neither = MESSAGES - counts.size;
      printFigure(
        `keep trying: ${MESSAGES} messages, service away ${AWAY_MS / 1000} s, 2 kills: ${counts.size} in the ledger, ` +
          `${twice} twice, ${unknown} reported as unknown (${neither} of them never left), all over ${seconds} s after it was back`,
      );
      expect(twice).toBe(0);
      expect(failures().length).toBe(unknown);
      expect(unknown).toBeLessThanOrEqual(50);
      expect(neither).toBeLessThanOrEqual(unknown);
    } finally {
      await nodeRed.stop();
      await service?.close();
    }
  },
  LIMIT_MS,
);

(IN_MEMORY > 0 ? describe : describe.skip)('memory', () => {
  it(
    `with ${IN_MEMORY} messages that wait is bounded`,
    async () => {
      const nodeRed = await NodeRed.start();
      try {
        await nodeRed.deploy(flow(await freePort()));
        const before = await nodeRed.heapUsed();
        const began = Date.now();
        nodeRed.flood('send', IN_MEMORY, {});
        await nodeRed.until(
          () =>
            /^\d+ wait/.test(nodeRed.statusOf('send')?.text ?? '') &&
            waitingIn(nodeRed) >= Math.min(IN_MEMORY, 100_000),
          'all to wait',
          LIMIT_MS,
        );
        const seconds = ((Date.now() - began) / 1000).toFixed(1);
        await pause(35_000);
        const bytes = (await nodeRed.heapUsed()) - before;
        const refused = nodeRed.completions.filter(({ error }) => error?.code === 'too_many_waiting').length;
        printFigure(
          `${waitingIn(nodeRed)} messages wait after ${seconds} s: ` +
            `${(bytes / 1e6).toFixed(0)} MB more heap; ${refused} beyond the bound ended with an error`,
        );
        expect(bytes).toBeLessThan(IN_MEMORY * 10_000);
      } finally {
        await nodeRed.stop();
      }
    },
    LIMIT_MS,
  );
});

function waitingIn(nodeRed: NodeRed): number {
  return Number.parseInt(nodeRed.statusOf('send')?.text ?? '', 10);
}
