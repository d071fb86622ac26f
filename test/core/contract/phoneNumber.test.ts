import fc from 'fast-check';

import {
  asInternationalNumber,
  isAnotherNumber,
  isWhatsappUserId,
  personKey,
  readNumber,
  recipientAddress,
  tidyNumber,
} from '../../../core/contract/phoneNumber';

describe('a number as people write it', () => {
  it.each([
    ['+41791234567', '+41791234567'],
    [' +41 79 123 45 67 ', '+41791234567'],
    ['0041 (0)79-123-45-67', '0041791234567'],
    ['00 41 79 123 45 67', '0041791234567'],
    ['+41(0)791234567', '+41791234567'],
    ['+ 41 79 123 45 67', '+41791234567'],
    ['+41\u00A079\u2011123\u201345\u200B67', '+41791234567'],
    ['\u202A+41791234567\u202C', '+41791234567'],
    ['079 123 45 67', '0791234567'],
    ['(079) 123 45 67', '0791234567'],
    ['(0)79 123 45 67', '0791234567'],
    ['(+41) 79 123 45 67', '+41791234567'],
    ['+(41) 79 123 45 67', '+41791234567'],
    ['+1 (212) 555-0100', '+12125550100'],
    ['(212)555-0100', '2125550100'],
    ['06.12.34.56.78', '0612345678'],
    ['+33 6.12.34.56.78', '+33612345678'],
    ['+32 475/12.34.56', '+32475123456'],
    ['0171/1234567', '01711234567'],
    ['030 / 123 456', '030123456'],
    ['+36 30/123-45-67', '+36301234567'],
    ['+7 (912) 345-67-89', '+79123456789'],
    ['+91 98765 43210', '+919876543210'],
    ['07946 000000', '07946000000'],
    ['tel:+41-79-123-45-67', '+41791234567'],
    ['sms:+41791234567', '+41791234567'],
    ['whatsapp:+41791234567', '+41791234567'],
    ['41791234567@c.us', '+41791234567'],
    ['41791234567@s.whatsapp.net', '+41791234567'],
    ['41791234567:12@s.whatsapp.net', '+41791234567'],
    ['whatsapp:+41791234567@c.us', '+41791234567'],
    [41791234567, '41791234567'],
  ])('%j is %j', (written, number) => {
    expect(readNumber(written)).toEqual({ number });
    expect(tidyNumber(written)).toBe(number);
  });

  it.each([
    // What tables make of a number.
    ['+41791234567.0', '+41791234567', '+417912345670'],
    ['0041791234567.0', '0041791234567', '00417912345670'],
    ['0791234567.0', '0791234567', '07912345670'],
    ['0791234567.00', '0791234567', '079123456700'],
    ['0791234567.000', '0791234567', '0791234567000'],
    [41791234567.5, '41791234567', '417912345675'],
    // Several numbers in one cell, extensions.
    ['+41791234567/8', '+41791234567', '+417912345678'],
    ['+41791234567 8', '+41791234567', '+417912345678'],
    ['079 123 45 67 / 68', '0791234567', '079123456768'],
    ['079 123 45 67-68', '0791234567', '079123456768'],
    ['079 123 45 67 8', '0791234567', '07912345678'],
    ['030 12345678-0', '03012345678', '030123456780'],
    ['0171/1234567/8', '01711234567', '017112345678'],
    ['+43 1 234567/89', '+431234567', '+43123456789'],
    ['whatsapp:+41791234567.0', '+41791234567', '+417912345670'],
    // Numbers of Italy keep their 0, mobile ones have none.
    ['+39 (0)6 1234 5678', '+39612345678', '+390612345678'],
  ])('%j can be %s or %s, so it is none', (written, ...readings) => {
    expect(readNumber(written)).toEqual({ readings });
    expect(tidyNumber(written)).toBe(String(written));
    expect(recipientAddress(written, '+41')).toBeUndefined();
    expect(asInternationalNumber(String(written))).toBeUndefined();
  });

  it.each([
    ['Anna'],
    [' agent-1 '],
    ['+41 79 CALL-ME'],
    [''],
    ['-41791234567'],
    ['+41791234567 +41781234567'],
    ['0791234567 / 0781234567'],
    ['+41791234567\n+41781234567'],
    ['079\t1234567'],
    ['+41791234567,0'],
    ['+41 79 123 45 67 (68)'],
    ['+41 79 (0) 123 45 67'],
    ['++41791234567'],
    ['4.179E+10'],
    ['41791234567@g.us'],
    ['41791234567@example.com'],
    ['1'.repeat(200)],
    [Number.NaN],
    [-41791234567],
  ])('%j is none', (written) => {
    expect(readNumber(written)).toEqual({ readings: [] });
    expect(tidyNumber(written)).toBe(String(written).trim());
  });

  it('never gets digits that stand behind a whole number', () => {
    const whole = fc.stringMatching(/^(\+|00)[1-9]\d{9,12}$/);
    const behind = fc.stringMatching(/^[./ -]{1,3}\d{1,4}$/);
    fc.assert(
      fc.property(whole, behind, (number, more) => !('number' in readNumber(number + more))),
      { seed: 41, numRuns: 2000 },
    );
  });
});

describe('one person', () => {
  it.each([
    ['+41 079 123 45 67', '+41791234567'],
    ['0041791234567', '+41791234567'],
    ['41791234567', '+41791234567'],
    ['whatsapp:+41791234567', '+41791234567'],
    ['41791234567@c.us', '+41791234567'],
    ['+44 020 7946 0000', '+442079460000'],
    ['+1 0212 555 0100', '+12125550100'],
    ['+358 040 1234567', '+358401234567'],
    ['+36 06 30 123 4567', '+36301234567'],
    // Brazil, Mexico, Argentina.
    ['+551187654321', '+5511987654321'],
    ['+55 011 98765-4321', '+551187654321'],
    ['+5215512345678', '+525512345678'],
    ['+5491112345678', '+541112345678'],
    ['ACME ', 'acme'],
  ])('is %s and %s', (one, other) => {
    expect(personKey(one)).toBe(personKey(other));
  });

  it.each([
    // The 0 belongs to the number, or to the country code.
    ['+39 0331 123456', '+39 331 123456'],
    ['+41 70 123 45 67', '+41 7 123 45 67'],
    ['+880 1712 345678', '+88 01712 345678 1'],
    // A fixed line, and a mobile number that was never without its 9.
    ['+551133334444', '+5511933334444'],
    // Too short, too long, another country.
    ['+55119876543', '+5511987654'],
    ['+52155123456', '+5255123456'],
    ['+54911123456', '+5411123456'],
    ['+5115512345678', '+515512345678'],
    ['+41791234567', '+417912345670'],
    ['963', '+963'.repeat(3)],
    ['CH.1349a', 'CH.1349A'],
  ])('is not %s and %s', (one, other) => {
    expect(personKey(one)).not.toBe(personKey(other));
  });
});

describe('a user ID of WhatsApp', () => {
  it.each(['CH.13491208655302741918', 'US.ENT.11815799212886844830', 'BR.a1'])('is %s', (id) => {
    expect(isWhatsappUserId(id)).toBe(true);
    expect(recipientAddress(id, '+41')).toBe(id);
    expect(personKey(id)).toBe(id);
  });

  it.each(['ch.1349', 'CH.', 'CH1349', 'CHE.1349', 'CH.13-49', `CH.${'1'.repeat(129)}`, 'C1.1349'])(
    'is not %j',
    (id) => {
      expect(isWhatsappUserId(id)).toBe(false);
      expect(recipientAddress(id, '+41')).toBeUndefined();
    },
  );
});

describe('another number', () => {
  it.each([
    ['+41791234568', '+41791234567', true],
    ['+551187654321', '+5511987654321', false],
    ['whatsapp:+41791234567', '0041791234567', false],
    ['+41791234567.0', '+41791234567', false],
    // The service may know the number of a person who has shown none.
    ['+41791234567', 'CH.13491208655302741918', false],
  ])('is %s than %s: %s', (named, number, expected) => {
    expect(isAnotherNumber(named, number)).toBe(expected);
  });
});
