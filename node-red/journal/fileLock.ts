import { randomUUID } from 'crypto';
import { readFile, rename, rm, stat, utimes, writeFile } from 'fs/promises';
import { readFileSync, readlinkSync, unlinkSync } from 'fs';

import { sleep } from '../../core/client';
import { readProperty } from '../../core/reading';

/** How often the owner shows that it is alive. */
const BEAT_MS = 2000;

/** Where process ids mean the same: this start of the machine, and its namespace of processes. Only Linux names them. */
const PROCESSES = readProcesses();

/** The paths of the locks that this process has, by their ids. An orderly end removes the files. */
const held = new Map<string, string>();
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
   * Takes the lock, also again if somebody has deleted it. A lock whose owner has ended, or shows no life for two beats, is taken over.
   * @throws Error if its owner is alive, or if the folder cannot be written
   */
  async take(): Promise<void> {
    if (this.beat !== undefined) return this.keep();
    releaseAtExit();
    let isTaken = false;
    while (!isTaken) isTaken = (await this.create(this.path)) || (await this.takeOver());
    held.set(this.id, this.path);
    this.beat = setInterval(() => void this.keep().catch(() => undefined), this.beatMs);
    this.beat.unref();
  }

  /** @throws Error if another process has taken the lock, as this one has shown no life: what it writes now would be lost */
  check(): void {
    if (this.isLost) throw this.taken();
  }

  async release(): Promise<void> {
    clearInterval(this.beat);
    if (held.delete(this.id) && (await ownerAt(this.path)) === this.id) await rm(this.path, { force: true });
  }

  private async keep(): Promise<void> {
    this.check();
    if (!(await this.create(this.path))) {
      const owner = await ownerAt(this.path);
      this.isLost = owner !== undefined && owner !== this.id;
      if (this.isLost) held.delete(this.id);
      this.check();
    }
    await utimes(this.path, new Date(), new Date());
  }

  private taken(): Error {
    return new Error(`another Node-RED uses ${this.path}`);
  }

  private async create(path: string): Promise<boolean> {
    try {
      await writeFile(path, `${this.id} ${process.pid} ${PROCESSES}`, { flag: 'wx', mode: 0o600 });
      return true;
    } catch (error) {
      if (readProperty(error, 'code') === 'EEXIST') return false;
      throw error;
    }
  }

  /**
   * Replaces a lock whose owner has ended or shows no life, whatever its time and that of this machine are. Of several who find the same one,
   * the last has it. Resolves with false if it is gone.
   * @throws Error if its owner is alive
   */
  private async takeOver(): Promise<boolean> {
    if (!(await hasEnded(this.path))) {
      const before = await lastBeat(this.path);
      await sleep(2 * this.beatMs);
      const now = await lastBeat(this.path);
      if (now === undefined) return false;
      if (now !== before) throw this.taken();
    }
    const own = `${this.path}.${this.id}`;
    try {
      await this.create(own);
      await rename(own, this.path);
    } finally {
      await rm(own, { force: true });
    }
    await sleep(this.beatMs / 2);
    if ((await ownerAt(this.path)) !== this.id) throw this.taken();
    return true;
  }
}

/** Undefined if there is no lock, or nobody can read it. One that a power failure has left has no content. */
async function ownerAt(path: string): Promise<string | undefined> {
  const [id = ''] = await wordsAt(path);
  return id || undefined;
}

async function wordsAt(path: string): Promise<string[]> {
  return (await readFile(path, 'utf8').catch(() => '')).split(' ');
}

/** Whether the process that has a lock has certainly ended. Those of another machine or container cannot be seen from here. */
async function hasEnded(path: string): Promise<boolean> {
  const [, pid, processes] = await wordsAt(path);
  if (PROCESSES === undefined || processes !== PROCESSES) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return readProperty(error, 'code') === 'ESRCH';
  }
}

function readProcesses(): string | undefined {
  try {
    const start = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${start}/${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return undefined;
  }
}

async function lastBeat(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.mtimeMs;
}

function releaseAtExit(): void {
  if (watchesExit) return;
  watchesExit = true;
  process.once('exit', () => {
    for (const [id, path] of held) {
      try {
        if (readFileSync(path, 'utf8').startsWith(id)) unlinkSync(path);
      } catch {
        // The next start finds that it shows no life.
      }
    }
  });
}
