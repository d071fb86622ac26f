import { countPages, MAX_PAGES } from '../../../core/sms';
import { smsPages } from '../../../sandbox/state/smsPages';

/** What the sandbox makes of a text, which was written without a look at ours. */
const inSandbox = (text: string, pageLimit?: number) =>
  smsPages({ type: 'Text', text, options: { pageLimit } });
const a = (count: number) => 'a'.repeat(count);
const euro = (count: number) => '€'.repeat(count);
const snowman = (count: number) => '☃'.repeat(count);
const smile = (count: number) => '😀'.repeat(count);

describe('pages of an SMS', () => {
  it.each([
    // name, text, encoding, characters, units, pages, units per page, units left
    ['an empty text has no page', '', 'GSM-7', 0, 0, 0, 160, 160],
    ['one character is a page', 'a', 'GSM-7', 1, 1, 1, 160, 159],
    ['160 characters fill one page', a(160), 'GSM-7', 160, 160, 1, 160, 0],
    ['161 characters need two pages of 153', a(161), 'GSM-7', 161, 161, 2, 153, 145],
    ['306 characters fill two pages', a(306), 'GSM-7', 306, 306, 2, 153, 0],
    ['307 characters need three pages', a(307), 'GSM-7', 307, 307, 3, 153, 152],
    ['1530 characters fill ten pages', a(1530), 'GSM-7', 1530, 1530, 10, 153, 0],
    ['80 euro signs fill one page', euro(80), 'GSM-7', 80, 160, 1, 160, 0],
    ['81 euro signs need two pages', euro(81), 'GSM-7', 81, 162, 2, 153, 143],
    ['a straddling euro sign moves on', a(152) + euro(1) + a(10), 'GSM-7', 163, 164, 2, 153, 141],
    ['a euro sign that just fits stays', a(151) + euro(1) + a(10), 'GSM-7', 162, 163, 2, 153, 143],
    ['a straddling bracket can cost a page', a(152) + '[' + a(152), 'GSM-7', 305, 306, 3, 153, 152],
    ['line breaks and form feed are GSM-7', 'a\r\n\f', 'GSM-7', 4, 5, 1, 160, 155],
    ['70 UCS-2 characters fill one page', snowman(70), 'UCS-2', 70, 70, 1, 70, 0],
    ['71 UCS-2 characters need two pages of 67', snowman(71), 'UCS-2', 71, 71, 2, 67, 63],
    ['670 UCS-2 characters fill ten pages', snowman(670), 'UCS-2', 670, 670, 10, 67, 0],
    ['35 emojis fill one page', smile(35), 'UCS-2', 35, 70, 1, 70, 0],
    ['a straddling emoji moves on', snowman(66) + smile(1) + snowman(4), 'UCS-2', 71, 72, 2, 67, 61],
    ['36 emojis: 33 on the first page, which leaves a unit unused', smile(36), 'UCS-2', 36, 72, 2, 67, 61],
    ['in UCS-2 a bracket is one unit', ']'.repeat(84) + '😘', 'UCS-2', 85, 86, 2, 67, 48],
    ['an emoji of several code points counts each of them', '👩‍👧', 'UCS-2', 3, 5, 1, 70, 65],
    ['a lone high surrogate is one unit', 'a\ud83d', 'UCS-2', 2, 2, 1, 70, 68],
    ['a lone low surrogate is one unit', '\ude00a', 'UCS-2', 2, 2, 1, 70, 68],
    ['surrogates in the wrong order are two characters', '\ude00\ud83d', 'UCS-2', 2, 2, 1, 70, 68],
    ['a high surrogate before a pair is its own character', '\ud83d😀', 'UCS-2', 2, 3, 1, 70, 67],
  ] as const)('%s', (_, text, encoding, characters, units, pages, unitsPerPage, unitsLeftOnLastPage) => {
    expect(countPages(text)).toEqual({
      encoding,
      characters,
      units,
      pages,
      unitsPerPage,
      unitsLeftOnLastPage,
      pageLimit: MAX_PAGES,
      truncated: false,
      sentText: text,
      cutText: '',
      outsideGsm: expect.any(Array),
    });
    // The service takes no empty text.
    if (text !== '') expect(inSandbox(text)).toEqual({ encoding, pages, text, truncated: false });
  });
});

describe('what would be cut', () => {
  it.each([
    ['GSM-7 after 1530 characters', a(1531), undefined, a(1530), 'a', 10],
    ['UCS-2 after 670 units', snowman(671), undefined, snowman(670), '☃', 10],
    ['with a limit of one page, after 160 characters', a(170), 1, a(160), a(10), 1],
    ['with a limit of one page, after 70 UCS-2 units', snowman(80), 1, snowman(70), snowman(10), 1],
    ['with a limit of two pages, after 306 characters', a(400), 2, a(306), a(94), 2],
    ['before an emoji of which only half would fit', snowman(69) + '😀', 1, snowman(69), '😀', 1],
    ['before a euro sign of which only half would fit', a(159) + '€', 1, a(159), '€', 1],
    ['ten pages of emojis hold 330', smile(340), undefined, smile(330), smile(10), 10],
    ['by UCS-2 pages even when the emoji itself is cut', a(700) + '😀', undefined, a(670), a(30) + '😀', 10],
  ])('%s', (_, text, pageLimit, sentText, cutText, pages) => {
    expect(countPages(text, { pageLimit })).toMatchObject({ truncated: true, sentText, cutText, pages });
    expect(inSandbox(text, pageLimit)).toMatchObject({ truncated: true, text: sentText, pages });
  });

  it.each([
    ['undefined means 10', undefined, 10],
    ['null means 10', null, 10],
    ['not a number means 10', Number.NaN, 10],
    ['more than 10 is 10', 11, 10],
    ['zero is 1', 0, 1],
    ['minus infinity is 1', -Infinity, 1],
    ['a fraction is cut', 2.9, 2],
  ])('limit: %s', (_, pageLimit, applied) => {
    const result = countPages(a(5000), { pageLimit });
    expect(result.pageLimit).toBe(applied);
    expect(result.pages).toBe(applied);
  });
});

describe('what a person sees as one character', () => {
  const FAMILY = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}';

  it.each([
    ['a family of joined emojis', FAMILY],
    ['a flag', '\u{1F1E8}\u{1F1ED}'],
    ['a skin tone', '\u{1F44D}\u{1F3FD}'],
    ['a letter with its accent', 'x\u0301'],
    ['a heart that is drawn as an emoji', '\u2764\uFE0F'],
    ['a keycap', '1\uFE0F\u20E3'],
    ['a flag of a region', '\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}'],
  ])('%s is cut off whole', (_, one) => {
    for (let before = 71 - one.length; before < 70; before++) {
      const counted = countPages(snowman(before) + one + 'x', { pageLimit: 1 });
      expect(counted).toMatchObject({ sentText: snowman(before), cutText: `${one}x` });
    }
  });

  it('stays on one page, and the flags after it are not taken apart either', () => {
    const flags = '\u{1F1E8}\u{1F1ED}'.repeat(40);
    // 67 units hold 16 flags of 4 units, and no half one.
    expect(countPages(flags)).toMatchObject({ pages: 3, unitsLeftOnLastPage: 67 - 8 * 4 });
  });

  it('is cut if it is longer than a page, but never within a pair', () => {
    const counted = countPages('e' + '\u0301'.repeat(80), { pageLimit: 1 });
    expect(counted.sentText).toHaveLength(70);
    expect(countPages(FAMILY + '\u200D\u{1F466}'.repeat(40), { pageLimit: 1 }).sentText).not.toMatch(
      /\p{Cs}/u,
    );
  });
});

describe('the characters outside of GSM-7', () => {
  it('are each named once, in the order of the text', () => {
    expect(countPages('Žižek’s 😀 café’s').outsideGsm).toEqual(['Ž', 'ž', '’', '😀']);
  });

  it('are none in a text that is GSM-7', () => {
    expect(countPages('Grüße für 5 € [ok]').outsideGsm).toEqual([]);
  });

  it('are named also in the part that is cut off', () => {
    expect(countPages(`ő${'x'.repeat(2000)}ű`).outsideGsm).toEqual(['ő', 'ű']);
  });

  it('are at most 20', () => {
    const chinese = Array.from({ length: 500 }, (_, index) => String.fromCharCode(0x4e00 + index)).join('');
    expect(countPages(chinese).outsideGsm).toEqual([...chinese.slice(0, 20)]);
  });
});
