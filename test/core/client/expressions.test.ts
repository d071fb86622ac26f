import { expressionFor } from '../../../core/client';

const shown = (entered: unknown) =>
  typeof entered === 'string' && entered.startsWith('=') ? entered.slice(1) : undefined;
const named = (text: string, left: string, entered: unknown, found: unknown) =>
  expressionFor({ text, left }, entered, found, shown);

it.each([
  ['the only one', '=Hallo {{ $json.name }}', 'Hallo undefined', '{{ $json.name }}'],
  ['the one of several', '={{ a }} {{ b }}, {{ c }}', 'Ann undefined, Bob', '{{ b }}'],
  ['the last', '={{ a }}: {{ b }}', 'Ann: NaN', '{{ b }}'],
  ['all, where their values touch', '={{ a }}{{ b }}', 'Annundefined', '{{ a }}{{ b }}'],
  ['a whole expression', '=msg.payload', 'Hi [object Object]!', 'msg.payload'],
  ['the start of a long one', `={{ ${'x'.repeat(99)} }}`, 'undefined', `{{ ${'x'.repeat(57)} …`],
])('of a text, names %s', (_, entered, text, expected) => {
  const left = /undefined|NaN|\[object Object\]/.exec(text)?.[0] ?? '';
  expect(named(text, left, { form: ['=other', { text: entered }] }, { form: ['x', { text }] })).toBe(
    expected,
  );
  // Part of a split text, and a text with a link behind it.
  expect(named(text.slice(1), left, [entered], [text])).toBe(expected);
  expect(named(`${text} https://example.com`, left, [entered], [text])).toBe(expected);
});

it('names none for a fixed text, or one of another field', () => {
  expect(named('undefined', 'undefined', { text: 'undefined' }, { text: 'undefined' })).toBeUndefined();
  expect(named('undefined', 'undefined', ['=a'], ['NaN'])).toBeUndefined();
  expect(named('undefined', 'undefined', '=a', undefined)).toBeUndefined();
  const endless: Record<string, unknown> = {};
  endless['inner'] = endless;
  expect(named('undefined', 'undefined', '=a', endless)).toBeUndefined();
});

it('finds the text in what an expression gives as a whole', () => {
  expect(named('NaN', 'NaN', ['=number'], [Number.NaN])).toBe('number');
  expect(named('NaN', 'NaN', { buttons: '=list' }, { buttons: [{ title: 'NaN' }] })).toBe('list');
});
