import { accountNode, at, sink, tab, watchers } from '../../hosts/node-red/flows';
import type { FlowNode, Message } from '../../hosts/node-red/nodeRedServer';
import { pass } from '../../hosts/node-red/passing';
import { StubService } from '../../hosts/node-red/stubService';

import { nodeRed, sandbox, startForSending } from './sending';

process.env['LEAST_POINTS'] = '500';

startForSending({ points: 120 });

function flowWith(settings: object, account: object = {}): FlowNode[] {
  const balance: FlowNode = {
    id: 'balance',
    type: 'messaging-balance',
    account: 'account',
    threshold: '',
    wires: [['out'], ['low']],
    ...at,
    ...settings,
  };
  return [tab, accountNode(sandbox.url, account), balance, sink('out'), sink('low'), ...watchers('balance')];
}

async function run(settings: object, msg: Message = {}, account: object = {}) {
  await nodeRed.deploy(flowWith(settings, account));
  return pass(nodeRed, 'balance', msg);
}

it('puts out the points as a number and keeps everything else of the message', async () => {
  const { arrivesAt } = await run({}, { payload: 'ignored', topic: 'daily', order: { id: 7 } });
  expect(await arrivesAt('out')).toMatchObject({
    topic: 'daily',
    order: { id: 7 },
    payload: { points: 120, requestId: expect.any(String) },
  });
  expect(await nodeRed.statusLike('balance', /^120 points$/)).toMatchObject({ fill: 'green', shape: 'dot' });
  expect((await arrivesAt('completed')).payload).toMatchObject({ points: 120 });
});

describe('the threshold', () => {
  it.each<[string, unknown, 'out' | 'low']>([
    ['none', '', 'out'],
    ['one that is reached', 120, 'out'],
    ['one that is not reached', 121, 'low'],
    ['a text, as the editor stores it', ' 120.5 ', 'low'],
    ['an environment variable', '${LEAST_POINTS}', 'low'],
    ['below zero', '-1', 'out'],
  ])('%s', async (_name, threshold, output) => {
    const { arrivesAt, find, error } = await run({ threshold });
    expect((await arrivesAt(output)).payload).toMatchObject({ points: 120 });
    expect(find(output === 'out' ? 'low' : 'out')).toBeUndefined();
    expect(error).toBeUndefined();
  });

  it('that is no number refuses the message', async () => {
    const { error } = await run({ threshold: 'many' });
    expect(error?.message).toMatch(/^Warn below: must be a number, got "many"/);
  });

  it('shows in yellow that few points are left', async () => {
    await run({ threshold: 500 });
    expect(await nodeRed.statusLike('balance', /^only 120 points left$/)).toMatchObject({ fill: 'yellow' });
  });
});

describe('whatever the service answers', () => {
  it.each<[string, unknown, number | undefined]>([
    ['a bare number', 17, 17],
    ['no points', { hello: 'world' }, undefined],
  ])('%s is passed on; a threshold needs a number', async (_name, body, points) => {
    const service = await StubService.start();
    service.answer = () => ({ body });
    try {
      const { arrivesAt, error } = await run({}, {}, { baseUrl: service.url });
      expect((await arrivesAt('out')).payload).toEqual({ points, requestId: undefined, raw: body });
      expect(error).toBeUndefined();
      const shown = await nodeRed.statusLike('balance', points === undefined ? /without points/ : /points$/);
      expect(shown.fill).toBe(points === undefined ? 'yellow' : 'green');
      const compared = await run({ threshold: 1 }, {}, { baseUrl: service.url });
      const unreadable = { code: 'unreadable_answer', outcome: 'not_sent', raw: body };
      expect(compared.error).toEqual(points === undefined ? expect.objectContaining(unreadable) : undefined);
    } finally {
      await service.close();
    }
  });
});
