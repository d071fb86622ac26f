import { checkWithNotes } from '../../../core/client';
import { textOf } from '../../../core/errors/sentence';
import { problemsInContract, problemsOf, sms, whatsapp, rcs, without } from './requests';

const fields = 'the fields are channel, from, to, toList, sendDate, customerid, content, notification';
const international = 'must be a number in international format, such as +41791234567 or 0041791234567';
const dateTime = 'must be a date and time such as 2026-12-24T18:00:00Z or 2026-12-24T18:00:00+01:00';

describe('a single send (specification 2.1)', () => {
  it.each([
    ['an SMS', sms()],
    ['a WhatsApp message', whatsapp()],
    ['an RCS message', rcs()],
    [
      'to left out beside toList',
      without(sms({ toList: [{ type: 'Number', address: '+41791234567' }] }), 'to'),
    ],
    ['to null beside toList', sms({ to: null, toList: [{ type: 'Group', address: 'Team' }] })],
    ['toList null beside to', sms({ toList: null })],
    ['sendDate null', sms({ sendDate: null })],
    ['customerid null', sms({ customerid: null })],
    ['customerid empty', sms({ customerid: '' })],
    ['customerid of any length', sms({ customerid: 'x'.repeat(1000) })],
    [
      'every field at once',
      sms({
        sendDate: '2026-12-24T18:00:00Z',
        customerid: 'order-4711',
        notification: { forEvent: 'All', addresses: [{ type: 'Email', address: 'anna@example.com' }] },
      }),
    ],
  ])('accepts %s', (_name, request) => {
    expect(problemsOf(request)).toEqual([]);
  });

  it.each([
    ['no channel', without(sms(), 'channel'), ['channel: is required and must be one of Sms, Whatsapp, Rcs']],
    [
      'no sender',
      without(sms(), 'from'),
      ['from: is required: neither the message nor the account has a sender for this channel'],
    ],
    ['no content', without(sms(), 'content'), ['content: is required']],
    ['a null channel', sms({ channel: null }), ['channel: must be one of Sms, Whatsapp, Rcs, got null']],
    ['a null sender', sms({ from: null }), ['from: must be text, got null']],
    ['a null content', sms({ content: null }), ['content: must be an object, got null']],
    ['a null notification', sms({ notification: null }), ['notification: must be an object, got null']],
    [
      'an unknown channel',
      sms({ channel: 'Fax' }),
      ['channel: must be one of Sms, Whatsapp, Rcs, got "Fax"'],
    ],
    ['the channel in capitals', sms({ channel: 'SMS' }), ['channel: must be spelled Sms, got "SMS"']],
    [
      'the channel in small letters',
      whatsapp({ channel: 'whatsapp' }),
      ['channel: must be spelled Whatsapp, got "whatsapp"'],
    ],
    [
      'a channel that is no text',
      sms({ channel: ['Sms'] }),
      ['channel: must be one of Sms, Whatsapp, Rcs, got a list'],
    ],
    ['a customerid that is a number', sms({ customerid: 4711 }), ['customerid: must be text, got 4711']],
    ['a text as content', sms({ content: 'Hello' }), ['content: must be an object, got "Hello"']],
    ['an unknown field', sms({ priority: 1 }), [`priority: is not a field here; ${fields}`]],
    [
      'two unknown fields',
      sms({ cc: 'a', bcc: 'b' }),
      [`cc: is not a field here; ${fields}`, `bcc: is not a field here; ${fields}`],
    ],
    ['an unknown field that is null', sms({ priority: null }), [`priority: is not a field here; ${fields}`]],
    ['nothing at all', undefined, ['is required']],
    ['null', null, ['must be an object, got null']],
    ['a list', [], ['must be an object, got a list']],
    ['a text', 'Hello', ['must be an object, got "Hello"']],
    [
      'several faults at once',
      { channel: 'Sms', from: 1, to: '0791234567', content: { type: 'Text', text: '' } },
      [
        'from: must be text, got 1',
        'to: must start with the country code, got "0791234567": for Switzerland, for example, write +41791234567, or set the default country',
        'content.text: must not be empty, got ""',
      ],
    ],
  ])('refuses %s', (_name, request, problems) => {
    expect(problemsOf(request)).toEqual(problems);
  });
});

// The service takes names in any case.
it.each([
  [
    { ...without(sms(), 'content'), Content: { type: 'Text', text: 'Hello' } },
    'Content: must be spelled content',
  ],
  [sms({ customerId: 'a' }), 'customerId: must be spelled customerid'],
])('the name of a field is spelled as in the specification: %#', (request, problem) => {
  expect(problemsInContract(request)[0]).toBe(problem);
});

describe('to or toList (specification 2.1)', () => {
  const number = { type: 'Number', address: '+41791234567' };

  it.each([
    ['both', sms({ toList: [number] }), 'takes either To (to) or Recipients (toList), not both'],
    [
      'to beside an empty toList',
      sms({ toList: [] }),
      'takes either To (to) or Recipients (toList), not both',
    ],
    ['neither', without(sms(), 'to'), 'needs a recipient: To (to) or Recipients (toList)'],
    ['both null', sms({ to: null, toList: null }), 'needs a recipient: To (to) or Recipients (toList)'],
    ['an empty toList', sms({ to: null, toList: [] }), 'toList: at least one recipient is required'],
    ['a toList that is no list', sms({ to: null, toList: number }), 'toList: must be a list, got an object'],
  ])('refuses %s', (_name, request, problem) => {
    expect(problemsOf(request)).toEqual([problem]);
  });
});

describe('a number in international format, as to', () => {
  it.each(['+41791234567', '0041791234567', '+12345', '0012345', '+123456789012345', '00123456789012345'])(
    'accepts %s',
    (to) => {
      expect(problemsOf(sms({ to }))).toEqual([]);
    },
  );

  it.each([
    ['no text', '', `to: ${international}, got ""`],
    ['a word', 'Anna', `to: ${international}, got "Anna"`],
    ['one digit too few after +', '+1234', `to: ${international}, got "+1234"`],
    ['one digit too many after +', '+1234567890123456', `to: ${international}, got "+1234567890123456"`],
    ['one digit too few after 00', '001234', `to: ${international}, got "001234"`],
    ['one digit too many after 00', '001234567890123456', `to: ${international}, got "001234567890123456"`],
    ['a country code that starts with 0', '+0791234567', `to: ${international}, got "+0791234567"`],
    ['a + and 00', '+0041791234567', `to: ${international}, got "+0041791234567"`],
    ['digits of another script', '+٤١٧٩١٢٣٤٥٦٧', `to: ${international}, got "+٤١٧٩١٢٣٤٥٦٧"`],
    ['a letter in it', '+4179123456a', `to: ${international}, got "+4179123456a"`],
    ['two numbers', '+41791234567,+41791234568', `to: ${international}, got "+41791234567,+41791234568"`],
    [
      'a line end after it',
      '+41791234567\n',
      'to: must contain only digits after the + or 00, got "+41791234567\\n": write +41791234567',
    ],
    [
      'spaces in it',
      '+41 79 123 45 67',
      'to: must contain only digits after the + or 00, got "+41 79 123 45 67": write +41791234567',
    ],
    [
      'brackets and hyphens',
      '0041 (0)79-123-45-67',
      'to: must contain only digits after the + or 00, got "0041 (0)79-123-45-67": write 0041791234567',
    ],
    [
      'the decimal of a table',
      '41791234567.0',
      'to: is not written as one number, got "41791234567.0": write +41791234567 or +417912345670, whichever you mean',
    ],
    [
      'a second number',
      '+41791234567/8',
      'to: is not written as one number, got "+41791234567/8": write +41791234567 or +417912345678, whichever you mean',
    ],
    [
      'an invisible mark',
      '\u202A+41791234567',
      'to: must contain only digits after the + or 00, got "\u202A+41791234567": write +41791234567',
    ],
    [
      'no country code',
      '0791234567',
      'to: must start with the country code, got "0791234567": for Switzerland, for example, write +41791234567, or set the default country',
    ],
    [
      'no country code, with spaces',
      '079 123 45 67',
      'to: must start with the country code, got "079 123 45 67": for Switzerland, for example, write +41791234567, or set the default country',
    ],
    [
      'neither + nor 00',
      '41791234567',
      'to: must start with + or 00, got "41791234567": write +41791234567 if 41791234567 begins with the country code',
    ],
    ['a number instead of text', 41791234567, 'to: must be text, got 41791234567'],
  ])('refuses %s', (_name, to, problem) => {
    expect(problemsOf(sms({ to }))).toEqual([problem]);
  });
});

describe('sendDate (specification 2.1, ISO 8601)', () => {
  it.each([
    '2026-12-24T18:00',
    '2026-12-24T18:00:00',
    '2026-12-24T18:00Z',
    '2026-12-24T18:00:00Z',
    '2026-12-24T18:00:00.1Z',
    '2026-12-24T18:00:00.123456789+01:00',
    '2026-12-24T18:00-23:59',
    '2026-12-24T00:00:00+00:00',
    '2026-12-24T23:59:59Z',
    '2028-02-29T00:00',
    '2000-02-29T00:00',
    '0001-01-01T00:00',
  ])('accepts %s', (sendDate) => {
    expect(problemsOf(sms({ sendDate }))).toEqual([]);
  });

  it.each([
    '',
    'tomorrow',
    '2026-12-24',
    '2026-12-24 18:00',
    '2026-12-24t18:00:00Z',
    '2026-12-24T18:00:00z',
    '2026-12-24T18',
    '2026-12-24T24:00',
    '2026-12-24T18:60',
    '2026-12-24T18:00:60',
    '2026-12-24T18:00.5',
    '2026-12-24T18:00:00.',
    '2026-12-24T18:00:00+1:00',
    '2026-12-24T18:00:00+24:00',
    '2026-12-24T18:00:00+01:60',
    '2026-12-24T18:00:00+0100',
    '2026-13-24T18:00',
    '2026-00-24T18:00',
    '2026-12-00T18:00',
    '2026-12-32T18:00',
    '2026-04-31T18:00',
    '2026-02-29T18:00',
    '1900-02-29T18:00',
    '26-12-24T18:00',
    ' 2026-12-24T18:00',
    '2026-12-24T18:00Z ',
    '24.12.2026 18:00',
    1798135200000,
  ])('refuses %j', (sendDate) => {
    expect(problemsOf(sms({ sendDate }))).toEqual([`sendDate: ${dateTime}, got ${JSON.stringify(sendDate)}`]);
  });
});

it('goes once to somebody who is named twice, and says so', async () => {
  const to = (address: string, type = 'Number') => ({ type, address });
  const toList = [to('+5511987654321'), to('Muster', 'Person'), to('00551187654321'), to('Muster', 'Group')];
  const { request, notes } = await checkWithNotes(
    sms({ toList: [...toList, to('Muster', 'Person')], to: undefined }),
  );
  expect(request.toList).toEqual([toList[0], toList[1], toList[3]]);
  expect(notes.map((note) => textOf(note))).toEqual([
    'toList: each recipient gets the message once; repeated entries: 2',
  ]);
});
