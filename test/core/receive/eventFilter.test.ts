import { impossibleEntry, matchesFilter, readEvent } from '../../../core/receive';

const STOP = { channel: 'Sms', from: '+41791234567', to: '0041791110000', text: 'Stop it' };
const CHOICE = { channel: 'Whatsapp', from: '+41791234567', to: '+41791110000', reply: { id: 'Yes' } };
const SENT = { channel: 'Sms', messageId: '1', status: 'sent' };
const UNREADABLE = { channels: ['Rcs'], unreadable: true };
const DELIVERED = { channel: 'Sms', messageId: '1', status: 'delivered' };

describe('an event starts a flow', () => {
  it.each([
    ['without filter', STOP, {}],
    [
      'with filters that are empty',
      STOP,
      { channels: [], senders: [], receivers: [''], keywords: [' '], replyIds: [] },
    ],
    ['on one of the channels', STOP, { channels: ['Rcs', 'Sms'] }],
    ['from one of the senders', STOP, { senders: ['+1', '+41791234567'] }],
    ['from a sender written with 00', STOP, { senders: ['0041791234567'] }],
    ['from a sender written without prefix', STOP, { senders: ['41791234567'] }],
    ['from a sender with the 0 behind the country code', STOP, { senders: ['+41 079 123 45 67'] }],
    ['from a sender written for people', STOP, { senders: [' +41 (0)79-123-45-67 '] }],
    [
      'from a sender whose number has two forms',
      { ...STOP, from: '+551187654321' },
      { senders: ['+5511987654321'] },
    ],
    ['from a sender that is a name, in other case', { ...STOP, from: 'Acme' }, { senders: ['ACME '] }],
    ['to one of our numbers', STOP, { receivers: ['+41791110000'] }],
    ['with a keyword in other case', STOP, { keywords: ['start', 'sToP'] }],
    ['with a keyword entered with punctuation', STOP, { keywords: [' stop! '] }],
    ['with several words', { ...STOP, text: 'Order  66, please' }, { keywords: ['order 66'] }],
    ['with the id of a choice', CHOICE, { replyIds: ['No', ' Yes '] }],
    ['with a choice where keywords are filtered too', CHOICE, { keywords: ['stop'], replyIds: ['Yes'] }],
    ['with a keyword where choices are filtered too', STOP, { keywords: ['stop'], replyIds: ['Yes'] }],
    [
      'with all filters matching',
      STOP,
      { channels: ['Sms'], senders: ['41791234567'], receivers: ['41791110000'], keywords: ['stop'] },
    ],
    ['as a final status', DELIVERED, { finalOnly: true }],
    ['as any status', SENT, { finalOnly: false }],
    [
      'as a status, which filters of inbound messages do not concern',
      SENT,
      { senders: ['+1'], receivers: ['+1'], keywords: ['x'], replyIds: ['x'] },
    ],
    ['as an inbound message, which the filter of states does not concern', STOP, { finalOnly: true }],
    ['as a status in a word that is not known', { messageId: '1', status: '7' }, { finalOnly: true }],
    ['as what cannot be read, without filters', { foo: 1 }, { senders: [' '], finalOnly: true }],
    ['as what cannot be read, where that is wanted', { foo: 1 }, { senders: ['+1'], unreadable: true }],
    ['without a channel, where that is wanted', { messageId: '1', status: 'sent' }, UNREADABLE],
    ['on an unknown channel, where that is wanted', { ...STOP, channel: 'Viber' }, UNREADABLE],
  ] as const)('%s', (_, body, filter) => {
    expect(matchesFilter(readEvent('any', body), filter)).toBe(true);
  });
});

describe('an event starts no flow', () => {
  it.each([
    ['on another channel', STOP, { channels: ['Whatsapp'] }],
    ['from another sender', STOP, { senders: ['+41791234568'] }],
    ['from a short number', { ...STOP, from: '712' }, { senders: ['7012'] }],
    ['from a sender that only ends alike', STOP, { senders: ['1791234567'] }],
    [
      'without sender, where senders are filtered',
      { direction: 'inbound', text: 'x' },
      { senders: ['+41791234567'] },
    ],
    ['to another of our numbers', STOP, { receivers: ['+41791110001'] }],
    [
      'without receiver, where receivers are filtered',
      { from: '1', text: 'x' },
      { receivers: ['+41791110000'] },
    ],
    ['with another keyword', STOP, { keywords: ['it'] }],
    ['with the first of several words', { ...STOP, text: 'order 1' }, { keywords: ['order 66'] }],
    ['with fewer words', { ...STOP, text: 'stop' }, { keywords: ['stop all'] }],
    ['with a keyword that only starts alike', { ...STOP, text: 'stopping' }, { keywords: ['stop'] }],
    ['without text, where keywords are filtered', CHOICE, { keywords: ['yes'] }],
    ['with another choice', CHOICE, { replyIds: ['yes'] }],
    ['with one of two filters matching', STOP, { keywords: ['stop'], senders: ['+1'] }],
    ['as a status that is not final', SENT, { finalOnly: true }],
    ['as a status on another channel', DELIVERED, { channels: ['Rcs'] }],
    ['as a status of another recipient', { ...DELIVERED, to: '+41791234567' }, { recipients: ['+1'] }],
    ['without a channel, where channels are filtered', { status: 'sent', to: '1' }, { channels: ['Rcs'] }],
    ['on a channel that is not of the service', { ...STOP, channel: 'Viber' }, { channels: ['Sms'] }],
    [
      'as a message without text, even where what cannot be read is wanted',
      CHOICE,
      { keywords: ['yes'], unreadable: true },
    ],
    ['as what cannot be read, where channels are filtered', { foo: 1 }, { channels: ['Rcs'] }],
    ['as what cannot be read, where senders are filtered', { foo: 1 }, { senders: ['+1'] }],
    ['as what cannot be read, where receivers are filtered', { foo: 1 }, { receivers: ['+1'] }],
    ['as what cannot be read, where keywords are filtered', { foo: 1 }, { keywords: ['x'] }],
    ['as what cannot be read, where choices are filtered', { foo: 1 }, { replyIds: ['x'] }],
    ['as what cannot be read, where recipients are filtered', { foo: 1 }, { recipients: ['+1'] }],
  ] as const)('%s', (_, body, filter) => {
    expect(matchesFilter(readEvent('any', body), filter)).toBe(false);
  });
});

describe('an entry that no event can match is found', () => {
  it.each([
    [{ channels: ['Fax'] }, 'choice'],
    [{ recipients: ['+41791234567/8'] }, 'numberReadings'],
    [{ senders: ['+41791234567', '+4179*'] }, 'number'],
    [{ receivers: ['+41 Zurich'] }, 'number'],
    [{ senders: ['712', '079 123 45 67'] }, 'number'],
    [{ recipients: ['415 555 2671'] }, 'number'],
  ])('in %j', (filter, key) => {
    expect(impossibleEntry(filter)).toEqual({
      filter: Object.keys(filter)[0],
      rule: expect.objectContaining({ key }),
    });
  });

  it('and none among names, hidden and short numbers, IDs of people, and other spellings', () => {
    const senders = ['Acme', '1Password', '712', 'CH.13491208655302741918', '41 79 1234567'];
    const others = { channels: ['sms'], recipients: ['+4179*', ' '] };
    expect(impossibleEntry({ senders, receivers: senders, ...others })).toBeUndefined();
  });
});
