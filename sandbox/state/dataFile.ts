import {
  closeSync,
  createReadStream,
  fstatSync,
  fsync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod/v4';
import { settingsInput } from '../control/schemas';
import type { Change, ServiceAccount } from './account';
import { lockFile } from './fileLock';
import type { InboundMessage } from './inbound';
import type { SandboxMessage } from './messages';
import type { Settings } from '../options';

/** A line of the file after the first one. A later line about the same thing replaces an earlier one. */
type Line =
  | { message: SandboxMessage }
  | { inbound: InboundMessage }
  | { settings: Settings }
  | { movedBy: number }
  | { media: { mediaId: string; type: string; filename: string; base64: string } };

/** The first line, so that no other file is taken for a file of the sandbox and overwritten. */
const FIRST_LINE = '{"file":"messaging sandbox","version":1}';

/** How many lines may be out of date before the file is rewritten. */
const SPARE_LINES = 10_000;

/** What a crash of the machine may cost, in milliseconds. */
const SYNC_INTERVAL = 1000;

/**
 * Keeps an account in a file: one JSON value per line. Each change is appended at once, so that the end of the process loses nothing, and
 * reaches the disk within a second. The file is rewritten when much of it is out of date.
 */
export class DataFile {
  private file: number | undefined;
  private lines = 0;
  private syncPlanned: NodeJS.Timeout | undefined;
  private stopListening = (): void => undefined;
  private unlock = async (): Promise<void> => undefined;
  private isStopped = false;

  private constructor(
    private readonly path: string,
    private readonly account: ServiceAccount,
  ) {}

  /**
   * Locks the file, reads it into the account, or begins anew if there is none, and records all changes from then on.
   * @param warn - gets words about what was repaired, or is no longer stored
   */
  static async open(path: string, account: ServiceAccount, warn: (text: string) => void): Promise<DataFile> {
    const dataFile = new DataFile(path, account);
    dataFile.unlock = await lockFile(path, warn, () => {
      warn(`The lock of ${path} is gone: another sandbox may use it. This one stores nothing more.`);
      dataFile.stop();
    });
    try {
      await dataFile.read(warn);
    } catch (error) {
      await dataFile.close();
      throw error;
    }
    return dataFile;
  }

  async close(): Promise<void> {
    if (this.isStopped) return;
    this.stop();
    await this.unlock();
  }

  /** Writes nothing from now on. */
  private stop(): void {
    this.isStopped = true;
    this.stopListening();
    this.closeFile();
  }

  private async read(warn: (text: string) => void): Promise<void> {
    if (statSync(this.path).size === 0) this.account.begin();
    else await restore(this.path, this.account, warn);
    if (this.isStopped) throw new Error(`${this.path} is used by another sandbox.`);
    this.rewrite();
    this.stopListening = this.account.changes.listen((change) => this.keep(change));
  }

  private closeFile(): void {
    clearTimeout(this.syncPlanned);
    this.syncPlanned = undefined;
    if (this.file === undefined) return;
    fsyncSync(this.file);
    closeSync(this.file);
    this.file = undefined;
  }

  private keep(change: Change): void {
    if (change.kind === 'reset') return this.rewrite();
    const line = lineOf(change, this.account);
    if (line === undefined) return;
    this.write(line);
    const entries = this.account.messages.count + this.account.inbound.count;
    if (this.lines > 2 * entries + SPARE_LINES) this.rewrite();
  }

  private write(line: Line): void {
    if (this.file === undefined) return;
    writeSync(this.file, `${JSON.stringify(line)}\n`);
    this.lines += 1;
    this.syncPlanned ??= setTimeout(() => this.sync(), SYNC_INTERVAL).unref();
  }

  private sync(): void {
    this.syncPlanned = undefined;
    // A file that was replaced in the meantime needs no sync.
    if (this.file !== undefined) fsync(this.file, () => undefined);
  }

  /** Writes the account to a new file that then replaces the old one. */
  private rewrite(): void {
    this.closeFile();
    const next = `${this.path}.new`;
    this.file = openSync(next, 'w');
    this.lines = 0;
    writeSync(this.file, `${FIRST_LINE}\n`);
    const { account } = this;
    this.write({ settings: account.settings });
    this.write({ movedBy: account.clock.movedBy });
    for (const media of account.media.all()) this.write(mediaLine(media));
    for (const message of account.messages.all()) this.write({ message });
    for (const inbound of account.inbound.all()) this.write({ inbound });
    fsyncSync(this.file);
    renameSync(next, this.path);
  }
}

function lineOf(change: Change, account: ServiceAccount): Line | undefined {
  switch (change.kind) {
    case 'message':
      return { message: change.message };
    case 'inbound':
      return { inbound: change.inbound };
    case 'settings':
      return { settings: change.settings };
    case 'clock':
      return { movedBy: account.clock.movedBy };
    case 'media': {
      const media = account.media.get(change.mediaId);
      return media && mediaLine(media);
    }
    default:
      return undefined;
  }
}

function mediaLine({
  bytes,
  ...media
}: {
  mediaId: string;
  type: string;
  filename: string;
  bytes: Buffer;
}): Line {
  return { media: { ...media, base64: bytes.toString('base64') } };
}

/**
 * Puts what the file says into the account. A last line that is cut off was being written when the machine or the process ended: it is left
 * out, with a warning. Anything else that cannot be read is refused, because nobody can know what else is wrong.
 */
async function restore(path: string, account: ServiceAccount, warn: (text: string) => void): Promise<void> {
  const messages = new Map<string, SandboxMessage>();
  const inbound = new Map<string, InboundMessage>();
  const isCutOff = !endsWithLine(path);
  let number = 0;
  let damaged = 0;
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    number += 1;
    if (number === 1 && text !== FIRST_LINE) throw new Error(`${path} is not a data file of the sandbox.`);
    if (damaged > 0) throw damagedIn(path, damaged);
    const line = number === 1 ? undefined : parse(text);
    if (line === undefined) damaged = number === 1 ? 0 : number;
    else if ('message' in line) messages.set(line.message.messageId, line.message);
    else if ('inbound' in line) inbound.set(line.inbound.messageId, line.inbound);
    else if ('settings' in line) account.change(line.settings);
    else if ('movedBy' in line) account.clock.restore(line.movedBy);
    else account.media.restore({ ...line.media, bytes: Buffer.from(line.media.base64, 'base64') });
  }
  if (damaged > 0 && !isCutOff) throw damagedIn(path, damaged);
  account.restore([...messages.values()], [...inbound.values()]);
  if (damaged === 0) return;
  warn(
    `${path} ends in the middle of line ${damaged}, which is left out: the last change was not stored completely.`,
  );
}

function damagedIn(path: string, line: number): Error {
  return new Error(
    `${path} is damaged in line ${line}. Remove that line, or start with another file. The file is left as it is.`,
  );
}

/** Whether the last line of the file is complete. */
function endsWithLine(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const last = Buffer.alloc(1);
    readSync(file, last, 0, 1, fstatSync(file).size - 1);
    return last.toString() === '\n';
  } finally {
    closeSync(file);
  }
}

const id = z.looseObject({ messageId: z.string(), sequence: z.number() });
const known = z.union([
  z.object({ message: id.extend({ to: z.string(), state: z.string(), history: z.array(z.unknown()) }) }),
  z.object({ inbound: id.extend({ from: z.string(), to: z.string() }) }),
  z.object({ settings: settingsInput }),
  z.object({ movedBy: z.number() }),
  z.object({
    media: z.object({ mediaId: z.string(), type: z.string(), filename: z.string(), base64: z.string() }),
  }),
]);

/** A line; undefined if it cannot be one of the sandbox. */
function parse(text: string): Line | undefined {
  try {
    const line: unknown = JSON.parse(text);
    return isLine(line) ? line : undefined;
  } catch {
    return undefined;
  }
}

function isLine(value: unknown): value is Line {
  return known.safeParse(value).success;
}
