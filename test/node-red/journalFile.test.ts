import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import fc from 'fast-check';

import { FileLock } from '../../node-red/journal/fileLock';
import { JournalFile, type JournalNotice } from '../../node-red/journal/journalFile';
import { anyCharacter } from '../anyCharacter';
import { until } from '../hosts/n8n/until';
import { volume } from '../volume';
import { FakeDisk } from './fakeDisk';

const PATH = '/user/messaging-service/account.jsonl';
let notices: JournalNotice[];

beforeEach(() => (notices = []));

function opened(disk: FakeDisk): JournalFile {
  return new JournalFile(PATH, (notice) => notices.push(notice), disk);
}

function valuesOf(file: JournalFile): Record<string, unknown> {
  return Object.fromEntries(file.startingWith(''));
}

function setIn(file: JournalFile, name: string, value: unknown): Promise<boolean> {
  return file.set([[name, value]]).then(
    () => true,
    () => false,
  );
}

async function foundAfter(disk: FakeDisk, kept = 0): Promise<Record<string, unknown>> {
  const file = opened(disk.restarted(kept));
  await file.ready;
  return valuesOf(file);
}

it('has what was set after the machine loses power', async () => {
  const disk = new FakeDisk();
  const file = opened(disk);
  await file.set([
    ['a', { text: 'ü\n"' }],
    ['b', 1],
  ]);
  await file.set([['b', undefined]]);
  expect(await foundAfter(disk)).toEqual({ a: { text: 'ü\n"' } });
  expect(notices).toEqual([]);
});

it('syncs once for what comes at the same moment', async () => {
  const disk = new FakeDisk();
  const file = opened(disk);
  await file.set([['first', 0]]);
  await file.flush();
  const before = disk.syncs;
  await Promise.all(Array.from({ length: 200 }, (_, index) => file.set([[`k${index}`, index]])));
  expect(disk.syncs - before).toBe(1);
  expect(Object.keys(await foundAfter(disk))).toHaveLength(201);
});

it('writes nothing where there is nothing to write', async () => {
  const disk = new FakeDisk();
  const file = opened(disk);
  await file.set([]);
  await file.remove([]);
  expect(file.size).toBe(0);
  expect(disk.paths()).toEqual([]);
});

it('takes what is written at any moment while it is deleted', async () => {
  for (let turns = 0; turns < 30; turns += 1) {
    const disk = new FakeDisk();
    const file = opened(disk);
    await file.set([['old', 1]]);
    const deleted = file.clear();
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    await Promise.all([deleted, file.set([['new', 2]])]);
    expect(await foundAfter(disk)).toEqual({ new: 2 });
  }
});

it('makes up for a removal that failed when it is closed', async () => {
  const disk = new FakeDisk();
  const file = opened(disk);
  await file.set([['a', 1]]);
  disk.failing = 3;
  await file.remove(['a']);
  expect(notices).toMatchObject([{ kind: 'notRemoved' }]);
  await file.close();
  expect(await foundAfter(disk)).toEqual({});
});

it('tries a removal that failed again until it is written, and says so once', async () => {
  jest.useFakeTimers();
  try {
    const disk = new FakeDisk();
    const file = opened(disk);
    await file.set([['a', 1]]);
    disk.failing = 9;
    await file.remove(['a']);
    await jest.advanceTimersByTimeAsync(9000);
    expect(await foundAfter(disk)).toEqual({});
    expect(notices).toHaveLength(1);
  } finally {
    jest.useRealTimers();
  }
});

describe('a disk that is full', () => {
  /** A journal with 100 values on a disk that has no room for anything more. */
  async function full() {
    const disk = new FakeDisk();
    const file = opened(disk);
    await file.set(Array.from({ length: 100 }, (_, index) => [`k${index}`, 'x'.repeat(100)] as const));
    await file.flush();
    disk.fill(10);
    return { disk, file };
  }

  it('keeps what was confirmed, takes nothing more, and what has ended does not come back', async () => {
    const { disk, file } = await full();
    await expect(file.set([['more', 1]])).rejects.toThrow('the disk is full');
    for (let index = 0; index < 90; index += 1) await file.remove([`k${index}`]);
    expect(notices).toEqual([]);
    const found = await foundAfter(disk, 1);
    expect(Object.keys(found)).toEqual(Array.from({ length: 10 }, (_, index) => `k${index + 90}`));
  });

  it('takes values again when there is room, and is full again as before', async () => {
    const { disk, file } = await full();
    await file.remove(['k0']);
    disk.capacity = Infinity;
    await file.set([['more', 1]]);
    await file.flush();
    disk.fill(10);
    await file.remove(['k1', 'more']);
    expect(notices).toEqual([]);
    expect(Object.keys(await foundAfter(disk, 1))).toHaveLength(98);
  });

  it('still takes removals after a restart', async () => {
    const disk = (await full()).disk.restarted(1);
    const file = opened(disk);
    await file.ready;
    await file.remove(['k0', 'k1']);
    expect(notices).toEqual([]);
    expect(Object.keys(await foundAfter(disk))).toHaveLength(98);
  });
});

it('removes a name that is being written', async () => {
  const disk = new FakeDisk();
  const file = opened(disk);
  await Promise.all([file.set([['a', 1]]), file.remove(['a'])]);
  expect(await foundAfter(disk)).toEqual({});
});

it('refuses what cannot be written where the file was deleted, until it can', async () => {
  const disk = new FakeDisk();
  const file = opened(disk);
  await file.set([['a', 1]]);
  await file.flush();
  await disk.remove(PATH);
  disk.failing = 1;
  expect([await setIn(file, 'b', 2), await setIn(file, 'c', 3)]).toEqual([false, true]);
  expect(await foundAfter(disk)).toEqual({ a: 1, c: 3 });
  expect(notices).toEqual([{ kind: 'changed', file: PATH }]);
});

it('writes nothing once it is closed', async () => {
  const file = opened(new FakeDisk());
  await file.close();
  await expect(file.set([['a', 1]])).rejects.toThrow('closed');
});

describe('folding', () => {
  it('drops what is dead when it is more than half', async () => {
    const disk = new FakeDisk();
    const file = opened(disk);
    await file.set([['kept', 'k']]);
    for (let round = 0; round < 300; round += 1) await file.set([['a', 'x'.repeat(1000)]]);
    expect(disk.content(PATH)?.length).toBeLessThan(80_000);
    expect(disk.paths().sort()).toEqual([PATH, `${PATH}.reserve`]);
    await file.close();
    expect(disk.openFiles).toBe(0);
    expect(await foundAfter(disk)).toEqual({ kept: 'k', a: 'x'.repeat(1000) });
  });

  it('waits until more than half is dead', async () => {
    const disk = new FakeDisk();
    const file = opened(disk);
    await file.set(Array.from({ length: 100 }, (_, index) => [`k${index}`, 'x'.repeat(1000)] as const));
    const whole = disk.content(PATH)?.length ?? 0;
    for (let index = 0; index < 40; index += 1) await file.remove([`k${index}`]);
    expect(disk.content(PATH)?.length).toBeGreaterThan(whole);
    for (let index = 40; index < 60; index += 1) await file.remove([`k${index}`]);
    expect(disk.content(PATH)?.length).toBeLessThan(whole / 2);
  });

  it('leaves no part of a new file where there is no room for all of it', async () => {
    const disk = new FakeDisk();
    const file = opened(disk);
    const names = Array.from({ length: 100 }, (_, index) => `k${index}`);
    await file.set(names.map((name) => [name, 'x'.repeat(1000)] as const));
    disk.fill(5000);
    await file.remove(names.slice(40));
    await file.flush();
    expect(disk.paths().sort()).toEqual([PATH, `${PATH}.reserve`]);
  });

  it('loses nothing, whichever operation of the disk fails, and what was refused does not come back', async () => {
    for (let failing = 1; failing < 50; failing += 1) {
      let operations = 0;
      const disk = new FakeDisk(() => {
        if ((operations += 1) === failing) throw new Error('EIO');
        return 0;
      });
      const file = opened(disk);
      const confirmed: Record<string, string> = {};
      for (const name of ['a', 'b', 'a', 'a', 'b', 'c']) {
        const value = `${operations}`.padStart(30_000);
        const [isSet] = await Promise.all([setIn(file, name, value), setIn(file, `${name}2`, value)]);
        if (isSet) Object.assign(confirmed, { [name]: value, [`${name}2`]: value });
      }
      operations = Infinity;
      expect(await foundAfter(disk, 1)).toEqual(confirmed);
    }
  });
});

describe('what is found at the start', () => {
  const header = `{"version":1,"file":"${basename(PATH)}"}\n`;
  const bytesOf = (...parts: Array<string | number>) =>
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.of(part))));
  it.each<[string, string | Buffer, Record<string, unknown>, string[]]>([
    ['an empty file', '', {}, []],
    ['a torn header', '{"vers', {}, ['torn']],
    ['a torn last line', `${header}[["a",1]]\n[["b",`, { a: 1 }, ['torn']],
    ['a line that is whole but for its end', `${header}[["a",1]]`, {}, ['torn']],
    ['a damaged line', `${header}[["a",1]]\n[["b",\n[["c",1]]\n`, {}, ['damaged']],
    ['lines of another kind', `${header}{"a":1}\n`, {}, ['damaged']],
    ['another version', '{"version":99}\n[["a",1]]\n', {}, ['damaged']],
    ['no header', '[["a",1]]\n', {}, ['damaged']],
    ['a copy of another file', '{"version":1,"file":"b.jsonl"}\n[["a",1]]\n', {}, ['copy']],
    ['zeros', '\0'.repeat(100), {}, ['torn']],
    ['a byte that is no text', bytesOf(`${header}[["a","`, 0xe4, `"]]\n`), {}, ['damaged']],
    ['the same in a torn line', bytesOf(`${header}[["a","ä"]]\n[["b","`, 0xe4), { a: 'ä' }, ['torn']],
  ])('%s: what cannot be used is kept under another name', async (_name, content, values, told) => {
    const disk = new FakeDisk();
    disk.write(PATH, content);
    const file = opened(disk);
    await file.ready;
    expect(valuesOf(file)).toEqual(values);
    const [setAside = ''] = notices.flatMap((notice) => ('setAside' in notice ? notice.setAside : []));
    expect(disk.content(setAside)).toBe(setAside === '' ? undefined : String(content));
    await file.set([['new', 1]]);
    expect(await foundAfter(disk)).toEqual({ ...values, new: 1 });
    expect(notices.map(({ kind }) => kind)).toEqual(told);
  });

  it('takes values that are written in several blocks', async () => {
    const disk = new FakeDisk();
    const values = { a: 'a'.repeat(2_000_000), b: 'b', c: 'c'.repeat(2_000_000) };
    const file = opened(disk);
    await Promise.all(Object.entries(values).map((each) => file.set([each])));
    // The reserve; the header and a; b and c; the rest, which is nothing.
    expect(disk.appends).toBe(4);
    expect(await foundAfter(disk)).toEqual(values);
  });

  it('is read as soon as it can be', async () => {
    jest.useFakeTimers();
    try {
      const disk = new FakeDisk();
      await opened(disk).set([['a', 1]]);
      const away = jest.spyOn(disk, 'stat').mockRejectedValue(new Error('EIO'));
      const file = opened(disk);
      for (const tried of [file.ready, file.read, file.set([['b', 2]])])
        await expect(tried).rejects.toThrow('EIO');
      away.mockRestore();
      await jest.advanceTimersByTimeAsync(6000);
      await Promise.all([file.ready, file.read, file.loaded, file.set([['b', 2]])]);
      expect(valuesOf(file)).toEqual({ a: 1, b: 2 });
    } finally {
      jest.useRealTimers();
    }
  });
});

it('whatever is killed, cut off or full: what was confirmed is there, and nothing else but what was asked for', async () => {
  const is = <Kind extends string>(kind: Kind) => fc.constant(kind);
  const names = fc.nat(5);
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: is('set'), name: names, value: fc.string() }) },
    { weight: 3, arbitrary: fc.record({ kind: is('remove'), name: names }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: is('anew'),
        name: names,
        value: fc.string({ unit: anyCharacter }),
        later: fc.nat(30),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: is('fail'), times: fc.integer({ min: 1, max: 5 }) }) },
    { weight: 1, arbitrary: fc.record({ kind: is('big') }) },
    { weight: 1, arbitrary: fc.record({ kind: is('gone'), name: names, value: fc.string() }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: is('restart'), kept: fc.double({ min: 0, max: 1, noNaN: true }) }),
    },
  );
  const schedule = fc.array(step, { minLength: 1, maxLength: 40 });
  const removedTwiceOnAFullDisk = [
    { kind: 'set', name: 1, value: '' },
    { kind: 'fail', times: 3 },
    ...[1, 1].map((name) => ({ kind: 'remove' as const, name })),
    { kind: 'restart', kept: 0 },
  ] satisfies Array<typeof step extends fc.Arbitrary<infer Step> ? Step : never>;
  const end = [
    { kind: 'set', name: 5, value: '' },
    { kind: 'restart', kept: 1 },
  ] as const;
  await fc.assert(
    fc.asyncProperty(schedule, async (steps) => {
      let disk = new FakeDisk();
      let file = opened(disk);
      /** What each name may have: the confirmed value, and later ones that are not confirmed. */
      const possible = new Map<string, unknown[]>();
      const allowed = (name: string) => possible.get(name) ?? [undefined];
      for (const each of [...steps, ...end]) {
        if (each.kind === 'fail') disk.failing = each.times;
        else if (each.kind === 'restart') {
          // A call that is under way while the power goes.
          possible.set('1', [...allowed('1'), 'late']);
          void file.set([['1', 'late']]).catch(() => undefined);
          disk = disk.restarted(each.kept);
          file = opened(disk);
          await file.ready;
          const found = valuesOf(file);
          for (const name of possible.keys()) {
            expect(allowed(name)).toContainEqual(found[name]);
            possible.set(name, [found[name]]);
          }
        } else if (each.kind === 'remove') {
          const name = String(each.name);
          const mayFail = disk.failing > 0;
          await file.remove([name]);
          expect(file.names()).not.toContain(name);
          possible.set(name, mayFail ? [...allowed(name), undefined] : [undefined]);
        } else if (each.kind === 'anew') {
          const name = String(each.name);
          const removed = file.remove([name]);
          for (let turn = 0; turn < each.later; turn += 1) await Promise.resolve();
          const isSet = await setIn(file, name, each.value);
          await removed;
          if (isSet) expect(valuesOf(file)[name]).toBe(each.value);
          possible.set(name, isSet ? [each.value] : [...allowed(name), each.value, undefined]);
        } else {
          const name = each.kind === 'big' ? 'big' : String(each.name);
          const value = each.kind === 'big' ? 'x'.repeat(40_000) : each.value;
          if (each.kind === 'gone') await disk.remove(PATH);
          const isSet = await setIn(file, name, value);
          // What cannot be written anew may be lost with the file.
          if (each.kind === 'gone' && !isSet)
            for (const [gone, values] of possible) possible.set(gone, [...values, undefined]);
          possible.set(name, isSet ? [value] : [...allowed(name), value]);
        }
      }
    }),
    { numRuns: volume({ full: 10_000, quick: 200 }), examples: [[removedTwiceOnAFullDisk]] },
  );
});

describe('on a real disk', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'journal-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const file = () => new JournalFile(join(folder, 'deep', 'a.jsonl'), (notice) => notices.push(notice));

  it('only its user can read the file, and a later run finds its values', async () => {
    const first = file();
    await first.set([['a', 1]]);
    expect(statSync(first.path).mode & 0o777).toBe(0o600);
    await first.close();
    const second = file();
    await second.ready;
    expect(valuesOf(second)).toEqual({ a: 1 });
    await second.close();
  });

  it.each<[string, (path: string) => void]>([
    ['its folder is deleted', (path) => rmSync(dirname(path), { recursive: true })],
    ['the file is deleted', rmSync],
    [
      'the file is replaced by a copy',
      (path) => {
        copyFileSync(path, `${path}.bak`);
        renameSync(`${path}.bak`, path);
      },
    ],
    ['the file is overwritten', (path) => writeFileSync(path, 'x')],
    ['something is added to the file', (path) => appendFileSync(path, '[["d",4]]\n')],
  ])('while it runs, %s: it is written anew, and locked', async (_name, change) => {
    const first = file();
    await first.set([['a', 1]]);
    change(first.path);
    await Promise.all([first.set([['b', 2]]), first.set([['c', 3]])]);
    expect(notices).toEqual([{ kind: 'changed', file: first.path }]);
    expect(existsSync(`${first.path}.lock`)).toBe(true);
    await first.close();
    const second = file();
    await second.ready;
    expect(valuesOf(second)).toEqual({ a: 1, b: 2, c: 3 });
    await second.close();
  });

  describe('its lock', () => {
    let path: string;
    beforeEach(() => (path = join(folder, 'lock')));

    it('is taken from an owner that shows no life, by one of those who find that, and not before', async () => {
      for (let round = 0; round < 3; round += 1) {
        writeFileSync(path, 'x');
        // The time of the machine may be another by now.
        utimesSync(path, 0, 2_000_000_000 * round);
        const beat = setInterval(() => utimesSync(path, new Date(), new Date()), 5).unref();
        const locks = [1, 2, 3, 4].map(() => new FileLock(path, 100));
        await expect(locks[0]?.take()).rejects.toThrow('another Node-RED uses');
        clearInterval(beat);
        const taken = await Promise.allSettled(locks.map((lock) => lock.take()));
        expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        for (const lock of locks) await lock.release();
        expect(readdirSync(folder)).toEqual([]);
      }
    });

    it('is taken from a process that has ended, whatever its last beat was', async () => {
      const [first, second] = [new FileLock(path), new FileLock(path, 20)];
      await first.take();
      const [id, , processes] = readFileSync(path, 'utf8').split(' ');
      await first.release();
      writeFileSync(path, `${id} ${2 ** 22 + 1} ${processes}`);
      const beat = setInterval(() => utimesSync(path, new Date(), new Date()), 5).unref();
      await second.take();
      clearInterval(beat);
      await second.release();
    });

    it('leaves nothing of its own beside a lock that it cannot replace', async () => {
      mkdirSync(path);
      await expect(new FileLock(path, 20).take()).rejects.toThrow('EISDIR');
      expect(readdirSync(folder)).toEqual(['lock']);
    });

    it('is made again where it was deleted, and once another one has it nothing more is written', async () => {
      const [lock, other] = [new FileLock(path, 20), new FileLock(path, 40)];
      await lock.take();
      rmSync(path);
      await until('the lock', async () => existsSync(path));
      await expect(other.take()).rejects.toThrow('another Node-RED uses');
      lock.check();
      writeFileSync(path, 'x');
      await expect(lock.take()).rejects.toThrow('another Node-RED uses');
      expect(() => lock.check()).toThrow('another Node-RED uses');
      await lock.release();
      expect(existsSync(path)).toBe(true);
    });
  });
});
