import { randomUUID } from 'node:crypto';
import fc from 'fast-check';

import { checkMessage, TransportFailure, type Transport } from '../../core/client';
import { useFakeClock } from '../fakeClock';
import { OpenMessages } from '../../node-red/calls/openMessages';
import { RecentEvents } from '../../node-red/calls/recentEvents';
import { serviceOf } from '../../node-red/service/lasting';
import { form, typed, sendNode } from '../hosts/node-red/flows';
import { askNode, further, smsChannel } from '../hosts/node-red/asking';
import type { FlowNode, Message } from '../hosts/node-red/nodeRedServer';
import { SEED } from '../seed';
import { volume } from '../volume';
import { FakeDisk } from './fakeDisk';
import { FakeNodeRed } from './fakeNodeRed';

/** What the mocks below belong to: the process that runs now. */
const mockNow: { disk: FakeDisk; transport: Transport } = Object({});
jest.mock('fs/promises', () => ({
  readdir: async () => mockNow.disk.paths().map((path) => path.slice(path.lastIndexOf('/') + 1)),
}));
jest.mock('../../node-red/journal/disk', () => ({
  get realDisk() {
    return mockNow.disk;
  },
}));
jest.mock('../../node-red/journal/fileLock', () => ({
  FileLock: class {
    take = async () => undefined;
    check = () => undefined;
    release = async () => undefined;
  },
}));
jest.mock('../../node-red/service/axiosTransport', () => ({
  axiosTransport: () => mockNow.transport,
  loadHttp: async () => undefined,
}));

/** `OUTBOX_RUNS` sets the number of schedules. */
const RUNS = Number(process.env['OUTBOX_RUNS'] ?? volume({ full: 10_000, quick: 60 }));
const ACCOUNTS = ['account', 'other'];
const IN_PARTS = ['a', 'b', 'c'].map((letter) => letter.repeat(3000)).join('\n');
const SENDER = '+41795550100';

const commands = [
  ...['arrive', 'arrive', 'arrive', 'goes round', 'asked', 'asked', 'asked', 'asked', 'asked', 'asked'],
  ...['moment', 'moment', 'seconds', 'seconds', 'seconds', 'seconds', 'seconds', 'minute'],
  ...['delivered', 'delivered', 'not delivered', 'not delivered', 'report'],
  ...['first answers', 'last answers', 'all answer', 'first answers', 'last answers'],
  ...['wrong answer', 'cancel', 'deploy', 'deploy', 'disable', 'delete', 'come back', 'other account'],
  ...['next node', 'next node'],
  ...['kill', 'power off', 'torn line', 'disk full', 'disk has room', 'clock back', 'clock ahead'],
  ...['service accepts', 'service accepts', 'service accepts', 'service refuses', 'service refuses'],
  ...['service breaks off', 'service is away', 'service is away', 'service asks to wait'],
  'service is silent',
] as const;
type Command = (typeof commands)[number];
const command = fc.constantFrom(...commands);
/** How long the operations of the disk take, one after another, in milliseconds; -1 fails. */
const delays = fc.array(fc.constantFrom(0, 0, 0, 0, 1, 2, 5, 20, 150, -1), { minLength: 1, maxLength: 12 });
const patient = { keepTrying: 3, keepTryingUnit: 'minutes' };
const several = {
  ...form({ message: {}, content: {} }),
  ...patient,
  limit: 5,
  limitUnit: 'minutes',
  minutesEach: 1,
  tellOthers: typed('str', 'Taken'),
};
const again = { waitFor: 'choice', words: 'I will', misfit: 'again', againText: 'Again' };
const nodes = {
  plain: sendNode(further([])),
  channels: sendNode(further([smsChannel])),
  'channels and keep trying': sendNode(further([smsChannel], patient)),
  'accepted by one': sendNode(further([smsChannel], { countsAs: 'accepted' })),
  'keep trying': sendNode({ ...further([]), ...patient }),
  'once per key': sendNode({ ...further([]), ...patient, sendOncePer: typed('msg', '_msgid') }),
  'in parts': sendNode({ ...further([]), ifTooLong: 'split' }),
  'in parts and keep trying': sendNode({ ...further([]), ...patient, ifTooLong: 'split' }),
  'a question': askNode({ ...patient, limit: 5, limitUnit: 'minutes', ...again }),
  'a question to several': askNode({ ...several, order: 'first', ...again }),
  'a question in turn': askNode({ ...several, order: 'inTurn' }),
} satisfies Record<string, FlowNode>;

/** What became of a message, as the service and the flow see it. */
interface Seen {
  /** How many the text has. */
  parts: number;
  accepted: string[];
  /** People who have got the question, or a text that somebody else has taken it. */
  people: string[];
  told: string[];
  /** An answer was acknowledged. */
  isAnswered: boolean;
  /** A report was, by which nothing more is sent. */
  isDelivered: boolean;
  sentAfter: string[];
  outcomes: string[];
  /** It was not on the disk when the process was killed, or the node went. */
  mayBeLost: boolean;
  /** Its outcome had come out before. */
  mayRepeat: boolean;
}

/**
 * Which promises are broken for a message.
 * @param hasFailed an answer that the disk does not record counts when the flow has it; what has ended may come back after a kill
 */
function faultsOf(
  hasFailed: boolean,
  { parts, accepted, told, sentAfter, isAnswered, outcomes, mayBeLost, mayRepeat }: Seen,
): string[] {
  const isTwice = (list: readonly string[]) => new Set(list).size < list.length;
  const isSent = accepted.length > 0;
  const faults = {
    'sent twice': isTwice(accepted),
    'told twice': isTwice(told),
    lost: outcomes.length === 0 && !mayBeLost,
    'two outcomes': outcomes.length > 1 && !mayRepeat,
    'accepted, not sent': outcomes.includes('accepted') && accepted.length < parts,
    'out of order': accepted.some((each, index) => each !== [...accepted].sort()[index] && parts > 1),
    'not sent, sent': outcomes.includes('not_sent') && isSent && !(hasFailed && mayRepeat),
    'taken for a copy': outcomes.includes('sent_before'),
    'an answer lost':
      isAnswered && !(hasFailed ? outcomes : outcomes.slice(-1)).includes('answered') && !mayBeLost,
    'sent after the answer or the report': sentAfter.length > 0 && !(hasFailed && mayRepeat),
  };
  return Object.entries(faults).flatMap(([name, is]) => (is ? [name] : []));
}

/** What outlives the process, and what the service and the flow have seen. */
class World {
  readonly seen = new Map<string, Seen>();
  readonly states = new Map<string, { state: string; isFinal: boolean }>();
  service: Command = 'service accepts';
  kills = 0;
  hasFailed = false;
  private place: 'on' | 'disabled' | 'deleted' = 'on';
  private deploysWithout = 0;
  /** How many of the next outcomes the flow leads straight back to the node, as other messages. */
  private rounds = 0;
  private account = 0;
  process: FakeNodeRed;

  constructor(
    private readonly node: FlowNode,
    private delays: readonly number[] = [0],
  ) {
    let operations = 0;
    mockNow.disk = new FakeDisk(() => {
      const ms = this.delays[(operations += 1) % this.delays.length] ?? 0;
      if (ms >= 0) return ms;
      this.hasFailed = true;
      throw new Error('EIO');
    });
    this.process = this.started();
  }

  private get isSplit(): boolean {
    return this.node['ifTooLong'] === 'split';
  }

  private started(): FakeNodeRed {
    const passedOn = (message: Message, port: number) => {
      const { _msgid, payload, error } = message;
      // A cancellation has none.
      if (_msgid === undefined) return;
      this.of(_msgid).outcomes.push(this.outcomeOf(port, payload, error));
      if (this.rounds === 0) return;
      this.rounds -= 1;
      this.arrive(message);
    };
    const transport: Transport = (request) => {
      if (process.isDead) return new Promise(() => undefined);
      return this.call(request).then((answer) => (process.isDead ? new Promise(() => undefined) : answer));
    };
    mockNow.transport = transport;
    const process = new FakeNodeRed(passedOn);
    // As `nodeCloseTimeout` of the settings may say.
    process.closeMs = this.delays.length > 6 ? 15_000 : 200;
    return process;
  }

  private of(id: string): Seen {
    const lists = { accepted: [], people: [], told: [], sentAfter: [], outcomes: [] };
    const parts = this.isSplit ? 3 : 1;
    const is = { isAnswered: false, isDelivered: false, mayBeLost: false, mayRepeat: false };
    const seen = this.seen.get(id) ?? { ...lists, ...is, parts };
    this.seen.set(id, seen);
    return seen;
  }

  private outcomeOf(port: number, payload: unknown, error: unknown): string {
    if (this.node.id === 'send') return String(Object(port === 0 ? payload : error).outcome);
    return ['answered', 'no answer', String(Object(error).outcome), 'cancelled'][port] ?? '';
  }

  private async call({ method, url, body, signal }: Parameters<Transport>[0]): ReturnType<Transport> {
    const mode = this.service;
    const { to = '', channel, content } = JSON.parse(String(body ?? '{}'));
    const id = `m${Number(String(to).slice(5, 9))}.`;
    const known = this.seen.get(id);
    const isOver = known?.isAnswered === true || known?.isDelivered === true;
    const isOwn = ['Taken', 'Again'].includes(content?.text);
    // A person can be faster than the answer of the service.
    if (['service accepts', 'service breaks off'].includes(mode) && method === 'POST' && !isOwn)
      this.of(id).people.push(to);
    await new Promise((resolve) => setTimeout(resolve, 300));
    if (mode === 'service is silent') {
      // There is no connection yet when the call ends.
      await new Promise((resolve) => {
        signal?.addEventListener('abort', resolve);
        setTimeout(resolve, 20_000);
      });
      const code = signal?.aborted === true ? 'ERR_CANCELED' : 'ETIMEDOUT';
      throw new TransportFailure({ message: 'No answer', code, nothingSent: true });
    }
    const answer = (status: number, content: object, headers = {}) => ({
      ...{ status, headers },
      body: JSON.stringify(content),
    });
    if (mode === 'service is away')
      throw new TransportFailure({ message: 'No connection', nothingSent: true });
    if (mode === 'service asks to wait') return answer(503, { message: 'Later' }, { 'retry-after': '7' });
    if (method === 'GET') {
      const messageId = url.slice(url.lastIndexOf('/') + 1);
      return answer(200, { messageId, status: this.states.get(messageId)?.state ?? 'Sent' });
    }
    if (mode === 'service refuses') return answer(400, { message: 'No' });
    const seen = this.of(id);
    const messageId = `${id}-${channel}-${to}-${content.text}`;
    if (isOwn) seen.told.push(`${to} ${content.text}`);
    else {
      seen.accepted.push(`${channel} ${to} ${this.isSplit ? content.text.at(-1) : ''}`);
      if (isOver) seen.sentAfter.push(to);
    }
    this.states.set(messageId, { state: 'Sent', isFinal: false });
    if (mode === 'service breaks off') throw new TransportFailure({ message: 'Reset', nothingSent: false });
    return answer(200, { messageId });
  }

  async run(...schedule: readonly Command[]): Promise<void> {
    for (const each of schedule) await this.take(each);
  }

  private async take(each: Command): Promise<void> {
    switch (each) {
      case 'arrive':
        return this.arrive({});
      case 'goes round':
        this.rounds += 1;
        return;
      case 'asked':
        // As a question is answered if nothing comes between: random commands seldom come in this order.
        return this.run('service accepts', 'arrive', 'seconds', 'first answers');
      case 'first answers':
        return this.answer(0, 1);
      case 'last answers':
        return this.answer(-1);
      case 'all answer':
        return this.answer(0);
      case 'wrong answer':
        return this.answer(0, 1, 'What?');
      case 'cancel':
        return this.process.node('ask')?.receive({ reset: true });
      case 'moment':
        return pass(100);
      case 'seconds':
        return pass(4000);
      case 'minute':
        return pass(61_000);
      case 'delivered':
      case 'not delivered': {
        const open = [...this.states.values()].find(({ isFinal }) => !isFinal);
        if (open)
          Object.assign(open, { isFinal: true, state: each === 'delivered' ? 'Delivered' : 'Failed' });
        return;
      }
      case 'report':
        return this.report();
      case 'disk full':
        this.hasFailed = true;
        return mockNow.disk.fill(50);
      case 'disk has room':
        return mockNow.disk.fill(Infinity);
      case 'other account':
        this.account = 1 - this.account;
        return this.deploy(this.place);
      case 'disable':
        return this.deploy('disabled');
      case 'delete':
        return this.deploy('deleted');
      case 'come back':
        return this.deploy('on');
      case 'next node':
        if (this.place === 'on') void this.process.replaceNext();
        return pass(600);
      case 'deploy':
        return this.deploy(this.place);
      case 'kill':
        return this.kill(1);
      case 'power off':
        return this.kill(0);
      case 'torn line':
        return this.kill(0.7);
      case 'clock back':
      case 'clock ahead':
        jest.setSystemTime(Date.now() + (each === 'clock back' ? -1 : 1) * 1_800_000);
        return;
      default:
        this.service = each;
    }
  }

  private arrive(object: Message): void {
    const number = this.seen.size + 1;
    if (number % 2 === 0 && this.place !== 'on') return;
    const [to, ...others] = [1, 2, 3].map((person) => `+4179${String(number).padStart(4, '0')}00${person}`);
    const target = this.node['order'] === undefined ? { to } : { toList: [to, ...others] };
    const _msgid = `m${number}.`;
    this.of(_msgid);
    const payload = this.isSplit ? IN_PARTS : _msgid;
    const id = number % 2 === 0 ? this.node.id : `${this.node.id}2`;
    this.process.node(id)?.receive(Object.assign(object, { _msgid, ...target, payload }));
  }

  /** People answer the newest question that has no outcome. Their answers count once they are acknowledged. */
  private async answer(start: number, end?: number, text = 'I will'): Promise<void> {
    const { process } = this;
    const open = [...this.seen.values()]
      .filter(({ people, outcomes }) => people.length > outcomes.length * 9)
      .at(-1);
    if (this.node.id !== 'ask' || open === undefined) return;
    for (const person of open.people.slice(start, end))
      void this.claim(person, text).then((kinds) => {
        if (kinds.includes('answer') && !process.isDead) open.isAnswered ||= text === 'I will';
      });
    await pass(20);
  }

  /**
   * What a message of a person is to the questions of each account.
   * @param key the same one if it comes again
   */
  claim(from: string, text: string, key: string = randomUUID()): Promise<string[]> {
    const event = { event: 'inbound', channel: 'Whatsapp', from, to: SENDER, text, raw: {} } as const;
    const claims = ACCOUNTS.map((id) =>
      serviceOf(this.process.RED, id)
        .part(OpenMessages)
        .claim(event, key)
        .catch(() => 'nothing'),
    );
    return Promise.all(claims);
  }

  /** The service reports that the oldest message was delivered, of which it says nothing when it is asked. */
  private async report(): Promise<void> {
    const { process } = this;
    const [messageId, open] = [...this.states].find(([, { isFinal }]) => !isFinal) ?? [];
    if (messageId === undefined || open === undefined) return;
    open.isFinal = true;
    const [id = '', , recipient = ''] = messageId.split('-');
    const delivered = { status: 'delivered', statusText: 'Delivered', final: true, rank: 3 } as const;
    const reported = ACCOUNTS.map((account) =>
      serviceOf(process.RED, account)
        .part(OpenMessages)
        .reported({ event: 'status', messageId, recipient, ...delivered, raw: {} }),
    );
    const isOver = this.node.id === 'send' && !this.isSplit;
    void Promise.all(reported).then(
      () => (this.of(id).isDelivered ||= isOver && !process.isDead),
      () => undefined,
    );
    await pass(0);
  }

  private async deploy(place: World['place']): Promise<void> {
    if (place !== 'on') this.endUnrecorded();
    this.place = place;
    this.deploysWithout = place === 'deleted' ? this.deploysWithout + 1 : 0;
    // It ends what the node has kept.
    if (this.deploysWithout > 1) for (const seen of this.seen.values()) seen.mayBeLost = true;
    const { id } = this.node;
    const node = { ...this.node, account: ACCOUNTS[this.account] };
    const second = { ...this.node, id: `${id}2`, account: ACCOUNTS[0] };
    const deploying = this.process.deploy(
      place === 'on' ? [node, second] : [second],
      place === 'deleted' ? [second.id] : [id, second.id],
    );
    let isDone = false;
    void deploying.then(() => (isDone = true));
    for (let ms = 0; !isDone && ms < 20_000; ms += 50) await pass(50);
    await deploying;
  }

  /** @param kept the part of what was not synced that the disk has */
  private async kill(kept: number): Promise<void> {
    this.kills += 1;
    this.process.isDead = true;
    for (const seen of this.seen.values()) if (seen.outcomes.length > 0) seen.mayRepeat = true;
    mockNow.disk = mockNow.disk.restarted(kept);
    this.endUnrecorded();
    this.process = this.started();
    await this.deploy(this.place);
  }

  private endUnrecorded(): void {
    // A line that was written in part records nothing.
    const contentOf = (id: string) => mockNow.disk.content(`/user/messaging-service/${id}.jsonl`) ?? '';
    const recorded = ACCOUNTS.map((id) => contentOf(id).split('\n').slice(0, -1).join()).join();
    for (const [id, seen] of this.seen) if (!recorded.includes(`"${id}"`)) seen.mayBeLost = true;
  }

  /** Lets everything end. */
  async settle(): Promise<void> {
    this.service = 'service accepts';
    this.rounds = 0;
    this.delays = [0];
    mockNow.disk.fill(Infinity);
    await this.deploy('on');
    await pass(360_000);
  }

  get outcomes(): string[] {
    return [...this.seen.values()].flatMap(({ outcomes }) => outcomes);
  }

  /** The messages for which a promise is broken. */
  get faulty(): object[] {
    return [...this.seen].flatMap(([id, seen]) => {
      const faults = faultsOf(this.hasFailed, seen);
      return faults.length > 0 ? [{ id, faults, ...seen }] : [];
    });
  }
}

/** Lets time pass, one timer after another. Jest's own way waits a real millisecond for each. */
async function pass(ms: number): Promise<void> {
  let isOver = false;
  setTimeout(() => (isOver = true), ms);
  while (!isOver) {
    jest.advanceTimersToNextTimer();
    for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}

beforeAll(async () => {
  // Loads the contract, which fake timers would hold up.
  await checkMessage({ channel: 'Sms', from: 'Me', to: SENDER, content: { type: 'Text', text: '?' } });
});
useFakeClock();

test.each(Object.entries(nodes))(
  '%s: nothing goes twice, nothing is lost, one outcome each',
  async (_, node) => {
    const count = { kills: 0, ended: 0, answered: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 40, size: 'max' }), delays, async (schedule, ms) => {
        const world = new World(node, ms);
        await world.run('come back', ...schedule);
        await world.settle();
        count.kills += world.kills;
        count.ended += world.outcomes.length;
        if ([...world.seen.values()].some(({ isAnswered }) => isAnswered)) count.answered += 1;
        expect(world.faulty).toEqual([]);
      }),
      { numRuns: Math.ceil(RUNS / Object.keys(nodes).length), unbiased: true, seed: SEED },
    );
    expect(Math.min(count.kills, count.ended)).toBeGreaterThan(RUNS / 90);
    if (node.id === 'ask' && RUNS > 1000) expect(count.answered).toBeGreaterThan(RUNS / 100);
  },
  600_000,
);

test('a record on a disk that has no room for its removal does not come back after it', async () => {
  // The disk is full right after the first record.
  const world = new World(nodes['accepted by one'], [0, 150, 0, 0, 0]);
  await world.run('come back', 'deploy', 'torn line', 'arrive', 'deploy', 'disk full', 'deploy', 'power off');
  await world.settle();
  expect(world.faulty).toEqual([]);
});

test('a message whose call outlasts its node claims its key again, though the disk is full', async () => {
  const world = new World(nodes['once per key'], [1]);
  await world.run('come back', 'seconds', 'arrive', 'seconds', 'moment', 'deploy', 'disk full', 'seconds');
  expect(world.outcomes).toEqual(['accepted']);
});

test('so does one whose node is given another account meanwhile', async () => {
  const world = new World(nodes['once per key'], [0, 0, 0, 20, -1, 5, 0, 0, 20]);
  await world.run('come back', 'asked', 'arrive', 'next node', 'other account');
  await world.settle();
  expect(world.faulty).toEqual([]);
});

test('a message that comes into the outbox while its node closes goes on in the next one', async () => {
  // Each time a little later on its way.
  for (let turns = 0; turns < 80; turns += 1) {
    const world = new World(nodes['accepted by one']);
    await world.run('come back', 'arrive');
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    await world.settle();
    expect(world.outcomes).toEqual(['accepted']);
  }
});

test('a disk slower than Node-RED waits for a node to close brings no outcome twice', async () => {
  for (let turns = 0; turns < 12; turns += 1) {
    const delays = [0];
    const world = new World(nodes['a question to several'], delays);
    await world.run('come back', 'arrive', 'minute');
    delays[0] = 5000;
    void world.run('first answers');
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    await world.run('deploy', 'minute');
    await world.settle();
    expect(world.outcomes).toEqual(['answered']);
  }
});

test('an answer that is faster than that of the service is taken, though a deploy replaces the node meanwhile', async () => {
  const world = new World(nodes['a question']);
  await world.run('come back', 'arrive', 'moment');
  const claimed = world.claim('+41790001001', 'I will');
  await world.run('deploy', 'moment');
  expect(await claimed).toContain('answer');
  await world.settle();
  expect(world.outcomes).toEqual(['answered']);
});

test('a report that comes while a fallback channel waits to be tried again ends it', async () => {
  const world = new World(nodes.channels);
  await world.run('come back', 'arrive', 'arrive', 'arrive', 'seconds');
  await world.run('service asks to wait', 'minute', 'report');
  await world.settle();
  expect(world.faulty).toEqual([]);
});

it.each([
  ['service is away', 'keep trying'],
  ['service is silent', 'keep trying'],
  ['service is silent', 'accepted by one'],
] as const)('a deploy during an attempt ends nothing that was not sent: %s, %s', async (service, node) => {
  const world = new World(nodes[node]);
  await world.run('come back', service, 'arrive', 'moment', 'deploy');
  await world.settle();
  expect(world.outcomes).toEqual(['accepted']);
  expect(world.seen.get('m1.')?.accepted[0]).toMatch(/^Whatsapp/);
});

test('a call that takes longer than Node-RED waits for its node says what became of the message', async () => {
  const world = new World(nodes['accepted by one']);
  world.process.closeMs = 100;
  await world.run('come back', 'arrive', 'moment', 'deploy', 'seconds');
  expect(world.outcomes).toEqual(['accepted']);
});

test('a power failure at any moment after an answer lets nobody be told twice', async () => {
  for (let turns = 0; turns < 80; turns += 1) {
    const world = new World(nodes['a question to several']);
    await world.run('come back', 'arrive', 'minute');
    void world.run('first answers');
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    await world.run('power off', 'first answers');
    await world.settle();
    expect(world.faulty).toEqual([]);
  }
});

test('an answer that comes again after a power failure at any moment is that answer', async () => {
  const questions = askNode({ ...patient, limit: 5, limitUnit: 'minutes', alsoTriggers: true });
  for (let turns = 0; turns < 80; turns += 1) {
    const world = new World(questions);
    await world.run('come back', 'arrive', 'minute');
    const answer = () => world.claim('+41790001001', 'I will', 'key');
    void answer();
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    await world.run('power off');
    const again = answer();
    await world.run('moment');
    expect(await again).toContain('answerForAll');
  }
});

test('a message that a flow had answers no question that was asked later', async () => {
  const world = new World(nodes['a question']);
  await world.run('come back');
  void serviceOf(world.process.RED, 'account').of('trigger').part(RecentEvents).once('key');
  await world.run('arrive', 'minute');
  expect(await world.claim('+41790001001', 'I will', 'key')).toContain('repeated');
});

it.each([-2, 2])('a clock set by %i hours changes nothing of how long a question waits', async (hours) => {
  const world = new World(nodes['a question']);
  await world.run('come back', 'arrive', 'minute');
  jest.setSystemTime(Date.now() + hours * 3_600_000);
  await world.run('deploy', 'kill', 'minute', 'minute', 'minute');
  expect(world.outcomes).toEqual([]);
  await world.run('minute');
  expect(world.outcomes).toEqual(['no answer']);
  // Nor of whether the next one can be answered.
  await world.run('arrive', 'moment', 'moment', 'asked', 'seconds');
  expect(world.outcomes).toEqual(['no answer', 'answered']);
});

it.each([-2, 2])('nor of how long a message is kept that was not tried yet (%i hours)', async (hours) => {
  const world = new World(nodes['keep trying']);
  await world.run('come back', 'service is away', 'arrive', 'seconds', 'seconds', 'arrive', 'minute');
  jest.setSystemTime(Date.now() + hours * 3_600_000);
  // Killed while it waits to try again.
  await world.run('deploy', ...Array<Command>(5).fill('moment'), 'kill', 'minute');
  expect(world.outcomes).toEqual([]);
  await world.run('minute');
  expect(world.outcomes).toEqual(['not_sent', 'not_sent']);
});

test('a message whose time has passed while Node-RED was off is not sent any more', async () => {
  const world = new World(nodes['keep trying']);
  // The second one was not tried yet.
  await world.run('come back', 'service is away', 'arrive', 'seconds', 'seconds', 'arrive', 'moment');
  jest.setSystemTime(Date.now() + 3_600_000);
  await world.run('service accepts', 'kill', 'seconds');
  expect([world.outcomes, world.faulty]).toEqual([['not_sent', 'not_sent'], []]);
});
