import { readWanted } from '../../../core/receive';

const HELLO = { from: '+41791234567', to: '+41791110000', text: 'Hello' };
const DELIVERED = { messageId: '1', to: '+41791234567', status: 'Delivered' };
const UNTOLD = { hello: 'world' };

describe('a trigger for one kind of events', () => {
  it.each([
    ['inbound', 'a message', { body: HELLO }, 'inbound'],
    ['inbound', 'a message in the query', { body: {}, query: HELLO }, 'inbound'],
    ['inbound', 'a sender alone, which could be a message', { body: { from: '+41791234567' } }, 'inbound'],
    ['inbound', 'what is neither', { body: UNTOLD }, 'unknown'],
    ['status', 'a status', { body: DELIVERED }, 'status'],
    ['status', 'a status in the query', { body: '', query: DELIVERED }, 'status'],
    ['status', 'what could be both', { body: { ...HELLO, status: 'foo' } }, 'status'],
    ['status', 'what is neither', { body: UNTOLD }, 'unknown'],
    ['any', 'a message', { body: HELLO }, 'inbound'],
    ['any', 'a status', { body: DELIVERED }, 'status'],
    ['any', 'what could be both', { body: { ...HELLO, status: 'foo' } }, 'unknown'],
    ['any', 'what is neither', { body: UNTOLD }, 'unknown'],
  ] as const)('(%s) is started by %s', (wanted, _name, request, event) => {
    expect(readWanted(wanted, request)).toMatchObject({ starts: true, event: { event } });
  });

  it.each([
    ['inbound', 'a status', { body: DELIVERED }, 'status'],
    ['inbound', 'a status in the query', { query: DELIVERED }, 'status'],
    ['status', 'a message', { body: HELLO }, 'inbound'],
    ['inbound', 'a call without anything', { body: undefined, query: {} }, 'empty'],
    ['status', 'an empty object', { body: {} }, 'empty'],
    ['any', 'an empty text', { body: ' ' }, 'empty'],
  ] as const)('(%s) is not started by %s', (wanted, _name, request, because) => {
    expect(readWanted(wanted, request)).toEqual({ starts: false, because });
  });
});
