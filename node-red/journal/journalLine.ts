import { isUtf8 } from 'buffer';
import { basename } from 'path';

const LINE_END = 0x0a;

/** What the journal at a path begins with, without the end of the line. A copy beside it, such as a backup, has the name of another file. */
export function headerOf(path: string): string {
  return JSON.stringify({ version: 1, file: basename(path) });
}

/** Whether that is what some journal begins with. */
function isHeader(line: string): boolean {
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
function readLine(line: Buffer): Change[] | undefined {
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

/** What a journal has. */
interface Journal {
  /** Each value as JSON, by name. */
  texts: Map<string, string>;
  /** The bytes of its whole lines. */
  size: number;
  /** Whether something that is no whole line comes after them. */
  isTorn: boolean;
}

/**
 * Reads a journal line by line: the whole can be longer than one text can be.
 * @param header what this file begins with
 * @returns `copy` if it has the header of another file; `damaged` if a line is no text, or no change
 */
export async function readJournal(
  blocks: AsyncIterable<Buffer>,
  header: string,
): Promise<Journal | 'copy' | 'damaged'> {
  const texts: Journal['texts'] = new Map();
  let size = 0;
  let begun: Buffer[] = [];
  for await (const block of blocks) {
    let start = 0;
    for (let end = block.indexOf(LINE_END); end !== -1; end = block.indexOf(LINE_END, start)) {
      const line = Buffer.concat([...begun, block.subarray(start, end)]);
      begun = [];
      start = end + 1;
      if (size === 0 && String(line) !== header) return isHeader(String(line)) ? 'copy' : 'damaged';
      if (size > 0 && !takeLine(texts, line)) return 'damaged';
      size += line.length + 1;
    }
    if (start < block.length) begun.push(block.subarray(start));
  }
  return { texts, size, isTorn: begun.length > 0 };
}

function takeLine(texts: Journal['texts'], line: Buffer): boolean {
  const changes = readLine(line);
  for (const [name, value] of changes ?? []) {
    if (value === undefined) texts.delete(name);
    else texts.set(name, JSON.stringify(value));
  }
  return changes !== undefined;
}
