import { problemsOfBatch, rcs, sms, whatsapp, without } from './requests';

const notification = { addresses: [{ type: 'Email', address: 'anna@example.com' }] };

describe('a batch (specification 2.2)', () => {
  it.each([
    ['one message', { messages: [sms()] }],
    ['messages of every channel', { messages: [sms(), whatsapp(), rcs()] }],
    ['the same message twice', { messages: [sms(), sms()] }],
    [
      'a message to several recipients',
      { messages: [sms({ to: null, toList: [{ type: 'Group', address: 'Team' }] })] },
    ],
    [
      'a message with every field of its own',
      { messages: [sms({ sendDate: '2026-12-24T18:00', customerid: 'a', toList: null })] },
    ],
    ['a notification for the whole batch', { messages: [sms()], notification }],
    ['a thousand messages', { messages: Array.from({ length: 1000 }, () => sms()) }],
  ])('accepts %s', (_name, batch) => {
    expect(problemsOfBatch(batch)).toEqual([]);
  });

  it.each([
    ['an empty list of messages', { messages: [] }, ['messages: at least one message is required']],
    [
      'a message without recipient',
      { messages: [without(sms(), 'to')] },
      ['messages[0]: needs a recipient: one (to) or several (toList)'],
    ],
    [
      'a message with to and toList',
      { messages: [sms({ toList: [{ type: 'Group', address: 'Team' }] })] },
      ['messages[0]: takes one recipient (to) or several (toList), not both'],
    ],
    [
      'a message with an empty toList',
      { messages: [sms({ to: null, toList: [] })] },
      ['messages[0].toList: at least one recipient is required'],
    ],
    [
      'a message with a sender of another channel',
      { messages: [whatsapp({ from: 'MyCompany' })] },
      [
        'messages[0].from: must be a number in international format, such as +41791234567 or 0041791234567, got "MyCompany"',
      ],
    ],
    [
      'a message with a content its channel does not carry',
      { messages: [sms({ content: { type: 'Image', mediaId: 'a' } })] },
      ['messages[0].content.type: Sms carries only Text, got "Image"'],
    ],
    [
      'faults in several messages, each named',
      { messages: [sms({ to: '' }), sms(), sms({ channel: 'sms' })] },
      [
        'messages[0].to: must be a number in international format, such as +41791234567 or 0041791234567, got ""',
        'messages[2].channel: must be spelled Sms, got "sms"',
      ],
    ],
    [
      'a field of a message',
      { messages: [sms()], sendDate: null },
      ['sendDate: is not a field here; the fields are messages, notification'],
    ],
    [
      'a notification of a single message',
      { messages: [sms({ notification: null })] },
      [expect.stringMatching(/^messages\[0\]\.notification: is not a field here; the fields are channel/)],
    ],
    [
      'a fault in the notification of the batch',
      { messages: [sms()], notification: { addresses: [] } },
      ['notification.addresses: at least one address is required'],
    ],
  ])('refuses %s', (_name, batch, problems) => {
    expect(problemsOfBatch(batch)).toEqual(problems);
  });
});
