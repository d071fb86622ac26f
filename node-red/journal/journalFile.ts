import { dirname } from 'path';

import { realDisk, type Disk, type DiskFile } from './disk';
import { FileLock } from './fileLock';
import {
  headerOf,
  inBlocks,
  lengthOf,
  lineOf,
  newBatch,
  type Batch,
  type Change,
  type WrittenChange,
} from './journalLine';
import { readJournal } from './readJournal';

/** What a person must know about the file. */
export type JournalNotice =
  /** The last line was written in part; it announced nothing yet. */
  | { kind: 'torn'; file: string }
  /** The file could not be read to its end, or is a copy of another one. It was set aside, and a new one begun. */
  | { kind: 'damaged' | 'copy'; file: string; setAside: string }
  /** Somebody else has deleted, replaced or edited the file. It was written anew. */
  | { kind: 'changed'; file: string }
  /** What has ended could not be written down. A restart would bring it back; it is tried again. */
  | { kind: 'notRemoved'; file: string; reason: unknown };

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
  private texts = new Map<string, string>();
  private isLoaded = false;
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
  /** Names whose removal could not be written yet. Only the writing of batches changes it: a name that is written anew meanwhile is owed no more. */
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
        const found = await this.disk.stat(this.path).catch(() => ({ size: Infinity }));
        if (found !== undefined && found.size > 0) throw error;
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
    if (texts.length > 0) await this.append(texts);
  }

  /** Removes names, at once for who reads them. What cannot be written now is tried again until it is: a restart would bring it back. */
  async remove(names: Iterable<string>): Promise<void> {
    // What is being written, is owed or was not read yet, is not known yet.
    const isAnyKnown = this.isLoaded && this.writing === undefined && this.owed.size === 0;
    const removed = [...names].flatMap((name): WrittenChange[] =>
      !isAnyKnown || this.texts.has(name) ? [[name, undefined]] : [],
    );
    for (const [name] of removed) this.keep(name, undefined);
    if (removed.length > 0) await this.append(removed).catch(() => undefined);
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
    if (this.owed.size > 0) this.start();
    await this.writing;
    this.isClosed = true;
    clearTimeout(this.retry);
    await this.file?.close();
    await this.lock?.release();
  }

  private append(texts: readonly WrittenChange[]): Promise<void> {
    const line = lineOf(texts);
    const { changes, lines, done } = this.start();
    for (const change of texts) changes.push(change);
    lines.push(line);
    return done;
  }

  /** Writes the next batch as soon as that can be. */
  private start(): Batch {
    const batch = (this.batch ??= newBatch());
    this.writing ??= this.writeAll();
    return batch;
  }

  private async writeOwed(): Promise<void> {
    if (this.owed.size === 0) return;
    const removed = [...this.owed].map((name): WrittenChange => [name, undefined]);
    try {
      await this.write([lineOf(removed)], removed);
      this.saysOwed = false;
    } catch (reason) {
      if (await this.freeReserve()) return this.writeOwed();
      if (this.isClosed) return;
      if (!this.saysOwed) this.tell({ kind: 'notRemoved', file: this.path, reason });
      this.saysOwed = true;
      clearTimeout(this.retry);
      this.retry = setTimeout(() => this.start(), RETRY_MS).unref();
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
    try {
      const file = await this.disk.open(this.reserve, 'w', MODE);
      try {
        await file.appendFile('\0'.repeat(RESERVE));
        await file.datasync();
      } finally {
        await file.close();
      }
    } catch (error) {
      await this.freeReserve();
      throw error;
    }
  }

  get reserve(): string {
    return `${this.path}.reserve`;
  }

  private get header(): string {
    return `${headerOf(this.path)}\n`;
  }

  private get mustFold(): boolean {
    return this.size > this.foldAt && this.live < this.size / 2;
  }

  private async writeAll(): Promise<void> {
    // What comes in the same turn of the event loop belongs to the first batch.
    await Promise.resolve();
    for (let batch = this.batch; batch !== undefined; batch = this.batch) {
      this.batch = undefined;
      await this.writeOwed();
      await this.writeBatch(batch);
      // A disk that is full has no room for a second file: later, then.
      if (this.mustFold) await this.fold().catch(() => (this.foldAt = 2 * this.size));
    }
    // Right when there is no batch: one that came before this would wait for the next.
    this.writing = undefined;
  }

  private async writeBatch({ lines, changes, settle }: Batch): Promise<void> {
    try {
      await this.write(lines, changes);
      settle();
    } catch (error) {
      for (const [name, text] of changes) if (text === undefined) this.owed.add(name);
      await this.writeOwed();
      settle(error);
    }
  }

  private async write(lines: readonly string[], changes: readonly WrittenChange[]): Promise<void> {
    if (lines.length === 0) return;
    await this.ready;
    if (this.isClosed) throw new Error(`${this.path} is closed`);
    this.lock?.check();
    const file = await this.openedFile();
    // Where there is no room for the removal of a record, it is not written: a restart would bring it back.
    if (!this.hasReserve && changes.some(([, text]) => text !== undefined)) await this.makeReserve();
    this.isTorn = true;
    try {
      const size = await appendTo(file, this.size === 0 ? [this.header, ...lines] : lines);
      await file.datasync();
      this.size += size;
      this.isTorn = false;
    } catch (error) {
      // Whole lines of it would come back with a restart.
      await this.cutTorn().catch(() => undefined);
      throw error;
    }
    for (const [name, text] of changes) {
      this.keep(name, text);
      this.owed.delete(name);
    }
  }

  private async cutTorn(): Promise<void> {
    if (this.isTorn) await this.file?.truncate(this.size);
    this.isTorn = false;
  }

  /** The file as it was left. If somebody else has made something else of it, it is written anew: what is in memory was acknowledged. */
  private async openedFile(): Promise<DiskFile> {
    const file = (this.file ??= await this.openFile());
    if (await this.isInPlace(file)) {
      await this.cutTorn();
      return file;
    }
    await this.hold();
    await this.fold();
    this.hasReserve = false;
    this.tell({ kind: 'changed', file: this.path });
    return (this.file = await this.openFile());
  }

  private async isInPlace(file: DiskFile): Promise<boolean> {
    const [own, found] = await Promise.all([file.stat(), this.disk.stat(this.path)]);
    if (own.ino !== found?.ino) return false;
    return this.isTorn ? found.size >= this.size : found.size === this.size;
  }

  private async hold(): Promise<void> {
    await this.disk.folder(dirname(this.path));
    await this.lock?.take();
  }

  private async openFile(): Promise<DiskFile> {
    await this.hold();
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
    await this.hold();
    this.hasReserve = (await this.disk.stat(this.reserve)) !== undefined;
    const found = await readJournal(this.disk.read(this.path), headerOf(this.path));
    if (typeof found === 'string') {
      const setAside = `${this.path}.${found}-${Date.now()}`;
      await this.disk.rename(this.path, setAside);
      this.tell({ kind: found, file: this.path, setAside });
    } else {
      if (found.isTorn) this.tell({ kind: 'torn', file: this.path });
      Object.assign(this, found);
      for (const [name, text] of found.texts) this.live += lengthOf(name, text);
    }
    this.isLoaded = true;
  }

  /** Writes a new file of what is there, in place of the old one. */
  private async fold(): Promise<void> {
    const part = `${this.path}.new`;
    const file = await this.disk.open(part, 'w', MODE);
    let size = 0;
    try {
      size = await appendTo(file, linesOf(this.header, this.texts));
      await file.datasync();
    } finally {
      await file.close();
    }
    await this.disk.rename(part, this.path);
    // What is written now goes to the new file, whatever becomes of the old one.
    const old = this.file;
    Object.assign(this, { file: undefined, size, isTorn: false, foldAt: LEAST_FOLDED });
    await old?.close();
  }
}

function* linesOf(header: string, texts: ReadonlyMap<string, string>): Generator<string> {
  yield header;
  for (const entry of texts) yield lineOf([entry]);
}

/** Resolves with how many bytes that are. */
async function appendTo(file: DiskFile, lines: Iterable<string>): Promise<number> {
  let size = 0;
  for (const block of inBlocks(lines)) {
    const bytes = Buffer.from(block);
    await file.appendFile(bytes);
    size += bytes.length;
  }
  return size;
}
