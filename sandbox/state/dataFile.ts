import { closeSync, createReadStream, existsSync, openSync, renameSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Change, ServiceAccount } from './account';
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

/**
 * Keeps an account in a file: one JSON value per line. Each change is appended at once, and the file is rewritten when much of it is out of
 * date.
 */
export class DataFile {
  private file: number | undefined;
  private lines = 0;
  private readonly stopListening: () => void;

  private constructor(
    private readonly path: string,
    private readonly account: ServiceAccount,
  ) {
    this.rewrite();
    this.stopListening = account.changes.listen((change) => this.keep(change));
  }

  /** Reads the file into the account, if there is one, and records all changes from then on. */
  static async open(path: string, account: ServiceAccount): Promise<DataFile> {
    if (existsSync(path)) await read(path, account);
    return new DataFile(path, account);
  }

  close(): void {
    this.stopListening();
    if (this.file !== undefined) closeSync(this.file);
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
  }

  /** Writes the account to a new file that then replaces the old one. */
  private rewrite(): void {
    if (this.file !== undefined) closeSync(this.file);
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

async function read(path: string, account: ServiceAccount): Promise<void> {
  const messages = new Map<string, SandboxMessage>();
  const inbound = new Map<string, InboundMessage>();
  let number = 0;
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    number += 1;
    if (number === 1 && text !== FIRST_LINE) throw new Error(`${path} is not a data file of the sandbox.`);
    if (number === 1) continue;
    const line = parse(text, path, number);
    if ('message' in line) messages.set(line.message.messageId, line.message);
    else if ('inbound' in line) inbound.set(line.inbound.messageId, line.inbound);
    else if ('settings' in line) account.change(line.settings);
    else if ('movedBy' in line) account.clock.restore(line.movedBy);
    else account.media.restore({ ...line.media, bytes: Buffer.from(line.media.base64, 'base64') });
  }
  account.restore([...messages.values()], [...inbound.values()]);
}

function parse(text: string, path: string, number: number): Line {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${path} is damaged in line ${number}. Remove that line, or start with another file.`);
  }
}
