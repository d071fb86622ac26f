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
  private starts = 0;

  constructor(private readonly runtime: Lasting) {
    const { RED } = runtime;
    this.folder = join(String(Reflect.get(RED.settings, 'userDir') ?? '.'), FOLDER);
    this.found = this.find();
    RED.events.on('flows:started', (event: unknown) => {
      const nodes = readList(readProperty(event, 'config'), 'flows') ?? [];
      void this.tidy(memories(RED), typesOf(nodes));
    });
  }

  fileOf(account: string): JournalFile {
    const path = join(this.folder, nameOf(account));
    const tell = (notice: JournalNotice) => say(this.runtime.RED, notice);
    const file = this.files.get(account) ?? new JournalFile(path, tell);
    this.files.set(account, file);
    return file;
  }

  /**
   * What a deleted node has kept ends with the second start of the flows without it: the first may be undone.
   * @param types of all nodes in the flows, also in disabled tabs (`typesOf`)
   */
  private async tidy(memory: Lasting, types: ReadonlyMap<string, string>): Promise<void> {
    const start = (this.starts += 1);
    await this.found;
    await Promise.allSettled([...this.files.values()].map(({ ready }) => ready));
    // Flows that have started meanwhile say which nodes there are.
    if (start !== this.starts) return;
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
      if (!isThere && !file.isEmpty) await removeOld(file).catch(() => undefined);
    }
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
  if (typeof since !== 'number') await file.set([[DELETED, Date.now()]]);
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

function keyIn(name: string): string {
  return name.split(' ')[1] ?? '';
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
