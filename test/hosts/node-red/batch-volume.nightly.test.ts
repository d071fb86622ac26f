import { accountNode, batchNode, sink, tab, watchers } from './flows';
import { NodeRed, type FlowNode } from './nodeRedServer';
import { StubService } from './stubService';

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
  service.answer = acceptAll;
  await nodeRed.forget();
});

const flow = (settings: object = {}, account: object = {}): FlowNode[] => [
  tab,
  accountNode(service.url, account),
  batchNode(settings),
  sink('out'),
  sink('failed'),
  ...watchers('batch'),
];

/** The texts of each batch that came, in the order of the calls. */
const batches = (): string[][] =>
  service.requests.map(({ messages }) =>
    (Array.isArray(messages) ? messages : []).map(
      (message: { content: { text: string } }) => message.content.text,
    ),
  );

/** Answers a batch with an id for each message that names its text. */
function acceptAll(number: number) {
  const messages = batches()[number]?.map((text) => ({ messageId: `id-1-of-${text.replace(' ', '-')}` }));
  return { body: { messageListId: `list-${number}`, messages } };
}

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ payload: `Text ${index}`, _msgid: `m${index}` }));
const texts = (count: number) => numbered(count).map(({ payload }) => payload);

const allOut = (count: number) =>
  nodeRed.until(() => nodeRed.at('out').length >= count, `${count} results`, 120_000);

/** Every message came out once, with the result of its own text, and ended once without an error. */
function expectEachOnce(count: number): void {
  const results = nodeRed.at('out').map(({ _msgid, payload }) => [_msgid, payload]);
  expect(results).toHaveLength(count);
  expect(new Map(results.map(([id, payload]) => [id, payload]))).toEqual(
    new Map(
      texts(count).map((text, index) => [
        `m${index}`,
        expect.objectContaining({ messageId: `id-1-of-${text.replace(' ', '-')}` }),
      ]),
    ),
  );
  expect(nodeRed.completions.map(({ msgid }) => msgid).sort()).toEqual(
    numbered(count)
      .map(({ _msgid }) => _msgid)
      .sort(),
  );
  expect(nodeRed.completions.every(({ error }) => error === undefined)).toBe(true);
}

it('10,000 messages end with 10,000 results in a hundred calls, and the memory does not grow', async () => {
  await nodeRed.deploy(flow({ count: 100, seconds: 5 }));
  const round = async (number: number) => {
    nodeRed.flood('batch', 5_000, { payload: 'Text' });
    await allOut(number * 5_000);
    return nodeRed.heapUsed();
  };
  const afterFirst = await round(1);
  const afterSecond = await round(2);
  expect(service.requests).toHaveLength(100);
  expect(service.mostInFlight).toBeLessThanOrEqual(10);
  expect(nodeRed.at('out')).toHaveLength(10_000);
  expect(nodeRed.completions).toHaveLength(10_000);
  for (const { index, payload } of nodeRed.at('out')) {
    expect(payload).toMatchObject({ messageId: `id-1-of-Text-${String(index)}` });
  }
  // A message that is kept takes 900 bytes; Node-RED and Node.js themselves still grow a little.
  expect((afterSecond - afterFirst) / 5_000).toBeLessThan(700);
}, 180_000);

it('an array of 10,000 ends with 10,000 results and one done', async () => {
  await nodeRed.deploy(flow());
  nodeRed.inject('batch', { payload: texts(10_000), _msgid: 'array' });
  await allOut(10_000);
  expect((await nodeRed.completion('array')).error).toBeUndefined();
  expect(service.requests).toHaveLength(1);
  expect(nodeRed.at('out').map(({ payload }) => Reflect.get(Object(payload), 'messageId'))).toEqual(
    texts(10_000).map((text) => `id-1-of-${text.replace(' ', '-')}`),
  );
  expect(nodeRed.completions).toHaveLength(1);
}, 180_000);

describe('what is collected', () => {
  const collecting = { count: 100, seconds: 3600 };

  it.each(['full', 'nodes', 'flows'] as const)(
    'is sent by a deploy of type %s, and its results come out after it',
    async (type) => {
      await nodeRed.deploy(flow(collecting));
      nodeRed.inject('batch', ...numbered(5));
      await nodeRed.statusLike('batch', /^collected 5$/);
      expect(service.requests).toEqual([]);
      await nodeRed.deploy(flow({ ...collecting, name: `changed for ${type}` }), type);
      expect(batches()).toEqual([texts(5)]);
      await allOut(5);
      expectEachOnce(5);
    },
  );

  it('is sent when Node-RED stops', async () => {
    const other = await NodeRed.start();
    await other.deploy(flow(collecting));
    other.inject('batch', ...numbered(5));
    await other.statusLike('batch', /^collected 5$/);
    await other.stop();
    expect(batches()).toEqual([texts(5)]);
  });

  // Not a full deploy: that also replaces the sink, and Node-RED then loses what it is just passing to it.

  it('goes to the next node when the service does not answer in time; what was on its way is unknown', async () => {
    service.answer = (number) => (number === 0 ? new Promise(() => {}) : acceptAll(number));
    await nodeRed.deploy(flow({ count: 2, seconds: 3600 }, { maxInFlight: 1 }));
    nodeRed.inject('batch', ...numbered(4));
    await service.came(1);
    await nodeRed.deploy(flow({ count: 2, seconds: 1, name: 'changed' }, { maxInFlight: 1 }));
    // Node-RED gives up a node that takes 15 seconds to close.
    expect(nodeRed.logText).not.toMatch(/close timed out/i);
    await allOut(2);
    expect(batches()).toEqual([
      ['Text 0', 'Text 1'],
      ['Text 2', 'Text 3'],
    ]);
    await nodeRed.until(() => nodeRed.completions.length === 4, 'all to end');
    const ends = new Map(nodeRed.completions.map(({ msgid, error }) => [msgid, error?.outcome]));
    expect(ends).toEqual(
      new Map([
        ['m0', 'unknown'],
        ['m1', 'unknown'],
        ['m2', undefined],
        ['m3', undefined],
      ]),
    );
    expect(nodeRed.logText).toMatch(/could not be sent in time when the \w+ was \w+: 2\./);
  });
});
