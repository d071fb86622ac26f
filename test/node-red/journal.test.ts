import { setImmediate as settled } from 'node:timers/promises';
import type { NodeMessage } from 'node-red';

import { isRecord, readText } from '../../core/reading';
import { Journal } from '../../node-red/journal/journal';
import { endDeleted, type JournalOwner, type Registry } from '../../node-red/journal/journalRecords';
import { FakeStore, type Values } from './fakeStore';

interface State {
  stage: string;
}

/** A node, and what its journal has told it. */
class Owner implements JournalOwner {
  readonly key = 'node';
  readonly id = 'node';
  readonly received: NodeMessage[] = [];
  readonly failures: unknown[] = [];
  readonly lostProperties: string[] = [];
  readonly ended: NodeMessage[] = [];
  readonly restored: string[] = [];
  places: FakeStore[] = [];
  start: () => void = () => undefined;

  constructor(private readonly startsAtOnce = true) {}

  elsewhere = () => this.places;
  started(): Promise<void> {
    return this.startsAtOnce ? Promise.resolve() : new Promise((resolve) => (this.start = resolve));
  }
  receive(msg: NodeMessage): void {
    this.received.push(msg);
  }
  failed(error: unknown): void {
    this.failures.push(error);
  }
  lost(properties: readonly string[]): void {
    this.lostProperties.push(...properties);
  }
  deleted(messages: readonly NodeMessage[]): void {
    this.ended.push(...messages);
  }
}

interface Setup {
  isCached?: boolean;
  disk?: Values;
  store?: FakeStore;
  registry?: Registry;
  owner?: Owner;
}

/** A node with its journal. */
function nodeOf({
  isCached = false,
  disk = new Map<string, string>(),
  store = new FakeStore('one', disk, isCached),
  registry = new Map() as Registry,
  owner = new Owner(),
}: Setup = {}) {
  const read = (stored: unknown) => {
    const stage = readText(stored, 'stage');
    return stage === undefined ? undefined : { stage };
  };
  const restored = ({ stage }: State) => void owner.restored.push(stage);
  const sets = jest.spyOn(store, 'set');
  const journal = new Journal<State>(owner, store, { name: 'test', read, restored }, registry);
  /** The stages on the disk, by name. */
  const stored = (of: Values = disk) =>
    Object.fromEntries(
      [...of].map(([name, text]) => {
        const record: unknown = JSON.parse(text);
        return [name, isRecord(record) ? readText(record['state'], 'stage') : undefined];
      }),
    );
  return { journal, store, owner, registry, disk, sets, stored };
}

const queued = { stage: 'queued' };
const sending = { stage: 'sending' };
const to = (state: State) => () => state;
const recordOf = (stage: string, copy: unknown = { _msgid: stage }) =>
  JSON.stringify({ revision: 'r', state: { stage }, copy });

/** What has become of a promise by now. */
async function stateOf(promise: Promise<unknown>): Promise<string> {
  const now = settled('waits');
  return String(
    await Promise.race([
      promise.then(
        () => 'done',
        (error: { code?: string; outcome?: string }) => `${error.code} ${error.outcome}`,
      ),
      now,
    ]),
  );
}

describe('a record', () => {
  it('is found by its message and its id until it ends', async () => {
    const { journal, stored } = nodeOf();
    const msg = { _msgid: 'a' };
    journal.append('a', msg, queued);
    await settled();
    expect([journal.size, journal.find(msg), journal.stateOf('a')]).toEqual([
      1,
      { id: 'a', state: queued },
      queued,
    ]);
    expect(stored()).toEqual({ test__a: 'queued' });
    journal.end(msg);
    await settled();
    expect([journal.size, journal.find(msg), journal.stateOf('a')]).toEqual([0, undefined, undefined]);
    expect(stored()).toEqual({});
  });

  it('that nobody has begun is not found, and need not end', async () => {
    const { journal, sets } = nodeOf();
    journal.append('a', { _msgid: 'a' }, queued);
    await settled();
    const before = sets.mock.calls.length;
    journal.end({ _msgid: 'b' });
    await journal.change('b', sending);
    await settled();
    expect([sets.mock.calls.length, journal.stateOf('b')]).toEqual([before, undefined]);
  });

  it('has the state to which it was changed last', async () => {
    const { journal, stored } = nodeOf();
    const msg = { _msgid: 'a' };
    journal.append('a', msg, queued);
    await journal.change('a', sending);
    expect([journal.find(msg)?.state, stored()]).toEqual([sending, { test__a: 'sending' }]);
  });

  it('belongs to its node, whatever other nodes have', async () => {
    const { journal, registry, store } = nodeOf();
    const msg = { _msgid: 'a' };
    journal.append('a', msg, queued);
    const other = nodeOf({ registry, owner: Object.assign(new Owner(), { key: 'other' }) });
    expect([other.journal.size, other.journal.find(msg)]).toEqual([0, undefined]);
    const same = nodeOf({ registry, store });
    expect([same.journal.size, same.journal.find(msg)?.id]).toEqual([1, 'a']);
  });

  it('says what of its message would not survive', () => {
    const { journal, owner } = nodeOf();
    journal.append('a', Object.assign({ _msgid: 'a' }, { socket: () => undefined }), queued);
    expect(owner.lostProperties).toEqual(['socket']);
  });

  it('is not stored where it would be lost anyway', async () => {
    const { journal, store, sets } = nodeOf();
    store.nature.survives = false;
    journal.append('a', { _msgid: 'a' }, queued);
    await journal.begin([['a', to(sending)]]);
    await journal.close(false);
    expect([sets.mock.calls, journal.stateOf('a')]).toEqual([[], sending]);
  });

  it('that waits for its turn is stored at once, unless the store takes a while: then when the node closes', async () => {
    const atOnce = nodeOf();
    expect(atOnce.journal.writesAtOnce).toBe(true);
    atOnce.journal.enqueue('a', { _msgid: 'a' }, queued);
    await settled();
    expect(atOnce.stored()).toEqual({ test__a: 'queued' });
    const late = nodeOf({ isCached: true });
    expect(late.journal.writesAtOnce).toBe(false);
    late.journal.enqueue('a', { _msgid: 'a' }, queued);
    await settled();
    expect(late.sets).not.toHaveBeenCalled();
    await late.journal.close(false);
    late.store.flush();
    expect(late.stored()).toEqual({ test__a: 'queued' });
    await late.journal.close(false);
    expect(late.sets.mock.calls.filter(([values]) => [...values].length > 0)).toHaveLength(1);
  });

  it('that was never stored is not removed from the store either', async () => {
    const { journal, sets } = nodeOf({ isCached: true });
    const msg = { _msgid: 'a' };
    journal.enqueue('a', msg, queued);
    journal.end(msg);
    await settled();
    expect(sets).not.toHaveBeenCalled();
  });
});

describe('a message may be sent', () => {
  it('at once if the store has no earlier state of it, even if it cannot be recorded', async () => {
    const { journal, store, owner, stored } = nodeOf({ isCached: true });
    journal.enqueue('a', { _msgid: 'a' }, queued);
    expect(await stateOf(journal.begin([['a', to(sending)]]))).toBe('done');
    store.flush();
    expect(stored()).toEqual({ test__a: 'sending' });
    journal.enqueue('b', { _msgid: 'b' }, queued);
    store.failing = true;
    expect(await stateOf(journal.begin([['b', to(sending)]]))).toBe('done');
    expect(owner.failures).toEqual([expect.objectContaining({ message: 'the disk is full' })]);
  });

  it('otherwise when its new state is written', async () => {
    const { journal, store } = nodeOf({ isCached: true });
    journal.append('a', { _msgid: 'a' }, queued);
    journal.append('b', { _msgid: 'b' }, queued);
    await settled();
    store.flush();
    const begun = journal.begin(['a', 'b'].map((id) => [id, to(sending)] as const));
    expect(await stateOf(begun)).toBe('waits');
    store.flush();
    expect(await stateOf(begun)).toBe('done');
  });

  it('when the state that it has by then is written', async () => {
    const { journal, store } = nodeOf({ isCached: true });
    journal.append('a', { _msgid: 'a' }, queued);
    await settled();
    const begun = journal.begin([['a', to(sending)]]);
    await settled();
    await journal.change('a', { stage: 'cancelled' });
    store.flush();
    expect(await stateOf(begun)).toBe('done');
  });

  it('with a state made from the one that it has then', async () => {
    const { journal } = nodeOf();
    journal.append('a', { _msgid: 'a' }, queued);
    const before: State[] = [];
    await journal.begin([
      ['a', (present) => (before.push(present), sending)],
      ['unknown', (present) => (before.push(present), sending)],
    ]);
    expect([before, journal.stateOf('a')]).toEqual([[queued], sending]);
  });

  it('not if that cannot be recorded', async () => {
    const { journal, store, owner } = nodeOf();
    journal.append('a', { _msgid: 'a' }, queued);
    await settled();
    store.failing = true;
    expect(await stateOf(journal.begin([['a', to(sending)]]))).toBe('not_recorded not_sent');
    expect(owner.failures).toHaveLength(1);
  });

  it('not if the store does not write it in time', async () => {
    const { journal, store, owner } = nodeOf({ isCached: true });
    journal.append('a', { _msgid: 'a' }, queued);
    await settled();
    const late = new Error('not written');
    jest.spyOn(store, 'written').mockRejectedValue(late);
    expect(await stateOf(journal.begin([['a', to(sending)]]))).toBe('not_recorded not_sent');
    expect(owner.failures).toEqual([late]);
  });

  it('not once the node is closed, which is no fault of the store', async () => {
    const { journal, owner } = nodeOf({ isCached: true });
    journal.append('a', { _msgid: 'a' }, queued);
    await settled();
    const closing = new AbortController();
    const begun = journal.begin([['a', to(sending)]], closing.signal);
    expect(await stateOf(begun)).toBe('waits');
    closing.abort();
    expect(await stateOf(begun)).toBe('not_recorded not_sent');
    expect(owner.failures).toEqual([]);
  });
});

describe('after a restart', () => {
  it('the node gets a copy of each message in the order of the ids, when the flows have started', async () => {
    const disk = new Map([
      ['test__b', recordOf('second')],
      ['test__a', recordOf('first')],
      ['other__a', recordOf('other')],
      ['test__x', recordOf('x', 'no copy')],
      ['test__y', JSON.stringify({ copy: {} })],
      ['test__z', JSON.stringify('text')],
    ]);
    const owner = new Owner(false);
    const { journal } = nodeOf({ disk, owner });
    await journal.ready;
    await settled();
    expect([owner.received, owner.restored, journal.size]).toEqual([[], ['first', 'second'], 2]);
    owner.start();
    await settled();
    expect(owner.received).toEqual([{ _msgid: 'first' }, { _msgid: 'second' }]);
    const [first] = owner.received;
    expect(first && journal.find(first)).toEqual({ id: 'a', state: { stage: 'first' } });
  });

  it('the node that replaces it meanwhile gets them, and nobody while the tab is disabled', async () => {
    const disk = new Map([['test__a', recordOf('queued')]]);
    const owner = new Owner(false);
    const { journal, store, registry } = nodeOf({ disk, owner });
    await journal.close(false);
    const next = new Owner();
    nodeOf({ store, registry, owner: next });
    owner.start();
    await settled();
    expect([owner.received.length, next.received.length]).toEqual([0, 1]);
    const away = new Owner(false);
    const other = nodeOf({ disk, owner: away });
    await other.journal.close(true);
    away.start();
    await settled();
    expect(away.received).toEqual([]);
  });

  it('the node says if the store cannot be read, and works on', async () => {
    const store = new FakeStore('one', new Map(), false);
    const away = new Error('away');
    jest.spyOn(store, 'startingWith').mockRejectedValue(away);
    const { journal, owner } = nodeOf({ store });
    await journal.ready;
    journal.append('a', { _msgid: 'a' }, queued);
    expect([owner.failures, journal.size]).toEqual([[away], 1]);
  });

  it('a message is not sent again from an earlier state', async () => {
    const disk = new Map([['test__a', recordOf('queued')]]);
    const { journal, store } = nodeOf({ disk });
    await journal.ready;
    store.failing = true;
    expect(await stateOf(journal.begin([['a', to(sending)]]))).toBe('not_recorded not_sent');
  });
});

describe('a node that comes back', () => {
  it('gets its messages again, and stores what Node-RED has removed meanwhile', async () => {
    const first = nodeOf();
    const messages = ['b', 'a'].map((_msgid) => ({ _msgid }));
    for (const msg of messages) first.journal.append(msg._msgid, msg, { stage: msg._msgid });
    await first.journal.close(true);
    first.disk.clear();
    const owner = new Owner(false);
    const back = nodeOf({ registry: first.registry, disk: first.disk, owner });
    await settled();
    expect([owner.received, owner.restored]).toEqual([[], ['a', 'b']]);
    expect(back.stored()).toEqual({ test__a: 'a', test__b: 'b' });
    owner.start();
    await settled();
    expect(owner.received).toEqual([{ _msgid: 'a' }, { _msgid: 'b' }]);
    expect(owner.received[1]).toBe(messages[0]);
  });

  it('does not get again what a deploy hands over', async () => {
    const first = nodeOf();
    const msg = { _msgid: 'a' };
    first.journal.append('a', msg, queued);
    await first.journal.close(false);
    const next = nodeOf({ store: first.store, registry: first.registry });
    await settled();
    expect([next.owner.received, next.journal.find(msg)]).toEqual([[], { id: 'a', state: queued }]);
  });

  it('ends for good with the second deploy in a row without it', async () => {
    const { journal, owner, registry } = nodeOf();
    const msg = { _msgid: 'a' };
    journal.append('a', msg, queued);
    endDeleted(new Set(), registry);
    endDeleted(new Set(), registry);
    await journal.close(true);
    endDeleted(new Set(), registry);
    endDeleted(new Set(['node']), registry);
    endDeleted(new Set(), registry);
    expect([registry.size, owner.ended]).toEqual([1, []]);
    endDeleted(new Set(), registry);
    expect([registry.size, owner.ended]).toEqual([0, [msg]]);
  });

  it('counts the deploys without it anew', async () => {
    const { journal, owner, registry, store } = nodeOf();
    journal.append('a', { _msgid: 'a' }, queued);
    await journal.close(true);
    endDeleted(new Set(), registry);
    const back = nodeOf({ registry, store });
    await back.journal.close(true);
    endDeleted(new Set(), registry);
    expect([registry.size, owner.ended, back.owner.ended]).toEqual([1, [], []]);
  });

  it('ends in silence without messages', async () => {
    const { journal, owner, registry } = nodeOf();
    const deleted = jest.spyOn(owner, 'deleted');
    await journal.close(true);
    endDeleted(new Set(), registry);
    endDeleted(new Set(), registry);
    expect([registry.size, deleted.mock.calls]).toEqual([0, []]);
  });
});

describe('a node that is moved', () => {
  /** A node with a message, at place one. */
  async function moving(isCached = false, disk: Values = new Map()) {
    const before = nodeOf({ isCached });
    const msg = { _msgid: 'a' };
    before.journal.append('a', msg, queued);
    await settled();
    before.store.flush();
    await before.journal.close(false);
    const store = new FakeStore('two', disk, isCached);
    const move = (owner = new Owner()) => nodeOf({ isCached, store, disk, owner, registry: before.registry });
    return { before, msg, store, disk, move };
  }

  it('takes its records along, and leaves none behind', async () => {
    const { before, msg, move } = await moving();
    const moved = move();
    await settled();
    expect([moved.stored(), before.stored()]).toEqual([{ test__a: 'queued' }, {}]);
    expect(moved.journal.find(msg)?.state).toEqual(queued);
    await moved.journal.change('a', sending);
    expect([moved.stored(), before.stored()]).toEqual([{ test__a: 'sending' }, {}]);
  });

  it('removes what it has left there at another time', async () => {
    const left = ['test__old', 'other__old'].map((name) => [name, recordOf('queued')] as const);
    const { move } = await moving(false, new Map(left));
    const moved = move();
    await settled();
    expect(Object.keys(moved.stored()).sort()).toEqual(['other__old', 'test__a']);
  });

  it('sends nothing until its records are gone from where it was, and tells why', async () => {
    const { before, move } = await moving();
    const full = new Error('full');
    const sets = jest.spyOn(before.store, 'set').mockRejectedValue(full);
    const moved = move();
    await settled();
    expect(await stateOf(moved.journal.begin([['a', to(sending)]]))).toBe('not_recorded not_sent');
    expect([moved.stored(), moved.owner.failures]).toEqual([{ test__a: 'queued' }, [full, full]]);
    sets.mockRestore();
    expect(await stateOf(moved.journal.begin([['a', to(sending)]]))).toBe('done');
    expect([moved.stored(), before.stored()]).toEqual([{ test__a: 'sending' }, {}]);
  });

  it('waits for a store that takes a while to forget them, but not once it is closed', async () => {
    const { before, move, store } = await moving(true);
    const moved = move();
    await settled();
    store.flush();
    const closing = new AbortController();
    const begun = moved.journal.begin([['a', to(sending)]], closing.signal);
    expect(await stateOf(begun)).toBe('waits');
    expect(moved.journal.stateOf('a')).toEqual(queued);
    closing.abort();
    expect(await stateOf(begun)).toBe('not_recorded not_sent');
    expect(await stateOf(moved.journal.begin([['a', to(sending)]], closing.signal))).toBe(
      'not_recorded not_sent',
    );
    before.store.flush();
    await settled();
    const again = moved.journal.begin([['a', to(sending)]]);
    await settled();
    store.flush();
    expect(await stateOf(again)).toBe('done');
    expect(before.stored()).toEqual({});
  });

  it('keeps its records if it is back before they are removed', async () => {
    const { before, msg, move } = await moving(true);
    const away = move();
    await settled();
    await away.journal.close(false);
    const back = nodeOf({
      store: before.store,
      disk: before.disk,
      isCached: true,
      registry: before.registry,
    });
    await settled();
    before.store.flush();
    await settled();
    before.store.flush();
    expect([back.stored(), back.journal.find(msg)?.state]).toEqual([{ test__a: 'queued' }, queued]);
  });

  it('finds its records where it was if Node-RED ended in the middle, and brings them along', async () => {
    const disk = new Map([
      ['test__a', recordOf('older')],
      ['test__b', recordOf('left')],
    ]);
    const there = new FakeStore('one', disk, false);
    const hereDisk = new Map([['test__a', recordOf('newer')]]);
    const owner = new Owner();
    owner.places = [there, new FakeStore('three', new Map(), false)];
    const { journal, stored } = nodeOf({
      store: new FakeStore('two', hereDisk, false),
      disk: hereDisk,
      owner,
    });
    await journal.ready;
    await settled();
    expect(owner.restored).toEqual(['newer', 'left']);
    expect(owner.received).toEqual([{ _msgid: 'newer' }, { _msgid: 'left' }]);
    expect([stored(), stored(disk)]).toEqual([{ test__a: 'newer', test__b: 'left' }, {}]);
    expect(owner.failures).toEqual([]);
  });

  it('sends nothing after that until they are gone from there', async () => {
    const there = new FakeStore('one', new Map([['test__a', recordOf('queued')]]), false);
    const owner = new Owner();
    owner.places = [there];
    jest.spyOn(there, 'set').mockRejectedValue(new Error('full'));
    const { journal } = nodeOf({ store: new FakeStore('two', new Map(), false), owner });
    await journal.ready;
    expect(await stateOf(journal.begin([['a', to(sending)]]))).toBe('not_recorded not_sent');
  });

  it('keeps them if it is moved back there while they are read', async () => {
    const disk = new Map([['test__a', recordOf('queued')]]);
    const there = new FakeStore('one', disk, false);
    const owner = new Owner();
    owner.places = [there];
    const registry: Registry = new Map();
    nodeOf({ store: new FakeStore('two', new Map(), false), owner, registry });
    const back = nodeOf({ store: there, disk, registry });
    await back.journal.ready;
    await settled();
    expect(back.owner.received).toHaveLength(1);
    expect(back.stored()).toEqual({ test__a: 'queued' });
  });
});
