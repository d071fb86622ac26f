import fc from 'fast-check';
import type { NodeMessage } from 'node-red';

import { checkMessage, Client, MessagingError, TransportFailure } from '../../core/client';
import type { Wait, WaitOwner } from '../../node-red/calls/wait';
import { Waits } from '../../node-red/calls/waits';
import { Journal, type JournalOwner } from '../../node-red/journal/journal';
import type { PreparedMessage } from '../../node-red/message/preparedMessage';
import { beginChain, readChain, type Chain } from '../../node-red/messaging-ask/chain';
import { chainOf } from '../../node-red/messaging-ask/chainQuestion';
import { Chains } from '../../node-red/messaging-ask/chains';
import { askNode } from '../../node-red/messaging-ask/settings';
import { stoppedBefore } from '../../node-red/outcome/failure';
import type { Output } from '../../node-red/outcome/report';
import { readSettings } from '../../node-red/settings/readSettings';
import { Job } from '../../node-red/work/job';
import { volume } from '../volume';
import { FakeStore, type Values } from './fakeStore';
import { useFakeClock } from '../fakeClock';

/**
 * Drives questions to several people through random answers, failures, deploys and kills, with a clock and a store of its own. What must
 * hold: nobody is asked after an answer, nobody twice, and each question ends. `CHAIN_RUNS` sets the number of questions.
 */
const RUNS = Number(process.env['CHAIN_RUNS'] ?? volume({ full: 1000, quick: 150 }));
const EACH_MS = 60_000;
const SENDER = '0041795550100';
const people = ['+41791110001', '+41791110002', '+41791110003', '+41791110004'];

type Service = 'accepts' | 'refuses' | 'breaks off' | 'cannot be reached';
type Command =
  | { do: 'time'; ms: number }
  /** Just when the time of a person is over. */
  | { do: 'time up' }
  | { do: 'answer' | 'not delivered'; person: number }
  | { do: 'all answer' }
  | { do: 'kill' | 'deploy' | 'tab off' | 'tab on' | 'flush' | 'cancel' | 'slots taken' | 'slots free' };

const person = fc.integer({ min: 0, max: people.length - 1 });
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    arbitrary: fc.record({ do: fc.constant('time' as const), ms: fc.integer({ min: 1, max: 40_000 }) }),
    weight: 6,
  },
  { arbitrary: fc.constant<Command>({ do: 'time up' }), weight: 4 },
  {
    arbitrary: fc.record({
      do: fc.constantFrom('answer' as const, 'answer' as const, 'not delivered' as const),
      person,
    }),
    weight: 8,
  },
  {
    arbitrary: fc.record({
      do: fc.constantFrom('kill' as const, 'deploy' as const, 'tab off' as const, 'tab on' as const),
    }),
    weight: 5,
  },
  { arbitrary: fc.record({ do: fc.constantFrom('slots taken' as const, 'slots free' as const) }), weight: 2 },
  { arbitrary: fc.constant<Command>({ do: 'all answer' }), weight: 2 },
  { arbitrary: fc.constant<Command>({ do: 'cancel' }), weight: 1 },
);
const schedules = fc.record({
  order: fc.constantFrom('first' as const, 'inTurn' as const),
  services: fc.array(
    fc.oneof(
      { arbitrary: fc.constant<Service>('accepts'), weight: 5 },
      { arbitrary: fc.constantFrom<Service>('refuses', 'breaks off', 'cannot be reached'), weight: 3 },
    ),
    { minLength: 1, maxLength: people.length },
  ),
  latencyMs: fc.integer({ min: 0, max: 3000 }),
  commands: fc.array(command, { maxLength: 16, size: 'max' }),
});
type Schedule = typeof schedules extends fc.Arbitrary<infer T> ? T : never;

const setting = readSettings(askNode, { channel: 'Sms', waitFor: 'any' });

/** The message to the people that there are. */
function preparedFor(count: number): PreparedMessage {
  const toList = people.slice(0, count).map((address) => ({ type: 'Number', address }));
  const content = { type: 'Text', text: 'Can you come?' };
  const request = { channel: 'Sms', from: SENDER, toList, content };
  return { request, labelOf: () => undefined, rules: {}, tell: () => [], file: undefined };
}

const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const never = <T>() => new Promise<T>(() => undefined);

/** What outlives the process, and what people and the flow have seen. */
class World {
  readonly disk: Values = new Map();
  readonly asked: string[] = [];
  /** Asked although somebody had answered. */
  readonly askedAfter: string[] = [];
  readonly outcomes: string[] = [];
  readonly told: string[] = [];
  answeredBy: string | undefined;
  /** How many messages were taken for an answer since the last kill. */
  answers = 0;
  isCancelled = false;
  isLost = false;
  mayRepeat = false;
  areSlotsTaken = false;
  waits = new Waits();
  store: FakeStore;
  private journal = new Journal<Chain>();
  node: FakeNode | undefined;

  constructor(readonly schedule: Schedule) {
    this.store = new FakeStore(this.disk);
    this.start();
  }

  start(): FakeNode {
    this.node ??= new FakeNode(this, this.waits, this.store, this.journal);
    return this.node;
  }

  kill(): void {
    const wasOn = this.node !== undefined;
    if (this.node !== undefined) this.node.isDead = true;
    this.store.isDead = true;
    const recorded = [...this.disk.values()].join();
    // What was not written is lost: the question, or its answer.
    if (this.outcomes.length === 0 && recorded === '') this.isLost = true;
    if (!recorded.includes('"how":"answered"')) this.answeredBy = undefined;
    if (!recorded.includes('"how":"cancelled"')) this.isCancelled = false;
    if (this.outcomes.length > 0) this.mayRepeat = true;
    this.answers = 0;
    this.node = undefined;
    this.waits = new Waits();
    this.journal = new Journal();
    this.store = new FakeStore(this.disk);
    if (wasOn) this.start();
  }

  async deploy(): Promise<void> {
    if (this.node === undefined) return;
    const left = await this.node.close(false);
    this.node = undefined;
    const replacing = this.start();
    for (const msg of left) replacing.receive(msg);
  }

  async tabOff(): Promise<void> {
    if (this.node === undefined || this.node.isCalling) return;
    await this.node.close(true);
    this.node = undefined;
    this.waits.forgetOrphans();
  }

  async answer(from: string, text = 'I will'): Promise<void> {
    if (this.node === undefined) return;
    const event = { event: 'inbound' as const, channel: 'Sms' as const, from, to: SENDER, text, raw: {} };
    const { node } = this;
    const claimed = await node.ready.then(() =>
      Promise.race([this.waits.claim(event, undefined), later(5000)]),
    );
    if (claimed !== 'answer' || node.isDead) return;
    this.answers += 1;
    this.answeredBy ??= from;
  }

  private personAt(index: number): string {
    return people[index % this.schedule.services.length] ?? '';
  }

  async run(each: Command): Promise<void> {
    switch (each.do) {
      case 'time':
        return jest.advanceTimersByTimeAsync(each.ms).then(() => undefined);
      case 'time up':
        await jest.advanceTimersByTimeAsync(EACH_MS);
        return;
      case 'answer':
      case 'all answer': {
        const from = each.do === 'answer' ? [this.personAt(each.person)] : people;
        const answered = Promise.all(from.map((one) => this.answer(one))).then(() => undefined);
        await jest.advanceTimersByTimeAsync(20);
        return Promise.race([answered, jest.advanceTimersByTimeAsync(5000).then(() => undefined)]);
      }
      case 'not delivered': {
        const to = this.personAt(each.person);
        const report = {
          messageId: `to-${to}`,
          recipient: to,
          status: 'failed',
          statusText: 'Failed',
          final: true,
        } as const;
        this.waits.report(report);
        return;
      }
      case 'kill':
        return this.kill();
      case 'deploy':
        return this.deploy();
      case 'tab off':
        return this.tabOff();
      case 'tab on':
        this.start();
        return;
      case 'slots taken':
        this.areSlotsTaken = true;
        return;
      case 'slots free':
        this.areSlotsTaken = false;
        return;
      case 'cancel':
        this.isCancelled ||= this.node?.isOpen === true && this.answeredBy === undefined;
        return this.waits.cancel('ask');
    }
  }

  /** Lets everything end. */
  async settle(): Promise<void> {
    this.areSlotsTaken = false;
    this.start();
    for (let round = 0; round < people.length * 4 + 8; round += 1) {
      await jest.advanceTimersByTimeAsync(EACH_MS / 2);
    }
  }
}

/** A node that asks, with the worker's rules: what waits is left to the next node, and a call that is under way ends first. */
class FakeNode implements JournalOwner, WaitOwner {
  readonly key = 'ask';
  readonly ready: Promise<void>;
  isDead = false;
  private readonly closing = new AbortController();
  private readonly open = new Map<NodeMessage, Job>();
  private readonly journal: Journal<Chain>;
  private readonly chains: Chains;

  constructor(
    private readonly world: World,
    private readonly waits: Waits,
    store: FakeStore,
    journal: Journal<Chain>,
  ) {
    const restored = (chain: Chain) => beginChain(chain, waits);
    this.journal = journal.attach(this, store, { name: 'test', read: readChain, restored });
    this.ready = this.journal.ready;
    this.chains = new Chains({
      journal: this.journal,
      waits,
      closing: this.closing.signal,
      guards: { compare: undefined, windowFor: undefined, windowLabel: '', rateLimit: undefined },
      page: () => undefined,
      asked: () => undefined,
      outputOf: (_, wait, end): Output => ({
        payload: end.how === 'answered' ? end.value : undefined,
        properties: { question: { outcome: end.how, to: wait.person } },
        port: 0,
        status: { key: end.how },
      }),
      tell: (others) => world.told.push(...others.map(({ person: each }) => each)),
    });
    waits.addOwner(this.key, this);
  }

  get isOpen(): boolean {
    return this.open.size > 0;
  }
  get isCalling(): boolean {
    return [...this.open.values()].some(({ calling }) => calling);
  }

  passedOn = () => Promise.resolve();
  started(): Promise<void> {
    return Promise.resolve();
  }
  failed(): void {}
  lost(): void {}
  deleted(): void {}
  knows = async () => false;
  remember = async () => undefined;
  askAgain(): void {}
  changed(wait: Wait): Promise<void> {
    return this.isDead ? never() : this.chains.changed(wait);
  }

  receive(msg: NodeMessage): void {
    if (this.isDead) return;
    const job = new Job(
      this.worker(),
      { _msgid: '1', ...msg },
      () => undefined,
      () => undefined,
    );
    this.open.set(msg, job);
    // A closed node leaves what it still receives to the next one.
    job.over = this.closing.signal.aborted;
    if (!job.over) void this.work(msg, job);
  }

  /** As Worker makes calls and waits. */
  private worker() {
    const stop = this.closing.signal;
    const call = async <T>(
      jobs: readonly Job[],
      task: (client: Client, signal: AbortSignal) => Promise<T>,
    ) => {
      const given = new Promise<never>((_, reject) => {
        for (const job of jobs) job.giveUp = reject;
      });
      const turn = async () => {
        while (this.world.areSlotsTaken) await later(500);
        if (this.isDead) return never<T>();
        if (stop.aborted || jobs.every(({ over }) => over)) throw stoppedBefore();
        for (const job of jobs) {
          job.giveUp = undefined;
          job.calling = true;
        }
        return task(this.client(), stop);
      };
      const made = turn();
      return Promise.race([made, given]);
    };
    const until = async <T>(job: Job, event: Promise<T>): Promise<T> => {
      if (stop.aborted) {
        event.catch(() => undefined);
        throw stoppedBefore();
      }
      job.calling = false;
      const value = await event;
      if (this.isDead) return never();
      if (job.over) throw stoppedBefore();
      job.calling = true;
      return value;
    };
    return { call, until, pause: () => Promise.resolve(), notEnded: () => undefined };
  }

  private client(): Client {
    return new Client({
      account: { baseUrl: 'http://127.0.0.1', version: 2, versionIn: 'path' },
      transport: async ({ body }) => {
        if (this.isDead) return never();
        const { to = '' } = JSON.parse(String(body)) as { to?: string };
        const service = this.world.schedule.services[people.indexOf(to)];
        if (service === 'cannot be reached')
          throw new TransportFailure({ message: 'No connection', nothingSent: true });
        if (this.world.answeredBy !== undefined) this.world.askedAfter.push(to);
        this.world.asked.push(to);
        await later(this.world.schedule.latencyMs);
        if (this.isDead) return never();
        if (service === 'breaks off') throw new TransportFailure({ message: 'Reset', nothingSent: false });
        const answer = service === 'refuses' ? { message: 'No' } : { messageId: `to-${to}` };
        return { status: service === 'refuses' ? 400 : 200, headers: {}, body: JSON.stringify(answer) };
      },
    });
  }

  private async work(msg: NodeMessage, job: Job): Promise<void> {
    const prepared = preparedFor(this.world.schedule.services.length);
    let reference = this.journal.find(msg)?.id;
    if (reference === undefined) {
      const { order } = this.world.schedule;
      const chain = await chainOf(prepared, {
        order,
        eachMs: EACH_MS,
        owner: this.key,
        setting,
        isReported: true,
        page: undefined,
      });
      if (job.over || this.isDead) return;
      reference = chain.reference;
      void this.journal.append(reference, msg, chain);
    }
    const outcome = await this.chains.run({ reference, prepared: { ok: true, value: prepared } }, job).then(
      ({ properties }) => String(Object(properties?.['question']).outcome),
      (error: unknown) => (error instanceof MessagingError ? error.code : String(error)),
    );
    if (this.isDead || job.over || outcome === 'stopped') {
      job.calling = false;
      return;
    }
    job.over = true;
    this.world.outcomes.push(outcome);
    this.open.delete(msg);
    this.chains.forget(msg);
  }

  /** Returns the messages that go to the next node. */
  async close(isAway: boolean): Promise<NodeMessage[]> {
    this.closing.abort();
    for (const job of this.open.values()) {
      job.giveUp?.(stoppedBefore());
      if (!job.calling) job.over = true;
    }
    for (let rounds = 0; this.isCalling && rounds < 100; rounds += 1)
      await jest.advanceTimersByTimeAsync(100);
    for (const job of this.open.values()) job.over = true;
    this.waits.removeOwner(this.key, this);
    await this.chains.close(isAway);
    return [...this.open.keys()];
  }
}

beforeAll(async () => {
  // Loads the contract, which fake timers would hold up.
  await checkMessage({ channel: 'Sms', from: SENDER, to: people[0], content: { type: 'Text', text: '?' } });
});
useFakeClock();

describe('a question to several people', () => {
  it('is asked of nobody twice nor after an answer, and ends', async () => {
    const seen = { kills: 0, answered: 0, asked: 0, several: 0 };
    await fc.assert(
      fc.asyncProperty(schedules, async (schedule) => {
        const world = new World(schedule);
        await world.node?.ready;
        world.node?.receive({ _msgid: 'm' });
        await jest.advanceTimersByTimeAsync(1);
        for (const each of schedule.commands) await world.run(each);
        await world.settle();
        const { asked, askedAfter, outcomes, answeredBy } = world;
        seen.asked += asked.length;
        seen.answered += answeredBy === undefined ? 0 : 1;
        seen.several += asked.length > 1 ? 1 : 0;
        seen.kills += schedule.commands.filter((each) => each.do === 'kill').length;
        expect(new Set(asked).size).toBe(asked.length);
        expect(askedAfter).toEqual([]);
        expect(world.answers).toBeLessThanOrEqual(1);
        expect(new Set(world.told).size).toBe(world.told.length);
        if (!world.isLost) expect(outcomes.length).toBeGreaterThan(0);
        if (!world.mayRepeat) expect(outcomes.length).toBeLessThanOrEqual(1);
        if (answeredBy !== undefined) expect(outcomes.at(-1)).toBe('answered');
        // All may have failed before.
        else if (world.isCancelled) expect(['cancelled', 'not_delivered']).toContain(outcomes.at(-1));
      }),
      { numRuns: RUNS, seed: 29 },
    );
    expect(seen.kills).toBeGreaterThan(RUNS / 10);
    expect(seen.answered).toBeGreaterThan(RUNS / 10);
    expect(seen.several).toBeGreaterThan(RUNS / 4);
  });
});
