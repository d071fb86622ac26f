import { randomUUID } from 'crypto';
import { readFile, stat, unlink, utimes, writeFile } from 'fs/promises';
import { readFileSync, readlinkSync, unlinkSync } from 'fs';
import { hostname } from 'os';

import { sleep } from '../../core/client';
import { readProperty, readText } from '../../core/reading';

/** How often the owner shows that it is alive. */
const BEAT_MS = 5000;

/**
 * Where process ids mean the same. Containers can have the same host name, and each its own processes: what Linux does not name is seen from
 * nowhere else.
 */
const PROCESSES =
  readProcessSpace() ?? (['win32', 'darwin'].includes(process.platform) ? hostname() : randomUUID());

/** Locks of this process, which an orderly end removes. */
const held = new Set<string>();
let watchesExit = false;

/** Keeps a second Node-RED away from a file, as two writers would lose each other's lines. */
export class FileLock {
  private beat: NodeJS.Timeout | undefined;
  private readonly id = randomUUID();
  private isLost = false;

  /** @param beatMs how often the owner shows that it is alive; another value is for tests */
  constructor(
    private readonly path: string,
    private readonly beatMs = BEAT_MS,
  ) {}

  /**
   * Takes the lock, also again if somebody has deleted it. A lock whose process has ended, or has shown no life for two beats, is taken over.
   * @throws Error if a process that is alive has it, or if the folder cannot be written
   */
  async take(): Promise<void> {
    if (this.beat !== undefined) return this.keep();
    while (!(await this.create())) {
      const before = await this.lastBeat();
      if (before === undefined || (await this.isOver())) {
        await this.remove();
        continue;
      }
      await sleep(2 * this.beatMs);
      const now = await this.lastBeat();
      if (now !== undefined && now !== before) throw this.taken();
      await this.remove();
    }
    held.add(this.path);
    releaseAtExit();
    this.beat = setInterval(() => void this.keep().catch(() => undefined), this.beatMs);
    this.beat.unref();
  }

  /** @throws Error if another process has taken the lock, as this one has shown no life: what it writes now would be lost */
  check(): void {
    if (this.isLost) throw this.taken();
  }

  async release(): Promise<void> {
    clearInterval(this.beat);
    if (held.delete(this.path)) await this.remove();
  }

  private async keep(): Promise<void> {
    this.check();
    if (!(await this.create())) {
      const owner = await readOwner(this.path);
      this.isLost = owner !== undefined && owner.id !== this.id;
      if (this.isLost) held.delete(this.path);
      this.check();
    }
    await utimes(this.path, new Date(), new Date());
  }

  private taken(): Error {
    return new Error(`another Node-RED uses ${this.path}`);
  }

  private async create(): Promise<boolean> {
    try {
      const content = JSON.stringify({ id: this.id, pid: process.pid, processes: PROCESSES });
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

  /** Whether the process that has the lock has certainly ended. Those of another machine or container cannot be seen from here. */
  private async isOver(): Promise<boolean> {
    const owner = await readOwner(this.path);
    if (owner === undefined || owner.processes !== PROCESSES) return false;
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

/** On Linux: the start of the machine, and the namespace of the processes. */
function readProcessSpace(): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return undefined;
  }
}

async function readOwner(path: string): Promise<{ id: string; pid: number; processes: string } | undefined> {
  try {
    const owner: unknown = JSON.parse(await readFile(path, 'utf8'));
    const [id, processes, pid] = [
      readText(owner, 'id'),
      readText(owner, 'processes'),
      readProperty(owner, 'pid'),
    ];
    if (id === undefined || processes === undefined || typeof pid !== 'number') return undefined;
    return { id, pid, processes };
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
