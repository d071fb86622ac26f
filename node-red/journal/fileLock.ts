import { randomUUID } from 'crypto';
import { readFile, rename, rm, stat, utimes, writeFile } from 'fs/promises';
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

/** The paths of the locks that this process has or takes, by their ids. An orderly end removes the files. */
const held = new Map<string, string>();
let watchesExit = false;

interface Owner {
  id: string;
  pid: number;
  processes: string;
}

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
    releaseAtExit();
    held.set(this.id, this.path);
    try {
      await this.takeAt(this.path);
    } catch (error) {
      held.delete(this.id);
      throw error;
    }
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

  /**
   * Creates the file, or replaces that of an owner who shows no life. Only who has a lock of its own on that owner does so, and looks first
   * whether the owner is still the same: of several who found the same one, the others come too late.
   */
  private async takeAt(path: string): Promise<void> {
    while (!(await this.create(path))) {
      const dead = await this.deadOwner(path);
      if (dead === undefined) continue;
      const own = `${path}.${dead}`;
      await this.takeAt(own);
      try {
        if ((await ownerAt(path)) === dead) return await rename(own, path);
      } finally {
        await rm(own, { force: true });
      }
    }
  }

  private async keep(): Promise<void> {
    this.check();
    if (!(await this.create(this.path))) {
      const owner = await readOwner(this.path);
      this.isLost = owner !== undefined && owner.id !== this.id;
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
      const content = JSON.stringify({ id: this.id, pid: process.pid, processes: PROCESSES });
      await writeFile(path, content, { flag: 'wx', mode: 0o600 });
      return true;
    } catch (error) {
      if (readProperty(error, 'code') === 'EEXIST') return false;
      throw error;
    }
  }

  /**
   * Names the owner who has ended, or has shown no life for two beats; undefined if the lock is gone.
   * @throws Error if the owner is alive
   */
  private async deadOwner(path: string): Promise<string | undefined> {
    const name = await ownerAt(path);
    if (name === undefined || hasEnded(await readOwner(path))) return name;
    const before = await lastBeat(path);
    await sleep(2 * this.beatMs);
    const now = await lastBeat(path);
    if (now !== undefined && now !== before) throw this.taken();
    return now === undefined ? undefined : name;
  }
}

/** What names the owner of a lock: nobody else has had, or will have, the same name. Undefined if there is no lock. */
async function ownerAt(path: string): Promise<string | undefined> {
  // Of a lock that a power failure has left without content, only its time is known.
  return (await readOwner(path))?.id ?? (await lastBeat(path))?.toString();
}

async function lastBeat(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.mtimeMs;
}

/** Whether the process has certainly ended. Those of another machine or container cannot be seen from here. */
function hasEnded(owner: Owner | undefined): boolean {
  if (owner === undefined || owner.processes !== PROCESSES) return false;
  // A container that is started again often has the same process ids.
  return owner.pid === process.pid ? !held.has(owner.id) : !isAlive(owner.pid);
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

/** Undefined if there is no lock, or nobody can read it. */
async function readOwner(path: string): Promise<Owner | undefined> {
  try {
    const owner: unknown = JSON.parse(await readFile(path, 'utf8'));
    const [id, processes] = [readText(owner, 'id'), readText(owner, 'processes')];
    const pid = readProperty(owner, 'pid');
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
    for (const [id, path] of held) {
      try {
        if (readFileSync(path, 'utf8').includes(id)) unlinkSync(path);
      } catch {
        // The next start finds that this process has ended.
      }
    }
  });
}
