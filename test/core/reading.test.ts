import { asText, isRecord, readField, readList, readText } from '../../core/reading';

describe('readField (the service writes field names in any case: specification 1)', () => {
  it.each(['messageId', 'messageid', 'MESSAGEID', 'MessageID'])('finds messageId written %s', (name) => {
    expect(readField({ [name]: 'a' }, 'messageId')).toBe('a');
  });

  it.each([
    ['the first of the names that is there', { id: 'b', messageId: 'a' }, 'a'],
    ['the second where the first is null', { messageId: null, id: 'b' }, 'b'],
    ['the second where the first is undefined', { messageId: undefined, id: 'b' }, 'b'],
    ['another spelling where one is null', { messageId: null, MESSAGEID: 'a' }, 'a'],
    ['false, zero and empty texts, which are values', { messageId: false }, false],
    ['nothing where no name is there', { other: 'a' }, undefined],
    ['nothing in an empty object', {}, undefined],
    ['nothing in a list', ['a'], undefined],
    ['nothing in a text', 'messageId', undefined],
    ['nothing in null', null, undefined],
    ['nothing in undefined', undefined, undefined],
  ])('reads %s', (_name, value, found) => {
    expect(readField(value, 'messageId', 'id')).toBe(found);
  });

  it('reads only what the object itself holds', () => {
    expect(readField({}, 'toString', 'constructor', '__proto__')).toBeUndefined();
    expect(readField(JSON.parse('{"__proto__":"a"}'), '__proto__')).toBe('a');
  });
});

describe('readText', () => {
  it.each([
    ['a', 'a'],
    ['', undefined],
    [' ', ' '],
    [5, '5'],
    [0, '0'],
    [5n, '5'],
    [true, undefined],
    [{}, undefined],
    [['a'], undefined],
    [null, undefined],
  ])('reads %p as %p', (value, text) => {
    expect(readText({ Id: value }, 'id')).toBe(text);
    expect(asText(value)).toBe(text);
  });
});

describe('readList', () => {
  it.each([
    [['a'], ['a']],
    [[], []],
    ['a', undefined],
    [{ length: 1 }, undefined],
    [null, undefined],
  ])('reads %p as %p', (value, list) => {
    expect(readList({ Ids: value }, 'ids')).toEqual(list);
  });
});

describe('isRecord', () => {
  it.each([
    [{}, true],
    [Object.create(null), true],
    [[], false],
    [null, false],
    ['a', false],
    [5, false],
    [undefined, false],
  ])('%p: %p', (value, expected) => {
    expect(isRecord(value)).toBe(expected);
  });
});
