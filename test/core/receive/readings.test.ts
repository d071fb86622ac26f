import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { RECIPIENT_NAMES } from '../../../core/client/answers/rule';
import * as vocabulary from '../../../core/receive/vocabulary';

const page = readFileSync(join(__dirname, '../../../docs/readings.md'), 'utf8');
const shown = new Set(page.split(/[^\w-]+/).map(vocabulary.plainName));
const { ENVELOPES, FIELD_NAMES, LISTS_OF_EVENTS, MEDIA_OBJECTS, REPLY_OBJECTS, STATUS_WORDS } = vocabulary;

it.each([
  ...Object.entries(FIELD_NAMES),
  ...Object.entries(STATUS_WORDS),
  ['envelopes', [...ENVELOPES]] as const,
  ['lists of events', [...LISTS_OF_EVENTS]] as const,
  ['objects of a choice', REPLY_OBJECTS] as const,
  ['objects of media', MEDIA_OBJECTS] as const,
  ['recipients in an answer', RECIPIENT_NAMES] as const,
])('docs/readings.md shows every name and word: %s', (_name, words) => {
  expect(words.filter((word) => !shown.has(word))).toEqual([]);
});
