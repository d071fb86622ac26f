import { setImmediate as settled } from 'node:timers/promises';
import type { NodeMessage } from 'node-red';

import { readText } from '../../core/reading';
import { Journal, type JournalOwner } from '../../node-red/journal/journal';
import { FakeStore, type Values } from './fakeStore';

interface State {
  stage: string;
}

/** A node, and what its journal has told it. */
class Owner implements JournalOwner {
  readonly key = 'node';
  readonly received: NodeMessage[] = [];
  readonly failures: unknown[] = [];
  readonly lostProperties: string[] = [];
  readonly ended: NodeMessage[] = [];
  start: () => void = () => undefined;

  constructor(private readonly startsAtOnce = true) {}

  passedOn = () => settled();
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
  disk?: Values;
  store?: FakeStore;
  journal?: Journal<State>;
  owner?: Owner;
}

/** A node with its journal. */
function nodeOf({
  disk = new Map<string, string>(),
  store = new FakeStore(disk),
  journal = new Journal<State>(),
  owner = new Owner(),
}: Setup = {}) {
  const read = (stored: unknown) => {
    const stage = readText(stored, 'stage');
    return stage === undefined ? undefined : { stage };
  };
  const sets = jest.spyOn(store, 'set');
  journal.attach(owner, store, { name: 'test', read });
  /** The stages on the disk, by name. */
  const stored = (of: Values = disk) =>
    Object.fromEntries(
      [...of].flatMap(([name, text]) =>
        name.startsWith('test.message ') ? [] : [[name, readText(JSON.parse(text), 'stage')]],
      ),
    );
  return { journal, store, owner, disk, sets, stored };
}

const queued = { stage: 'queued' };
const sending = { stage: 'sending' };
const to = (state: State) => () => state;
/** What a journal has of a message. */
const recordOf = (id: string, stage: string, copy: unknown = { _msgid: stage }): Array<[string, string]> => [
  [`test.message node ${id}`, JSON.stringify({ copy })],
  [`test node ${id}`, JSON.stringify({ stage })],
];

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
    await journal.append('a', msg, queued);
    await settled();
    expect([journal.size, journal.find(msg), journal.stateOf('a')]).toEqual([
      1,
      { id: 'a', state: queued },
      queued,
    ]);
    expect(stored()).toEqual({ 'test node a': 'queued' });
    journal.end(msg);
    await settled();
    await settled();
    expect([journal.size, journal.find(msg), journal.stateOf('a')]).toEqual([0, undefined, undefined]);
    expect(stored()).toEqual({});
  });

  it('that nobody has begun is not found, and need not end', async () => {
    const { journal, sets } = nodeOf();
    await journal.append('a', { _msgid: 'a' }, queued);
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
    await journal.append('a', msg, queued);
    await journal.change('a', sending);
    expect([journal.find(msg)?.state, stored()]).toEqual([sending, { 'test node a': 'sending' }]);
  });

  it('says what of its message would not survive', async () => {
    const { journal, owner } = nodeOf();
    await journal.append('a', Object.assign({ _msgid: 'a' }, { socket: () => undefined }), queued);
    expect(owner.lostProperties).toEqual(['socket']);
  });
});

describe('a message may be sent', () => {
  it('with a state made from the one that it has then', async () => {
    const { journal } = nodeOf();
    await journal.append('a', { _msgid: 'a' }, queued);
    const before: State[] = [];
    for (const id of ['a', 'unknown']) await journal.begin(id, (present) => (before.push(present), sending));
    expect([before, journal.stateOf('a')]).toEqual([[queued], sending]);
  });

  it('not if that cannot be recorded', async () => {
    const { journal, store, owner } = nodeOf();
    await journal.append('a', { _msgid: 'a' }, queued);
    await settled();
    store.failing = true;
    expect(await stateOf(journal.begin('a', to(sending)))).toBe('not_recorded not_sent');
    expect(owner.failures).toHaveLength(1);
  });
});

describe('an outcome that was sent on', () => {
  it('comes out again if the node is closed before the next nodes have it', async () => {
    const { journal, store, disk } = nodeOf();
    const msg = { _msgid: 'a' };
    await journal.append('a', msg, queued);
    journal.end(msg);
    journal.stop();
    await journal.close(false);
    await settled();
    expect([...disk.keys()]).toEqual(['test.message node a', 'test node a']);
    const next = nodeOf({ store, journal });
    await settled();
    expect(next.owner.received).toEqual([msg]);
  });

  it('does not if they have it', async () => {
    const { journal, store } = nodeOf();
    const msg = { _msgid: 'a' };
    await journal.append('a', msg, queued);
    journal.end(msg);
    await settled();
    await settled();
    journal.stop();
    await journal.close(false);
    const next = nodeOf({ store, journal });
    await settled();
    expect([next.owner.received, [...store.disk.keys()]]).toEqual([[], []]);
  });
});

describe('after a restart', () => {
  it('the node gets a copy of each message in the order of the ids, when the flows have started', async () => {
    const disk = new Map([
      ...recordOf('b', 'second'),
      ...recordOf('a', 'first'),
      ...recordOf('x', 'x', 'no copy'),
      ['other node a', '{"stage":"other"}'],
      ['test node y', '{"stage":"no message"}'],
      ['test node z', '"text"'],
    ]);
    const owner = new Owner(false);
    const { journal } = nodeOf({ disk, owner });
    await journal.ready;
    await settled();
    expect([owner.received, journal.size]).toEqual([[], 2]);
    owner.start();
    await settled();
    expect(owner.received).toEqual([{ _msgid: 'first' }, { _msgid: 'second' }]);
    const [first] = owner.received;
    expect(first && journal.find(first)).toEqual({ id: 'a', state: { stage: 'first' } });
  });

  it('the node that replaces it meanwhile gets them, and nobody while the tab is disabled', async () => {
    const disk = new Map(recordOf('a', 'queued'));
    const owner = new Owner(false);
    const { journal, store } = nodeOf({ disk, owner });
    await journal.close(false);
    const next = new Owner();
    nodeOf({ store, journal, owner: next });
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

  it('the node says if the journal cannot be read, and works on', async () => {
    const store = new FakeStore();
    const away = new Error('away');
    store.ready = Promise.reject(away);
    const { journal, owner } = nodeOf({ store });
    await journal.ready;
    await journal.append('a', { _msgid: 'a' }, queued);
    expect([owner.failures, journal.size]).toEqual([[away], 1]);
  });

  it('a message is not sent again from an earlier state', async () => {
    const disk = new Map(recordOf('a', 'queued'));
    const { journal, store } = nodeOf({ disk });
    await journal.ready;
    store.failing = true;
    expect(await stateOf(journal.begin('a', to(sending)))).toBe('not_recorded not_sent');
  });
});

describe('a node that comes back', () => {
  it('gets its messages again', async () => {
    const first = nodeOf();
    const messages = ['b', 'a'].map((_msgid) => ({ _msgid }));
    for (const msg of messages) await first.journal.append(msg._msgid, msg, { stage: msg._msgid });
    await first.journal.close(true);
    const owner = new Owner(false);
    nodeOf({ journal: first.journal, disk: first.disk, owner });
    await settled();
    expect(owner.received).toEqual([]);
    owner.start();
    await settled();
    expect(owner.received).toEqual([{ _msgid: 'a' }, { _msgid: 'b' }]);
    expect(owner.received[1]).toBe(messages[0]);
  });

  it('does not get again what a deploy hands over', async () => {
    const first = nodeOf();
    const msg = { _msgid: 'a' };
    await first.journal.append('a', msg, queued);
    await first.journal.close(false);
    const next = nodeOf({ store: first.store, journal: first.journal });
    await settled();
    expect([next.owner.received, next.journal.find(msg)]).toEqual([[], { id: 'a', state: queued }]);
  });
});
