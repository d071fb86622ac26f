import { EMOJI, on, problemsOf } from './requests';

const url = 'https://example.com/file';
const webAddress = 'must be a URL that starts with https:// or http:// and contains no spaces';
const source = 'needs the media ID of an uploaded file (mediaId) or the URL of a public file (url)';
const dateTime = 'must be a date and time with seconds and offset, such as 2026-12-24T18:00:00Z';
const amount =
  'must be an amount such as 100.99, with at most three decimals and at most 2147483.647 (in JSON: 1000 times the amount, a whole number)';

function parameter(value: unknown, component: Record<string, unknown> = { type: 'Body' }) {
  const content = {
    type: 'Template',
    namespace: 'ns',
    name: 'reminder',
    language: { code: 'en' },
    components: [{ ...component, parameters: [value] }],
  };
  return problemsOf(on('Whatsapp', content)).map((problem) =>
    problem.replace('content.components[0].parameters[0]', ''),
  );
}

const currency = (change: Record<string, unknown> = {}) => ({
  type: 'Currency',
  code: 'CHF',
  amount: 100990,
  fallbackValue: 'CHF 100.99',
  ...change,
});

describe.each([
  ['Text', 'text'],
  ['Payload', 'payload'],
])('template parameter %s', (type, field) => {
  it.each(['a', ' ', EMOJI, 'a'.repeat(5000)])('accepts a text', (text) => {
    expect(parameter({ type, [field]: text })).toEqual([]);
  });

  it('refuses an empty text', () => {
    expect(parameter({ type, [field]: '' })).toEqual([`.${field}: must not be empty, got ""`]);
  });
});

describe.each(['Image', 'Video', 'Document'])('template parameter %s', (type) => {
  it.each([
    ['an uploaded file', { mediaId: 'media-1' }],
    ['a public file', { url }],
    ['both, which the specification does not forbid here', { mediaId: 'media-1', url }],
    ['a null beside the other', { mediaId: 'media-1', url: null }],
    ['an empty mediaId beside a url', { mediaId: '', url }],
  ])('accepts %s', (_name, fields) => {
    expect(parameter({ type, ...fields })).toEqual([]);
  });

  it.each([
    ['no file', {}, `: ${source}`],
    ['nulls for both', { mediaId: null, url: null }, `: ${source}`],
    ['an empty mediaId', { mediaId: '' }, `: ${source}`],
    ['an empty url', { url: '' }, `.url: ${webAddress}, got ""`],
    ['a url that is no web address', { url: 'ftp://a' }, `.url: ${webAddress}, got "ftp://a"`],
  ])('refuses %s', (_name, fields, problem) => {
    expect(parameter({ type, ...fields })).toEqual([problem]);
  });
});

describe('template parameter DateTime (RFC 3339)', () => {
  it.each([
    '2026-12-24T18:00:00Z',
    '2026-12-24T18:00:00.5Z',
    '2026-12-24T18:00:00.123456789Z',
    '2026-12-24T18:00:00+01:00',
    '2026-12-24T00:00:00-23:59',
    '2028-02-29T23:59:59Z',
  ])('accepts %s', (value) => {
    expect(parameter({ type: 'DateTime', dateTime: value })).toEqual([]);
  });

  it.each([
    '',
    '2026-12-24',
    '2026-12-24T18:00Z',
    '2026-12-24T18:00:00',
    '2026-12-24 18:00:00Z',
    '2026-12-24t18:00:00Z',
    '2026-12-24T18:00:00z',
    '2026-12-24T24:00:00Z',
    '2026-12-24T18:60:00Z',
    '2026-12-24T18:00:60Z',
    '2026-12-24T18:00:00.Z',
    '2026-12-24T18:00:00+0100',
    '2026-12-24T18:00:00+24:00',
    '2026-02-29T18:00:00Z',
    '2026-13-01T18:00:00Z',
    '2026-04-31T18:00:00Z',
    '2026-12-24T18:00:00Z\n',
  ])('refuses %j', (value) => {
    expect(parameter({ type: 'DateTime', dateTime: value })).toEqual([
      `.dateTime: ${dateTime}, got ${JSON.stringify(value)}`,
    ]);
  });
});

describe('template parameter Currency (specification 2.5 and 8)', () => {
  it.each([
    ['an amount', {}],
    ['nothing', { amount: 0 }],
    ['an amount below zero', { amount: -1 }],
    ['the largest int32', { amount: 2147483647 }],
    ['the smallest int32', { amount: -2147483648 }],
    ['a fallback of one character', { fallbackValue: '-' }],
    ['any three characters as code', { code: 'x1?' }],
    ['three emojis as code, for what it is worth', { code: EMOJI.repeat(3) }],
  ])('accepts %s', (_name, change) => {
    expect(parameter(currency(change))).toEqual([]);
  });

  const code = 'exactly 3 characters, such as CHF or EUR, got';
  const int32 = 'must be from -2147483648 to 2147483647, got';

  it.each([
    ['no character as code', { code: '' }, `.code: ${code} 0`],
    ['two characters as code', { code: 'CH' }, `.code: ${code} 2`],
    ['four characters as code', { code: 'CHFR' }, `.code: ${code} 4`],
    ['a null amount', { amount: null }, `.amount: ${amount}, got null`],
    ['an amount as a text', { amount: '100990' }, `.amount: ${amount}, got "100990"`],
    ['an amount that was not multiplied', { amount: 100.99 }, '.amount: must be a whole number, got 100.99'],
    ['an amount above int32', { amount: 2147483648 }, `.amount: ${int32} 2147483648`],
    ['an amount below int32', { amount: -2147483649 }, `.amount: ${int32} -2147483649`],
    ['an empty fallback', { fallbackValue: '' }, '.fallbackValue: must not be empty, got ""'],
  ])('refuses %s', (_name, change, problem) => {
    expect(parameter(currency(change))).toEqual([problem]);
  });
});
