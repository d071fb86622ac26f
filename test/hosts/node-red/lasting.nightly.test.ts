import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { printFigure } from '../../figures';
import { freePort } from '../../network/listening';
import { askNode, buttons, forwardTo, further, smsChannel, tapOn } from './asking';
import { accountNode, form, sendNode, sink, tab, typed, watchers } from './flows';
import { NodeRed, type FlowNode, type Message } from './nodeRedServer';
import { journalPath, untilRecorded } from './recorded';
import { StubService } from './stubService';

/** What the journal holds, in volume, with Node-RED's default settings.js. */
jest.setTimeout(300_000);
const PATIENCE_MS = 120_000;

const people = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => `+4179${prefix}${String(index).padStart(5, '0')}`);
const toEach = (numbers: readonly string[]) =>
  numbers.map((to) => ({ _msgid: to, to, payload: `For ${to}` }));
/** A node that keeps messages for the account whose service is away. */
const keeping = sendNode({
  ...form({ message: { to: typed('msg', 'to') } }),
  ...{ id: 'keep', account: 'away', keepTrying: 1, keepTryingUnit: 'days', failureOutput: true },
  wires: [['kept'], ['refused']],
});
const away = (port: number): FlowNode => ({
  ...accountNode(`http://127.0.0.1:${port}`, { maxInFlight: 50 }),
  id: 'away',
});
const sortedIds = (messages: readonly Message[]) => messages.map(({ _msgid = '' }) => _msgid).sort();

describe.each([
  ['an orderly stop', false],
  ['kill -9', true],
])('through %s', (name, crash) => {
  let sandbox: Sandbox;
  let service: StubService | undefined;
  let nodeRed: NodeRed;
  beforeEach(async () => {
    sandbox = await startSandbox({ port: 0, automaticDelivery: 'manual', inboundUrls: { default: '' } });
    nodeRed = await NodeRed.start({ adminRoot: '/admin' });
    service = undefined;
  });
  afterEach(async () => {
    await nodeRed.stop();
    await sandbox.close();
    await service?.close();
  });

  /** What became of messages that were kept. */
  const came = () => [...nodeRed.at('kept'), ...nodeRed.at('refused')];
  /** What was being tried when the disk was full, or Node-RED was killed: nobody knows whether it was sent. */
  function interrupted(most: number): number {
    const outcomes = nodeRed.at('refused').map(({ error }) => Object(error).outcome);
    expect(outcomes.filter((outcome) => outcome !== 'unknown')).toEqual([]);
    expect(outcomes.length).toBeLessThanOrEqual(most);
    return outcomes.length;
  }

  const restart = async () => {
    await nodeRed.stop({ keep: true, crash });
    nodeRed = await NodeRed.start({ adminRoot: '/admin', userFolder: nodeRed.userFolder });
  };

  it('200 fallbacks, 300 kept messages and 100 questions, 40 of them just answered, have one outcome each', async () => {
    const port = await freePort();
    forwardTo(sandbox, nodeRed);
    const outlets = ['answer', 'silence', 'failed', 'cancelled', 'out', 'refused', 'kept'];
    await nodeRed.deploy([
      ...[tab, accountNode(sandbox.url, { maxInFlight: 50 }), away(port), keeping],
      askNode({ ...buttons, waitFor: 'choice' }),
      sendNode({ ...further([smsChannel], { after: '60' }), wires: [['out'], ['refused']] }),
      ...outlets.map(sink),
      ...watchers('ask', 'send', 'keep'),
    ]);
    const [questions, fallbacks, kept] = [people(100, '1'), people(200, '2'), people(300, '3')];
    nodeRed.inject('keep', ...toEach(kept));
    nodeRed.inject('send', ...toEach(fallbacks));
    nodeRed.inject('ask', ...toEach(questions));
    await nodeRed.statusLike('keep', /^300 waiting for the service/);
    await nodeRed.statusLike('ask', /^100 waiting/);
    await untilRecorded(nodeRed, 300, undefined, 'away');
    const asked = await sandbox.until(() => {
      const sent = sandbox.messages();
      return sent.length >= 300 && sent.filter(({ to }) => questions.includes(to));
    }, PATIENCE_MS);

    const pushes = await Promise.all(asked.slice(0, 40).map((each) => tapOn(sandbox, each, 'I will come')));
    expect(pushes.map(({ push }) => push?.outcome)).toEqual(Array(40).fill('taken'));
    const before = nodeRed;
    await restart();
    forwardTo(sandbox, nodeRed);
    service = await StubService.start(port);
    await Promise.all(asked.slice(40).map((each) => tapOn(sandbox, each, 'Not this time')));
    const sentBySms = () => sandbox.messages().filter(({ channel }) => channel === 'Sms');
    await sandbox.until(() => sentBySms().length >= 200, PATIENCE_MS);
    for (const { messageId } of sentBySms()) sandbox.setState(messageId, 'Delivered');

    const at = (outlet: string) => [...before.at(outlet), ...nodeRed.at(outlet)];
    // What comes out right before a kill may come out again: its record has not ended yet.
    const answers = () => {
      const ids = sortedIds(at('answer'));
      return crash ? [...new Set(ids)] : ids;
    };
    const all = () => answers().length + at('out').length + came().length;
    await nodeRed.until(() => all() >= 600, 'all outcomes', PATIENCE_MS);
    printFigure(`${name}: ${all()} outcomes, ${before.at('answer').length} of 40 answers came out before it`);
    expect(answers()).toEqual(questions);
    expect(sortedIds(at('out'))).toEqual(fallbacks);
    expect(sortedIds(came())).toEqual(kept);
    expect([...before.at('refused'), ...at('failed'), ...at('silence')]).toEqual([]);
    expect(new Set(service.texts).size).toBe(service.texts.length);
    expect(service.texts).toHaveLength(300 - interrupted(crash ? 50 : 0));
    expect(sandbox.messages()).toHaveLength(100 + 2 * 200);
  });

  it('300 kept messages of a disabled tab, and of a node that was deleted and put back, are sent once', async () => {
    const port = await freePort();
    const flow = (tabChanges: object, ...nodes: FlowNode[]) => [
      { ...tab, ...tabChanges },
      ...[accountNode(sandbox.url), away(port), ...nodes, sink('kept'), sink('refused')],
    ];
    await nodeRed.deploy(flow({}, keeping));
    const kept = people(300, '3');
    nodeRed.inject('keep', ...toEach(kept));
    await nodeRed.statusLike('keep', /^300 waiting for the service/);
    await untilRecorded(nodeRed, 300, undefined, 'away');
    await nodeRed.deploy(flow({ disabled: true }, keeping));
    await restart();
    await nodeRed.deploy(flow({}, keeping));
    await nodeRed.statusLike('keep', /^300 waiting for the service/);
    await nodeRed.deploy(flow({}));
    await nodeRed.deploy(flow({}, keeping));
    await nodeRed.statusLike('keep', /^300 waiting for the service/);
    await restart();
    service = await StubService.start(port);
    await nodeRed.until(() => came().length >= 300, 'all outcomes', PATIENCE_MS);
    expect(sortedIds(came())).toEqual(kept);
    expect(service.texts).toHaveLength(300 - interrupted(crash ? 50 : 0));
  });

  it('a disk that is full in the middle: what is refused was not sent, the rest is sent once', async () => {
    const port = await freePort();
    await nodeRed.deploy([
      ...[tab, accountNode(sandbox.url), away(port), keeping, sink('kept'), sink('refused')],
    ]);
    const [first, second] = [people(100, '3'), people(200, '4')];
    nodeRed.inject('keep', ...toEach(first));
    await untilRecorded(nodeRed, 100, undefined, 'away');
    // No file can grow by more than this.
    const room = statSync(journalPath(nodeRed, 'away')).size + 30_000;
    execFileSync('prlimit', [`--pid=${nodeRed.processId}`, `--fsize=${room}`]);
    nodeRed.inject('keep', ...toEach(second));
    const refused = () => nodeRed.at('refused');
    const waiting = () => Number.parseInt(nodeRed.statusOf('keep')?.text ?? '', 10);
    const areAllJudged = () => refused().length > 0 && refused().length + waiting() === 300;
    await nodeRed.until(areAllJudged, 'all of them to wait or be refused', PATIENCE_MS);
    const errors = refused().map(({ error }) => Object(error).outcome);
    expect(new Set(errors)).toEqual(new Set(['not_sent']));
    const ended = sortedIds(refused());
    expect(ended.filter((id) => first.includes(String(id)))).toEqual([]);
    await restart();
    service = await StubService.start(port);
    const rest = 300 - ended.length;
    await nodeRed.until(() => came().length >= rest, 'the rest', PATIENCE_MS);
    printFigure(`${name} on a full disk: ${ended.length} of 300 refused`);
    expect([...ended, ...sortedIds(came())].sort()).toEqual([...first, ...second]);
    expect(service.texts).toHaveLength(rest - interrupted(50));
  });
});
