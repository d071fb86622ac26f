import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Node, NodeAPI } from 'node-red';

import { sleep } from '../../core/client';
import { isRecord } from '../../core/reading';

/** How long what was read is kept for others that look at the same time. */
const KEPT_MS = 5000;

/** What a file contained. */
interface Read {
  /** Changes with each new version of the file. */
  version: string;
  content: Promise<Record<string, unknown>>;
}

/** The file in which the store `localfilesystem` keeps the context of a node. Its cache says only what will be written, the file what was. */
export class ContextFile {
  private last: Read | undefined;

  constructor(readonly path: string) {}

  get exists(): boolean {
    return existsSync(this.path);
  }

  /**
   * Resolves when the file contains something. Looks again whenever the file has changed.
   * @throws Error if it does not by then (milliseconds from now), or if `signal` fires
   */
  async contains(
    isThere: (content: Record<string, unknown>) => boolean,
    withinMs: number,
    signal?: AbortSignal,
  ): Promise<void> {
    const end = Date.now() + withinMs;
    const pauseMs = Math.min(1000, Math.max(20, withinMs / 50));
    let seen: string | undefined;
    for (;;) {
      const { version, content } = await this.read();
      if (version !== seen && isThere(await content)) return;
      seen = version;
      if (signal?.aborted === true || Date.now() > end)
        throw new Error(`${this.path} was not written within ${Math.ceil(withinMs / 1000)} seconds`);
      await sleep(pauseMs, signal);
    }
  }

  /** Several callers that look at the same time share one reading. */
  private async read(): Promise<Read> {
    const version = await this.version();
    if (this.last?.version === version) return this.last;
    const read = { version, content: this.parsed() };
    this.last = read;
    // It can be large, so it is not kept for longer than callers need it.
    setTimeout(() => {
      if (this.last === read) this.last = undefined;
    }, KEPT_MS).unref();
    return read;
  }

  private async version(): Promise<string> {
    const found = await stat(this.path).catch(() => undefined);
    return found === undefined ? '' : `${found.ino} ${found.mtimeMs} ${found.size}`;
  }

  private async parsed(): Promise<Record<string, unknown>> {
    try {
      const content: unknown = JSON.parse(await readFile(this.path, 'utf8'));
      return isRecord(content) ? content : {};
    } catch {
      return {};
    }
  }
}

/**
 * The file of a node's context.
 * @param config of the store in settings.js
 */
export function contextFileOf(RED: NodeAPI, node: Node, config: Record<string, unknown>): ContextFile {
  const folder = config['dir'] ?? Reflect.get(RED.settings, 'userDir') ?? '';
  const id = node._alias ?? node.id;
  return new ContextFile(join(String(folder), String(config['base'] ?? 'context'), node.z, `${id}.json`));
}
