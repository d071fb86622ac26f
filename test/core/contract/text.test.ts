import { smsContentOptionsSchema } from '../../../core/contract/content/text';
import { EMOJI, on, problemsOf, sms, whatsapp } from './requests';

const optionFields = `the fields are ${Object.keys(smsContentOptionsSchema.shape).join(', ')}`;

function withOptions(options: unknown, text = 'Hello') {
  return problemsOf(sms({ content: { type: 'Text', text, options } }));
}

describe('TextContent (specification 2.4)', () => {
  it.each(['a', ' ', '\n', EMOJI, 'Grüezi, 您好, Привет'])('accepts the text %j', (text) => {
    expect(problemsOf(on('Sms', { type: 'Text', text }))).toEqual([]);
  });

  it.each([
    ['no text', { type: 'Text' }, ['content.text: is required']],
    ['a null text', { type: 'Text', text: null }, ['content.text: must be text, got null']],
    ['an empty text', { type: 'Text', text: '' }, ['content.text: must not be empty, got ""']],
    ['a number', { type: 'Text', text: 5 }, ['content.text: must be text, got 5']],
    [
      'a field of another content',
      { type: 'Text', text: 'a', caption: 'b' },
      ['content.caption: is not a field here; the fields are type, text, options'],
    ],
    [
      'a field name in other case',
      { type: 'Text', TEXT: 'a' },
      ['content.TEXT: must be spelled text', 'content.text: is required'],
    ],
  ])('refuses %s', (_name, content, problems) => {
    expect(problemsOf(on('Sms', content))).toEqual(problems);
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

  it.each([
    ['no type', { pageLimit: 3 }, ['options.type: is required and must be SmsContentOptions']],
    ['another type', { type: 'Sms' }, ['options.type: must be SmsContentOptions, got "Sms"']],
    [
      'the type in other case',
      { type: 'smsContentOptions' },
      ['options.type: must be spelled SmsContentOptions, got "smsContentOptions"'],
    ],
    ['a null type', { type: null }, ['options.type: must be SmsContentOptions, got null']],
    [
      'forceGsm as a text',
      { type, forceGsm: 'true' },
      ['options.forceGsm: must be true or false, got "true"'],
    ],
    ['forceGsm as a number', { type, forceGsm: 1 }, ['options.forceGsm: must be true or false, got 1']],
    ['a page limit of 0', { type, pageLimit: 0 }, ['options.pageLimit: must be from 1 to 10, got 0']],
    ['a page limit of 11', { type, pageLimit: 11 }, ['options.pageLimit: must be from 1 to 10, got 11']],
    ['a page limit below zero', { type, pageLimit: -1 }, ['options.pageLimit: must be from 1 to 10, got -1']],
    [
      'a page limit that is not whole',
      { type, pageLimit: 1.5 },
      ['options.pageLimit: must be a whole number, got 1.5'],
    ],
    ['a page limit as a text', { type, pageLimit: '3' }, ['options.pageLimit: must be a number, got "3"']],
    [
      'a null smsType',
      { type, smsType: null },
      ['options.smsType: must be one of Standard, Flash, PrioPlus, got null'],
    ],
    [
      'an unknown smsType',
      { type, smsType: 'Silent' },
      ['options.smsType: must be one of Standard, Flash, PrioPlus, got "Silent"'],
    ],
    [
      'smsType in other case',
      { type, smsType: 'Prioplus' },
      ['options.smsType: must be spelled PrioPlus, got "Prioplus"'],
    ],
    ['an unknown field', { type, flash: true }, [`options.flash: is not a field here; ${optionFields}`]],
    ['a field name in other case', { type, pagelimit: 3 }, ['options.pagelimit: must be spelled pageLimit']],
    ['a text instead of options', 'Flash', ['options: must be an object, got "Flash"']],
    ['a list instead of options', [], ['options: must be an object, got a list']],
  ])('refuse %s', (_name, options, problems) => {
    expect(withOptions(options)).toEqual(problems.map((problem) => `content.${problem}`));
  });
});

describe('forceGsm on a text for SMS (specification 2.4)', () => {
  const forced = { type: 'SmsContentOptions', forceGsm: true };
  const rule =
    'content.text: only characters of the GSM alphabet, because GSM Characters Only (forceGsm) is on';

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
    ['an emoji', `Hello ${EMOJI}`, `${rule}, got ${EMOJI}`],
    ['a letter outside the alphabet', 'Łódź', `${rule}, got Ł ó ź`],
    ['a character twice, named once', 'ê ê', `${rule}, got ê`],
    ['the small ç, though the capital is in the alphabet', 'garçon', `${rule}, got ç`],
    ['a typographic quotation mark', 'it’s', `${rule}, got ’`],
    ['a no-break space, named by its number', 'a\u00A0b', `${rule}, got U+00A0`],
    ['a tab, named by its number', 'a\tb', `${rule}, got U+0009`],
    ['an accent of its own, named by its number', 'e\u0301', `${rule}, got U+0301`],
    ['the escape character', '\u001B', `${rule}, got U+001B`],
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
