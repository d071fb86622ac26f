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

  it('of two nodes shares one limit', async () => {
    service.answer = slowly;
    const second = { ...sendNode(), id: 'send2' };
    await nodeRed.deploy([...flow({ maxInFlight: 4 }), second]);
    nodeRed.inject('send', ...numbered(100));
    nodeRed.inject('send2', ...numbered(100, 100));
    await allOut(200);
    expect(service.mostInFlight).toBe(4);
    expect(new Set(service.texts).size).toBe(200);
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

  it('shows how many wait, and how many were sent', async () => {
    const { opened, open } = gate();
    service.answer = () => opened.then(() => ({}));
    await nodeRed.deploy(flow({ maxInFlight: 2 }));
    nodeRed.inject('send', ...numbered(5));
    expect(await nodeRed.statusLike('send', /^waiting 3$/)).toMatchObject({ fill: 'yellow', shape: 'ring' });
    open();
    expect(await nodeRed.statusLike('send', /^sent 5$/)).toMatchObject({ fill: 'green', shape: 'dot' });
  });
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

  it('makes the messages of another node of the account wait as well', async () => {
    service.answer = (number) => (number === 0 ? { status: 429, headers: { 'retry-after': '1' } } : {});
    await nodeRed.deploy([...flow({ maxInFlight: 5 }), { ...sendNode(), id: 'send2' }]);
    nodeRed.inject('send', ...numbered(1));
    await service.came(1);
    // Before the answer is back at the account, the other node may still send.
    const waits = () => /^waiting/.test(nodeRed.statusOf('send2')?.text ?? '');
    let others = 0;
    while (!waits() && others < 100) {
      others += 1;
      nodeRed.inject('send2', ...numbered(1, others));
      await nodeRed.until(() => waits() || service.requests.length > others, 'it to be sent, or to wait');
    }
    const early = service.times.length;
    await allOut(1 + others);
    const [first = 0] = service.times;
    const later = service.times.slice(early);
    expect(later.length).toBeGreaterThan(0);
    expect(Math.min(...later) - first).toBeGreaterThanOrEqual(990);
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

  it('that removes the node sends nothing more and says so', async () => {
    const { opened, open } = gate();
    service.answer = () => opened.then(() => ({}));
    await nodeRed.deploy(flow({ maxInFlight: 1 }));
    nodeRed.inject('send', ...numbered(5));
    await nodeRed.statusLike('send', /^waiting 4$/);
    const deployed = nodeRed.deploy([tab, accountNode(service.url), sink('out')]);
    await nodeRed.until(() => /still waiting for their turn/.test(nodeRed.logText), 'the node to be closed');
    open();
    await deployed;
    await nodeRed.deploy(flow());
    nodeRed.inject('send', { payload: 'after', _msgid: 'after' });
    await nodeRed.until(() => nodeRed.at('out').some(({ _msgid }) => _msgid === 'after'), 'the result');
    expect(service.texts).toEqual(['Text 0', 'after']);
    expect(nodeRed.logText).toMatch(/still waiting for their turn when the node was removed: 4\./);
  });

  describe('inside a subflow', () => {
    const subflow: FlowNode = {
      id: 'subflow',
      type: 'subflow',
      name: 'Sending',
      in: [{ x: 1, y: 1, wires: [{ id: 'send' }] }],
      out: [{ x: 1, y: 1, wires: [{ id: 'send', port: 0 }] }],
    };
    const flowWithSubflow = (name: string): FlowNode[] => [
      tab,
      subflow,
      accountNode(service.url, { maxInFlight: 1 }),
      { ...sendNode({ name, wires: [[]] }), z: 'subflow' },
      { id: 'instance', type: 'subflow:subflow', z: 'tab', x: 1, y: 1, wires: [['out']] },
      sink('out'),
    ];

    it('loses none either, though its nodes get new ids', async () => {
      const { opened, open } = gate();
      service.answer = (number) => (number === 0 ? opened.then(() => ({})) : {});
      await nodeRed.deploy(flowWithSubflow('before'));
      nodeRed.inject('instance', ...numbered(5));
      await service.came(1);
      const deployed = nodeRed.deploy(flowWithSubflow('after'));
      await nodeRed.until(
        () => /still waiting for their turn when the flow was stopped: 4\./.test(nodeRed.logText),
        'the node to be closed',
      );
      open();
      await deployed;
      await allOut(5);
      expect([...service.texts].sort()).toEqual(texts(5));
    });

    it('that is taken out says what was not sent', async () => {
      const { opened, open } = gate();
      service.answer = () => opened.then(() => ({}));
      await nodeRed.deploy(flowWithSubflow('before'));
      nodeRed.inject('instance', ...numbered(3));
      await service.came(1);
      const deployed = nodeRed.deploy([tab, accountNode(service.url)]);
      await nodeRed.until(
        () => /still waiting for their turn when the flow was stopped: 2\./.test(nodeRed.logText),
        'the node to be closed',
      );
      open();
      await deployed;
      await nodeRed.until(
        () =>
          /when their flow was stopped: 3\. Their node was removed, so their results are dropped\. Those that were waiting are not sent/.test(
            nodeRed.logText,
          ),
        'the warning',
      );
      expect(service.texts).toEqual(['Text 0']);
    });
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
