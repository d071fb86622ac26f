import { readFile, stat, unlink, utimes, writeFile } from 'fs/promises';
import { unlinkSync } from 'fs';
import { hostname } from 'os';

import { sleep } from '../../core/client';
import { isRecord, readProperty } from '../../core/reading';

/** How often the owner shows that it is alive. */
const BEAT_MS = 5000;

/** Locks of this process, which an orderly end removes. */
const held = new Set<string>();
let watchesExit = false;

/** Keeps a second Node-RED away from a file, as two writers would lose each other's lines. */
export class FileLock {
  private beat: NodeJS.Timeout | undefined;

  /** @param beatMs how often the owner shows that it is alive; another value is for tests */
  constructor(
    private readonly path: string,
    private readonly beatMs = BEAT_MS,
  ) {}

  /**
   * Takes the lock. A lock whose process has ended, or has shown no life for two beats, is taken over.
   * @throws Error if a process that is alive has it, or if the folder cannot be written
   */
  async take(): Promise<void> {
    if (this.beat !== undefined) return;
    while (!(await this.create())) {
      const before = await this.lastBeat();
      if (before === undefined || (await this.isOver())) {
        await this.remove();
        continue;
      }
      await sleep(2 * this.beatMs);
      const now = await this.lastBeat();
      if (now !== undefined && now !== before) throw new Error(`another Node-RED uses ${this.path}`);
      await this.remove();
    }
    held.add(this.path);
    releaseAtExit();
    this.beat = setInterval(
      () => void utimes(this.path, new Date(), new Date()).catch(() => undefined),
      this.beatMs,
    );
    this.beat.unref();
  }

  async release(): Promise<void> {
    clearInterval(this.beat);
    if (held.delete(this.path)) await this.remove();
  }

  private async create(): Promise<boolean> {
    try {
      const content = JSON.stringify({ pid: process.pid, host: hostname() });
      await writeFile(this.path, content, { flag: 'wx', mode: 0o600 });
      return true;
    } catch (error) {
      if (readProperty(error, 'code') === 'EEXIST') return false;
      throw error;
    }
  }

  private async lastBeat(): Promise<number | undefined> {
    return (await stat(this.path).catch(() => undefined))?.mtimeMs;
  }

  /** Whether the process that has the lock has certainly ended. Another machine's processes cannot be seen from here. */
  private async isOver(): Promise<boolean> {
    const owner = await readOwner(this.path);
    if (owner === undefined || owner.host !== hostname()) return false;
    // A container that is started again often has the same process ids.
    if (owner.pid === process.pid) return !held.has(this.path);
    return !isAlive(owner.pid);
  }

  private async remove(): Promise<void> {
    await unlink(this.path).catch((error: unknown) => {
      if (readProperty(error, 'code') !== 'ENOENT') throw error;
    });
  }
}

async function readOwner(path: string): Promise<{ pid: number; host: string } | undefined> {
  try {
    const owner: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (!isRecord(owner)) return undefined;
    const { pid, host } = owner;
    return typeof pid === 'number' && typeof host === 'string' ? { pid, host } : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return readProperty(error, 'code') !== 'ESRCH';
  }
}

function releaseAtExit(): void {
  if (watchesExit) return;
  watchesExit = true;
  process.once('exit', () => {
    for (const path of held) {
      try {
        unlinkSync(path);
      } catch {
        // The next start finds that this process has ended.
      }
    }
  });
}
