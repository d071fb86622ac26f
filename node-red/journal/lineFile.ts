import { dirname } from 'path';

import { realDisk, type Disk, type DiskFile } from './disk';
import { FileLock } from './fileLock';
import { headerOf, readJournal } from './journalLine';

const MODE = 0o600;
/** Enough for some hundred removals. */
const RESERVE = 64 * 1024;
/** About how many characters are written at a time. */
const BLOCK = 1024 * 1024;

/** The lines of a journal on the disk: a change of them is there as a whole or not at all. Another Node-RED is kept away. */
export class LineFile {
  /** In bytes. */
  size = 0;
  private file: DiskFile | undefined;
  private hasReserve = false;
  private readonly lock: FileLock | undefined;

  /** @param disk one that is not real is not locked */
  constructor(
    private readonly path: string,
    private readonly disk: Disk,
  ) {
    this.lock = disk === realDisk ? new FileLock(`${path}.lock`) : undefined;
  }

  /** Reads it, and cuts off what is no whole line. */
  async read(): ReturnType<typeof readJournal> {
    await this.hold();
    const found = await readJournal(this.disk.read(this.path), headerOf(this.path));
    const { size, isTorn } = typeof found === 'string' ? { size: 0, isTorn: false } : found;
    this.size = size;
    if (isTorn) await (await this.opened()).truncate(size);
    return found;
  }

  /**
   * Whether it is as it was left: nobody else has deleted, replaced or edited it.
   * @throws Error if another process has taken the lock, or the error of the disk
   */
  async isInPlace(): Promise<boolean> {
    this.lock?.check();
    const file = await this.opened();
    const [own, found] = await Promise.all([file.stat(), this.disk.stat(this.path)]);
    return own.ino === found?.ino && found.size === this.size;
  }

  /**
   * Resolves when they are on the disk. Where there is no room for the removal of a record, it is not written: a restart would bring it back.
   * @throws the error of the disk
   */
  async append(lines: readonly string[], areRemovals: boolean): Promise<void> {
    const file = await this.opened();
    if (!areRemovals && !this.hasReserve) await this.makeReserve();
    try {
      const size = await appendTo(file, this.size === 0 ? this.headed(lines) : lines);
      await file.datasync();
      this.size += size;
    } catch (error) {
      // Whole lines of it would come back with a restart.
      await file.truncate(this.size).catch(() => undefined);
      throw error;
    }
  }

  /** A full disk has room for removals then. Returns whether there was something to free. */
  async freeReserve(): Promise<boolean> {
    if (!this.hasReserve) return false;
    this.hasReserve = false;
    return this.disk.remove(this.reserve).then(
      () => true,
      () => false,
    );
  }

  /** Writes a new file of these lines in place of the old one. */
  async replace(lines: Iterable<string>): Promise<void> {
    await this.hold();
    const part = `${this.path}.new`;
    const size = await this.create(part, this.headed(lines));
    await this.disk.rename(part, this.path);
    // What is written now goes to the new file, whatever becomes of the old one.
    const old = this.file;
    this.file = undefined;
    this.size = size;
    await old?.close();
  }

  /** Deletes it. What is appended then makes a new one. */
  async clear(): Promise<void> {
    await this.freeReserve();
    await this.disk.remove(this.path);
    const old = this.file;
    this.file = undefined;
    this.size = 0;
    await old?.close();
  }

  async close(): Promise<void> {
    await this.file?.close();
    await this.lock?.release();
  }

  private get reserve(): string {
    return `${this.path}.reserve`;
  }

  private async makeReserve(): Promise<void> {
    await this.create(this.reserve, ['\0'.repeat(RESERVE)]);
    this.hasReserve = true;
  }

  /** Resolves with how many bytes it has, once they are on the disk. Where there is no room for all, it takes none. */
  private async create(path: string, content: Iterable<string>): Promise<number> {
    const file = await this.disk.open(path, 'w', MODE);
    try {
      const size = await appendTo(file, content);
      await file.datasync();
      return size;
    } catch (error) {
      await this.disk.remove(path).catch(() => undefined);
      throw error;
    } finally {
      await file.close();
    }
  }

  private async hold(): Promise<void> {
    await this.disk.folder(dirname(this.path));
    await this.lock?.take();
    this.hasReserve = (await this.disk.stat(this.reserve)) !== undefined;
  }

  private async opened(): Promise<DiskFile> {
    if (this.file !== undefined) return this.file;
    await this.hold();
    const file = await this.disk.open(this.path, 'a', MODE);
    // The name of a new file is written as well.
    await this.disk.syncFolder(dirname(this.path));
    return (this.file = file);
  }

  private *headed(lines: Iterable<string>): Generator<string> {
    yield `${headerOf(this.path)}\n`;
    yield* lines;
  }
}

/** Together they can be more than one text can hold. Resolves with how many bytes they are. */
async function appendTo(file: DiskFile, lines: Iterable<string>): Promise<number> {
  let size = 0;
  let block = '';
  const write = async () => {
    const bytes = Buffer.from(block);
    block = '';
    await file.appendFile(bytes);
    size += bytes.length;
  };
  for (const line of lines) {
    block += line;
    if (block.length > BLOCK) await write();
  }
  await write();
  return size;
}
