import fc from 'fast-check';

import { startSandbox, type Sandbox, type SandboxMessage } from '../../../sandbox';
import { printFigure } from '../../figures';
import { volume } from '../../volume';
import { buttons, flowOf, forwardTo, repeat, tapOn } from './asking';
import { NodeRed } from './nodeRedServer';

/** ASK_QUESTIONS asks another number. */
const QUESTIONS = Number(process.env['ASK_QUESTIONS'] ?? volume({ full: 1000, quick: 60 }));
/** ASK_IN_MEMORY asks another number; with those that warm Node-RED up, a node takes 10,000. */
const IN_MEMORY = Number(process.env['ASK_IN_MEMORY'] ?? volume({ full: 9500, quick: 2000 }));
const BYTES_EACH = 5000;
const SEED = 20261122;
const LIMIT_MS = 60_000 + QUESTIONS * 400;
const flow = (sandbox: Sandbox) =>
  flowOf(sandbox.url, { ...buttons, waitFor: 'choice' }, { maxInFlight: 50 });

it(
  `each of ${QUESTIONS} questions gets its own answer once, through 3 deploys and a restart`,
  async () => {
    const sandbox = await startSandbox({
      port: 0,
      automaticDelivery: 'manual',
      inboundUrls: { default: '' },
    });
    let nodeRed = await NodeRed.start({ adminRoot: '/admin' });
    try {
      forwardTo(sandbox, nodeRed);
      await nodeRed.deploy(flow(sandbox));
      const people = Array.from({ length: QUESTIONS }, (_, index) => `+4179${String(2_000_000 + index)}`);
      nodeRed.inject(
        'ask',
        ...people.map((to) => ({ _msgid: to, to, payload: 'Will you come?', order: to })),
      );
      await sandbox.until(() => sandbox.messages().length === QUESTIONS, LIMIT_MS);
      await nodeRed.statusLike('ask', new RegExp(`^${QUESTIONS} waiting`));

      const asked = shuffled(sandbox.messages());
      const answers: Array<Record<string, unknown>> = [];
      const fifth = Math.ceil(QUESTIONS / 5);
      for (let part = 0; part < 5; part += 1) {
        const answering = asked
          .slice(part * fifth, (part + 1) * fifth)
          .map((question) => answer(sandbox, question));
        // The flows are replaced while answers come in.
        if (part < 3) await nodeRed.deploy(flow(sandbox));
        await Promise.all(answering);
        const due = Math.min(QUESTIONS, (part + 1) * fifth) - answers.length;
        await nodeRed.until(() => nodeRed.at('answer').length >= due, 'the answers', LIMIT_MS);
        if (part === 3) {
          answers.push(...nodeRed.at('answer'));
          await nodeRed.stop({ keep: true });
          nodeRed = await NodeRed.start({
            adminRoot: '/admin',
            userFolder: nodeRed.userFolder,
          });
          forwardTo(sandbox, nodeRed);
        }
      }
      answers.push(...nodeRed.at('answer'));
      const wrong = answers.filter(({ order, to, payload, answer: event }) => {
        const expected = Number(String(to)) % 2 === 0 ? 'yes' : 'no';
        return order !== to || payload !== expected || Object(event).from !== to;
      });
      printFigure(
        `ask of Node-RED: ${QUESTIONS} questions, 3 deploys, 1 restart, every tenth answer twice: ` +
          `${answers.length} answers, ${new Set(answers.map(({ order }) => order)).size} persons, ${wrong.length} mixed up`,
      );
      expect(wrong).toEqual([]);
      expect(answers.map(({ order }) => String(order)).sort()).toEqual([...people].sort());
    } finally {
      await nodeRed.stop();
      await sandbox.close();
    }
  },
  LIMIT_MS * 2,
);

it(
  `${IN_MEMORY} questions wait in less than ${(IN_MEMORY * BYTES_EACH) / 1e6} MB, also after three deploys`,
  async () => {
    const sandbox = await startSandbox({
      port: 0,
      automaticDelivery: 'manual',
      inboundUrls: { default: '' },
    });
    const nodeRed = await NodeRed.start({ adminRoot: '/admin' });
    const waiting = (count: number) => nodeRed.statusLike('ask', new RegExp(`^${count} waiting`));
    const ask = async (from: number, count: number) => {
      const people = Array.from({ length: count }, (_, index) => `+4179${String(from + index)}`);
      nodeRed.inject('ask', ...people.map((to) => ({ _msgid: to, to, payload: 'Will you come?' })));
      await sandbox.until(() => sandbox.messages().length === from + count - FIRST, LIMIT_MS + count * 100);
      await waiting(from + count - FIRST);
    };
    try {
      await nodeRed.deploy(flow(sandbox));
      // Node-RED is warm then, and its code compiled.
      await ask(FIRST, WARM);
      const before = await nodeRed.heapUsed();
      await ask(FIRST + WARM, IN_MEMORY);
      const asked = await heapWhenIdle(nodeRed);
      for (let deploy = 0; deploy < 3; deploy += 1) {
        await nodeRed.deploy(flow(sandbox));
        await waiting(IN_MEMORY + WARM);
      }
      const deployed = await heapWhenIdle(nodeRed);
      printFigure(
        `ask of Node-RED: ${IN_MEMORY} questions wait in ${((asked - before) / 1e6).toFixed(1)} MB of heap; ` +
          `after three deploys in ${((deployed - before) / 1e6).toFixed(1)} MB`,
      );
      expect(Math.max(asked, deployed) - before).toBeLessThan(IN_MEMORY * BYTES_EACH);

      const third = Math.floor(IN_MEMORY / 3);
      const cancel = Array.from({ length: third }, (_, index) => `+4179${String(FIRST + index)}`);
      nodeRed.inject('ask', { _msgid: 'cancel', cancel });
      let longest = 0;
      while (nodeRed.at('cancelled').length < third) {
        const started = performance.now();
        await (await fetch(nodeRed.url)).text();
        longest = Math.max(longest, performance.now() - started);
      }
      printFigure(
        `ask of Node-RED: while ${third} of ${IN_MEMORY} are cancelled, others wait ${Math.round(longest)} ms`,
      );
      expect(longest).toBeLessThan(LONGEST_HOLD_UP_MS);
      await waiting(IN_MEMORY + WARM - third);
    } finally {
      await nodeRed.stop();
      await sandbox.close();
    }
  },
  LIMIT_MS * 2 + IN_MEMORY * 200,
);

/** Seven seconds, when each number was compared with each question. */
const LONGEST_HOLD_UP_MS = 2000;
const FIRST = 2_000_000;
const WARM = 500;

/** Once connections and timers of what was sent have ended. */
async function heapWhenIdle(nodeRed: NodeRed): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 6000));
  return nodeRed.heapUsed();
}

/** Taps by the last digit of the number; every tenth answer comes twice. */
async function answer(sandbox: Sandbox, question: SandboxMessage): Promise<void> {
  const number = Number(question.to);
  const { push } = await tapOn(sandbox, question, number % 2 === 0 ? 'I will come' : 'Not this time');
  if (number % 10 === 0) await repeat(push);
}

function shuffled<T>(list: readonly T[]): T[] {
  const [order = []] = fc.sample(fc.shuffledSubarray([...list], { minLength: list.length }), {
    seed: SEED,
    numRuns: 1,
  });
  return order;
}
