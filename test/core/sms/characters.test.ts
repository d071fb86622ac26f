import { countPages, replaceSpecialCharacters } from '../../../core/sms';

/** What *Replace Special Characters* promises to replace: every typographic sign that phones and word processors write by themselves. */
const WRITTEN_BY_PROGRAMS =
  '\u2018\u2019\u201A\u201B\u201C\u201D\u201E\u201F\u2039\u203A\u00AB\u00BB\u2010\u2011\u2012\u2013\u2014\u2015\u2026\u00A0\u2009\u200A\u200B\u202F\u2028\u3000\uFEFF\u00AD\u2212\u00B4\u0060\t';

it.each([...WRITTEN_BY_PROGRAMS])('%j becomes a character of the GSM alphabet', (character) => {
  expect(countPages(`a${character}b`).encoding).toBe('UCS-2');
  const { text, replaced } = replaceSpecialCharacters(`a${character}b`);
  expect(countPages(text).encoding).toBe('GSM-7');
  expect(replaced).toEqual([character]);
});

it.each(['Grüezi, 5 € [ok] ~^', 'line\nbreak', '😀 👨‍👩‍👧', 'Žižek', 'Привет', 'ɑ'])(
  '%j stays as it is',
  (text) => {
    expect(replaceSpecialCharacters(text)).toEqual({ text, replaced: [] });
  },
);
