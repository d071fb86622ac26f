// Writes a page of docs/ that is made from the code. With --check, it writes nothing and fails if the page is out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');

/** A cell of a Markdown table. */
export const cell = (text) => text.replaceAll('|', '\\|');

/** Writes the page, or checks it. */
export function page(file, lines, madeFrom) {
  const text = lines.join('\n');
  const place = path.join(root, 'docs', file);
  if (!process.argv.includes('--check')) return writeFileSync(place, text);
  if (readFileSync(place, 'utf8') === text) return;
  process.stderr.write(`docs/${file} is not what ${madeFrom} says: run npm run docs\n`);
  process.exitCode = 1;
}
