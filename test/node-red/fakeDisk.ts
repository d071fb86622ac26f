import type { Disk, DiskFile, FileIdentity } from '../../node-red/journal/disk';

/** Bytes, as Latin-1 text. */
interface Stored {
  ino: number;
  written: string;
  synced: string;
}

const BLOCK = 1009;

let files = 0;

function newFile(): Stored {
  return { ino: (files += 1), written: '', synced: '' };
}

/** A disk that forgets what was not synced when it loses power, and fails when it is told to. */
export class FakeDisk implements Disk {
  private names = new Map<string, Stored>();
  private syncedNames = new Map<string, Stored>();
  /** How many of the next writes fail, each after a part of its text. */
  failing = 0;
  /** How many bytes there is room for. */
  capacity = Infinity;
  syncs = 0;
  appends = 0;
  private isOn = true;

  /** @param delay how long the next operation takes, in milliseconds; it fails with what this throws */
  constructor(private readonly delay: () => number = () => 0) {}

  content(path: string): string | undefined {
    const written = this.names.get(path)?.written;
    return written === undefined ? undefined : Buffer.from(written, 'latin1').toString();
  }

  write(path: string, content: string | Buffer): void {
    const written = Buffer.from(content).toString('latin1');
    this.names.set(path, { ...newFile(), written, synced: written });
    this.syncedNames = new Map(this.names);
  }

  paths(): string[] {
    return [...this.names.keys()];
  }

  /**
   * The disk as it is found after the process was killed, or the machine lost power.
   * @param kept the part of what was written but not synced that is there; 1 after a kill of the process
   */
  restarted(kept: number): FakeDisk {
    this.isOn = false;
    const next = new FakeDisk(this.delay);
    next.capacity = this.capacity;
    for (const [path, { written, synced }] of kept === 1 ? this.names : this.syncedNames) {
      const end = synced.length + Math.floor((written.length - synced.length) * kept);
      const found = written.startsWith(synced) ? written.slice(0, end) : synced;
      next.write(path, Buffer.from(found, 'latin1'));
    }
    return next;
  }

  /** Files that were opened and not closed. */
  openFiles = 0;

  async open(path: string, flags: string): Promise<DiskFile> {
    await this.turn();
    if (!path.startsWith('/') || !['a', 'w'].includes(flags))
      throw new Error(`cannot open ${path} (${flags})`);
    this.openFiles += 1;
    const stored = (flags === 'a' ? this.names.get(path) : undefined) ?? newFile();
    this.names.set(path, stored);
    return {
      appendFile: async (bytes) => {
        await this.turn();
        this.appends += 1;
        const [part, room] = [Buffer.from(bytes).toString('latin1'), this.room()];
        if (this.failing > 0 || part.length > room) {
          this.failing = Math.max(0, this.failing - 1);
          stored.written += part.slice(0, Math.min(room, Math.floor(part.length / 2)));
          throw new Error('the disk is full');
        }
        stored.written += part;
      },
      datasync: async () => {
        await this.turn();
        this.syncs += 1;
        stored.synced = stored.written;
      },
      stat: async () => {
        await this.turn();
        return { ino: stored.ino, size: stored.written.length };
      },
      // It does not fail: what cannot be taken back is found after a restart.
      truncate: async (size = 0) => {
        stored.written = stored.written.slice(0, size);
      },
      close: async () => {
        this.openFiles -= 1;
        await this.turn();
      },
    };
  }

  /** In small blocks, so that they end anywhere. */
  async *read(path: string): AsyncGenerator<Buffer> {
    await this.turn();
    const bytes = Buffer.from(this.names.get(path)?.written ?? '', 'latin1');
    for (let start = 0; start < bytes.length; start += BLOCK) yield bytes.subarray(start, start + BLOCK);
  }

  async stat(path: string): Promise<FileIdentity | undefined> {
    await this.turn();
    const stored = this.names.get(path);
    return stored && { ino: stored.ino, size: stored.written.length };
  }

  async rename(from: string, to: string): Promise<void> {
    await this.turn();
    const stored = this.names.get(from);
    if (stored === undefined || !to.startsWith('/')) throw new Error(`cannot rename ${from} to ${to}`);
    this.names.delete(from);
    this.names.set(to, stored);
  }

  async remove(path: string): Promise<void> {
    await this.turn();
    this.names.delete(path);
  }

  /** Leaves room for only so many bytes more. */
  fill(room: number): void {
    this.capacity = this.used() + room;
  }

  private room(): number {
    return Math.max(0, this.capacity - this.used());
  }

  private used(): number {
    return [...this.names.values()].reduce((sum, { written }) => sum + written.length, 0);
  }

  folder(): Promise<void> {
    return this.turn();
  }

  async syncFolder(): Promise<void> {
    await this.turn();
    this.syncedNames = new Map(this.names);
  }

  /** Nothing gets to a disk without power. */
  private async turn(): Promise<void> {
    await Promise.resolve();
    const ms = this.delay();
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
    if (!this.isOn) await new Promise(() => undefined);
  }
}
