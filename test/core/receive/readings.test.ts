import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import '../../../core/client';
import { KIND_WORDS, KNOWN, plainName, STATUS_WORDS } from '../../../core/receive/vocabulary';

const page = readFileSync(join(__dirname, '../../../docs/readings.md'), 'utf8');
const [, section = ''] = page.split('## What the service sends');
const wordsOf = (text: string) => text.split(/[^\w-]+/).map(plainName);

test('docs/readings.md shows every name and word that is read', () => {
  const shown = new Set(wordsOf(page));
  expect([...KNOWN].filter((word) => !shown.has(word))).toEqual([]);
});

test('docs/readings.md shows no name that is not read', () => {
  const rows = section.split('\n').filter((line) => /^\| .* \|$/.test(line));
  const [tables = ''] = rows.join('\n').split('| Point |');
  const names = tables.match(/\b[a-z]+[A-Z]\w*/g) ?? [];
  expect(names.filter((name) => !KNOWN.has(plainName(name)))).toEqual([]);
});

test.each(Object.entries({ ...STATUS_WORDS, ...KIND_WORDS }))(
  'docs/readings.md has the words that mean %s in one row',
  (_, words) => {
    expect(wordsOf(section).join(' ')).toContain(words.join(' '));
  },
);
