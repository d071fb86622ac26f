import { JournalFile } from '../../node-red/journal/journalFile';
import { StoredKeys } from '../../node-red/journal/storedKeys';
import { useFakeClock } from '../fakeClock';
import { FakeDisk } from './fakeDisk';

const HOUR = 3_600_000;
const rules = { keysKept: 3, keysKeptFor: HOUR };
let disk: FakeDisk;
let file: JournalFile;

const opened = () => new JournalFile('/user/account.jsonl', () => undefined, disk);
const claimed = (...keys: string[]) =>
  new Map<string, string | undefined>(keys.map((key) => [key, undefined]));
const keysOf = (node: string, kept = rules) =>
  Object.assign(new StoredKeys(Object({ id: node }), file), { rules: kept });
/** As after a restart; what was not synced is lost. */
function restart(): void {
  disk = disk.restarted(0);
  file = opened();
}

useFakeClock();
beforeEach(() => {
  disk = new FakeDisk();
  file = opened();
});

it('knows a key and the id of its message, also after a restart, for its own node only', async () => {
  const keys = keysOf('a');
  expect(await keys.record(claimed('A', 'B'))).toEqual(new Map());
  await keys.confirm('A', 'id-1');
  await file.flush();
  const known = claimed('A', 'B').set('A', 'id-1');
  expect(await keys.record(claimed('A', 'B', 'C'))).toEqual(known);
  restart();
  expect(await keysOf('a').record(claimed('B', 'A'))).toEqual(known);
  expect(await keysOf('b').record(claimed('A'))).toEqual(new Map());
});

it('writes no key in the clear', async () => {
  await keysOf('a').record(claimed('+41791234567'));
  expect(disk.content('/user/account.jsonl')).toMatch(/"key a [0-9a-f]{40}"/);
  expect(disk.content('/user/account.jsonl')).not.toContain('41791234567');
});

it('gives a key that was claimed, and interrupted, to the same message again, and to no other', async () => {
  await keysOf('a').record(new Map([['A', 'm1']]));
  restart();
  const keys = keysOf('a');
  expect(await keys.record(new Map([['A', 'm2']]))).toEqual(claimed('A'));
  expect(await keys.record(claimed('A'))).toEqual(claimed('A'));
  expect(await keys.record(new Map([['A', 'm1']]))).toEqual(new Map());
  expect(await keys.record(claimed('B'))).toEqual(new Map());
  restart();
  expect(await keysOf('a').record(claimed('A').set('B', 'm1'))).toHaveProperty('size', 2);
  // Without a record, also when its time is over.
  await jest.advanceTimersByTimeAsync(2 * HOUR);
  disk.fill(0);
  expect(await keysOf('a').record(new Map([['A', 'm1']]))).toEqual(new Map());
});

it('forgets what was removed', async () => {
  const keys = keysOf('a');
  await keys.record(claimed('A', 'B'));
  await keys.remove(['A']);
  await keys.confirm('A', 'too late');
  expect(await keys.record(claimed('B'))).toHaveProperty('size', 1);
  restart();
  expect(await keysOf('a').record(claimed('A', 'B'))).toEqual(claimed('B'));
});

it('keeps the latest keys up to the number that is set, also those of an earlier run', async () => {
  const keys = keysOf('a');
  for (const key of ['Z', 'Y', 'X', 'A']) {
    await keys.record(claimed(key));
    await jest.advanceTimersByTimeAsync(1000);
  }
  restart();
  await file.ready;
  expect(file.names()).toHaveLength(3);
  await keysOf('a').record(claimed('B'));
  expect(file.names()).toHaveLength(3);
  await file.close();
  restart();
  expect(await keysOf('a').record(claimed('X', 'A', 'B'))).toHaveProperty('size', 3);
  expect(await keysOf('a', { ...rules, keysKept: 9 }).record(claimed('Y', 'Z'))).toEqual(new Map());
});

it('keeps a key for its whole time, however the clock is set', async () => {
  const keys = keysOf('a');
  await keys.record(claimed('A'));
  jest.setSystemTime(Date.now() + 400 * 24 * HOUR);
  expect(await keys.record(claimed('A'))).toHaveProperty('size', 1);
  await jest.advanceTimersByTimeAsync(HOUR - 1);
  expect(await keys.record(claimed('A'))).toHaveProperty('size', 1);
  await jest.advanceTimersByTimeAsync(1);
  expect(await keys.record(claimed('A'))).toEqual(new Map());
  await jest.advanceTimersByTimeAsync(HOUR);
  expect(await keys.record(claimed('B'))).toEqual(new Map());
  expect(file.names()).toHaveLength(1);
});

it('keeps a key for its whole time after a restart, if the clock was wrong when it was recorded', async () => {
  const keys = keysOf('a');
  await keys.record(claimed('A'));
  jest.setSystemTime(Date.now() + 3 * 24 * HOUR);
  await keys.record(claimed('B'));
  restart();
  expect(await keysOf('a').record(claimed('A', 'B'))).toHaveProperty('size', 2);
});

it('drops the key that was recorded first, not the one that was written first', async () => {
  const two = { keysKept: 2, keysKeptFor: HOUR };
  const keys = keysOf('a', two);
  await keys.record(claimed('A'));
  await jest.advanceTimersByTimeAsync(HOUR / 2);
  await keys.record(claimed('B'));
  await jest.advanceTimersByTimeAsync(HOUR / 2);
  await keys.record(claimed('A'));
  restart();
  await keysOf('a', two).record(claimed('C'));
  await file.close();
  restart();
  expect(await keysOf('a', { ...two, keysKept: 9 }).record(claimed('A', 'B', 'C'))).toEqual(
    claimed('A', 'C'),
  );
});

it('records nothing that the disk does not take, and says so', async () => {
  const keys = keysOf('a');
  await keys.record(claimed('A'));
  await file.flush();
  disk.failing = 1;
  await expect(keys.record(claimed('B'))).rejects.toThrow('the disk is full');
  expect(await keys.record(claimed('B'))).toEqual(new Map());
});

it('takes nothing else in the journal for a key', async () => {
  await keysOf('a').record(claimed('A', 'B', 'C'));
  const [one = '', other = '', third = ''] = file.names();
  await file.set([
    [one, { id: 'x' }],
    [other, 'text'],
    [third, { at: Date.now(), id: {}, by: {} }],
  ]);
  restart();
  expect(await keysOf('a').record(claimed('A', 'B', 'C'))).toEqual(claimed('C'));
});

it('has no store without an account', async () => {
  const keys = new StoredKeys(Object({ id: 'a', account: '' }));
  await expect(keys.record(claimed('A'))).rejects.toThrow('the node has no account');
});
