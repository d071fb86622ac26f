import { dirname } from 'path';

import { realDisk, type Disk, type DiskFile } from './disk';
import { FileLock } from './fileLock';
import {
  inParts,
  lengthOf,
  lineOf,
  newBatch,
  readLine,
  type Batch,
  type Change,
  type WrittenChange,
} from './journalLine';

/** What a person must know about the file. */
export type JournalNotice =
  /** The last line was written in part; it announced nothing yet. */
  | { kind: 'torn'; file: string }
  /** The file could not be read to its end. It was set aside, and a new one begun. */
  | { kind: 'damaged'; file: string; setAside: string }
  /** What has ended could not be written down. A restart would bring it back; it is tried again. */
  | { kind: 'notRemoved'; file: string; reason: unknown };

const HEADER = JSON.stringify({ version: 1 });
const MODE = 0o600;
/** Smaller files are not worth folding. */
const LEAST_FOLDED = 64 * 1024;
const RETRY_MS = 1000;
/** How long after a file that cannot be used the next try is. */
const RELOAD_MS = 5000;
/** Bytes that are kept free for some hundred removals. */
const RESERVE = 64 * 1024;

/**
 * What must survive a restart and `kill -9`, by name, in one append-only file: a line for each change, written and synced before `set()`
 * resolves. Changes of the same moment share one sync. When more than half of the file is dead, it is folded.
 */
export class JournalFile {
  /** Resolves when the file was read. Rejects if it cannot be used at the moment; then `set()` rejects as well. */
  ready: Promise<void>;
  /** Resolves when it is known what an earlier run has written. Rejects if that is there, and cannot be used at the moment. */
  read: Promise<void>;
  /** Resolves as `read`, however often that must be tried. */
  readonly loaded: Promise<void>;
  /** Each value as JSON. */
  private readonly texts = new Map<string, string>();
  private file: DiskFile | undefined;
  private size = 0;
  private live = 0;
  /** A failed write may have left a part of its lines behind `size`. */
  private isTorn = false;
  private foldAt = LEAST_FOLDED;
  private hasReserve = false;
  private isClosed = false;
  private batch: Batch | undefined;
  private writing: Promise<void> | undefined;
  /** Names whose removal could not be written yet. */
  private readonly owed = new Set<string>();
  private retry: NodeJS.Timeout | undefined;
  private reload: NodeJS.Timeout | undefined;
  private saysOwed = false;
  private readonly lock: FileLock | undefined;

  /** @param disk another one is for tests; it is not locked */
  constructor(
    readonly path: string,
    private readonly tell: (notice: JournalNotice) => void,
    private readonly disk: Disk = realDisk,
  ) {
    this.lock = disk === realDisk ? new FileLock(`${path}.lock`) : undefined;
    let isLoaded: () => void = () => undefined;
    this.loaded = new Promise((resolve) => (isLoaded = resolve));
    const load = () => {
      this.ready = this.load();
      this.read = this.ready.catch(async (error: unknown) => {
        this.reload = setTimeout(load, RELOAD_MS).unref();
        const content = await this.disk.readFile(this.path).catch(() => 'something');
        if (content !== undefined && content !== '') throw error;
      });
      this.read.then(isLoaded, () => undefined);
    };
    this.ready = this.read = Promise.resolve();
    load();
  }

  /** All values whose name begins so, in the order in which they were first written. */
  startingWith(prefix: string): Map<string, unknown> {
    const found = new Map<string, unknown>();
    for (const [name, text] of this.texts) if (name.startsWith(prefix)) found.set(name, JSON.parse(text));
    return found;
  }

  names(): string[] {
    return [...this.texts.keys()];
  }

  /**
   * Writes values, all or none. Resolves when they are on the disk.
   * @throws the error of the disk; then nothing of it is written
   */
  async set(changes: Iterable<Change>): Promise<void> {
    const texts = [...changes].map(([name, value]) => [name, JSON.stringify(value)] as const);
    if (texts.length === 0) return;
    // A new value takes the place of one whose removal is still owed.
    const owed = texts.flatMap(([name]) => (this.owed.delete(name) ? [name] : []));
    try {
      await this.ready;
      await this.append(texts);
    } catch (error) {
      for (const name of owed) this.owed.add(name);
      throw error;
    }
  }

  /** Removes names, at once for who reads them. What cannot be written now is tried again until it is: a restart would bring it back. */
  async remove(names: Iterable<string>): Promise<void> {
    const given = [...names];
    const known = given.filter((name) => this.texts.has(name));
    for (const name of known) {
      this.owed.add(name);
      this.keep(name, undefined);
    }
    await this.ready.catch(() => undefined);
    // What is being written is not there yet.
    if (this.writing !== undefined) for (const name of given) this.owed.add(name);
    await this.settleOwed();
  }

  /** Resolves when nothing is being written. */
  async flush(): Promise<void> {
    await this.ready.catch(() => undefined);
    await this.writing;
  }

  /** Waits for what is being written, and lets the next process in. */
  async close(): Promise<void> {
    await this.ready.catch(() => undefined);
    clearTimeout(this.reload);
    await this.settleOwed();
    clearTimeout(this.retry);
    await this.writing;
    this.isClosed = true;
    await this.file?.close();
    await this.lock?.release();
  }

  private append(texts: readonly WrittenChange[]): Promise<void> {
    this.batch ??= newBatch();
    const { changes, lines, done } = this.batch;
    changes.push(...texts);
    lines.push(lineOf(texts));
    this.writing ??= this.writeAll();
    return done;
  }

  private async settleOwed(): Promise<void> {
    const names = [...this.owed];
    this.owed.clear();
    if (names.length === 0) return;
    try {
      await this.append(names.map((name) => [name, undefined]));
      this.saysOwed = false;
    } catch (reason) {
      for (const name of names) this.owed.add(name);
      if (await this.freeReserve()) return this.settleOwed();
      if (!this.saysOwed) this.tell({ kind: 'notRemoved', file: this.path, reason });
      this.saysOwed = true;
      this.retry = setTimeout(() => void this.settleOwed(), RETRY_MS);
      this.retry.unref();
    }
  }

  /** On a full disk, what has ended must still be written down: a restart would bring it back. Returns whether there was something to free. */
  private async freeReserve(): Promise<boolean> {
    if (!this.hasReserve) return false;
    this.hasReserve = false;
    return this.disk.remove(this.reserve).then(
      () => true,
      () => false,
    );
  }

  private async makeReserve(): Promise<void> {
    this.hasReserve = true;
    const file = await this.disk.open(this.reserve, 'w', MODE);
    try {
      await file.appendFile('\0'.repeat(RESERVE));
      await file.datasync();
    } finally {
      await file.close();
    }
  }

  get reserve(): string {
    return `${this.path}.reserve`;
  }

  private get mustFold(): boolean {
    return this.size > this.foldAt && this.live < this.size / 2;
  }

  private async writeAll(): Promise<void> {
    // What comes in the same turn of the event loop belongs to the first batch.
    await Promise.resolve();
    for (let batch = this.batch; batch !== undefined; batch = this.batch) {
      this.batch = undefined;
      try {
        await this.write(batch);
        batch.settle();
        // There is room. Not after a removal, which may have used the last of it.
        if (!this.hasReserve && batch.changes.some(([, value]) => value !== undefined))
          await this.makeReserve().catch(() => this.freeReserve());
      } catch (error) {
        // Whole lines of it would come back with a restart.
        await this.cutTorn().catch(() => undefined);
        batch.settle(error);
      }
      // A disk that is full has no room for a second file: later, then.
      if (this.mustFold) await this.fold().catch(() => (this.foldAt = 2 * this.size));
    }
    // Right when there is no batch: one that came before this would wait for the next.
    this.writing = undefined;
  }

  private async write({ lines, changes }: Batch): Promise<void> {
    if (this.isClosed) throw new Error(`${this.path} is closed`);
    const file = (this.file ??= await this.openFile());
    await this.cutTorn();
    this.isTorn = true;
    const text = (this.size === 0 ? `${HEADER}\n` : '') + lines.join('');
    await file.appendFile(text);
    await file.datasync();
    this.isTorn = false;
    this.size += Buffer.byteLength(text);
    for (const [name, value] of changes) this.keep(name, value);
  }

  private async cutTorn(): Promise<void> {
    if (this.isTorn) await this.file?.truncate(this.size);
    this.isTorn = false;
  }

  private async openFile(): Promise<DiskFile> {
    const file = await this.disk.open(this.path, 'a', MODE);
    // The name of a new file is written as well.
    await this.disk.syncFolder(dirname(this.path));
    return file;
  }

  private keep(name: string, text: string | undefined): void {
    this.live -= lengthOf(name, this.texts.get(name));
    if (text === undefined) this.texts.delete(name);
    else this.texts.set(name, text);
    this.live += lengthOf(name, text);
  }

  private async load(): Promise<void> {
    await this.disk.folder(dirname(this.path));
    await this.lock?.take();
    const content = (await this.disk.readFile(this.path)) ?? '';
    const end = content.lastIndexOf('\n') + 1;
    if (end < content.length) this.tell({ kind: 'torn', file: this.path });
    if (!this.takeLines(content.slice(0, end))) {
      this.texts.clear();
      this.live = 0;
      const setAside = `${this.path}.damaged-${Date.now()}`;
      await this.disk.rename(this.path, setAside);
      this.tell({ kind: 'damaged', file: this.path, setAside });
    }
    this.isTorn = end < content.length;
    this.hasReserve = (await this.disk.readFile(this.reserve)) !== undefined;
  }

  /** Takes every change of these lines; false if one of them cannot be read. */
  private takeLines(content: string): boolean {
    const [header = '', ...lines] = content.split('\n').slice(0, -1);
    if (content !== '' && header !== HEADER) return false;
    for (const line of lines) {
      const changes = readLine(line);
      if (changes === undefined) return false;
      for (const [name, value] of changes) this.keep(name, JSON.stringify(value));
    }
    this.size = Buffer.byteLength(content);
    return true;
  }

  /** Writes a new file of what is there, in place of the old one. */
  private async fold(): Promise<void> {
    const part = `${this.path}.new`;
    const file = await this.disk.open(part, 'w', MODE);
    let size = 0;
    try {
      for (const text of [`${HEADER}\n`, ...inParts(this.texts)]) {
        await file.appendFile(text);
        size += Buffer.byteLength(text);
      }
      await file.datasync();
    } finally {
      await file.close();
    }
    await this.disk.rename(part, this.path);
    await this.disk.syncFolder(dirname(this.path));
    await this.file?.close();
    Object.assign(this, { file: undefined, size, isTorn: false, foldAt: LEAST_FOLDED });
  }
}
