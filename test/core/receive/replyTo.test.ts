import { readEvent, replyTo } from '../../../core/receive';

function answerTo(body: object) {
  const inbound = readEvent('inbound', body);
  if (inbound.event !== 'inbound') throw new Error('This test needs an inbound message');
  return replyTo(inbound);
}

describe('answering the sender', () => {
  it.each([
    [
      'on SMS, with 00 for the + of our number',
      'Sms',
      '+41791234567',
      '+41791110000',
      '0041791110000',
      '+41791234567',
    ],
    [
      'on SMS, from our number with 00',
      'Sms',
      '0041791234567',
      '0041791110000',
      '0041791110000',
      '+41791234567',
    ],
    [
      'on SMS, to a number without prefix',
      'Sms',
      '41791234567',
      '41791110000',
      '0041791110000',
      '+41791234567',
    ],
    [
      'on WhatsApp, to a person without a number',
      'Whatsapp',
      'CH.13491208655302741918',
      '+41791110000',
      '+41791110000',
      'CH.13491208655302741918',
    ],
    ['on SMS, from a short number', 'Sms', '+41791234567', '963', '963', '+41791234567'],
    ['on SMS, from a name', 'Sms', '+41791234567', 'ACME & Co', 'ACME & Co', '+41791234567'],
    [
      'on SMS, with signs for reading',
      'Sms',
      '+41 (0)79/123.45.67',
      '+41 79 111 00 00',
      '0041791110000',
      '+41791234567',
    ],
    [
      'on SMS, from our longest number, which has no room for 00',
      'Sms',
      '+41791234567',
      '+123456789012345',
      '123456789012345',
      '+41791234567',
    ],
    [
      'on WhatsApp, from our number as it is',
      'Whatsapp',
      '+41791234567',
      '+41791110000',
      '+41791110000',
      '+41791234567',
    ],
    [
      'on WhatsApp, with a + for both',
      'Whatsapp',
      '41791234567',
      '41791110000',
      '+41791110000',
      '+41791234567',
    ],
    ['on RCS, from our sender id', 'Rcs', '+41791234567', 'acme_agent', 'acme_agent', '+41791234567'],
  ])('%s', (_, channel, from, to, answerFrom, answerTo_) => {
    expect(answerTo({ channel, from, to, text: 'Hello' })).toEqual({
      channel,
      from: answerFrom,
      to: answerTo_,
    });
  });

  it.each([
    ['no sender', { channel: 'Sms', to: '963', text: 'x' }],
    ['no receiver', { channel: 'Sms', from: '+41791234567', text: 'x' }],
    ['no channel that is known', { channel: 'Viber', from: '+41791234567', to: '963', text: 'x' }],
    ['a name as the sender', { channel: 'Sms', from: 'ACME', to: '963', text: 'x' }],
    ['a short number as the sender', { channel: 'Sms', from: '44880', to: '963', text: 'x' }],
    ['a national number as the sender', { channel: 'Sms', from: '0791234567', to: '963', text: 'x' }],
    [
      'a number of more than 15 digits as the sender',
      { channel: 'Sms', from: '+4179123456789012', to: '963', text: 'x' },
    ],
    [
      'a receiver on SMS with characters that no sender has',
      { channel: 'Sms', from: '+41791234567', to: 'Zürich', text: 'x' },
    ],
    [
      'a short number as the receiver on WhatsApp',
      { channel: 'Whatsapp', from: '+41791234567', to: '963', text: 'x' },
    ],
  ])('is not possible with %s', (_, body) => {
    expect(answerTo(body)).toBeUndefined();
  });
});
