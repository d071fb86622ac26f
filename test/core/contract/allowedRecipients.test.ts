import fc from 'fast-check';

import { judgeMessage } from '../../../core/contract';
import { isAllowed, readAllowedRecipients } from '../../../core/contract/allowedRecipients';
import { SEED } from '../../seed';

/** Whether a list allows a number; the entry that cannot be read, if there is one. */
function verdict(list: string, number: string, countryCode?: string): boolean | string {
  const read = readAllowedRecipients(list, countryCode);
  if (!read.ok) return read.entry;
  return read.allowed === undefined || isAllowed(read.allowed, number);
}

describe('the recipients that an account allows', () => {
  it.each([
    ['', '+41791234567', true],
    [' \n ', '+41791234567', true],
    ['+41 79 123 45 67', '+41791234567', true],
    ['+41791234567', '0041791234567', true],
    ['+41781234567, +41791234567', '+41791234567', true],
    ['+41791234567', '+41791234568', false],
    ['+5511987654321', '+551187654321', true],
    ['CH.13491208655302741918', 'CH.13491208655302741918', true],
    ['+41791234567', 'CH.13491208655302741918', false],
    // Numbers of some countries differ in length: a number is not the beginning of another.
    ['+431123456', '+4311234567', false],
    ['+4179*', '+41791234567', true],
    ['0041 79*', '+41791234567', true],
    ['+4179*', '+41781234567', false],
    ['+4*', '+41791234567', true],
    ['+41781234567\n+4179*', '+41791234567', true],
    ['["+41781234567", "+4179*"]', '+41791234567', true],
  ])('"%s" and %s: %s', (list, number, allowed) => {
    expect(verdict(list, number)).toBe(allowed);
  });

  it.each([
    ['079 123 45 67', '+41791234567', '+41', true],
    ['079*', '+41791234567', '+41', true],
    ['078*', '+41791234567', '+41', false],
    ['06 1*', '+361234567', '+36', true],
    ['02*', '+390212345', '+39', true],
  ])('"%s" and %s in an account for %3$s', (list, number, country, allowed) => {
    expect(verdict(list, number, country)).toBe(allowed);
  });

  it.each([
    ['Anna', 'Anna'],
    // Two expressions that found nothing.
    [' , ; ', ', ;'],
    ['+41791234567, Anna', 'Anna'],
    ['*', '*'],
    ['+*', '+*'],
    ['0*', '0*'],
    ['+41*79*', '+41*79*'],
    ['+4179', '+4179'],
    ['41791234567', '41791234567'],
    ['079 123 45 67', '079 123 45 67'],
    ['079*', '079*'],
    ['+417912345678901234*', '+417912345678901234*'],
    ['${ALLOWED}', '${ALLOWED}'],
    ['+41791234567.0', '+41791234567.0'],
    ['CH.1349*', 'CH.1349*'],
  ])('cannot be read with "%s"', (list, entry) => {
    expect(verdict(list, '+41791234567')).toBe(entry);
  });

  it('always allow a number by each of its beginnings, and never by those of another', () => {
    const number = fc.stringMatching(/^\+[1-9]\d{7,14}$/);
    fc.assert(
      fc.property(number, number, fc.nat(), (one, other, length) => {
        const beginning = one.slice(0, 2 + (length % (one.length - 1)));
        return (
          verdict(`${beginning}*`, one) === true &&
          verdict(`${beginning}*`, other) === other.startsWith(beginning)
        );
      }),
      { seed: SEED, numRuns: 2000 },
    );
  });
});

describe('a message to somebody whom the account does not allow', () => {
  const read = readAllowedRecipients('+41791234567, +4178*');
  const recipientsAllowed = read.ok ? read.allowed : undefined;
  const judged = (fields: object) => {
    const content = { type: 'Text', text: 'Hello' };
    const verdict = judgeMessage({ channel: 'Sms', from: 'Test', content, ...fields }, { recipientsAllowed });
    return verdict.ok ? [] : verdict.findings.map(({ key, path }) => `${key} ${path.join('.')}`);
  };
  const person = (address: string, type = 'Number') => ({ type, address });

  it('is refused, and names everybody whom it may not reach', () => {
    expect(judged({ to: '+41791234567' })).toEqual([]);
    expect(judged({ to: '+41791234568' })).toEqual(['recipientNotAllowed to']);
    expect(judged({ toList: [person('+41781111111'), person('0041791234567')] })).toEqual([]);
    expect(judged({ toList: [person('+41761111111'), person('+41781111111')] })).toEqual([
      'recipientNotAllowed toList.0.address',
    ]);
    expect(judged({ toList: [person('On call', 'Group'), person('Muster Anna', 'Person')] })).toEqual([
      'recipientByName toList.0.address',
      'recipientByName toList.1.address',
    ]);
  });

  it('is refused if only the notification of its status goes there', () => {
    const notified = (type: string, address: string) => ({
      to: '+41791234567',
      notification: { forEvent: 'FinalOnly', addresses: [{ type, address }] },
    });
    expect(judged(notified('Sms', '+41781111111'))).toEqual([]);
    expect(judged(notified('Sms', '+41761111111'))).toEqual([
      'recipientNotAllowed notification.addresses.0.address',
    ]);
    expect(judged(notified('UrlPost', 'https://example.com'))).toEqual([]);
  });

  it('still shows first what breaks the contract', () => {
    expect(judged({ to: '079 123 45 67' })).toEqual([expect.stringMatching(/Country/)]);
  });
});
