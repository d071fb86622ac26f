import { realDisk, type Disk } from './disk';
import { lengthOf, lineOf, newBatch, type Batch, type Change, type WrittenChange } from './journalLine';
import { LineFile } from './lineFile';

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

/** Smaller files are not worth folding. */
const LEAST_FOLDED = 64 * 1024;
const RETRY_MS = 1000;
/** How long after a file that cannot be used the next try is. */
const RELOAD_MS = 5000;

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
  private live = 0;
  private foldAt = LEAST_FOLDED;
  private isClosed = false;
  private batch: Batch | undefined;
  private writing: Promise<void> | undefined;
  /** Names whose removal could not be written yet. Only the writing of batches changes it: a name that is written anew meanwhile is owed no more. */
  private readonly owed = new Set<string>();
  private retry: NodeJS.Timeout | undefined;
  private reload: NodeJS.Timeout | undefined;
  private saysOwed = false;
  private isObsolete = false;
  private notDeleted: unknown;
  private readonly file: LineFile;

  /** @param disk another one is for tests; it is not locked */
  constructor(
    readonly path: string,
    private readonly tell: (notice: JournalNotice) => void,
    private readonly disk: Disk = realDisk,
  ) {
    this.file = new LineFile(path, disk);
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

  /** In bytes; 0 also if it cannot be used. */
  get size(): number {
    return this.isLoaded ? this.file.size : 0;
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

  /**
   * Deletes it. What is written then begins a new one.
   * @throws the error of the disk
   */
  async clear(): Promise<void> {
    this.isObsolete = true;
    this.start();
    await this.flush();
    if (this.notDeleted !== undefined) throw this.notDeleted;
  }

  /** Waits for what is being written, and lets the next process in. */
  async close(): Promise<void> {
    await this.ready.catch(() => undefined);
    clearTimeout(this.reload);
    if (this.owed.size > 0) this.start();
    await this.writing;
    this.isClosed = true;
    clearTimeout(this.retry);
    await this.file.close();
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
      if (await this.file.freeReserve()) return this.writeOwed();
      if (this.isClosed) return;
      if (!this.saysOwed) this.tell({ kind: 'notRemoved', file: this.path, reason });
      this.saysOwed = true;
      clearTimeout(this.retry);
      this.retry = setTimeout(() => this.start(), RETRY_MS).unref();
    }
  }

  private get mustFold(): boolean {
    return this.file.size > this.foldAt && this.live < this.file.size / 2;
  }

  private async writeAll(): Promise<void> {
    // What comes in the same turn of the event loop belongs to the first batch.
    await Promise.resolve();
    for (let batch = this.batch; batch !== undefined; batch = this.batch) {
      this.batch = undefined;
      if (this.isObsolete) this.notDeleted = await this.delete().catch((error: unknown) => error);
      await this.writeOwed();
      await this.writeBatch(batch);
      // A disk that is full has no room for a second file: later, then.
      if (this.mustFold) await this.fold().catch(() => (this.foldAt = 2 * this.file.size));
    }
    // Right when there is no batch: one that came before this would wait for the next.
    this.writing = undefined;
  }

  private async delete(): Promise<void> {
    this.isObsolete = false;
    await this.ready;
    await this.file.clear();
    this.texts.clear();
    this.owed.clear();
    this.live = 0;
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
    if (!(await this.file.isInPlace())) {
      // What is in memory was acknowledged.
      await this.fold();
      this.tell({ kind: 'changed', file: this.path });
    }
    const areRemovals = changes.every(([, text]) => text === undefined);
    await this.file.append(lines, areRemovals);
    for (const [name, text] of changes) {
      this.keep(name, text);
      this.owed.delete(name);
    }
  }

  private keep(name: string, text: string | undefined): void {
    this.live -= lengthOf(name, this.texts.get(name));
    if (text === undefined) this.texts.delete(name);
    else this.texts.set(name, text);
    this.live += lengthOf(name, text);
  }

  private async load(): Promise<void> {
    const found = await this.file.read();
    if (typeof found === 'string') {
      const setAside = `${this.path}.${found}-${Date.now()}`;
      await this.disk.rename(this.path, setAside);
      this.tell({ kind: found, file: this.path, setAside });
    } else {
      if (found.isTorn) this.tell({ kind: 'torn', file: this.path });
      this.texts = found.texts;
      for (const [name, text] of found.texts) this.live += lengthOf(name, text);
    }
    this.isLoaded = true;
  }

  /** Writes a new file of what is there, in place of the old one. */
  private async fold(): Promise<void> {
    await this.file.replace(linesOf(this.texts));
    this.foldAt = LEAST_FOLDED;
  }
}

function* linesOf(texts: ReadonlyMap<string, string>): Generator<string> {
  for (const entry of texts) yield lineOf([entry]);
}
