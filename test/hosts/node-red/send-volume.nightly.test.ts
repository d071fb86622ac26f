import { accountNode, sendNode, sink, tab, watchers } from './flows';
import { NodeRed, type FlowNode } from './nodeRedServer';
import { gate, StubService } from './stubService';

let service: StubService;
let nodeRed: NodeRed;

beforeAll(async () => {
  service = await StubService.start();
  nodeRed = await NodeRed.start();
});

afterAll(async () => {
  await nodeRed?.stop();
  await service?.close();
});

beforeEach(async () => {
  service.reset();
  await nodeRed.forget();
});

const flow = (account: object = {}, send: object = {}): FlowNode[] => [
  tab,
  accountNode(service.url, account),
  sendNode(send),
  sink('out'),
  sink('failed'),
  ...watchers('send'),
];

const numbered = (count: number, first = 0) =>
  Array.from({ length: count }, (_, index) => ({
    payload: `Text ${first + index}`,
    _msgid: `m${first + index}`,
  }));
const texts = (count: number) => numbered(count).map(({ payload }) => payload);

/** Waits until so many messages have come out of the nodes. */
const allOut = (count: number) =>
  nodeRed.until(() => nodeRed.at('out').length >= count, `${count} results`, 120_000);

/** A few milliseconds for each answer, so that requests overlap. */
const slowly = async () => {
  await new Promise((resolve) => setTimeout(resolve, 5));
  return {};
};

describe('a flood of messages', () => {
  it('goes out in order, with never more requests at once than the account allows', async () => {
    service.answer = slowly;
    await nodeRed.deploy(flow({ maxInFlight: 1 }));
    nodeRed.inject('send', ...numbered(200));
    await allOut(200);
    expect(service.texts).toEqual(texts(200));
    expect(service.mostInFlight).toBe(1);
  });

  it('of 10,000 ends with 10,000 results, and the memory does not grow', async () => {
    service.answer = slowly;
    await nodeRed.deploy(flow({ maxInFlight: 10 }));
    const round = async (number: number) => {
      nodeRed.flood('send', 5_000, { payload: 'Text' });
      await nodeRed.until(() => nodeRed.at('out').length === number * 5_000, 'all results', 120_000);
      return nodeRed.heapUsed();
    };
    const afterFirst = await round(1);
    const afterSecond = await round(2);
    expect(service.mostInFlight).toBe(10);
    expect(service.requests).toHaveLength(10_000);
    expect(new Set(nodeRed.at('out').map(({ index }) => index)).size).toBe(5_000);
    // A message that is kept takes 900 bytes; Node-RED and Node.js themselves still grow a little.
    expect((afterSecond - afterFirst) / 5_000).toBeLessThan(700);
  }, 180_000);
});

describe('a service that asks to send more slowly', () => {
  it('gives a pause to everything of the account, and then gets every message once', async () => {
    service.answer = (number) =>
      number === 0 ? { status: 429, headers: { 'retry-after': '1' }, body: { errorCode: 'TooMany' } } : {};
    await nodeRed.deploy(flow({ maxInFlight: 1 }));
    nodeRed.inject('send', ...numbered(5));
    await allOut(5);
    expect(service.texts).toEqual(['Text 0', ...texts(5)]);
    const [first = 0, ...later] = service.times;
    expect(Math.min(...later) - first).toBeGreaterThanOrEqual(990);
    expect(nodeRed.at('out')).toHaveLength(5);
  });
});

describe('a deploy while messages are on their way', () => {
  it.each(['full', 'nodes', 'flows'] as const)('of type %s loses none and sends none twice', async (type) => {
    const { opened, open } = gate();
    service.answer = (number) => (number < 2 ? opened.then(() => ({})) : {});
    await nodeRed.deploy(flow({ maxInFlight: 2 }));
    nodeRed.inject('send', ...numbered(20));
    await service.came(2);
    const deployed = nodeRed.deploy(flow({ maxInFlight: 2 }, { name: `changed for ${type}` }), type);
    await nodeRed.until(() => /still waiting for their turn/.test(nodeRed.logText), 'the node to be closed');
    open();
    await deployed;
    await allOut(20);
    expect([...service.texts].sort()).toEqual(texts(20).sort());
    expect(
      nodeRed
        .at('out')
        .map(({ _msgid }) => _msgid)
        .sort(),
    ).toEqual(
      numbered(20)
        .map(({ _msgid }) => _msgid)
        .sort(),
    );
    expect(nodeRed.completions.every(({ error }) => error === undefined)).toBe(true);
    expect(nodeRed.logText).toMatch(/still waiting for their turn when the flow was stopped: 18\./);
  });
});

it('a request that the service never answers does not keep a deploy from ending, and is reported as unknown', async () => {
  service.answer = () => new Promise(() => {});
  await nodeRed.deploy(flow());
  nodeRed.inject('send', { payload: 'Hello', _msgid: 'hanging' });
  await nodeRed.statusLike('send', /^sending 1$/);
  await nodeRed.deploy(flow({}, { name: 'changed' }));
  const { error } = await nodeRed.completion('hanging');
  expect(error).toMatchObject({ outcome: 'unknown' });
  expect(error?.message).toContain('may have been sent');
});

// The last test, because nothing runs after it.
it('what is accepted while Node-RED stops stands in its log', async () => {
  const { opened, open } = gate();
  service.answer = () => opened.then(() => ({ body: { messageId: 'accepted-late-1' } }));
  await nodeRed.deploy(flow());
  nodeRed.inject('send', { payload: 'Hello', _msgid: 'late' });
  await service.came(1);
  // The deploys before have stopped flows as well.
  const stops = () => nodeRed.logText.split('Stopping flows').length;
  const before = stops();
  const stopped = nodeRed.stop();
  await nodeRed.until(() => stops() > before, 'Node-RED to stop');
  open();
  const told = /accepted while their flow was stopped \(1\): accepted-late-1/;
  await nodeRed.until(() => told.test(nodeRed.logText), 'what was accepted in the log');
  await stopped;
});
