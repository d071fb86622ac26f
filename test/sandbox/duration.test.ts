import Ajv2020 from 'ajv/dist/2020';
import { durationText, isDuration, inMilliseconds } from '../../sandbox/duration';
import schema from '../../sandbox/seed/seed.schema.json';

const READ: [text: string, milliseconds: number][] = [
  ['10 seconds', 10_000],
  ['10 s', 10_000],
  ['30s', 30_000],
  ['1 second', 1000],
  ['2 min', 120_000],
  ['5m', 300_000],
  ['1 minute', 60_000],
  ['1.5 hours', 5_400_000],
  ['24h', 86_400_000],
  ['3 days', 259_200_000],
  ['1 d', 86_400_000],
  ['300ms', 300],
  ['1 millisecond', 1],
  ['0 s', 0],
];
const REFUSED = [
  'soon',
  '',
  '10',
  '-1 s',
  '1 week',
  '1,5 h',
  's',
  '10  s',
  '1e3 s',
  '1 S',
  '1 secondss',
  '9'.repeat(400) + ' s',
];

it.each(READ)('%s is a duration', (text, milliseconds) => {
  expect(inMilliseconds(text)).toBe(milliseconds);
  expect(isDuration(text)).toBe(true);
});

it.each(REFUSED)("'%s' is none", (text) => {
  expect(() => inMilliseconds(text)).toThrow(
    `'${text}' is not a duration, such as 30 seconds, 5 minutes, 2 hours or 1 day.`,
  );
  expect(isDuration(text)).toBe(false);
});

it('the schema of seeds takes the same ones', () => {
  const isInSchema = new Ajv2020({ strict: false }).compile(schema.$defs.duration);
  for (const [text] of READ) expect({ text, taken: isInSchema(text) }).toEqual({ text, taken: true });
  const few = REFUSED.filter((text) => text.length < 400);
  for (const text of few) expect({ text, taken: isInSchema(text) }).toEqual({ text, taken: false });
});

it('a number is one in milliseconds, unless it is negative or none', () => {
  expect(inMilliseconds(1500)).toBe(1500);
  for (const number of [-1, NaN, Infinity]) expect(() => inMilliseconds(number)).toThrow('is not a duration');
});

it('a duration is written in words', () => {
  const written = [90_000, 120_000, 3_600_000, 86_400_000, 1000, 1500, 300, 0].map(durationText);
  const words = '90 seconds, 2 minutes, 1 hour, 1 day, 1 second, 1.5 seconds, 0.3 seconds, 0 seconds';
  expect(written.join(', ')).toBe(words);
  expect(written.every(isDuration)).toBe(true);
});
