import { existsSync, readFileSync } from 'node:fs';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod/v4';
import { jsonIn } from '../http';
import { settingsInput, type Settings } from '../options';
import type { ServiceAccount } from './account';
import type { InboundMessage } from './inbound';
import type { SandboxMessage } from './messages';

/** An account as the file has it. */
interface Snapshot {
  file: typeof NAME;
  settings: Settings;
  movedBy: number;
  media: { mediaId: string; type: string; filename: string; base64: string }[];
  messages: SandboxMessage[];
  inbound: InboundMessage[];
}

/** In the file, so that no other file is taken for one of the sandbox and overwritten. */
const NAME = 'messaging sandbox';
/** How often the file is written at most, in milliseconds; a large one more seldom, so that writing takes no more than a tenth of the time. */
const INTERVAL = 1000;
const SHARE = 9;

/** Keeps an account in a file: a snapshot that is written when something has changed. What changed right before a crash may be missing. */
export class DataFile {
  private planned: NodeJS.Timeout | undefined;
  private took = 0;
  private writing = Promise.resolve();

  private constructor(
    private readonly path: string,
    private readonly account: ServiceAccount,
    private readonly warn: (text: string) => void,
  ) {
    account.changes.listen(({ kind }) => {
      if (kind !== 'push' && kind !== 'call')
        this.planned ??= setTimeout(() => this.save(), INTERVAL + SHARE * this.took).unref();
    });
  }

  /**
   * Reads the file into the account, or begins anew if there is none.
   * @param warn - gets words when the file cannot be written
   * @throws an error in words if it cannot be read, or is no file of the sandbox; it is left as it is
   */
  static async open(path: string, account: ServiceAccount, warn: (text: string) => void): Promise<DataFile> {
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    if (text === '') {
      account.begin();
      await write(path, account);
    } else {
      const snapshot = jsonIn(text);
      if (!isSnapshot(snapshot))
        throw new Error(`${path} is not a data file of the sandbox, or is damaged. It is left as it is.`);
      account.change(snapshot.settings);
      account.clock.restore(snapshot.movedBy);
      for (const { base64, ...media } of snapshot.media)
        account.media.restore({ ...media, bytes: Buffer.from(base64, 'base64') });
      account.restore(snapshot.messages, snapshot.inbound);
    }
    return new DataFile(path, account, warn);
  }

  /** Writes what has changed last. */
  async close(): Promise<void> {
    if (this.planned !== undefined) this.save();
    await this.writing;
  }

  private save(): void {
    clearTimeout(this.planned);
    const started = performance.now();
    // Planned again only after it, because what changes meanwhile is not in it.
    this.writing = write(this.path, this.account).catch((error: unknown) =>
      this.warn(`${this.path} cannot be written: ${String(error)}`),
    );
    this.planned = undefined;
    this.took = performance.now() - started;
  }
}

async function write(path: string, { settings, clock, media, messages, inbound }: ServiceAccount) {
  const snapshot: Snapshot = {
    file: NAME,
    settings,
    movedBy: clock.movedBy,
    media: media.all().map(({ bytes, ...each }) => ({ ...each, base64: bytes.toString('base64') })),
    messages: messages.all(),
    inbound: inbound.all(),
  };
  await writeFileAtomic(path, JSON.stringify(snapshot));
}

const schema = z.object({ file: z.literal(NAME), settings: settingsInput });

/** The sandbox writes the file whole or not at all: one that begins as its own is its own. */
function isSnapshot(value: unknown): value is Snapshot {
  return schema.safeParse(value).success;
}
