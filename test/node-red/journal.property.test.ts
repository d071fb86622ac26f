import fc from 'fast-check';
import type { NodeMessage } from 'node-red';

import { Journal, type JournalOwner } from '../../node-red/journal/journal';
import { isRecord } from '../../core/reading';
import { volume } from '../volume';
import { JournalFile } from '../../node-red/journal/journalFile';
import { FakeDisk } from './fakeDisk';

/**
 * Drives random schedules through the journal, and compares with what must hold: no message is sent twice, none is lost, and each has its
 * outcome. `JOURNAL_RUNS` sets the number of schedules.
 */
const RUNS = Number(process.env['JOURNAL_RUNS'] ?? volume({ full: 10_000, quick: 1000 }));

const stages = ['queued', 'sending', 'done'] as const;
type Stage = (typeof stages)[number];
type Command =
  | 'arrive'
  | 'write fails'
  | 'disk full'
  | 'disk has room'
  | 'kill'
  | 'power off'
  | 'deploy'
  | 'tab off'
  | 'tab on'
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
        'write fails',
        'disk full',
        'disk has room',
        'kill',
        'power off',
        'deploy',
        'tab off',
        'tab on',
        'moment',
        'slots taken',
        'slots free',
      ),
      weight: 6,
    },
  ),
  { maxLength: 30, size: 'max' },
);

/** The machine: what survives the end of the process, and what the service and the flow have seen. */
class World {
  readonly sent = new Map<string, number>();
  readonly outcomes = new Map<string, string[]>();
  arrived = 0;
  killed = false;
  /** Whether messages wait for their turn. */
  areSlotsTaken = false;
  /** What was confirmed, or was on the disk when the process was killed: none of it may be lost. */
  readonly recorded = new Set<string>();
  /** What had its outcome before: the process may have ended before that was recorded. */
  readonly mayRepeat = new Set<string>();
  private disk = new FakeDisk();
  private store = this.opened();
  private journal = new Journal<{ stage: Stage }>();
  private node: FakeNode | undefined;

  constructor() {
    this.start();
  }

  private opened(): JournalFile {
    return new JournalFile('/journal/account.jsonl', () => undefined, this.disk);
  }

  start(): void {
    this.node ??= new FakeNode(this, this.store, this.journal);
  }

  async stop(isAway: boolean): Promise<NodeMessage[]> {
    const left = await this.node?.close(isAway);
    this.node = undefined;
    return left ?? [];
  }

  /** @param kept the part of what was not synced that the disk has */
  private async end(kept: number): Promise<void> {
    const isOn = this.node !== undefined;
    if (this.node !== undefined) this.node.isDead = true;
    for (const [id, outcomes] of this.outcomes) if (outcomes.length > 0) this.mayRepeat.add(id);
    this.node = undefined;
    this.journal = new Journal();
    this.disk = this.disk.restarted(kept);
    this.store = this.opened();
    this.killed = true;
    await this.store.ready;
    this.recorded.clear();
    for (const name of this.store.startingWith('test node ').keys())
      this.recorded.add(name.replace('test node ', ''));
    if (isOn) this.start();
  }

  async run(command: Command): Promise<void> {
    switch (command) {
      case 'arrive':
        if (this.node !== undefined) this.node.receive({ _msgid: `m${(this.arrived += 1)}` });
        return;
      case 'write fails':
        this.disk.failing = 1;
        return;
      case 'disk full':
        return this.disk.fill(50);
      case 'disk has room':
        return this.disk.fill(Infinity);
      case 'kill':
        return this.end(1);
      case 'power off':
        return this.end(0);
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
      case 'deploy': {
        const isOn = this.node !== undefined;
        const left = isOn ? await this.stop(false) : [];
        if (isOn) this.start();
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
    this.disk.fill(Infinity);
    this.start();
    for (let round = 0; round < 30; round += 1) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

/** A node that sends each message once, as *send* does with its journal. */
class FakeNode implements JournalOwner {
  readonly key = 'node';
  isDead = false;
  private readonly closing = new AbortController();
  private readonly open = new Set<NodeMessage>();
  private readonly justPassedOn = new Set<string>();
  private readonly journal: Journal<{ stage: Stage }>;

  constructor(
    private readonly world: World,
    store: JournalFile,
    journal: Journal<{ stage: Stage }>,
  ) {
    const read = (state: unknown) => {
      const stage = stages.find((each) => isRecord(state) && state['stage'] === each);
      return stage && { stage };
    };
    this.journal = journal.attach(this, store, { name: 'test', read });
  }

  started(): Promise<void> {
    return Promise.resolve();
  }
  passedOn(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve));
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
    if (before === undefined) void this.journal.append(id, msg, { stage: 'queued' });
    for (;;) {
      await (this.world.areSlotsTaken ? new Promise((resolve) => setImmediate(resolve)) : Promise.resolve());
      if (this.isOver) return;
      if (this.world.areSlotsTaken) continue;
      const begun = await this.journal
        .begin(id, () => ({ stage: 'sending' }))
        .then(
          () => true,
          () => false,
        );
      if (begun && !this.isOver) break;
      if (this.isDead) return;
      await this.journal.change(id, { stage: 'queued' });
      await new Promise((resolve) => setImmediate(resolve));
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
    this.justPassedOn.add(id);
    setImmediate(() => this.justPassedOn.delete(id));
  }

  /** Returns the messages that go to the next node. */
  async close(isAway: boolean): Promise<NodeMessage[]> {
    this.closing.abort();
    this.journal.stop();
    for (const id of this.justPassedOn) this.world.mayRepeat.add(id);
    // Calls that are under way are waited for.
    await new Promise((resolve) => setImmediate(resolve));
    await this.journal.close(isAway);
    return [...this.open];
  }
}

test('no schedule sends a message twice or loses it', async () => {
  let kills = 0;
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(commands, async (schedule) => {
      const world = new World();
      for (const command of schedule) await world.run(command);
      await world.settle();
      if (world.killed) kills += 1;
      for (let number = 1; number <= world.arrived; number += 1) {
        const id = `m${number}`;
        const times = world.sent.get(id) ?? 0;
        const outcomes = world.outcomes.get(id) ?? [];
        sent += times;
        expect(times).toBeLessThanOrEqual(1);
        if (!world.killed) expect(new Set(outcomes)).toEqual(new Set(['accepted']));
        if (world.recorded.has(id)) expect(outcomes.length).toBeGreaterThan(0);
        if (outcomes.length > 1) expect(world.mayRepeat.has(id)).toBe(true);
        if (outcomes.includes('accepted')) expect(times).toBe(1);
      }
    }),
    { numRuns: RUNS },
  );
  expect(kills).toBeGreaterThan(RUNS / 10);
  expect(sent).toBeGreaterThan(RUNS / 2);
});
