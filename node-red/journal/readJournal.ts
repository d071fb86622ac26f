import { isHeader, readLine } from './journalLine';

const LINE_END = 0x0a;

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
