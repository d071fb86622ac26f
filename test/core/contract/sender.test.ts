import { EMOJI, problemsOf, rcs, sms, whatsapp } from './requests';

const international = 'must be a number in international format, such as +41791234567 or 0041791234567';
const smsSender = 'must be up to 16 digits, or up to 11 plain letters, digits and symbols, for an SMS';

describe('from on SMS (specification 2.1 and 8)', () => {
  it.each([
    ['one digit', '1'],
    ['16 digits', '1234567890123456'],
    ['one letter', 'A'],
    ['11 characters', 'MyCompany42'],
    ['the first and the last of the allowed characters', ' ~'],
    ['signs of ASCII', '!"#$%&()*@^'],
    ['a short number with +', '+4179123456'],
  ])('accepts %s', (_name, from) => {
    expect(problemsOf(sms({ from }))).toEqual([]);
  });

  it.each([
    ['no character', '', `from: ${smsSender}, got ""`],
    ['17 digits', '12345678901234567', `from: ${smsSender}, got "12345678901234567"`],
    ['12 characters', 'MyCompany 42', `from: ${smsSender}, got "MyCompany 42"`],
    ['an umlaut', 'Müller', `from: ${smsSender}, got "Müller"`],
    ['an emoji', EMOJI, `from: ${smsSender}, got "${EMOJI}"`],
    ['a tab', 'a\tb', `from: ${smsSender}, got "a\\tb"`],
    ['a line end', 'MyCompany\n', `from: ${smsSender}, got "MyCompany\\n"`],
    ['the character before the blank', '\u001F', `from: ${smsSender}, got "\\u001f"`],
    ['the character after ~', '\u007F', `from: ${smsSender}, got "\u007F"`],
    ['digits of another script', '٤١', `from: ${smsSender}, got "٤١"`],
    [
      'a number with +',
      '+41791234567',
      'from: must contain only digits for an SMS, got "+41791234567": write 0041791234567',
    ],
    [
      'a number with spaces',
      '+41 79 123 45 67',
      'from: must contain only digits for an SMS, got "+41 79 123 45 67": write 0041791234567',
    ],
    [
      'a number with the decimal of a table',
      '+41791234567.0',
      'from: is not written as one number, got "+41791234567.0": write +41791234567 or +417912345670, whichever you mean',
    ],
    [
      'a number with + that has too many digits with 00',
      '+123456789012345',
      'from: must contain only digits for an SMS, got "+123456789012345": write 123456789012345',
    ],
  ])('refuses %s', (_name, from, problem) => {
    expect(problemsOf(sms({ from }))).toEqual([problem]);
  });
});

describe('from on WhatsApp (a number in international format)', () => {
  it.each(['+41435000000', '0041435000000'])('accepts %s', (from) => {
    expect(problemsOf(whatsapp({ from }))).toEqual([]);
  });

  it.each([
    ['no character', '', `from: ${international}, got ""`],
    ['a name', 'MyCompany', `from: ${international}, got "MyCompany"`],
  ])('refuses %s', (_name, from, problem) => {
    expect(problemsOf(whatsapp({ from }))).toEqual([problem]);
  });
});

describe('from on RCS (a sender id of the provider)', () => {
  it.each(['x', 'my-brand', 'Müller & Söhne', 'x'.repeat(500)])('accepts %s', (from) => {
    expect(problemsOf(rcs({ from }))).toEqual([]);
  });

  it('refuses no character', () => {
    expect(problemsOf(rcs({ from: '' }))).toEqual([
      'from: must not be empty, got "": enter the sender ID from the provider',
    ]);
  });
});
