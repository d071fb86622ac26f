import type { Node, NodeAPI } from 'node-red';

import { isRecord } from '../../core/reading';
import { contextFileOf, type ContextFile } from './contextFile';

/** What becomes of the values of a context store. */
export interface StoreNature {
  /** Whether they survive the end of Node-RED. */
  survives: boolean;
  /** How long it takes at most until a value is written, in milliseconds: a file store collects changes unless its cache is off. */
  writtenAfterMs: number;
}

/** A store that has not answered for so long counts as failed, so that no message waits for it for ever. */
const ANSWER_MS = 10_000;
const DEFAULT_FLUSH_SECONDS = 30;
/** How long writing itself may take. */
const WRITING_MS = 1000;

/** The store that Node-RED uses for a name, and what settings.js says about it. */
function storeFor(RED: NodeAPI, name: string): { name: string; settings: unknown } {
  const stores: unknown = Reflect.get(RED.settings, 'contextStorage');
  const [first] = isRecord(stores) ? Object.keys(stores) : [];
  if (!isRecord(stores) || first === undefined) return { name: DEFAULT_STORE, settings: 'memory' };
  const known = [name, 'default'].find((each) => stores[each] !== undefined) ?? first;
  const settings = stores[known];
  return typeof settings === 'string' && isRecord(stores[settings])
    ? { name: settings, settings: stores[settings] }
    : { name: known, settings };
}

function natureIn(settings: unknown): StoreNature {
  if (!isInFiles(settings)) return { survives: pluginOf(settings) !== 'memory', writtenAfterMs: 0 };
  const config = configIn(settings);
  if ('cache' in config && !config['cache']) return { survives: true, writtenAfterMs: 0 };
  const seconds = Number(config['flushInterval'] ?? DEFAULT_FLUSH_SECONDS);
  return { survives: true, writtenAfterMs: Math.max(0, seconds) * 1000 + WRITING_MS };
}

function pluginOf(settings: unknown): unknown {
  return isRecord(settings) ? settings['module'] : settings;
}

function isInFiles(settings: unknown): boolean {
  return pluginOf(settings) === 'localfilesystem';
}

function configIn(settings: unknown): Record<string, unknown> {
  return isRecord(settings) && isRecord(settings['config']) ? settings['config'] : {};
}

/** Node-RED's own name for whichever store is the default one. */
const DEFAULT_STORE = '_';

/** Stores pass the names to a function as its arguments, of which there can be only so many. */
const MOST_READ = 1000;
const MOST_WRITTEN = 10_000;

/**
 * The part of a node's context that it keeps under its own names. Changes that are made while a slow store is writing are written together
 * afterwards, because a file store writes the whole context of a node each time.
 */
export class ContextStore {
  /** Where its values are: a node has a context for each store, and for each tab that it was on, and must bring along what it needs. */
  readonly place: string;
  readonly nature: StoreNature;
  private readonly store: string;
  /** Undefined for a store that keeps nothing in files that are known here. */
  private readonly onDisk: ContextFile | undefined;
  /** Only of a store whose values are written later. */
  private readonly file: ContextFile | undefined;
  private changes = new Map<string, unknown>();
  private writing: Promise<void> | undefined;

  /** @param store as settings.js names it; '' for the one that nodes use by default */
  constructor(
    RED: NodeAPI,
    private readonly node: Node,
    store: string,
  ) {
    const { name, settings } = storeFor(RED, store);
    this.onDisk = isInFiles(settings) ? contextFileOf(RED, node, configIn(settings)) : undefined;
    // Two stores with the same files are one place.
    this.place = this.onDisk?.path ?? `${name} ${node.z}`;
    this.nature = natureIn(settings);
    this.file = this.nature.writtenAfterMs > 0 ? this.onDisk : undefined;
    this.store = store === '' ? DEFAULT_STORE : store;
  }

  /** Whether an earlier run may have left values here. Looking for a file takes far less than having Node-RED make a context and read it. */
  get mayHaveValues(): boolean {
    return this.nature.survives && this.onDisk?.exists !== false;
  }

  /** All values whose name has the prefix. Throws the store's error if it cannot be read. */
  async startingWith(prefix: string): Promise<Map<string, unknown>> {
    const names = (await this.names()).filter((name) => name.startsWith(prefix));
    const found = new Map<string, unknown>();
    for (let start = 0; start < names.length; start += MOST_READ) {
      const part = names.slice(start, start + MOST_READ);
      const values = await this.get(part);
      for (const [index, name] of part.entries()) found.set(name, values[index]);
    }
    return found;
  }

  /** The values of these names, in their order. Throws the store's error, or one if the store does not answer within `limitMs`. */
  get(names: string[], limitMs = ANSWER_MS): Promise<unknown[]> {
    if (names.length === 0) return Promise.resolve([]);
    return answerOf((resolve, reject) => {
      const take = (error: Error | null | undefined, ...values: unknown[]) =>
        error ? reject(error) : resolve(values);
      this.node.context().get(names, this.store, take);
    }, limitMs);
  }

  /**
   * Sets values, and deletes those that are undefined. Resolves when the store has them (StoreNature says whether they are written).
   * @throws the store's error if it cannot be written; the values are not tried again
   */
  async set(values: Iterable<readonly [string, unknown]>): Promise<void> {
    for (const [name, value] of values) this.changes.set(name, value);
    // A write that is under way began before these changes.
    await this.writing?.catch(() => undefined);
    this.writing ??= this.write().finally(() => (this.writing = undefined));
    await this.writing;
  }

  /**
   * Resolves when what was set is written, so that it survives a crash: at once, or when the file contains it.
   * @throws Error if it is not written in time, or if `signal` fires
   */
  async written(isThere: (values: Record<string, unknown>) => boolean, signal?: AbortSignal): Promise<void> {
    await this.file?.contains(isThere, this.nature.writtenAfterMs + ANSWER_MS, signal);
  }

  private async write(): Promise<void> {
    const entries = [...this.changes];
    this.changes = new Map();
    for (let start = 0; start < entries.length; start += MOST_WRITTEN)
      await this.writePart(entries.slice(start, start + MOST_WRITTEN));
  }

  private writePart(entries: Array<[string, unknown]>): Promise<void> {
    const names = entries.map(([name]) => name);
    const values = entries.map(([, value]) => value);
    return answerOf((resolve, reject) => {
      const take = (error?: Error | null) => (error ? reject(error) : resolve());
      this.node.context().set(names, values, this.store, take);
    });
  }

  private names(): Promise<string[]> {
    return answerOf((resolve, reject) => {
      this.node.context().keys(this.store, (error: Error | null | undefined, names?: unknown[]) => {
        if (error) reject(error);
        else resolve((names ?? []).filter((name) => typeof name === 'string'));
      });
    });
  }
}

/**
 * All other places where a node may have kept something in an earlier run: each store that survives, on each tab that is enabled (Node-RED has
 * no context for others). The node may have been moved right before Node-RED ended.
 */
export function otherPlaces(RED: NodeAPI, node: Node, { place }: ContextStore): ContextStore[] {
  const stores: unknown = Reflect.get(RED.settings, 'contextStorage');
  const tabs = new Set([node.z]);
  // A node inside a subflow stays there.
  if (node._alias === undefined)
    RED.nodes.eachNode((each) => {
      if (each.type === 'tab' && Reflect.get(each, 'disabled') !== true) tabs.add(each.id);
    });
  const found = new Map<string, ContextStore>();
  for (const name of isRecord(stores) ? Object.keys(stores) : [])
    for (const tab of tabs) {
      const there = new ContextStore(RED, tab === node.z ? node : onTab(node, tab), name);
      if (there.place !== place && there.mayHaveValues) found.set(there.place, there);
    }
  return [...found.values()];
}

/** The node as if it were on another tab. Node-RED finds the context of a node by its id and tab. */
function onTab(node: Node, tab: string): Node {
  const there: Node = Object.create(node, {
    z: { value: tab },
    _context: { value: undefined, writable: true },
  });
  return there;
}

type Ask<T> = (resolve: (value: T) => void, reject: (error: unknown) => void) => void;

/** The answer of a store. Rejects if there is none in time. */
async function answerOf<T>(ask: Ask<T>, limitMs = ANSWER_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const error = new Error(`the context store did not answer in ${limitMs / 1000} s`);
    timer = setTimeout(() => reject(error), limitMs);
  });
  try {
    return await Promise.race([new Promise<T>(ask), late]);
  } finally {
    clearTimeout(timer);
  }
}
