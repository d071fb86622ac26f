import fc from 'fast-check';
import type { NodeMessage } from 'node-red';

import { Journal } from '../../node-red/journal/journal';
import type { JournalOwner, Registry } from '../../node-red/journal/journalRecords';
import { isRecord } from '../../core/reading';
import { volume } from '../volume';
import { FakeStore, type Values } from './fakeStore';

/**
 * Drives random schedules through the journal, and compares with what must hold: no message is sent twice, none is lost, and each has its
 * outcome. `JOURNAL_RUNS` sets the number of schedules.
 */
const RUNS = Number(process.env['JOURNAL_RUNS'] ?? volume({ full: 10_000, quick: 1000 }));

const stages = ['queued', 'sending', 'done'] as const;
type Stage = (typeof stages)[number];
type Command =
  | 'arrive'
  | 'flush'
  | 'write fails'
  | 'kill'
  | 'deploy'
  | 'tab off'
  | 'tab on'
  | 'move'
  | 'kill in a move'
  | 'moment'
  | 'slots taken'
  | 'slots free'
  | 'work';

const commands: fc.Arbitrary<Command[]> = fc.array(
  fc.oneof(
    { arbitrary: fc.constant<Command>('arrive'), weight: 4 },
    { arbitrary: fc.constant<Command>('work'), weight: 8 },
    {
      arbitrary: fc.constantFrom<Command>(
        'flush',
        'write fails',
        'kill',
        'deploy',
        'tab off',
        'tab on',
        'move',
        'kill in a move',
        'moment',
        'slots taken',
        'slots free',
      ),
      weight: 6,
    },
  ),
  { maxLength: 30, size: 'max' },
);

/** Schedules that once sent a message twice, or left it without an outcome. */
const FOUND: Command[][] = [
  ['arrive', 'deploy', 'flush', 'move', 'move', 'move'],
  [
    'slots taken',
    'arrive',
    'work',
    'write fails',
    'move',
    'work',
    'kill',
    'slots free',
    'work',
    'move',
    'work',
    'kill',
  ],
  ['arrive', 'move', 'arrive', 'work', 'move', 'kill'],
  ['arrive', 'kill in a move'],
  ['arrive', 'tab off', 'move', 'tab on', 'work', 'work', 'kill', 'move', 'kill'],
  ['arrive', 'deploy', 'flush', 'move', 'flush', 'kill', 'work', 'flush', 'work', 'move', 'kill'],
];

/** The machine: what survives the end of the process, and what the service and the flow have seen. */
class World {
  readonly sent = new Map<string, number>();
  readonly outcomes = new Map<string, string[]>();
  arrived = 0;
  killed = false;
  /** Whether messages wait for their turn. */
  areSlotsTaken = false;
  /** What the disk had when the process was killed: none of it may be lost. */
  readonly recorded = new Set<string>();
  /** What had its outcome before: the process may have ended before that was recorded. */
  readonly mayRepeat = new Set<string>();
  private readonly disks = new Map<string, Values>();
  private stores = new Map<string, FakeStore>();
  private registry: Registry = new Map();
  private place = 'one';
  private node: FakeNode | undefined;

  constructor(private readonly isCached: boolean) {
    this.start();
  }

  get store(): FakeStore {
    return this.storeAt(this.place);
  }

  storeAt(place: string): FakeStore {
    const disk = this.disks.get(place) ?? new Map();
    this.disks.set(place, disk);
    const store = this.stores.get(place) ?? new FakeStore(place, disk, this.isCached);
    this.stores.set(place, store);
    return store;
  }

  start(): void {
    this.node ??= new FakeNode(this, this.store, this.registry);
  }

  async stop(isAway: boolean): Promise<NodeMessage[]> {
    const left = await this.node?.close(isAway);
    this.node = undefined;
    return left ?? [];
  }

  kill(): void {
    const isOn = this.node !== undefined;
    if (this.node !== undefined) this.node.isDead = true;
    for (const [id, outcomes] of this.outcomes) if (outcomes.length > 0) this.mayRepeat.add(id);
    for (const store of this.stores.values()) store.isDead = true;
    this.recorded.clear();
    for (const disk of this.disks.values())
      for (const name of disk.keys()) this.recorded.add(name.replace('test__', ''));
    this.node = undefined;
    this.registry = new Map();
    this.stores = new Map();
    this.killed = true;
    if (isOn) this.start();
  }

  async run(command: Command): Promise<void> {
    switch (command) {
      case 'arrive':
        if (this.node !== undefined) this.node.receive({ _msgid: `m${(this.arrived += 1)}` });
        return;
      case 'flush':
        return this.store.flush();
      case 'write fails':
        this.store.failing = true;
        return;
      case 'kill':
        return this.kill();
      case 'slots taken':
        this.areSlotsTaken = true;
        return;
      case 'slots free':
        this.areSlotsTaken = false;
        return;
      case 'tab off':
        await this.stop(true);
        return;
      case 'tab on':
        return this.start();
      case 'move':
      case 'kill in a move':
      case 'deploy': {
        const isOn = this.node !== undefined;
        const left = isOn ? await this.stop(false) : [];
        if (command !== 'deploy') this.place = this.place === 'one' ? 'two' : 'one';
        if (isOn) this.start();
        // Node-RED has stored the new flows before it ends the old nodes.
        if (command === 'kill in a move') return this.kill();
        for (const msg of left) this.node?.receive(msg);
        return;
      }
      case 'moment':
        // Part of what is under way goes on.
        return Promise.resolve();
      case 'work':
        await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Lets everything end. */
  async settle(): Promise<void> {
    this.areSlotsTaken = false;
    this.start();
    for (let round = 0; round < 30; round += 1) {
      for (const store of this.stores.values()) store.flush();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

/** A node that sends each message once, as *send* does with its journal. */
class FakeNode implements JournalOwner {
  readonly key = 'node';
  readonly id = 'node';
  isDead = false;
  private readonly closing = new AbortController();
  private readonly open = new Set<NodeMessage>();
  private readonly journal: Journal<{ stage: Stage }>;
  private readonly place: string;

  constructor(
    private readonly world: World,
    store: FakeStore,
    registry: Registry,
  ) {
    this.place = store.place;
    const read = (state: unknown) => {
      const stage = stages.find((each) => isRecord(state) && state['stage'] === each);
      return stage && { stage };
    };
    this.journal = new Journal<{ stage: Stage }>(this, store, { name: 'test', read }, registry);
  }

  elsewhere(): FakeStore[] {
    return ['one', 'two'].filter((place) => place !== this.place).map((place) => this.world.storeAt(place));
  }
  started(): Promise<void> {
    return Promise.resolve();
  }
  failed(): void {}
  lost(): void {}
  deleted(): void {}

  receive(msg: NodeMessage): void {
    if (this.isDead) return;
    this.open.add(msg);
    void this.work(msg, String(msg._msgid));
  }

  private get isOver(): boolean {
    return this.isDead || this.closing.signal.aborted;
  }

  private async work(msg: NodeMessage, id: string): Promise<void> {
    const before = this.journal.find(msg)?.state.stage;
    if (before === 'sending') return this.passOn(msg, id, 'unknown');
    if (before === 'done') return this.passOn(msg, id, 'accepted');
    if (before === undefined) this.journal.enqueue(id, msg, { stage: 'queued' });
    for (;;) {
      await (this.world.areSlotsTaken ? new Promise((resolve) => setImmediate(resolve)) : Promise.resolve());
      if (this.isOver) return;
      if (this.world.areSlotsTaken) continue;
      const begun = await this.journal.begin([[id, () => ({ stage: 'sending' })]], this.closing.signal).then(
        () => true,
        () => false,
      );
      if (begun && !this.isOver) break;
      if (this.isDead) return;
      await this.journal.change(id, { stage: 'queued' });
      if (this.isOver) return;
    }
    this.open.delete(msg);
    this.world.sent.set(id, (this.world.sent.get(id) ?? 0) + 1);
    await this.journal.change(id, { stage: 'done' });
    if (!this.isDead) this.passOn(msg, id, 'accepted');
  }

  private passOn(msg: NodeMessage, id: string, outcome: string): void {
    if (this.isDead) return;
    this.open.delete(msg);
    this.world.outcomes.set(id, [...(this.world.outcomes.get(id) ?? []), outcome]);
    this.journal.end(msg);
  }

  /** Returns the messages that go to the next node. */
  async close(isAway: boolean): Promise<NodeMessage[]> {
    this.closing.abort();
    // Calls that are under way are waited for.
    await new Promise((resolve) => setImmediate(resolve));
    await this.journal.close(isAway);
    return [...this.open];
  }
}

test.each([
  ['writes at once', false],
  ['writes later', true],
])('no schedule sends a message twice or loses it: a store that %s', async (_name, isCached) => {
  let kills = 0;
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(commands, async (schedule) => {
      const world = new World(isCached);
      for (const command of schedule) await world.run(command);
      await world.settle();
      if (world.killed) kills += 1;
      for (let number = 1; number <= world.arrived; number += 1) {
        const id = `m${number}`;
        const times = world.sent.get(id) ?? 0;
        const outcomes = world.outcomes.get(id) ?? [];
        sent += times;
        expect(times).toBeLessThanOrEqual(1);
        if (!world.killed) expect(outcomes).toEqual(['accepted']);
        if (world.recorded.has(id)) expect(outcomes.length).toBeGreaterThan(0);
        if (outcomes.length > 1) expect(world.mayRepeat.has(id)).toBe(true);
        if (outcomes.includes('accepted')) expect(times).toBe(1);
      }
    }),
    { numRuns: RUNS, examples: FOUND.map((schedule) => [schedule]) },
  );
  expect(kills).toBeGreaterThan(RUNS / 10);
  expect(sent).toBeGreaterThan(RUNS / 2);
});
