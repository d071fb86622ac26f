import { readdir, stat, unlink } from 'fs/promises';
import { join } from 'path';
import type { NodeAPI } from 'node-red';

import { readList, readProperty, readText } from '../../core/reading';
import { ACCOUNT_CATALOG } from '../settings/editorNames';
import { JournalFile, type Change, type JournalNotice } from './journalFile';

/** Below Node-RED's user folder. */
const FOLDER = 'messaging-service';
const ENDING = '.jsonl';
/** How long the file of a deleted account stays. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * What the nodes of an account keep, by name. A name is `<kind> <node key> <id>`. A value stays in the file in which it was begun, so a node that is
 * given another account still finds it.
 */
export interface JournalStore {
  /** Resolves when everything can be read. Rejects if the account's own file cannot be used. */
  ready: Promise<void>;
  /** All values whose name begins so, oldest first. Call it when the store is ready. */
  startingWith(prefix: string): Map<string, unknown>;
  /** Resolves when the values are on the disk. @throws the error of the disk */
  set(changes: Iterable<Change>): Promise<void>;
  /** Removes names, now or as soon as the disk allows it. */
  remove(names: Iterable<string>): Promise<void>;
  /** Resolves when nothing is being written. */
  flush(): Promise<void>;
}

/** Of a node without an account, which can do nothing that must be kept. */
const noStore: JournalStore = {
  ready: Promise.resolve(),
  startingWith: () => new Map(),
  set: () => Promise.reject(new Error('the node has no account')),
  remove: () => Promise.resolve(),
  flush: () => Promise.resolve(),
};

/** The journals of a Node-RED: a file per account in its user folder. */
export class Journals {
  private readonly files = new Map<string, JournalFile>();
  private readonly found: Promise<void>;
  /** How many starts of the flows in a row were without a node, by its key. */
  private readonly startsWithout = new Map<string, number>();

  constructor(
    private readonly folder: string,
    private readonly tell: (notice: JournalNotice) => void,
  ) {
    this.found = this.find();
  }

  storeOf(account: string): JournalStore {
    const own = this.fileOf(account);
    const all = () => [...this.files.values()];
    const fileWith = (name: string) => all().find((file) => file.has(name));
    const others = () => Promise.allSettled(all().map(({ ready }) => ready));
    return {
      ready: this.found.then(others).then(() => own.ready),
      startingWith: (prefix) => new Map(all().flatMap((file) => [...file.startingWith(prefix)])),
      set: async (changes) => {
        const byFile = new Map<JournalFile, Change[]>();
        for (const change of changes) {
          const file = fileWith(change[0]) ?? own;
          const its = byFile.get(file) ?? [];
          its.push(change);
          byFile.set(file, its);
        }
        await Promise.all([...byFile].map(([file, its]) => file.set(its)));
      },
      remove: async (names) => {
        const given = [...names];
        await Promise.all(all().map((file) => file.remove(given)));
      },
      flush: async () => {
        await Promise.all(all().map((file) => file.flush()));
      },
    };
  }

  /**
   * Call this when flows have started. What a deleted node has kept goes with the second start without it: the first may be undone.
   * @param ids of all nodes in the flows, also in disabled tabs
   */
  async tidy(ids: ReadonlySet<string>): Promise<void> {
    await this.found;
    for (const [account, file] of this.files) {
      await file.ready.catch(() => undefined);
      const gone = file.names().filter((name) => !ids.has(nodeIdIn(name)));
      const keys = new Set(gone.map(keyIn));
      for (const key of keys) this.startsWithout.set(key, (this.startsWithout.get(key) ?? 0) + 1);
      await file.remove(gone.filter((name) => (this.startsWithout.get(keyIn(name)) ?? 0) > 1));
      if (!ids.has(account)) await this.removeOld(account, file);
    }
    for (const key of this.startsWithout.keys()) if (ids.has(idOf(key))) this.startsWithout.delete(key);
  }

  async close(): Promise<void> {
    await this.found;
    await Promise.all([...this.files.values()].map((file) => file.close()));
  }

  private fileOf(account: string): JournalFile {
    const path = join(this.folder, `${encodeURIComponent(account)}${ENDING}`);
    const file = this.files.get(account) ?? new JournalFile(path, this.tell);
    this.files.set(account, file);
    return file;
  }

  private async find(): Promise<void> {
    for (const name of await readdir(this.folder).catch(() => []))
      if (name.endsWith(ENDING)) this.fileOf(decodeURIComponent(name.slice(0, -ENDING.length)));
  }

  private async removeOld(account: string, file: JournalFile): Promise<void> {
    const found = await stat(file.path).catch(() => undefined);
    if (found === undefined || found.mtimeMs > Date.now() - KEPT_MS) return;
    this.files.delete(account);
    await file.close();
    await unlink(file.path).catch(() => undefined);
  }
}

function keyIn(name: string): string {
  return name.split(' ')[1] ?? '';
}

function nodeIdIn(name: string): string {
  return idOf(keyIn(name));
}

/** The key of a node inside a subflow is its path. */
function idOf(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

const journalsOf = new WeakMap<object, Journals>();

/** The store of an account, for as long as Node-RED runs. */
export function storeOf(RED: NodeAPI, account: string): JournalStore {
  if (account === '') return noStore;
  const journals = journalsOf.get(RED.events) ?? newJournals(RED);
  return journals.storeOf(account);
}

/** Closes the files of a Node-RED that ends without its process. */
export async function closeJournals({ events }: Pick<NodeAPI, 'events'>): Promise<void> {
  await journalsOf.get(events)?.close();
  journalsOf.delete(events);
}

function newJournals(RED: NodeAPI): Journals {
  const folder = String(Reflect.get(RED.settings, 'userDir') ?? '.');
  const journals = new Journals(join(folder, FOLDER), (notice) => say(RED, notice));
  journalsOf.set(RED.events, journals);
  RED.events.on('flows:started', (event: unknown) => {
    const nodes = readList(readProperty(event, 'config'), 'flows') ?? [];
    void journals.tidy(new Set(nodes.flatMap((node) => readText(node, 'id') ?? [])));
  });
  return journals;
}

function say(RED: NodeAPI, notice: JournalNotice): void {
  const text = RED._(`${ACCOUNT_CATALOG}journal.${notice.kind}`, valuesIn(notice));
  if (notice.kind === 'torn') RED.log.warn(text);
  else RED.log.error(text);
}

function valuesIn(notice: JournalNotice): Record<string, string> {
  return Object.fromEntries(Object.entries(notice).map(([name, value]) => [name, reasonIn(value)]));
}

function reasonIn(value: unknown): string {
  return value instanceof Error ? value.message : String(value);
}
