import { templateLanguageCodes } from '../../../core/contract';
import { EMOJI, on, problemsOf } from './requests';

const base = { type: 'Template', namespace: 'ns', name: 'reminder', language: { code: 'en' } };

function template(change: Record<string, unknown> = {}) {
  return problemsOf(on('Whatsapp', { ...base, ...change })).map((problem) => problem.replace('content', ''));
}

describe('TemplateContent (specification 2.4)', () => {
  it.each([
    ['no components', {}],
    ['null as components', { components: null }],
    ['an empty list of components', { components: [] }],
    ['a namespace and a name of one character', { namespace: 'n', name: 'r' }],
    ['a namespace and a name of any length', { namespace: 'n'.repeat(1000), name: EMOJI.repeat(1000) }],
  ])('accepts %s', (_name, change) => {
    expect(template(change)).toEqual([]);
  });

  it.each([
    ['an empty namespace', { namespace: '' }, '.namespace: must not be empty, got ""'],
    ['an empty name', { name: '' }, '.name: must not be empty, got ""'],
  ])('refuses %s', (_name, change, problem) => {
    expect(template(change)).toEqual([problem]);
  });
});

describe('TemplateLanguage (specification 2.5)', () => {
  const codes =
    'af, sq, ar, az, bn, bg, ca, zh_CN, zh_HK, zh_TW, hr, cs, da, nl, en, en_GB, en_US, et, fil, fi, fr, ka, de, el, gu, ha, he, hi, hu, id, ga, it, ja, kn, kk, rw_RW, ko, ky_KG, lo, lv, lt, mk, ms, ml, mr, nb, fa, pl, pt_BR, pt_PT, pa, ro, ru, sr, sk, sl, es, es_AR, es_ES, es_MX, sw, sv, ta, te, th, tr, uk, ur, uz, vi, zu'.split(
      ', ',
    );

  it.each(codes)('accepts the code %s', (code) => {
    expect(template({ language: { code } })).toEqual([]);
    expect(template({ language: { code, policy: 'Deterministic' } })).toEqual([]);
  });

  it('knows no other code', () => {
    expect([...templateLanguageCodes]).toEqual(codes);
  });

  it.each([
    ['a hyphen', { code: 'en-US' }, 'code: is not on the list; near it are en, en_GB, en_US, got "en-US"'],
    ['a space around it', { code: 'en ' }, 'code: must be spelled en, got "en "'],
    ['a country too many', { code: 'de_DE' }, 'code: is not on the list; near it are de, got "de_DE"'],
  ])('refuses %s', (_name, language, problem) => {
    expect(template({ language })).toEqual([`.language.${problem}`]);
  });
});

describe('template components (specification 2.5)', () => {
  const parameters = [{ type: 'Text', text: 'Anna' }];

  it.each([
    ['Header', {}],
    ['Body', {}],
    ['QuickReplyButton', { index: 0 }],
    ['QuickReplyButton', { index: 2147483647 }],
    ['QuickReplyButton', { index: -2147483648 }],
    ['UrlButton', { index: 0 }],
    ['UrlButton', { index: 2147483647 }],
    ['UrlButton', { index: -2147483648 }],
  ])('accept a %s with %j', (type, more) => {
    expect(template({ components: [{ type, parameters, ...more }] })).toEqual([]);
    expect(template({ components: [{ type, parameters: [], ...more }] })).toEqual([]);
  });

  it('accept every kind beside the others, and one kind twice', () => {
    expect(
      template({
        components: [
          { type: 'Header', parameters },
          { type: 'Body', parameters },
          { type: 'QuickReplyButton', index: 0, parameters },
          { type: 'QuickReplyButton', index: 1, parameters },
          { type: 'UrlButton', index: 2, parameters },
        ],
      }),
    ).toEqual([]);
  });

  it.each([
    [
      'an index that is not whole',
      { type: 'UrlButton', parameters, index: 0.5 },
      '.index: must be a whole number, got 0.5',
    ],
    [
      'an index above int32',
      { type: 'UrlButton', parameters, index: 2147483648 },
      '.index: must be from -2147483648 to 2147483647, got 2147483648',
    ],
    [
      'an index below int32',
      { type: 'UrlButton', parameters, index: -2147483649 },
      '.index: must be from -2147483648 to 2147483647, got -2147483649',
    ],
  ])('refuse %s', (_name, component, problem) => {
    expect(template({ components: [component] })).toEqual([`.components[0]${problem}`]);
  });
});
