import { harmIn, readBytes, readParsed } from '../../../core/receive';

const nested = (levels: number, open: string, close: string): unknown =>
  JSON.parse(`${open.repeat(levels)}1${close.repeat(levels)}`);

describe('what in a body could harm a flow', () => {
  it.each([
    ['lists that nest deeper than 32', nested(33, '[', ']'), 'nests deeper than 32'],
    ['objects that nest deeper than 32', nested(33, '{"a":', '}'), 'nests deeper than 32'],
    ['lists that nest 100,000 deep', nested(100_000, '[', ']'), 'nests deeper than 32'],
    ['a field __proto__', JSON.parse('{"__proto__":{"admin":true}}'), '__proto__'],
    ['a field __proto__ that is no object', JSON.parse('{"__proto__":1}'), '__proto__'],
    ['a field __proto__ further down', JSON.parse('[{"a":[{"__proto__":{}}]}]'), '__proto__'],
    ['a name that leads to a prototype', { text: 'x', 'a[__proto__][y]': '2' }, '__proto__'],
    [
      'such a name in the fields of a form',
      { data: { 'constructor[prototype][x]': '1' }, files: {} },
      'prototype',
    ],
    ['such a name with dots', { 'a.constructor.prototype.x': '1' }, 'prototype'],
    ['such a name with an empty level', { 'constructor[][prototype][x]': '1' }, 'prototype'],
    ['constructor.prototype', JSON.parse('{"a":{"constructor":{"prototype":{"admin":true}}}}'), 'prototype'],
  ])('%s', (_name, body, harm) => {
    expect(harmIn(body)).toContain(harm);
  });

  it.each([
    ['nesting of 32', nested(32, '[', ']')],
    ['an inbound message', { from: '+41791112233', content: { type: 'Text', text: '__proto__' } }],
    ['a field constructor that is a text', JSON.parse('{"constructor":"prototype"}')],
    ['a text', '{"__proto__":{}}'],
    ['names that only contain the words', { 'constructor.name': '1', my__proto__: '2', prototype: '3' }],
    [
      '1,000 events',
      Array.from({ length: 1000 }, () => ({ from: '1', content: { type: 'Text', text: 'x' } })),
    ],
    ['nothing', undefined],
    ['null', null],
    ['bytes', new Uint8Array(1_000_000)],
    ['an object without a prototype, as parsers of a query make', Object.create(null)],
  ])('nothing in %s', (_name, body) => {
    expect(harmIn(body)).toBeUndefined();
  });
});

describe('a body', () => {
  const MESSAGE = '{"messageId":9007199254740993,"from":"+41791112233"}';
  const READ = { ok: true, body: { messageId: '9007199254740993', from: '+41791112233' } };

  it.each([
    ['bytes', readBytes(Buffer.from(MESSAGE))],
    ['a text', readParsed(MESSAGE)],
    ['bytes that a platform has read', readParsed(Buffer.from(MESSAGE))],
  ])('as %s that holds JSON is read, and keeps the digits of its numbers', (_name, read) => {
    expect(read).toEqual(READ);
  });

  it.each([
    ['bytes', readBytes(Buffer.from(' {"__proto__":{}}'))],
    ['a text', readParsed(' {"constructor":{"prototype":{}}}')],
    ['a form', readParsed('text=x&a%5B__proto__%5D%5By%5D=2')],
    [
      'a form in parts',
      readParsed('--b\r\nContent-Disposition: form-data; name="a[__proto__][y]"\r\n\r\n2\r\n--b--\r\n'),
    ],
    ['bytes of a form', readBytes(Buffer.from('constructor[prototype][x]=1'))],
    ['an object', readParsed(JSON.parse('{"__proto__":{}}'))],
  ])('as %s that could harm a flow is refused', (_name, read) => {
    expect(read).toEqual({ ok: false, reason: expect.stringContaining('__proto__') });
  });

  const names = Array.from({ length: 200_000 }, (_, at) => `name${at}`);
  const big: Array<[string, string]> = [
    ['200,000 names', JSON.stringify(Object.fromEntries(names.map((name) => [name, 1])))],
    [
      '1,001 names in each of 50 objects',
      JSON.stringify(
        Array.from({ length: 50 }, (_, at) =>
          Object.fromEntries(names.slice(at * 1001, (at + 1) * 1001).map((name) => [name, 1])),
        ),
      ),
    ],
    ['2,000,000 lists in each other', '['.repeat(2_000_000)],
    [
      '1,500,000 lists of one list',
      `[${Array.from({ length: 50_000 }, () => '['.repeat(30) + ']'.repeat(30)).join()}]`,
    ],
    ['1,000,000 numbers', JSON.stringify(new Array(1_000_000).fill(1))],
    ['200,000 fields of a form', names.map((name) => `${name}=1`).join('&')],
  ];
  it.each(big)('with %s is refused', (_name, text) => {
    expect(readParsed(text).ok).toBe(false);
  });

  it('is refused by what it holds, not by what its texts hold', () => {
    const text = '[{:,}]"'.repeat(100_000);
    expect(readParsed(JSON.stringify({ text, [`a${'{:,'.repeat(2000)}`]: [] })).ok).toBe(true);
    // As a list of as many empty lists as there may be values.
    expect(readParsed(JSON.stringify(Array.from({ length: 50_000 }, () => []))).ok).toBe(true);
    expect(readParsed(JSON.stringify(Array.from({ length: 50_001 }, () => []))).ok).toBe(false);
  });

  const events = (count: number) => Array.from({ length: count }, () => ({ from: '1', text: 'x' }));
  it.each([
    ['in a list', events(1001)],
    ['in several lists', { data: { messages: events(600), reports: events(600) } }],
  ])('with more than 1,000 events %s is refused, and not one event', (_name, body) => {
    expect(readParsed(body)).toEqual({ ok: false, reason: expect.stringContaining('1000 events') });
    expect(readParsed(events(1000)).ok).toBe(true);
  });

  it.each<[string, object]>([
    ['a=1&b=x%3Dy&c', { a: '1', b: 'x=y', c: '' }],
    ['m[0][text]=a&m[1][text]=b', { m: [{ text: 'a' }, { text: 'b' }] }],
    ['a[1]=y&a[0]=x&b[]=1&b[]=2&c=1&c=2', { a: ['x', 'y'], b: ['1', '2'], c: ['1', '2'] }],
    ['a=1&a[b]=2&a[]=3', { a: { 0: '1', b: '2', 1: '3' } }],
    ['a[=1&b]=2&[c]=3&d[e=4', { 'a[': '1', 'b]': '2', '[c]': '3', 'd[e': '4' }],
    ['{"a":[1]}', { a: [1] }],
  ])('that is a form is read as Express reads it: %s', (text, body) => {
    const type = 'application/x-www-form-urlencoded; charset=utf-8';
    expect(readBytes(Buffer.from(text), type)).toEqual({ ok: true, body });
    expect(readBytes(Buffer.from('a[__proto__][b]=1'), type).ok).toBe(false);
  });

  it('as text that is no JSON stays as it is', () => {
    expect(readParsed('a=1&b=2')).toEqual({ ok: true, body: 'a=1&b=2' });
    expect(readParsed('{"a":')).toEqual({ ok: false, reason: expect.any(String) });
  });
});

describe('bytes', () => {
  it.each([
    ['no bytes', [], true],
    ['ASCII', [0x61], true],
    ['an emoji', [0xf0, 0x9f, 0x98, 0x80], true],
    ['a byte order mark', [0xef, 0xbb, 0xbf, 0x61], true],
    ['Latin-1', [0x47, 0x72, 0xfc, 0x65], false],
    ['half an emoji', [0xf0, 0x9f], false],
    ['an overlong slash', [0xc0, 0xaf], false],
    ['half of a surrogate pair', [0xed, 0xa0, 0x80], false],
  ])('%s', (_name, bytes, expected) => {
    expect(readBytes(Uint8Array.from(bytes)).ok).toBe(expected);
  });
});
