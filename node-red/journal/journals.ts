import { readdir } from 'fs/promises';
import { join } from 'path';
import type { NodeAPI } from 'node-red';

import { messageIn, readList, readProperty, readText } from '../../core/reading';
import { ACCOUNT_CATALOG } from '../settings/editorNames';
import { endRuntime, memories, runtimeOf, serviceOf, type Lasting } from '../service/lasting';
import { JournalFile, type JournalNotice } from './journalFile';

/** Below Node-RED's user folder. */
const FOLDER = 'messaging-service';
const ENDING = '.jsonl';
/** The name under which it stands since when an account is deleted. */
const DELETED = 'deleted';
/** How long the file of a deleted account stays. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** With what the names of a message that waits, and of a deduplication key, begin. */
export const [MESSAGE, KEY] = ['sending', 'key'] as const;

/** What a part of an account needs of its journal. */
export type JournalStore = Pick<JournalFile, 'ready' | 'read' | 'loaded' | 'startingWith' | 'set' | 'remove'>;

/** Of a node without an account, which can do nothing that must be kept. */
const noStore: JournalStore = {
  ready: Promise.resolve(),
  read: Promise.resolve(),
  loaded: Promise.resolve(),
  startingWith: () => new Map(),
  set: () => Promise.reject(new Error('the node has no account')),
  remove: () => Promise.resolve(),
};

/** The journals of a Node-RED: a file per account in its user folder. */
export class Journals {
  /** Resolves with the accounts that have one from an earlier run. */
  readonly found: Promise<string[]>;
  /** Called with the nodes that were deleted for good. */
  readonly whenGone = new Set<(gone: ReadonlySet<string>) => void>();
  private readonly files = new Map<string, JournalFile>();
  private readonly folder: string;
  /** How many starts of the flows in a row were without a node, by its key. */
  private readonly startsWithout = new Map<string, number>();
  /** All nodes in the flows, also in disabled tabs (`typesOf`); undefined until they have started. */
  private types: ReadonlyMap<string, string> | undefined;
  private tidied = Promise.resolve();

  constructor(private readonly runtime: Lasting) {
    const { RED } = runtime;
    this.folder = join(String(Reflect.get(RED.settings, 'userDir') ?? '.'), FOLDER);
    this.found = this.find();
    RED.events.on('flows:started', (event: unknown) => {
      const types = typesOf(readList(readProperty(event, 'config'), 'flows') ?? []);
      this.types = types;
      this.tidied = this.tidied.then(() => this.tidy(memories(RED), types));
    });
  }

  fileOf(account: string): JournalFile {
    const path = join(this.folder, nameOf(account));
    const tell = (notice: JournalNotice) => say(this.runtime.RED, notice);
    const file = this.files.get(account) ?? new JournalFile(path, tell);
    this.files.set(account, file);
    return file;
  }

  /** Counts the files of deleted accounts, and the keys in them; `inUse`: those in which messages wait, not counted with the others. */
  async deleted() {
    await this.tidied;
    const { inUse, unused } = this.ofDeleted();
    const bytes = unused.reduce((sum, { size }) => sum + size, 0);
    const keys = unused.flatMap((file) => file.names()).filter((name) => kindIn(name) === KEY);
    const kilobytes = Math.ceil(bytes / 1000);
    return { files: unused.length, kilobytes, keys: keys.length, inUse: inUse.length };
  }

  /** Removes the files of deleted accounts in which no message waits. Resolves with what is left, and why. */
  async removeDeleted() {
    await this.tidied;
    const removed = await Promise.allSettled(this.ofDeleted().unused.map((file) => file.clear()));
    const failure = removed.find((each) => each.status === 'rejected');
    return { ...(await this.deleted()), reason: failure && messageIn(failure.reason) };
  }

  /** The files of deleted accounts. In some, messages wait for a node that is disabled, or has another account by now. */
  private ofDeleted() {
    const { types } = this;
    const isLeft = ([account, { size }]: [string, JournalFile]) =>
      types !== undefined && size > 0 && !isIn(types, account);
    const left = [...this.files].filter(isLeft).map(([, file]) => file);
    const isUsed = (file: JournalFile) => file.names().some((name) => kindIn(name) === MESSAGE);
    return { inUse: left.filter(isUsed), unused: left.filter((file) => !isUsed(file)) };
  }

  /** What a deleted node has kept ends with the second start of the flows without it: the first may be undone. */
  private async tidy(memory: Lasting, types: ReadonlyMap<string, string>): Promise<void> {
    await this.found;
    await Promise.allSettled([...this.files.values()].map(({ ready }) => ready));
    // Flows that have started meanwhile say which nodes there are.
    if (types !== this.types) return;
    const names = [...this.files.values()].flatMap((file) => file.names());
    const gone = new Set<string>();
    for (const key of new Set([...names.map(keyIn), ...memory.ids()])) {
      const count = isIn(types, key) ? 0 : (this.startsWithout.get(key) ?? 0) + 1;
      if (count > 1) gone.add(key);
      if (count === 1) this.startsWithout.set(key, count);
      else this.startsWithout.delete(key);
    }
    const { RED } = this.runtime;
    const accounts = [...this.files.keys()].map((account) => serviceOf(RED, account));
    for (const holder of [memory, ...accounts]) for (const key of gone) holder.drop(key);
    for (const tell of this.whenGone) tell(gone);
    for (const [account, file] of this.files) {
      const isThere = isIn(types, account);
      await file.remove(file.names().filter((name) => (name === DELETED ? isThere : gone.has(keyIn(name)))));
    }
    for (const file of this.ofDeleted().unused) await removeOld(file).catch(() => undefined);
  }

  /** Resolves when nothing is being written for these accounts. */
  async flush(accounts: readonly string[]): Promise<void> {
    await Promise.all(accounts.map((account) => this.files.get(account)?.flush()));
  }

  async close(): Promise<void> {
    await this.found;
    await Promise.all([...this.files.values()].map((file) => file.close()));
  }

  private async find(): Promise<string[]> {
    const names = await readdir(this.folder).catch(() => []);
    const accounts = names.flatMap((name) => accountIn(name) ?? []);
    for (const account of accounts) this.fileOf(account);
    return accounts;
  }
}

/** Removes the file of a deleted account once that was long ago. */
async function removeOld(file: JournalFile): Promise<void> {
  const since = file.startingWith(DELETED).get(DELETED);
  if (typeof since !== 'number' || since > Date.now()) await file.set([[DELETED, Date.now()]]);
  else if (since < Date.now() - KEPT_MS) await file.clear();
}

function nameOf(account: string): string {
  return `${encodeURIComponent(account)}${ENDING}`;
}

/** Undefined for a file that is no journal. */
function accountIn(name: string): string | undefined {
  try {
    const account = decodeURIComponent(name.slice(0, -ENDING.length));
    return nameOf(account) === name ? account : undefined;
  } catch {
    return undefined;
  }
}

function kindIn(name: string): string | undefined {
  return name.split(' ')[0];
}

/** The id of the node, in which there can be blanks. */
export function keyIn(name: string): string {
  return name.split(' ').slice(1, -1).join(' ');
}

/** The types of nodes by their ids. One in the template of a subflow runs only in the instances: it is named by both. */
function typesOf(nodes: readonly unknown[]): ReadonlyMap<string, string> {
  const subflows = nodes.filter((node) => readText(node, 'type') === 'subflow');
  const templates = new Set(subflows.map((node) => readText(node, 'id')));
  return new Map(
    nodes.map((node) => {
      const tab = readText(node, 'z');
      const within = templates.has(tab) ? `${tab} ` : '';
      return [within + (readText(node, 'id') ?? ''), readText(node, 'type') ?? ''];
    }),
  );
}

/**
 * Whether a node is in the flows. One inside a subflow has the id of the instance, a hyphen, and the id that it has in the subflow.
 * @param within the template that it is in, and a blank
 */
function isIn(types: ReadonlyMap<string, string>, id: string, within = ''): boolean {
  if (types.has(within + id)) return true;
  for (let end = id.indexOf('-'); end !== -1; end = id.indexOf('-', end + 1)) {
    const [kind, template] = types.get(within + id.slice(0, end))?.split(':') ?? [];
    // The nodes inside an installed subflow are not in the flows.
    if (kind === 'subflow' ? isIn(types, id.slice(end + 1), `${template} `) : kind !== undefined) return true;
  }
  return false;
}

/** The store of an account, for as long as Node-RED runs. */
export function storeOf(RED: NodeAPI, account: string): JournalStore {
  return account === '' ? noStore : runtimeOf(RED).part(Journals).fileOf(account);
}

/** Closes the files of a Node-RED that ends without its process. */
export async function closeJournals(RED: { events: object }): Promise<void> {
  await endRuntime(RED)?.part(Journals).close();
}

function say(RED: NodeAPI, notice: JournalNotice): void {
  const text = RED._(`${ACCOUNT_CATALOG}journal.${notice.kind}`, valuesIn(notice));
  if (notice.kind === 'torn' || notice.kind === 'changed') RED.log.warn(text);
  else RED.log.error(text);
}

function valuesIn(notice: JournalNotice): Record<string, string> {
  return Object.fromEntries(Object.entries(notice).map(([name, value]) => [name, messageIn(value)]));
}
