import { readEvent } from '../../../core/receive';

const HELLO = { from: '+41791234567', to: '+41791110000', text: 'Hello' };

describe('an endpoint that gets both kinds of events', () => {
  it.each([
    ['a status', { messageId: '1', status: 'Delivered' }, 'status'],
    [
      'a status with the sender of the message',
      { messageId: '1', status: 'x', from: 'ACME', to: '+41791234567' },
      'status',
    ],
    ['a known status with the text of the message', { ...HELLO, id: '1', status: 'sent' }, 'status'],
    ['a status with an explanation', { messageId: '1', state: 'x', message: 'No such subscriber' }, 'status'],
    ['the name of a status event', { event: 'message.delivered', messageId: '1' }, 'status'],
    ['sender and text', HELLO, 'inbound'],
    [
      'sender and a choice',
      { from: '1', content: { type: 'InteractiveReply', reply: { id: 'a' } } },
      'inbound',
    ],
    ['sender, text and the state received', { ...HELLO, state: 'Received' }, 'inbound'],
    [
      'a status that says it is incoming',
      { ...HELLO, direction: 'Incoming', status: 'delivered' },
      'inbound',
    ],
    ['an inbound event without text', { eventType: 'inbound', from: '1' }, 'inbound'],
    ['sender and text with a status of unknown meaning', { ...HELLO, status: 'foo' }, 'unknown'],
    ['sender and text with a status, but of no message', { ...HELLO, status: 'sent' }, 'unknown'],
    ['sender and text with a success', { ...HELLO, id: '1', status: 'success' }, 'unknown'],
    ['a message that goes out', { ...HELLO, direction: 'Outbound' }, 'unknown'],
    ['a choice with a status', { ...HELLO, id: '1', status: 'sent', reply: { id: 'a' } }, 'inbound'],
    ['a status event without status', { event: 'message.status', ...HELLO }, 'unknown'],
    ['an inbound event without anything', { event: 'inbound', messageId: '1' }, 'unknown'],
    ['a text without sender', { message: 'Service restarted' }, 'unknown'],
    ['a sender without anything', { from: '1', to: '2', messageId: '3' }, 'unknown'],
    ['a message id alone', { messageId: '1' }, 'unknown'],
    ['another event', { event: 'billing.updated', amount: 5 }, 'unknown'],
    ['nothing', undefined, 'unknown'],
  ])('takes %s', (_, body, event) => {
    expect(readEvent('any', body)).toMatchObject({ event });
    expect(readEvent('any', body).raw).toBe(body);
  });
});
