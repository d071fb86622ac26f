import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from '../../network/listening';
import { accountNode, form, sendNode, sink, tab, typed, watchers } from '../../hosts/node-red/flows';
import type { Message } from '../../hosts/node-red/nodeRedServer';
import { pass } from '../../hosts/node-red/passing';
import { StubService } from '../../hosts/node-red/stubService';
import { useFakeClock } from '../../fakeClock';
import { Runtime } from '../runtime';

let nodeRed: Runtime;
/** The port of the service, now or later. */
let port: number;
let service: StubService | undefined;

beforeAll(async () => {
  nodeRed = await Runtime.start();
});
useFakeClock();
afterAll(() => nodeRed?.stop());
beforeEach(async () => {
  port = await freePort();
});
afterEach(async () => {
  await nodeRed.clear();
  await service?.close();
  service = undefined;
});

const open = async () => (service = await StubService.start(port));
async function openFor(count: number): Promise<StubService> {
  const opened = await open();
  await nodeRed.until(() => nodeRed.at('out').length === count, 'all messages');
  return opened;
}
const deploy = (node: object = {}, account: object = {}, type: 'full' | 'nodes' = 'full') => {
  const url = `http://127.0.0.1:${port}`;
  const accounts = [accountNode(url, account), { ...accountNode(url), id: 'other' }];
  const send = sendNode({ keepTrying: 10, keepTryingUnit: 'minutes', ...node });
  return nodeRed.deploy([tab, ...accounts, send, sink('out'), sink('failed'), ...watchers('send')], type);
};
const numbered = (count: number): Message[] =>
  Array.from({ length: count }, (_, index) => ({
    _msgid: `m${index}`,
    payload: `text ${index}`,
    line: index,
  }));
const texts = (count: number) => numbered(count).map(({ payload }) => payload);
const waiting = (count: number) =>
  nodeRed.statusLike(
    'send',
    new RegExp(`^${count} waiting for the service since \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d$`),
  );

describe('Keep Trying For', () => {
  it('sends what waited when the service is there again, the oldest first, each with its own message', async () => {
    await deploy();
    nodeRed.inject('send', ...numbered(20));
    expect(await waiting(20)).toMatchObject({ fill: 'yellow' });
    expect(nodeRed.completions).toEqual([]);
    const { texts: sent } = await openFor(20);
    expect(sent).toEqual(texts(20));
    const lines = nodeRed.at('out').map(({ line, _msgid }) => [line, _msgid]);
    expect(lines).toHaveLength(20);
    expect(lines).toContainEqual([7, 'm7']);
    expect(nodeRed.completions.filter(({ error }) => error !== undefined)).toEqual([]);
    await nodeRed.statusLike('send', /^sent 20/);
  });

  it.each([
    ['429', { status: 429, headers: { 'retry-after': '30' } }],
    ['503 with Retry-After', { status: 503, headers: { 'retry-after': '30' } }],
  ])('waits as long as the service asks, also after a deploy: %s', async (_, answer) => {
    const answered = await open();
    answered.answer = (number) => (number === 0 ? answer : { body: { messageId: `id-${number}` } });
    await deploy();
    nodeRed.inject('send', { payload: 'x' });
    await waiting(1);
    await deploy();
    expect((await nodeRed.messageAt('out')).payload).toMatchObject({
      outcome: 'accepted',
      messageId: 'id-1',
    });
    expect((answered.times[1] ?? 0) - (answered.times[0] ?? 0)).toBeGreaterThan(29_000);
  });

  it.each([
    ['refused', { status: 400, body: { message: 'no' } }, 'rejected'],
    ['503 without Retry-After', { status: 503 }, 'unknown'],
    ['500', { status: 500 }, 'unknown'],
  ])('does not try again what may have been sent, or never will be: %s', async (_, answer, outcome) => {
    const answered = await open();
    answered.answer = () => answer;
    await deploy();
    const { error } = await pass(nodeRed, 'send', { payload: 'x' });
    expect(error?.outcome).toBe(outcome);
    expect(answered.requests).toHaveLength(1);
  });

  it.each(['account', 'other'])('sends nothing to whom its account allows no more: %s', async (account) => {
    await deploy();
    nodeRed.inject('send', { _msgid: 'waits', payload: 'x' });
    await waiting(1);
    await deploy({ account });
    await deploy({ account }, { recipientsAllowed: '+4178*' }, 'nodes');
    const { error } = await nodeRed.completion('waits');
    expect(error).toMatchObject({ code: 'invalid_request', outcome: 'not_sent' });
  });

  it.each([{}, { sendOncePer: typed('msg', '_msgid') }])(
    'takes what waits for its turn by its account as that is set then, whatever the node has by now: %j',
    async (once) => {
      const asked = await open();
      asked.answer = (number) => (number === 0 ? { status: 429, headers: { 'retry-after': '60' } } : {});
      const node = { keepTrying: 0, ...once };
      await deploy(node, { maxInFlight: 1 });
      nodeRed.inject('send', { payload: 'x' });
      await asked.came(1);
      nodeRed.inject('send', { _msgid: 'waits', payload: 'y' });
      await nodeRed.statusLike('send', /^waiting/);
      await deploy({ ...node, account: 'other' }, { maxInFlight: 1 }, 'nodes');
      await nodeRed.statusLike('send', /^waiting/);
      await deploy({ ...node, account: 'other' }, { baseUrl: `http://127.0.0.1:${port}/new` }, 'nodes');
      expect((await nodeRed.completion('waits')).error).toBeUndefined();
      expect(asked.paths).toEqual(['/api/v2/message', '/new/api/v2/message']);
    },
  );

  const toAnybody = form({ message: {} });
  it.each<[string, Array<Parameters<typeof deploy>>]>([
    ['the time is taken from the node', [[{ ...toAnybody, keepTrying: 0 }]]],
    [
      'the password is missing for a while',
      [[toAnybody, { credentials: { username: 'demo', password: '' } }], [toAnybody]],
    ],
  ])('waits on, also if it was not tried yet, and is sent: %s', async (_, deploys) => {
    await deploy(toAnybody);
    nodeRed.inject('send', { _msgid: 'waits', payload: 'x', to: '+41791110001' });
    await waiting(1);
    nodeRed.inject('send', { payload: 'y', to: '+41791110002' });
    await waiting(2);
    for (const settings of deploys) {
      await deploy(...settings);
      await waiting(2);
    }
    await openFor(2);
    expect((await nodeRed.completion('waits')).error).toBeUndefined();
  });

  it('says once of each property of the messages that a restart would lose it', async () => {
    await deploy({ keepTrying: 1, keepTryingUnit: 'seconds' });
    for (const name of ['a', 'b', 'a', 'b'])
      await pass(nodeRed, 'send', { payload: 'x', [name]: new Date() });
    expect(nodeRed.logText.match(/msg\.[ab]\b/g)).toEqual(['msg.a', 'msg.b']);
  });

  it('ends with an error when the time is over, for Catch nodes or on the second output', async () => {
    await deploy({ keepTrying: 3, keepTryingUnit: 'seconds' });
    const { error } = await pass(nodeRed, 'send', { payload: 'x' });
    expect(error).toMatchObject({ code: 'kept_too_long', outcome: 'not_sent' });
    expect(error?.message).toMatch(
      /waited for the service since \d{4}-.*Keep trying for.*connection was refused/,
    );

    await deploy({ keepTrying: 1, keepTryingUnit: 'seconds', failureOutput: true });
    const passed = await pass(nodeRed, 'send', { payload: 'x', line: 4 });
    expect(await passed.arrivesAt('failed')).toMatchObject({ line: 4, error: { code: 'kept_too_long' } });
    await open();
    const sent = await pass(nodeRed, 'send', { payload: 'y' });
    expect(sent.error).toBeUndefined();
    expect(service?.texts).toEqual(['y']);
  });
});

/** @param ms how much the clock is set while nothing runs */
async function restart(userDir: string, ms = 0): Promise<void> {
  await nodeRed.stop();
  jest.setSystemTime(Date.now() + ms);
  nodeRed = await Runtime.start({ userDir });
}

it('a clock that is behind when Node-RED starts lets nothing wait longer than its whole time', async () => {
  const userDir = mkdtempSync(join(tmpdir(), 'node-red-'));
  await restart(userDir);
  await deploy({ keepTrying: 1 });
  nodeRed.inject('send', { _msgid: 'waits', payload: 'x' });
  await waiting(1);
  await restart(userDir, -2 * 3_600_000);
  const started = performance.now();
  await deploy({ keepTrying: 1 });
  expect((await nodeRed.completion('waits')).error).toMatchObject({ code: 'kept_too_long' });
  expect(performance.now() - started).toBeLessThan(62_000);
});

describe('a journal that cannot be written', () => {
  beforeAll(async () => {
    const userDir = mkdtempSync(join(tmpdir(), 'node-red-'));
    writeFileSync(join(userDir, 'messaging-service'), 'a file in place of the folder');
    await restart(userDir);
  });

  it('lets only what needs no record be sent, and the log says so', async () => {
    await deploy();
    await nodeRed.until(() => nodeRed.logText.includes('The journal cannot be written'), 'a warning');
    const { error } = await pass(nodeRed, 'send', { payload: 'x' });
    expect(error).toMatchObject({ code: 'not_recorded', outcome: 'not_sent' });
    await open();
    // The next attempt is due then.
    jest.advanceTimersByTime(60_000);
    expect((await pass(nodeRed, 'send', { payload: 'y' })).error).toBeUndefined();
    expect(service?.texts).toEqual(['y']);
  });
});
