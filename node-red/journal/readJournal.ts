import { HEADER, readLine } from './journalLine';

const LINE_END = 0x0a;

/** What a journal has. */
export interface Journal {
  /** Each value as JSON, by name. */
  texts: Map<string, string>;
  /** The bytes of its whole lines. */
  size: number;
  /** Whether something that is no whole line comes after them. */
  isTorn: boolean;
}

/**
 * Reads a journal line by line: the whole can be longer than one text can be.
 * @returns undefined if it is damaged: if a line is no text, or no change
 */
export async function readJournal(blocks: AsyncIterable<Buffer>): Promise<Journal | undefined> {
  const texts: Journal['texts'] = new Map();
  let size = 0;
  let begun: Buffer[] = [];
  for await (const block of blocks) {
    let start = 0;
    for (let end = block.indexOf(LINE_END); end !== -1; end = block.indexOf(LINE_END, start)) {
      const line = Buffer.concat([...begun, block.subarray(start, end)]);
      begun = [];
      start = end + 1;
      if (!takeLine(texts, line, size === 0)) return undefined;
      size += line.length + 1;
    }
    if (start < block.length) begun.push(block.subarray(start));
  }
  return { texts, size, isTorn: begun.length > 0 };
}

function takeLine(texts: Journal['texts'], line: Buffer, isFirst: boolean): boolean {
  if (isFirst) return line.equals(HEADER);
  const changes = readLine(line);
  for (const [name, value] of changes ?? []) {
    if (value === undefined) texts.delete(name);
    else texts.set(name, JSON.stringify(value));
  }
  return changes !== undefined;
}
