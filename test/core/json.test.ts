import fc from 'fast-check';

import { parseJson } from '../../core/json';

describe('whole numbers beyond 2^53', () => {
  it.each([
    ['{"id":9007199254740993}', { id: '9007199254740993' }],
    ['9007199254740993', '9007199254740993'],
    ['-9007199254740993', '-9007199254740993'],
    ['[1, 18446744073709551615 ,2]', [1, '18446744073709551615', 2]],
    ['{"a":{"b":[{"id":12345678901234567890}]}}', { a: { b: [{ id: '12345678901234567890' }] } }],
    [
      '{"a":12345678901234567890,"b":12345678901234567891}',
      { a: '12345678901234567890', b: '12345678901234567891' },
    ],
  ])('keep their digits as text: %s', (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  it('of a million digits too', () => {
    const number = '9'.repeat(1_000_000);
    expect(parseJson(`[${number}]`)).toEqual([number]);
  });
});

describe('everything else is as JSON.parse reads it', () => {
  it.each([
    '{"id":9007199254740991}',
    '1234567890.12345678901234567890',
    '12345678901234567890.5',
    '12345678901234567890e3',
    '1E400',
    '{"text":"9007199254740993"}',
    '{"9007199254740993":1}',
    String.raw`{"text":"a \" 9007199254740993, \\","n":1}`,
    String.raw`["\\",12345678901234567,"\\\""]`.replace('12345678901234567', '1'),
    '{"__proto__":{"x":1234567890123456}}',
  ])('%s', (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  it('in any JSON, with a big number in it', () => {
    const big = fc.bigInt({ min: 2n ** 53n, max: 2n ** 200n });
    const withoutBig = fc
      .jsonValue()
      .filter((json) => !/(?<![\d.])\d{16,}(?![\d.eE])/.test(JSON.stringify(json)));
    fc.assert(
      fc.property(withoutBig, big, fc.constantFrom(0, 2), (json, number, indent) => {
        const around = [json, { json, number: '@ @' }];
        const text = JSON.stringify(around, null, indent);
        expect(parseJson(text.replace('"@ @"', `${number}`))).toEqual(
          JSON.parse(text.replace('@ @', `${number}`)),
        );
      }),
    );
  });

  it.each(['', '{', '{"id":9007199254740993', '[9007199254740993,]', '09007199254740993', '"\\'])(
    'what is no JSON is none: %s',
    (text) => {
      expect(() => parseJson(text)).toThrow(SyntaxError);
    },
  );
});
