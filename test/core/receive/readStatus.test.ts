import { matchesFilter, readEvent, readEvents } from '../../../core/receive';
import { LISTS_OF_EVENTS } from '../../../core/receive/vocabulary';

const DELIVERED = { messageId: '4711', status: 'Delivered' };

describe('a status notification', () => {
  it('is read with all its fields', () => {
    const body = {
      messageId: 'f81d4fae',
      status: 'Failed',
      channel: 'Sms',
      from: '0041791110000',
      to: '+41791234567',
      customerid: 'order 7',
      timestamp: '2026-03-01T10:00:00Z',
      errorCode: 'UnknownSubscriber',
      errorMessage: 'The number is not in use.',
    };
    expect(readEvent('status', body)).toEqual({
      event: 'status',
      messageId: 'f81d4fae',
      recipient: '+41791234567',
      channel: 'Sms',
      status: 'failed',
      statusText: 'Failed',
      final: true,
      rank: 3,
      errorCode: 'UnknownSubscriber',
      errorText: 'The number is not in use.',
      customerid: 'order 7',
      timestamp: '2026-03-01T10:00:00Z',
      raw: body,
    });
  });

  it('leaves out the fields that the service did not send', () => {
    expect(Object.keys(readEvent('status', { status: 'x', errorCode: null, to: ' ' }))).toEqual([
      'event',
      'status',
      'statusText',
      'final',
      'rank',
      'raw',
    ]);
  });

  it.each<[string, unknown]>([
    ['in capitals', { MESSAGEID: '4711', STATUS: 'DELIVERED' }],
    ['with underscores', { message_id: '4711', message_status: 'delivered' }],
    ['with hyphens and blanks', { 'Message-Id': '4711', 'Delivery Status': 'delivered' }],
    ['under other usual names', { msgId: '4711', deliveryState: 'DELIVRD' }],
    ['with numbers as JSON numbers', { messageId: 4711, status: 'delivered' }],
    ['wrapped in an envelope', { notification: { messageId: '4711', status: 'delivered' } }],
    ['wrapped twice', { event: 'message.status', data: { message: { id: '4711', status: 'delivered' } } }],
    ['as a list of one', [DELIVERED]],
    ...[...LISTS_OF_EVENTS].map((name): [string, unknown] => [
      `in a list of one, ${name}`,
      { [name]: [DELIVERED] },
    ]),
    ['as a form text', 'messageId=4711&status=Delivered'],
    ['by the name of the event', { event: 'message.delivered', messageId: '4711' }],
    ['with a code beside the word', { messageId: '4711', status: 5, statusText: 'delivered' }],
    [
      'with null before the value in another spelling',
      { messageId: null, message_id: '4711', status: 'delivered' },
    ],
    [
      'with the text of the message',
      { messageId: '4711', status: 'delivered', from: '004179', text: 'Hello' },
    ],
  ])('is understood %s', (_, body) => {
    expect(readEvent('status', body)).toMatchObject({
      event: 'status',
      messageId: '4711',
      status: 'delivered',
      raw: body,
    });
  });

  it.each([
    ['delivered', 'delivered', 3],
    ['Delivery confirmed', 'delivered', 3],
    ['read', 'delivered', 3],
    ['SMS_DELIVERED', 'delivered', 3],
    ['undelivered', 'failed', 3],
    ['Not delivered', 'failed', 3],
    ['EXPIRED', 'failed', 3],
    ['rejected', 'failed', 3],
    ['Delayed', 'delayed', 2],
    ['buffered', 'delayed', 2],
    ['sent', 'other', 1],
    ['7', 'other', 1],
    ['to be delivered', 'other', 1],
    ['constructor', 'other', 1],
  ])('"%s" means %s, with the rank %d: a higher one tells what overtakes it', (statusText, status, rank) => {
    expect(readEvent('status', { messageId: '1', status: statusText })).toMatchObject({
      status,
      statusText,
      rank,
      final: rank === 3,
    });
  });

  it.each<[object, string, string]>([
    [{ status: 'success', state: 'With the operator' }, 'other', 'success, With the operator'],
    [{ status: 'delivered', state: 'failed' }, 'other', 'delivered, failed'],
    [{ state: 'delivered', statusText: 'Delivered to the handset' }, 'delivered', 'delivered'],
    [{ status: 'failed', statusText: 'Absent subscriber' }, 'failed', 'failed'],
    [{ event: 'message.failed', status: 'success' }, 'other', 'success, message.failed'],
    [{ status: 'success', data: { state: 'DELIVRD' } }, 'delivered', 'DELIVRD'],
  ])('%j is final only if its words agree', (words, status, statusText) => {
    const event = readEvent('status', { messageId: '1', ...words });
    expect(event).toMatchObject({ status, statusText, final: status !== 'other' });
    expect(matchesFilter(event, { finalOnly: true })).toBe(true);
  });

  it.each([
    ['a number of 15 digits', 417912345678901, '+417912345678901'],
    ['a number beyond exact integers', 1e21, '1000000000000000000000'],
    ['a number with blanks around', ' \t+41791234567 ', '+41791234567'],
    ['a + that the query string turned into a blank', ' 41791234567', '+41791234567'],
    ['leading zeros', '0041791234567', '+41791234567'],
  ])('keeps all digits of a recipient: %s', (_, to, recipient) => {
    expect(readEvent('status', { status: 'sent', to })).toMatchObject({ recipient });
  });

  it.each([
    ['Whatsapp', 'Whatsapp'],
    ['WhatsApp', 'Whatsapp'],
    ['RCS', 'Rcs'],
    ['sms', 'Sms'],
    ['Viber', undefined],
    [7, undefined],
  ])('channel %j is %s', (channel, expected) => {
    expect(readEvent('status', { ...DELIVERED, channel })).toHaveProperty('event', 'status');
    expect(readEvent('status', { ...DELIVERED, channel })).toEqual(
      expect.objectContaining(
        expected === undefined ? { raw: { ...DELIVERED, channel } } : { channel: expected },
      ),
    );
    expect('channel' in readEvent('status', { ...DELIVERED, channel })).toBe(expected !== undefined);
  });

  it('has the ID under the name of the account, else under a usual one', () => {
    const idOf = (body: object) => readEvents('status', { body, idField: 'trackingNo' })[0];
    const named = { tracking_no: 't1', messageId: 'n-77', status: 'delivered' };
    expect(idOf({ data: named })).toMatchObject({ messageId: 't1' });
    expect(idOf(DELIVERED)).toMatchObject({ messageId: '4711' });
  });

  it('finds code and text of an error object', () => {
    expect(
      readEvent('status', {
        ...DELIVERED,
        status: 'Failed',
        error: { errorCode: 27, errorMessage: 'Absent subscriber' },
      }),
    ).toMatchObject({ errorCode: '27', errorText: 'Absent subscriber' });
    expect(readEvent('status', { ...DELIVERED, errorCode: '0' })).not.toHaveProperty('errorCode');
  });

  it('reads the body rather than the query of a POST', () => {
    const found = readEvents('status', { query: { status: 'failed' }, body: DELIVERED })[0];
    expect(found).toMatchObject({ status: 'delivered', raw: DELIVERED });
  });
});

describe('no status notification, but kept with all that was received:', () => {
  it.each([
    ['nothing', undefined],
    ['null', null],
    ['an empty object', {}],
    ['an empty list', []],
    ['a list of two', [DELIVERED, DELIVERED]],
    ['a text', 'delivered'],
    ['JSON in a text', JSON.stringify(DELIVERED)],
    ['a status in an object', { messageId: '4711', status: { code: 5, name: 'Delivered' } }],
    ['a number', 5],
    ['a message id without status', { messageId: '4711', to: '+41791234567' }],
    ['a blank status', { messageId: '4711', status: ' ' }],
    ['a status that is true', { messageId: '4711', status: true }],
    ['the event of another system', { event: 'created', id: 5 }],
    ['a status too deep inside', { data: { data: { data: { data: { data: DELIVERED } } } } }],
    ['a status in a field of prototypes', JSON.parse('{"__proto__":{"status":"delivered"}}')],
  ])('%s', (_, body) => {
    expect(readEvent('status', body).event).not.toBe('status');
    expect(readEvent('status', body).raw).toBe(body);
  });
});
