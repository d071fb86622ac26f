import { setTimeout as pause } from 'node:timers/promises';

import { startSandbox, type Sandbox, type SandboxMessage } from '../../../sandbox';
import { printFigure } from '../../figures';
import { freePort } from '../../network/listening';
import { buttons, flowOf, forwardTo, repeat, tapOn } from './asking';
import { accountNode, batchNode, form, sendNode, sink, tab, watchers } from './flows';
import { NodeRed, type FlowNode } from './nodeRedServer';
import { recorded } from './recorded';
import { StubService } from './stubService';

/** Many messages in a real Node-RED: each has its outcome, nothing is sent twice, and the memory does not grow. */
jest.setTimeout(600_000);

const PATIENCE_MS = 300_000;
const flow = (url: string, node: FlowNode, account: object = {}) => [
  ...[tab, accountNode(url, account), node, sink('out'), sink('failed')],
  ...watchers(node.id),
];

/** Messages to as many people. */
const messages = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    to: `+4179${2_000_000 + index}`,
    payload: `Text ${index}`,
  }));
const byMessage = { ...form({ message: {} }) };

describe('a flood', () => {
  const HALF = 5000;
  it.each([
    ['send', sendNode(byMessage), 2 * HALF],
    ['batch', batchNode({ ...byMessage, count: 100, seconds: 5 }), HALF / 50],
  ])(`of ${2 * HALF} messages to %s ends with as many results`, async (id, node, calls) => {
    const service = await StubService.start();
    const nodeRed = await NodeRed.start();
    try {
      // A few milliseconds for each answer, so that requests overlap.
      service.answer = async (number) => {
        const { messages: sent } = service.requests[number] ?? {};
        await pause(5);
        if (!Array.isArray(sent)) return {};
        const results = sent.map((_, index) => ({ messageId: `id-${number}-${index}` }));
        return { body: { messageListId: `list-${number}`, messages: results } };
      };
      await nodeRed.deploy(flow(service.url, node));
      const round = async (number: number) => {
        nodeRed.inject(id, ...messages(HALF));
        await nodeRed.until(() => nodeRed.at('out').length === number * HALF, 'all results', PATIENCE_MS);
        return nodeRed.heapUsed();
      };
      const first = await round(1);
      const second = await round(2);
      expect(service.requests).toHaveLength(calls);
      expect(service.mostInFlight).toBeLessThanOrEqual(10);
      const ids = nodeRed.at('out').map(({ payload }) => Object(payload).messageId);
      expect(new Set(ids).size).toBe(2 * HALF);
      expect(nodeRed.completions).toHaveLength(2 * HALF);
      // A message that is kept takes 900 bytes; Node-RED and Node.js themselves still grow a little.
      expect((second - first) / HALF).toBeLessThan(700);
    } finally {
      await nodeRed.stop();
      await service.close();
    }
  });
});

describe('questions', () => {
  let sandbox: Sandbox;
  let nodeRed: NodeRed;
  beforeEach(async () => {
    sandbox = await startSandbox({ port: 0, automaticDelivery: 'manual', inboundUrls: { default: '' } });
    nodeRed = await NodeRed.start({ adminRoot: '/admin' });
  });
  afterEach(async () => {
    await nodeRed.stop();
    await sandbox.close();
  });

  const deploy = () =>
    nodeRed.deploy(flowOf(sandbox.url, { ...buttons, waitFor: 'choice' }, { maxInFlight: 50 }));
  let asked = 0;
  async function ask(count: number): Promise<string[]> {
    const people = Array.from({ length: count }, (_, index) => `+4179${2_000_000 + asked + index}`);
    asked += count;
    const seen = sandbox.messages().length;
    nodeRed.inject('ask', ...people.map((to) => ({ to, payload: 'Will you come?', order: to })));
    await sandbox.until(() => sandbox.messages().length === seen + count, PATIENCE_MS);
    return people;
  }
  const waiting = (count: number) => nodeRed.statusLike('ask', new RegExp(`^${count} waiting`));
  /** Taps by the last digit of the number; every tenth answer comes twice. */
  async function answer(question: SandboxMessage): Promise<void> {
    const number = Number(question.to);
    const { push } = await tapOn(sandbox, question, number % 2 === 0 ? 'I will come' : 'Not this time');
    if (number % 10 === 0) await repeat(push);
  }

  const QUESTIONS = 1000;
  it(`of which there are ${QUESTIONS} get their own answers once, through deploys and a restart`, async () => {
    forwardTo(sandbox, nodeRed);
    await deploy();
    const people = await ask(QUESTIONS);
    await waiting(QUESTIONS);
    const answers: Array<Record<string, unknown>> = [];
    const quarter = QUESTIONS / 4;
    for (let part = 0; part < 4; part += 1) {
      const some = sandbox.messages().filter((_, index) => index % 4 === part);
      const answering = some.map(answer);
      // The flows are replaced while answers come in.
      if (part < 3) await deploy();
      await Promise.all(answering);
      const due = (part + 1) * quarter - answers.length;
      await nodeRed.until(() => nodeRed.at('answer').length >= due, 'the answers', PATIENCE_MS);
      if (part !== 2) continue;
      answers.push(...nodeRed.at('answer'));
      await nodeRed.stop({ keep: true });
      nodeRed = await NodeRed.start({ adminRoot: '/admin', userFolder: nodeRed.userFolder });
      forwardTo(sandbox, nodeRed);
    }
    answers.push(...nodeRed.at('answer'));
    const wrong = answers.filter(({ order, to, payload, answer: event }) => {
      const expected = Number(to) % 2 === 0 ? 'yes' : 'no';
      return order !== to || payload !== expected || Object(event).from !== to;
    });
    expect(wrong).toEqual([]);
    expect(answers.map(({ order }) => order).sort()).toEqual(people.sort());
  });

  const MANY = 9500;
  // Its message is in memory, and as text in the journal.
  const BYTES_EACH = 10_000;
  it(`of which ${MANY} wait take at most ${BYTES_EACH} bytes each, also after a deploy`, async () => {
    await deploy();
    // Node-RED is warm then, and its code compiled.
    await ask(500);
    await waiting(500);
    const before = await nodeRed.heapUsed();
    await ask(MANY);
    await deploy();
    await waiting(MANY + 500);
    const bytesEach = async () => ((await nodeRed.heapUsed()) - before) / MANY;
    let each = await bytesEach();
    // Connections and timers of what was sent end meanwhile, in at most two minutes.
    for (let second = 0; second < 120 && each >= BYTES_EACH; second += 1) {
      await pause(1000);
      each = await bytesEach();
    }
    printFigure(`ask of Node-RED: ${MANY} questions wait, ${Math.round(each)} bytes of heap each`);
    expect(each).toBeLessThan(BYTES_EACH);
  });
});

const KEPT = 5000;
it(`${KEPT} messages through an outage and two kills: each is sent once, or reported as unknown`, async () => {
  const port = await freePort();
  const keeping = sendNode({ ...byMessage, keepTrying: 1, keepTryingUnit: 'days' });
  let nodeRed = await NodeRed.start();
  let service: StubService | undefined;
  const restart = async () => {
    await nodeRed.stop({ keep: true, crash: true });
    nodeRed = await NodeRed.start({ userFolder: nodeRed.userFolder });
  };
  const allRecorded = async (count: number) => {
    const sending = () => [...recorded(nodeRed).keys()].filter((name) => name.startsWith('sending '));
    while (sending().length !== count) await pause(100);
  };
  try {
    await nodeRed.deploy(flow(`http://127.0.0.1:${port}`, keeping, { maxInFlight: 50 }));
    nodeRed.inject('send', ...messages(KEPT));
    await nodeRed.statusLike('send', new RegExp(`^${KEPT} waiting for the service`));
    await allRecorded(KEPT);
    // Those that a kill meets on their way are reported as unknown.
    while (JSON.stringify([...recorded(nodeRed).values()]).includes('"sending"')) await pause(100);
    await restart();
    // One may have tried the service once more just then.
    await nodeRed.statusLike('send', new RegExp(`^(${KEPT}|${KEPT - 1}) waiting for the service`));

    service = await StubService.start(port);
    service.answer = () => pause(20).then(() => ({}));
    await service.came(Math.ceil(KEPT / 3));
    await restart();
    await allRecorded(0);

    const { texts } = service;
    const errors = nodeRed.completions.flatMap(({ error }) => error ?? []);
    const unknown = errors.filter(({ outcome }) => outcome === 'unknown').length;
    const never = KEPT - new Set(texts).size;
    printFigure(
      `keep trying: ${KEPT} messages, 2 kills, ${unknown} reported as unknown (${never} never left)`,
    );
    expect(new Set(texts).size).toBe(texts.length);
    expect(errors).toHaveLength(unknown);
    // Those in flight at the second kill, and the one that tried the service at the first.
    expect(unknown).toBeLessThanOrEqual(51);
    expect(never).toBeLessThanOrEqual(unknown);
  } finally {
    await nodeRed.stop();
    await service?.close();
  }
});
