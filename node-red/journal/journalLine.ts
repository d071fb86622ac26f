import { isUtf8 } from 'buffer';
import { basename } from 'path';

/** What the journal at a path begins with, without the end of the line. A copy beside it, such as a backup, has the name of another file. */
export function headerOf(path: string): string {
  return JSON.stringify({ version: 1, file: basename(path) });
}

/** Whether that is what some journal begins with. */
export function isHeader(line: string): boolean {
  return /^\{"version":1,"file":"[^"]+"\}$/.test(line);
}

/** A value under a name; without a value, the name is removed. */
export type Change = readonly [name: string, value?: unknown];

/** The same, with the value as JSON. */
export type WrittenChange = readonly [name: string, text: string | undefined];

/** Lines that are written and synced together. */
export interface Batch {
  changes: WrittenChange[];
  lines: string[];
  done: Promise<void>;
  settle: (error?: unknown) => void;
}

export function newBatch(): Batch {
  let settle: Batch['settle'] = () => undefined;
  const done = new Promise<void>((resolve, reject) => {
    settle = (error) => (error === undefined ? resolve() : reject(error));
  });
  return { changes: [], lines: [], done, settle };
}

/** A change of the file: one line, so that it is there as a whole or not at all. */
export function lineOf(changes: readonly WrittenChange[]): string {
  const parts = changes.map(([name, text]) =>
    text === undefined ? `[${JSON.stringify(name)}]` : `[${JSON.stringify(name)},${text}]`,
  );
  return `[${parts.join(',')}]\n`;
}

/** What a change takes in the file. */
export function lengthOf(name: string, text: string | undefined): number {
  return text === undefined ? 0 : Buffer.byteLength(name) + Buffer.byteLength(text) + 8;
}

/** The changes of a line; undefined if it is damaged. */
export function readLine(line: Buffer): Change[] | undefined {
  const found = readJson(line);
  if (!Array.isArray(found)) return undefined;
  const changes: Change[] = [];
  for (const each of found) {
    if (!Array.isArray(each) || typeof each[0] !== 'string') return undefined;
    changes.push([each[0], each[1]]);
  }
  return changes;
}

function readJson(bytes: Buffer): unknown {
  try {
    return isUtf8(bytes) ? JSON.parse(bytes.toString()) : undefined;
  } catch {
    return undefined;
  }
}
