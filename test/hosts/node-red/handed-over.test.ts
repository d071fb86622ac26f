import { askNode } from './asking';
import { accountNode, leaf, sendNode, sink, tab, watchers } from './flows';
import { NodeRed, type FlowNode } from './nodeRedServer';
import { gate, StubService } from './stubService';

const settings = `contextStorage: {
  default: { module: 'memory' },
  files: { module: 'localfilesystem', config: { cache: false } },
},`;

let service: StubService;
let nodeRed: NodeRed;

beforeAll(async () => {
  service = await StubService.start();
  nodeRed = await NodeRed.start({ settings });
});
afterAll(async () => {
  await nodeRed?.stop();
  await service?.close();
});
beforeEach(async () => {
  service.reset();
  await nodeRed.deploy([tab]);
  await nodeRed.forget();
});

const further = (channel: string) => [{ channel, from: leaf('str', ''), contentType: 'Text', content: {} }];
/** A *send message* with further channels. */
const onChannels = (more: object = {}) =>
  sendNode({
    channel: 'Whatsapp',
    fallbackChannels: further('Sms'),
    countsAs: 'delivered',
    after: 1,
    afterUnit: 'minutes',
    contextStore: 'files',
    ...more,
  });
const flow = (nodes: FlowNode[], account: object = {}) => [
  tab,
  accountNode(service.url, account),
  ...nodes,
  ...['out', 'failed', 'answer', 'silence'].map(sink),
  ...watchers('send', 'ask', 'other'),
];
const errors = () => nodeRed.completions.flatMap(({ error }) => error ?? []);

describe('a deploy of modified nodes', () => {
  it('sends what waited for a slot of the account, as nothing of it was sent', async () => {
    const other = sendNode({ id: 'other' });
    const nodes = (name: string) => [
      other,
      onChannels({ name, countsAs: 'accepted' }),
      askNode({ name, contextStore: 'files' }),
    ];
    const { opened, open } = gate();
    service.answer = (number) => (number === 0 ? opened.then(() => ({})) : {});
    await nodeRed.deploy(flow(nodes('before'), { maxInFlight: 1 }));
    nodeRed.inject('other', { payload: 'other' });
    await service.came(1);
    nodeRed.inject('send', { payload: 'message' });
    nodeRed.inject('ask', { to: '+41791234567', payload: 'question' });
    for (const id of ['send', 'ask']) await nodeRed.statusLike(id, /^waiting 1|^1 waiting/);
    // Otherwise the account is replaced as well.
    const unchanged = flow(nodes('after'), { maxInFlight: 1 }).map(({ credentials: _, ...node }) => node);
    await nodeRed.deploy(unchanged, 'nodes');
    open();
    await service.came(3);
    await nodeRed.until(() => nodeRed.at('out').length === 2, 'both messages');
    expect([...service.texts].sort()).toEqual(['message', 'other', 'question']);
    expect(nodeRed.at('failed')).toEqual([]);
    expect(errors()).toEqual([]);
  });
});
