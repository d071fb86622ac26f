import { judgeMessage } from '../../../core/contract/message';
import { EMOJI, on, problemsOf, said, sms, whatsapp } from './requests';

function withOptions(options: unknown, text = 'Hello') {
  return problemsOf(sms({ content: { type: 'Text', text, options } }));
}

describe('TextContent (specification 2.4)', () => {
  it.each(['a', ' ', '\n', EMOJI, 'Grüezi, 您好, Привет'])('accepts the text %j', (text) => {
    expect(problemsOf(on('Sms', { type: 'Text', text }))).toEqual([]);
  });

  it('refuses an empty text', () => {
    expect(problemsOf(on('Sms', { type: 'Text', text: '' }))).toEqual([
      said('content.text', 'empty', { got: '""' }),
    ]);
  });
});

describe('SmsContentOptions (specification 2.4 and 8)', () => {
  const type = 'SmsContentOptions';

  it.each([
    ['null', null],
    ['nothing but the type', { type }],
    ['forceGsm on', { type, forceGsm: true }],
    ['forceGsm off', { type, forceGsm: false }],
    ['forceGsm null', { type, forceGsm: null }],
    ['a page limit of 1', { type, pageLimit: 1 }],
    ['a page limit of 10', { type, pageLimit: 10 }],
    ['a page limit of null', { type, pageLimit: null }],
    ['Standard', { type, smsType: 'Standard' }],
    ['Flash', { type, smsType: 'Flash' }],
    ['PrioPlus', { type, smsType: 'PrioPlus' }],
    ['everything at once', { type, forceGsm: true, pageLimit: 3, smsType: 'Flash' }],
  ])('accept %s', (_name, options) => {
    expect(withOptions(options)).toEqual([]);
  });

  it.each([0, 11, -1])('refuse a page limit of %i', (got) => {
    expect(withOptions({ type, pageLimit: got })).toEqual([
      said('content.options.pageLimit', 'range', { min: 1, max: 10, got: String(got) }),
    ]);
  });
});

describe('forceGsm on a text for SMS (specification 2.4)', () => {
  const forced = { type: 'SmsContentOptions', forceGsm: true };
  const outside = (got: string) => said('content.text', 'outsideGsm', { got });

  it.each([
    ['letters and digits', 'Hello World 0123456789'],
    [
      'the signs of the default alphabet',
      '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./:;<=>?¡ÄÖÑÜ§¿äöñüà',
    ],
    ['the extension table', '\f^{}\\[~]|€'],
  ])('accepts %s', (_name, text) => {
    expect(withOptions(forced, text)).toEqual([]);
  });

  it.each([
    ['an emoji', `Hello ${EMOJI}`, outside(EMOJI)],
    ['a letter outside the alphabet', 'Łódź', outside('Ł ó ź')],
    ['a character twice, named once', 'ê ê', outside('ê')],
    ['the small ç, though the capital is in the alphabet', 'garçon', outside('ç')],
    ['a typographic quotation mark', 'it’s', outside('’')],
    ['a no-break space, named by its number', 'a\u00A0b', outside('U+00A0')],
    ['a tab, named by its number', 'a\tb', outside('U+0009')],
    ['an accent of its own, named by its number', 'e\u0301', outside('U+0301')],
    ['the escape character', '\u001B', outside('U+001B')],
  ])('refuses %s', (_name, text, problem) => {
    expect(withOptions(forced, text)).toEqual([problem]);
  });

  it.each([
    ['without options', undefined],
    ['with forceGsm off', { type: 'SmsContentOptions', forceGsm: false }],
    ['with forceGsm null', { type: 'SmsContentOptions', forceGsm: null }],
    ['with other options only', { type: 'SmsContentOptions', pageLimit: 1 }],
  ])('lets any character through %s', (_name, options) => {
    expect(withOptions(options, EMOJI)).toEqual([]);
  });

  it('says nothing about a text for WhatsApp', () => {
    expect(problemsOf(whatsapp({ content: { type: 'Text', text: EMOJI, options: forced } }))).toEqual([]);
  });
});

describe('an SMS that would be cut, if the node is to refuse it', () => {
  const judged = (text: string, pageLimit?: number, channel: 'Sms' | 'Whatsapp' = 'Sms') => {
    const options = pageLimit === undefined ? null : { type: 'SmsContentOptions', pageLimit };
    const verdict = judgeMessage(on(channel, { type: 'Text', text, options }), { refuseCut: true });
    return verdict.ok ? [] : verdict.findings;
  };
  const tooMany = (pages: number, max: number) => [
    { key: 'tooManyPages', values: { pages, max }, path: ['content', 'text'] },
  ];

  it.each([
    ['fills the page', 'x'.repeat(160), 1, []],
    ['needs one character more', 'x'.repeat(161), 1, tooMany(2, 1)],
    ['needs three pages of two', 'x'.repeat(307), 2, tooMany(3, 2)],
    ['fills two pages', 'x'.repeat(306), 2, []],
    ['has an emoji', `${'x'.repeat(69)}${EMOJI}`, 1, tooMany(2, 1)],
    [
      'has a character of two units at the end of a page',
      `${'x'.repeat(152)}€${'x'.repeat(152)}€`,
      2,
      tooMany(3, 2),
    ],
    ['fills the ten pages of the service', 'x'.repeat(1530), undefined, []],
    ['is longer than those', 'x'.repeat(1531), undefined, tooMany(11, 10)],
  ])('is one whose text %s', (_name, text, pageLimit, findings) => {
    expect(judged(text, pageLimit)).toEqual(findings);
  });

  it('is no message on another channel', () => {
    expect(judged('x'.repeat(2000), 1, 'Whatsapp')).toEqual([]);
  });

  it('goes out where the node is not to', () => {
    expect(judgeMessage(on('Sms', { type: 'Text', text: 'x'.repeat(2000) }), {}).ok).toBe(true);
  });
});
