import fc from 'fast-check';

import { MessagingError, numberListReader } from '../../../core/client';
import { personKey } from '../../../core/contract/phoneNumber';
import { SEED } from '../../seed';

const source = (countryCode?: string) => ({ path: 'doNotSendTo', label: 'Do Not Send To', countryCode });
const read = (value: unknown, countryCode?: string) => [...numberListReader()(value, source(countryCode))];

function errorOf(value: unknown, countryCode?: string): MessagingError {
  try {
    read(value, countryCode);
  } catch (error) {
    if (error instanceof MessagingError) return error;
  }
  throw new Error('The list was read');
}

describe('a list of numbers', () => {
  it.each([
    ['with spaces', '+41 79 123 45 67'],
    ['with 00', '0041791234567'],
    ['with a 0 in brackets', '+41 (0)79 123 45 67'],
    ['with a 0 in brackets with blanks', '+41 ( 0 ) 79 123 45 67'],
    ['with the 0 behind the country code', '+41 079 123 45 67'],
    ['as a link', 'tel:+41-79-123-45-67'],
    ['with invisible signs', '\u202a+41791234567\u202c'],
    ['without +', '41791234567'],
    ['as a number', 41791234567],
    ['as a big integer', 41791234567n],
    ['as a national number', '079 123 45 67'],
    ['as WhatsApp writes it', '41791234567@c.us'],
    ['as a national number whose 0 a spreadsheet dropped', 791234567],
  ])('finds a number written %s', (_, written) => {
    expect(read([written], '+41')).toContain('41791234567');
  });

  it.each([
    ['+225', 701020304, '2250701020304'],
    ['+39', 612345678, '390612345678'],
    ['+36', 6201234567, '36201234567'],
    ['+7', '8 (912) 345-67-89', '79123456789'],
    ['+7', '8 495 123 45 67', '74951234567'],
    ['+375', '8 029 491 19 11', '375294911911'],
    ['+370', '8 612 34567', '37061234567'],
    ['+86', '138 1234 5678', '8613812345678'],
    ['+55', 11987654321, '551187654321'],
    ['+49', '1512 3456789', '4915123456789'],
    ['+1', '512 345 6789', '15123456789'],
    ['+1', '1 512 345 6789', '15123456789'],
    ['+41', '4915123456789', '4915123456789'],
  ])('finds a number of people in %s written %s', (country, written, person) => {
    expect(read([written], country)).toContain(person);
  });

  it('reads a number without + as one with a country code, if it is long enough', () => {
    expect(read(['41791234567', 4915123456789])).toEqual(['41791234567', '4915123456789']);
  });

  it.each([
    ['', '079 123 45 67'],
    ['', '791234567'],
    ['', '15123456789'],
    ['', '11987654321'],
    ['', '13812345678'],
    ['', '8 912 345 67 89'],
    ['+41', '13812345678'],
    ['+7', '+89123456789'],
    ['+41', '+99 912 345 67 89'],
    ['+7', '810 41 79 123 45 67'],
    ['+81', '010 41 79 123 45 67'],
    ['+1', '011 41 79 123 45 67'],
    ['+54', '011 15 1234 5678'],
    ['+52', '044 55 1234 5678'],
    ['+52', '045 55 1234 5678'],
  ])('with default country "%s" and %s is an error: it is nobody, or somebody else', (country, written) => {
    expect(() => read([written], country === '' ? undefined : country)).toThrow('Do Not Send To: entry 1 ');
  });

  it.each([
    ['an array', ['+41791234567', '+41781234567']],
    ['JSON', '["+41791234567", "+41781234567"]'],
    ['commas', '+41791234567, +41781234567'],
    ['semicolons', '+41 79 123 45 67; +41 78 123 45 67;'],
    ['lines', '+41791234567\r\n\r\n+41781234567\r\n'],
    ['an array with empty cells', ['', '+41791234567', '  ', '+41781234567']],
  ])('comes as %s', (_, value) => {
    expect(read(value)).toEqual(['41791234567', '41781234567']);
  });

  it.each([[[]], [''], ['[]'], [' \n ']])('can be empty: %j', (value) => {
    expect(read(value)).toEqual([]);
  });

  it.each([[[undefined]], ['[undefined]']])('is an error where an expression found nothing: %j', (value) => {
    expect(errorOf(value).fact).toContain('entry 1 is not a phone number, got');
  });

  it.each([[undefined], [null], [', '], [' ;\n; ']])('that is missing is an error: %j', (value) => {
    const error = errorOf(value);
    expect(error).toMatchObject({ outcome: 'not_sent', code: 'invalid_request' });
    expect(error.fact).toContain('Do Not Send To: there is no list for this message');
  });

  it.each([
    ['a name', ['+41791234567', 'Anna'], 'entry 2 is not a phone number, got "Anna"'],
    ['letters among digits', ['+4179123456O'], 'entry 1 is not a phone number, got "+4179123456O"'],
    ['a spreadsheet form', ['4.179E+10'], 'entry 1 is not a phone number, got "4.179E+10"'],
    ['two numbers in one', ['+41791234567 +41781234567'], 'entry 1 is not a phone number'],
    [
      'the decimal of a table',
      ['0791234567.0'],
      'entry 1 is not written as one number, got "0791234567.0": write 0791234567 or 07912345670, whichever you mean',
    ],
    ['the decimal of a number', [41791234567.5], 'entry 1 is not written as one number'],
    ['two numbers in one cell', ['079 123 45 67 / 68'], 'entry 1 is not written as one number'],
    ['two whole numbers in one cell', ['+41791234567 / +41791234568'], 'entry 1 is not a phone number'],
    ['a short number', ['17'], 'entry 1 must begin with + or 00, or be a number'],
    ['a 0 too few', ['+41781234567', '041791234567'], 'entry 2 must begin with + or 00, or be a number'],
    ['a digit too many', ['+417912345678'], 'entry 1 is not a phone number, got "+417912345678"'],
    ['nothing', ['+41791234567', undefined], 'entry 2 is not a phone number, got undefined'],
    ['null', [null], 'entry 1 is not a phone number, got null'],
    // eslint-disable-next-line no-sparse-arrays
    ['a hole', [, '+41791234567'], 'entry 1 is not a phone number, got undefined'],
    ['an object', [{ number: '+41791234567' }], 'entry 1 is not a phone number, got an object'],
    ['a list', [['+41791234567']], 'entry 1 is not a phone number, got a list'],
    ['a whole object', { number: '+41791234567' }, 'entry 1 is not a phone number, got an object'],
    ['a switch', true, 'entry 1 is not a phone number, got true'],
    ['not a number', [Number.NaN], 'entry 1 is not a phone number, got "NaN"'],
    ['broken JSON', '["+41791234567"', 'entry 1 is not a phone number'],
    ['text without end', ['x'.repeat(10_000)], 'entry 1 is not a phone number'],
  ])('with %s is an error that names the entry', (_, value, reason) => {
    const error = errorOf(value, '+41');
    expect(error).toMatchObject({ outcome: 'not_sent', code: 'invalid_request' });
    expect(error.fact).toContain(`Do Not Send To: ${reason}`);
    expect(error.fact.length).toBeLessThan(200);
  });

  it('can name a person by the user ID of WhatsApp', () => {
    expect(read(['CH.13491208655302741918'])).toEqual([personKey('CH.13491208655302741918')]);
  });

  it('is read again when an entry of the same array has changed', () => {
    const reader = numberListReader();
    const list = ['+41791234567'];
    expect([...reader(list, source())]).toEqual(['41791234567']);
    expect(reader(list, source())).toBe(reader(list, source()));
    list.push('+41781234567');
    expect([...reader(list, source())]).toEqual(['41791234567', '41781234567']);
    list[0] = '+41761234567';
    expect([...reader(list, source())]).toContain('41761234567');
    list[0] = 'Anna';
    expect(() => reader(list, source())).toThrow('Anna');
    expect(() => reader(list, source())).toThrow('Anna');
  });

  it('is read again for another country', () => {
    const reader = numberListReader();
    expect([...reader(['0791234567'], source('+41'))]).toEqual(['41791234567']);
    expect([...reader(['0791234567'], source('+49'))]).toEqual(['49791234567']);
  });

  it('finds every number of a country, however it is written on both sides', () => {
    const digits = fc.stringMatching(/^[1-9]\d{8}$/);
    const ways = [
      (national: string) => `+41${national}`,
      (national: string) => `0041 ${national}`,
      (national: string) => `+41 0${national}`,
      (national: string) => `41${national}`,
      (national: string) => `0${national}`,
      (national: string) => `+41 (0)${national.slice(0, 2)} ${national.slice(2, 5)}-${national.slice(5)}`,
      (national: string) => national,
    ];
    const recipients = ways.slice(0, 3);
    fc.assert(
      fc.property(
        digits,
        fc.constantFrom(...ways),
        fc.constantFrom(...recipients),
        (national, write, name) => {
          return read([write(national)], '+41').includes(personKey(name(national)));
        },
      ),
      { seed: SEED, numRuns: 2000 },
    );
  });
});
