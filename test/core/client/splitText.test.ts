import { splitMessage } from '../../../core/client';

const message = (channel: string, text: string) => ({
  channel,
  to: '+41791234567',
  content: { type: 'Text', text },
});
const split = (channel: string, text: string) =>
  splitMessage(message(channel, text)).map((part) => Object(part).content.text);
const FAMILY = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}';

it.each([
  ['that fits', 'Rcs', 'x'.repeat(1000)],
  ['of emojis that fits', 'Rcs', '😀'.repeat(1000)],
  ['of an SMS', 'Sms', 'x'.repeat(5000)],
])('a text %s stays whole', (_, channel, text) => {
  expect(splitMessage(message(channel, text))).toEqual([message(channel, text)]);
});

it.each([
  ['at a line break', `${'x '.repeat(300)}\n${'y '.repeat(300)}`, [599, 600]],
  ['at a space', `${'x'.repeat(800)} ${'y'.repeat(800)}`, [800, 800]],
  ['anywhere, if there is none', 'x'.repeat(2500), [1000, 1000, 500]],
  ['not at a space of the first half', `x ${'y'.repeat(1500)}`, [1000, 502]],
])('a text is divided %s', (_, text, lengths) => {
  const parts = split('Rcs', text);
  expect(parts.map((part: string) => part.length)).toEqual(lengths);
  expect(parts.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
});

it('a joined emoji is not divided', () => {
  const parts = split('Whatsapp', 'x'.repeat(4093) + FAMILY + 'y');
  expect(parts).toEqual(['x'.repeat(4093), `${FAMILY}y`]);
});

it.each([
  ['another content', { channel: 'Rcs', content: { type: 'Image', caption: 'x'.repeat(2000) } }, {}],
  ['a text of spaces', message('Rcs', ' '.repeat(3000)), {}],
  ['a text without strict limits', message('Rcs', 'x'.repeat(2000)), { strictLimits: false }],
])('%s is not divided', (_, request, rules) => {
  expect(splitMessage(request, rules)).toEqual([request]);
});
