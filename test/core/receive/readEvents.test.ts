import { eventKey, readEvents } from '../../../core/receive';

const HELLO = { from: '+41791234567', to: '+41791110000', text: 'Hello' };
const DELIVERED = { messageId: '1', to: '+41791234567', status: 'Delivered' };
const UNTOLD = { hello: 'world' };

describe('a call that should bring one kind of events', () => {
  it.each([
    ['inbound', 'a message', { body: HELLO }, 'inbound'],
    ['inbound', 'a message that is a success', { body: { ...HELLO, id: '1', status: 'success' } }, 'inbound'],
    ['inbound', 'a message with a state, but no ID', { body: { ...HELLO, state: 'read' } }, 'inbound'],
    ['inbound', 'a sender alone, which could be a message', { body: { from: '+41791234567' } }, 'inbound'],
    ['inbound', 'what is neither', { body: UNTOLD }, 'unknown'],
    ['status', 'a status', { body: DELIVERED }, 'status'],
    ['status', 'a status in the query', { body: '', query: DELIVERED }, 'status'],
    ['status', 'a success with a text', { body: { ...HELLO, status: 'success' } }, 'status'],
    ['status', 'what could be both', { body: { ...HELLO, status: 'foo' } }, 'status'],
    ['status', 'what is neither', { body: UNTOLD }, 'unknown'],
    ['inbound', 'a status', { body: DELIVERED }, 'status'],
    ['inbound', 'a status in the query', { query: DELIVERED }, 'status'],
    ['inbound', 'a report with its text', { body: { ...HELLO, id: '1', status: 'sent' } }, 'status'],
    ['inbound', 'what went out', { body: { ...HELLO, event: 'message.sent' } }, 'status'],
    ['status', 'a message', { body: HELLO }, 'inbound'],
  ] as const)('(%s) and brings %s', (wanted, _name, request, event) => {
    expect(readEvents(wanted, request)).toMatchObject([{ event }]);
  });

  it.each([
    ['inbound', 'a call without anything', { body: undefined, query: {} }],
    ['status', 'an empty object', { body: {} }],
    ['any', 'an empty text', { body: ' ' }],
    ['inbound', 'an empty list', { body: [] }],
  ] as const)('(%s) has none in %s', (wanted, _name, request) => {
    expect(readEvents(wanted, request)).toEqual([]);
  });
});

describe('several events in one body', () => {
  const message = (text: string, more: object = {}) => ({ ...HELLO, messageId: text, text, ...more });
  const textsIn = (body: unknown) =>
    readEvents('inbound', { body }).map((event) => (event.event === 'inbound' ? event.text : event));

  it.each([
    ['a list', [message('a'), message('b')]],
    ['messages', { messages: [message('a'), message('b')] }],
    ['events, in other spelling', { Events: [message('a'), message('b')] }],
    ['a list in an envelope', { event: 'inbound', data: { messages: [message('a'), message('b')] } }],
    ['results', { results: [message('a'), message('b')] }],
    ['two lists', { messages: [message('a')], events: [message('b')] }],
    ['a list of lists', [{ messages: [message('a'), message('b')] }]],
  ])('are one event each, in order: %s', (_, body) => {
    expect(textsIn(body)).toEqual(['a', 'b']);
  });

  it('are read each with what stands around them, and keep it', () => {
    const body = {
      channel: 'Whatsapp',
      to: '+41791110000',
      messages: [
        { from: '+41791234567', text: 'a' },
        { from: '+41797654321', text: 'b', Channel: 'Rcs' },
      ],
    };
    expect(readEvents('inbound', { body })).toMatchObject([
      {
        channel: 'Whatsapp',
        to: '+41791110000',
        from: '+41791234567',
        raw: { channel: 'Whatsapp', to: '+41791110000', from: '+41791234567', text: 'a' },
      },
      { channel: 'Rcs', to: '+41791110000', from: '+41797654321' },
    ]);
  });

  it('are told apart by keys of their own', () => {
    const status = (messageId: string) => ({ messageId, status: 'Delivered' });
    const events = readEvents('status', { body: { statuses: [status('1'), status('2'), status('1')] } });
    const [first, second, third] = events.map(eventKey);
    expect(first).toBeDefined();
    expect(second).not.toBe(first);
    expect(third).toBe(first);
  });

  it('can be of both kinds', () => {
    const events = readEvents('inbound', { body: [HELLO, DELIVERED, UNTOLD] });
    expect(events.map(({ event }) => event)).toEqual(['inbound', 'status', 'unknown']);
  });

  it.each([
    ['a list of one', [HELLO]],
    ['a message that brings a list of its own', { ...HELLO, data: [{ page: 1 }, { page: 2 }] }],
    ['a content of several parts', { ...HELLO, content: [{ text: 'Hello' }, { text: 'again' }] }],
    ['a list of texts', { ...HELLO, messages: ['a', 'b'] }],
    ['an empty list', { ...HELLO, messages: [] }],
  ])('are not seen in %s', (_, body) => {
    expect(readEvents('inbound', { body })).toMatchObject([{ event: 'inbound', text: 'Hello', raw: body }]);
  });

  it.each([
    ['a list', [DELIVERED, 5], 5],
    ['a list with a null', [DELIVERED, null], null],
    ['a list by its name', { ...DELIVERED, notifications: [DELIVERED, 'x'] }, 'x'],
  ])('count also beside an entry that is no object, which is one of unknown kind: %s', (_, body, other) => {
    expect(readEvents('status', { body })).toMatchObject([
      { event: 'status', messageId: DELIVERED.messageId },
      { event: 'unknown', raw: other },
    ]);
  });

  it('nested without end are no events', () => {
    const body = JSON.parse(`${'{"messages":['.repeat(2000)}1${']}'.repeat(2000)}`);
    expect(readEvents('any', { body })).toEqual([{ event: 'unknown', raw: body }]);
  });
});
