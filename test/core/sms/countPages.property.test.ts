import fc from 'fast-check';
import { countPages, type PageCount } from '../../../core/sms';
import { anyCharacter } from '../../anyCharacter';
import { volume } from '../../volume';
import { check } from '../fuzzing';

const EXTENSION_TABLE = '\f^{}\\[~]|€';

/** Texts around the page limits, of plain, extension, UCS-2, emoji and broken characters. */
const character = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...'abc XYZ0189@äöü\n') },
  { weight: 3, arbitrary: fc.constantFrom(...EXTENSION_TABLE) },
  { weight: 1, arbitrary: fc.constantFrom('☃', '’', '😀', '\ud83d', '\ude00') },
);
const gsmCharacter = fc.constantFrom(...('abcdefgh äöüà' + EXTENSION_TABLE));
const piece = (unit: fc.Arbitrary<string>) =>
  fc
    .tuple(fc.string({ unit, maxLength: 8 }), fc.integer({ min: 1, max: 400 }))
    .map(([text, times]) => text.repeat(times));
const text = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 2000 }),
  fc.string({ unit: character, maxLength: 2000 }),
  fc.string({ unit: gsmCharacter, maxLength: 2000 }),
  fc.array(piece(character), { maxLength: 6 }).map((pieces) => pieces.join('')),
  fc.array(piece(gsmCharacter), { maxLength: 6 }).map((pieces) => pieces.join('')),
);
const options = fc.record({
  pageLimit: fc.oneof(fc.integer({ min: -2, max: 13 }), fc.constantFrom(null, undefined)),
});

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The same pages in the slow and obvious way: one character at a time, as a person sees characters. */
function pagesOf(whole: string, encoding: PageCount['encoding'], perPage: number): string[] {
  const cost = (char: string) =>
    encoding === 'UCS-2'
      ? char.length
      : [...char].length + [...char].filter((each) => EXTENSION_TABLE.includes(each)).length;
  const pages: string[] = [];
  let left = 0;
  const seen = [...graphemes.segment(whole)].map(({ segment }) => segment);
  // Above a page, a character is taken apart; in GSM-7, only CR and LF are one.
  for (const char of encoding === 'UCS-2'
    ? seen.flatMap((each) => (each.length > perPage ? [...each] : each))
    : whole) {
    if (cost(char) > left) {
      pages.push('');
      left = perPage;
    }
    pages[pages.length - 1] += char;
    left -= cost(char);
  }
  return pages;
}

describe('for any text and any options', () => {
  it('what is sent and what is cut make up the whole text, and something is cut only when truncated', () => {
    check(
      fc.property(text, options, (whole, given) => {
        const result = countPages(whole, given);
        expect(result.sentText + result.cutText).toBe(whole);
        expect(result.truncated).toBe(result.cutText !== '');
      }),
    );
  });

  it('pages never exceed the limit, the limit never exceeds 10, and the rest of a page is within it', () => {
    check(
      fc.property(text, options, (whole, given) => {
        const result = countPages(whole, given);
        expect(result.pageLimit).toBeGreaterThanOrEqual(1);
        expect(result.pageLimit).toBeLessThanOrEqual(10);
        expect(result.pages).toBeLessThanOrEqual(result.pageLimit);
        expect(result.pages === 0).toBe(whole === '');
        expect(result.unitsLeftOnLastPage).toBeGreaterThanOrEqual(0);
        expect(result.unitsLeftOnLastPage).toBeLessThanOrEqual(result.unitsPerPage);
        expect(result.sentText.length).toBeLessThanOrEqual(result.encoding === 'GSM-7' ? 1530 : 670);
      }),
    );
  });

  it('agrees with putting one character after the other into pages', () => {
    check(
      fc.property(text, options, (whole, given) => {
        const result = countPages(whole, given);
        const pages = pagesOf(whole, result.encoding, result.unitsPerPage).slice(0, result.pageLimit);
        expect(result.pages).toBe(pages.length);
        expect(result.sentText).toBe(pages.join(''));
        expect(result.characters).toBe([...whole].length);
      }),
    );
  });

  it('never cuts a surrogate pair', () => {
    check(
      fc.property(fc.string({ unit: 'grapheme-composite', maxLength: 900 }), options, (whole, given) => {
        const result = countPages(whole, given);
        expect(result.sentText).not.toMatch(/\p{Surrogate}/u);
        expect(result.cutText).not.toMatch(/\p{Surrogate}/u);
      }),
    );
  });

  it('sending what was left by a cut is never cut again', () => {
    check(
      fc.property(text, options, (whole, given) => {
        const again = countPages(countPages(whole, given).sentText, given);
        expect(again.truncated).toBe(false);
      }),
    );
  });

  it('names characters outside of GSM-7 in exactly the texts that need UCS-2', () => {
    check(
      fc.property(text, (whole) => {
        const result = countPages(whole);
        expect(result.outsideGsm.length > 0).toBe(result.encoding === 'UCS-2');
        for (const char of result.outsideGsm) expect(countPages(char).encoding).toBe('UCS-2');
      }),
    );
  });
});

describe('a text of millions of characters', () => {
  const COUNT = volume({ full: 16_000_000, quick: 400_000 });
  // If counting were not linear, these would not finish within a test's time limit.
  it.each([
    ['plain', 'a', 'GSM-7', COUNT],
    ['of extension characters', '€', 'GSM-7', 2 * COUNT],
    ['of UCS-2 characters', '☃', 'UCS-2', COUNT],
    ['of lone surrogates', '\ud83d', 'UCS-2', COUNT],
  ])('%s is counted', (_, unit, encoding, units) => {
    const result = countPages(unit.repeat(COUNT));
    expect(result).toMatchObject({ encoding, units, characters: COUNT, pages: 10, truncated: true });
  });
});
