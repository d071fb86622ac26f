import { readEvent } from '../../../core/receive';

const HELLO = { from: '+41791234567', to: '+41791110000', text: 'Hello' };
const CONTENT = { from: HELLO.from, to: HELLO.to, content: { type: 'Text', text: 'Hello' } };

describe('an inbound message', () => {
  it('is read with all its fields', () => {
    const body = {
      messageId: 'in-1',
      channel: 'Sms',
      from: '+41791234567',
      to: '0041791110000',
      timestamp: '2026-03-01T10:00:00Z',
      content: { type: 'Text', text: ' stop! now' },
    };
    expect(readEvent('inbound', body)).toEqual({
      event: 'inbound',
      channel: 'Sms',
      from: '+41791234567',
      to: '+41791110000',
      text: ' stop! now',
      messageId: 'in-1',
      timestamp: '2026-03-01T10:00:00Z',
      keyword: 'STOP',
      contentType: 'Text',
      reply: { channel: 'Sms', from: '0041791110000', to: '+41791234567' },
      raw: body,
    });
  });

  it.each([
    ['flat', HELLO],
    ['in capitals', { FROM: '+41791234567', TO: '+41791110000', TEXT: 'Hello' }],
    [
      'under other usual names',
      { originator: '+41791234567', destination: '+41791110000', messageBody: 'Hello' },
    ],
    ['wrapped in an envelope', { receivedMessage: HELLO }],
    ['wrapped with the name of the event', { event: 'MessageReceived', payload: HELLO }],
    ['as a list of one', [HELLO]],
    ['as a list of one, with its content, in an envelope', { data: { messages: [CONTENT] } }],
    ['as a form text', new URLSearchParams(HELLO).toString()],
    ['with the text in an object', { from: '+41791234567', to: '+41791110000', text: { body: 'Hello' } }],
    ['with a text in place of the content', { from: '+41791234567', to: '+41791110000', content: 'Hello' }],
    [
      'with an empty text before the content',
      { ...HELLO, text: '', content: { type: 'Text', text: 'Hello' } },
    ],
    ['with a state of having come in', { ...HELLO, status: 'received' }],
    ['with a state in other words', { ...HELLO, state: 'unread' }],
    [
      'with the state of an outgoing one, but saying that it came in',
      { ...HELLO, direction: 'inbound', status: 'delivered' },
    ],
  ])('is understood %s', (_, body) => {
    expect(readEvent('inbound', body)).toMatchObject({
      event: 'inbound',
      channel: 'Sms',
      from: '+41791234567',
      to: '+41791110000',
      text: 'Hello',
      keyword: 'HELLO',
      raw: body,
    });
  });

  it.each([
    ['sender', { to: '1', text: 'Hello' }, { text: 'Hello' }],
    ['receiver', { from: '+41791234567', text: 'Hello' }, { from: '+41791234567' }],
    ['text', { from: '+41791234567', to: '1' }, { from: '+41791234567', to: '1' }],
    ['everything but the text', { text: 'Hello' }, { text: 'Hello' }],
  ])('is taken without %s', (_, body, expected) => {
    expect(readEvent('inbound', body)).toMatchObject({ event: 'inbound', ...expected, raw: body });
  });

  it.each([
    ['Hello World', 'HELLO'],
    ['  \n stop.', 'STOP'],
    ['«Ja», gerne', 'JA'],
    ['e-mail please', 'E-MAIL'],
    ["c'est moi", "C'EST"],
    ['grüße', 'GRÜSSE'],
    ['cafe\u0301 bitte', 'CAFÉ'],
    ['123 abc', '123'],
    ['👍 ok', '👍'],
    ['?', '?'],
    ['停 abc', '停'],
    ['', undefined],
    [' \t ', undefined],
  ])('keyword of "%s" is %s', (text, keyword) => {
    const inbound = readEvent('inbound', { from: '+41791234567', text });
    expect(inbound).toHaveProperty('text', text);
    expect('keyword' in inbound ? inbound.keyword : undefined).toBe(keyword);
  });

  it('bounds the keyword of a text without blanks', () => {
    const inbound = readEvent('inbound', { from: '1', text: '!'.repeat(500_000) + 'a' });
    expect(inbound).toHaveProperty('keyword', '!'.repeat(100));
  });

  it.each([
    ['named as the specification does', { ...HELLO, channel: 'Whatsapp' }, 'Whatsapp'],
    ['named in other case', { ...HELLO, channel: 'WHATSAPP' }, 'Whatsapp'],
    ['given as the type', { ...HELLO, type: 'Rcs' }, 'Rcs'],
    ['left out of a plain text', HELLO, 'Sms'],
    ['left out of a body without text', { from: '+41791234567' }, 'Sms'],
    ['left out of a choice, which an SMS cannot hold', { from: '1', reply: { id: 'yes' } }, undefined],
    ['left out of a picture', { from: '1', content: { type: 'Image', mediaId: '5' } }, undefined],
    ['one that is not of the service', { ...HELLO, channel: 'Viber' }, 'other'],
  ])('channel: %s', (_, body, channel) => {
    const inbound = readEvent('inbound', body);
    expect(inbound.event).toBe('inbound');
    expect('channel' in inbound ? inbound.channel : undefined).toBe(channel);
  });

  it.each([
    ['a button', { type: 'Button', id: 'yes', title: 'Yes' }, { kind: 'button', id: 'yes', title: 'Yes' }],
    [
      'a row of a list',
      { type: 'List', id: 'r1', title: 'Row', description: 'One' },
      { kind: 'list', id: 'r1', title: 'Row', description: 'One' },
    ],
    [
      'a button with a description',
      { type: 'Button', id: 'b', description: 'D' },
      { kind: 'button', id: 'b', description: 'D' },
    ],
    ['something without type', { id: 'x' }, { kind: 'button', id: 'x' }],
    [
      'something without type but with a description',
      { id: 'x', description: 'D' },
      { kind: 'list', id: 'x', description: 'D' },
    ],
    [
      'something of which only the title is known',
      { type: 'Button', id: null, title: 'Yes' },
      { kind: 'button', title: 'Yes' },
    ],
  ])('holds the choice of %s', (_, reply, expected) => {
    const body = {
      channel: 'Whatsapp',
      from: '+41791234567',
      to: '+41791110000',
      content: { type: 'InteractiveReply', reply },
    };
    expect(readEvent('inbound', body)).toMatchObject({ contentType: 'InteractiveReply' });
    expect(readEvent('inbound', body)).toHaveProperty('choice', expected);
  });

  it.each([
    ['in an object of its own', { buttonReply: { id: 'yes', title: 'Yes' } }, 'button'],
    [
      'in a nested object',
      { interactive: { type: 'list_reply', list_reply: { id: 'yes', title: 'Yes' } } },
      'list',
    ],
    ['flat', { buttonId: 'yes', buttonText: 'Yes' }, 'button'],
  ])('finds a choice %s', (_, body, kind) => {
    expect(readEvent('inbound', { from: '1', ...body })).toMatchObject({
      contentType: 'InteractiveReply',
      choice: { kind, id: 'yes', title: 'Yes' },
    });
  });

  it.each([
    [
      'as the specification writes a content',
      { content: { type: 'Image', mediaId: 'm1', url: null, caption: 'Look' } },
      { type: 'Image', mediaId: 'm1', caption: 'Look' },
    ],
    [
      'a document by URL',
      { content: { type: 'Document', url: 'https://x/y', filename: 'bill.pdf' } },
      { type: 'Document', url: 'https://x/y', filename: 'bill.pdf' },
    ],
    [
      'in an object of its own',
      { image: { id: 'm1', link: 'https://x' } },
      { type: 'Image', mediaId: 'm1', url: 'https://x' },
    ],
    ['flat', { messageType: 'audio', mediaUrl: 'https://x' }, { type: 'Audio', url: 'https://x' }],
    ['of a type that is not told', { mediaId: 'm1' }, { mediaId: 'm1' }],
  ])('holds media %s', (_, body, media) => {
    expect(readEvent('inbound', { from: '1', ...body })).toHaveProperty('media', media);
  });

  it.each([
    ['Location', { content: { type: 'location', latitude: 1, longitude: 2 } }, 'Location'],
    [
      'a type that the specification does not have',
      { content: { type: 'Reaction', emoji: '👍' } },
      'Reaction',
    ],
    ['nothing, which is a text', { text: 'x' }, 'Text'],
  ])('content type: %s', (_, body, contentType) => {
    expect(readEvent('inbound', { from: '1', ...body })).toMatchObject({ event: 'inbound', contentType });
  });

  it.each([
    ['with +', '+41791234567', '+41791234567'],
    ['with 00', '0041791234567', '+41791234567'],
    ['without either', '41791234567', '+41791234567'],
    ['as a number', 41791234567, '+41791234567'],
    ['with signs for reading', '+41 (0)79/123.45.67', '+41791234567'],
    ['with the + that a query string made a blank', ' 41791234567', '+41791234567'],
    ['with the scheme of WhatsApp', 'whatsapp:+41791234567', '+41791234567'],
    ['as a JID', '41791234567@c.us', '+41791234567'],
    ['as a JID of a device', '41791234567:2@s.whatsapp.net', '+41791234567'],
    ['with a decimal, which is left', '+41791234567.0', '+41791234567.0'],
    ['in national form', '079 123 45 67', '079 123 45 67'],
    ['as a short number', '963', '963'],
    ['as a name', 'ACME & Co', 'ACME & Co'],
  ])('gives a number that is written %s in international format where it can be told', (_, written, read) => {
    const body = { from: written, to: written, text: 'x' };
    expect(readEvent('inbound', body)).toMatchObject({ from: read, to: read, raw: body });
  });

  it('says how to answer, and nothing where it cannot be answered', () => {
    const reply = { channel: 'Whatsapp', from: '+41791110000', to: '+41791234567' };
    const body = { channel: 'Whatsapp', from: '41791234567', to: '41791110000', text: 'x' };
    expect(readEvent('inbound', body)).toMatchObject({ reply });
    for (const missing of [{ from: '' }, { to: '' }, { channel: 'Viber' }, { from: '079 123 45 67' }]) {
      expect(readEvent('inbound', { ...body, ...missing })).not.toHaveProperty('reply');
    }
  });

  it('can be answered if it names a person by a user ID instead of a number, which only WhatsApp does', () => {
    const [from, to] = ['CH.13491208655302741918', '+41791110000'];
    expect(readEvent('inbound', { from, to, text: 'STOP' })).toMatchObject({
      channel: 'Whatsapp',
      from,
      reply: { channel: 'Whatsapp', from: to, to: from },
    });
  });

  it.each(['whatsapp:+41791234567', '41791234567@s.whatsapp.net'])(
    'came by WhatsApp if it is from %s',
    (from) => {
      expect(readEvent('inbound', { from, to: '+41791110000', text: 'Hello' })).toHaveProperty(
        'channel',
        'Whatsapp',
      );
    },
  );

  it('keeps a number as text that JSON holds as a number', () => {
    expect(readEvent('inbound', { from: 41791234567, to: 963, text: 4711 })).toMatchObject({
      from: '+41791234567',
      to: '963',
      text: '4711',
    });
  });

  it.each([
    ['376312345', '+376312345'],
    ['20123456', '20123456'],
    ['1234567', '1234567'],
    ['+1234567', '+1234567'],
  ])('from %s is from %s: fewer than nine digits without a prefix can be a short number', (from, read) => {
    expect(readEvent('inbound', { ...HELLO, from })).toMatchObject({ from: read });
  });
});

describe('no inbound message, but kept with all that was received:', () => {
  it.each([
    ['nothing', undefined],
    ['an empty object', {}],
    ['a text', 'Hello'],
    ['a list of two', [HELLO, HELLO]],
    ['JSON in a text', JSON.stringify(HELLO)],
    ['bytes', Buffer.from(JSON.stringify(HELLO))],
    ['a list of two in an envelope', { data: [HELLO, HELLO] }],
    ['other fields', { foo: 'bar' }],
    [
      'fields of prototypes',
      JSON.parse('{"__proto__":{"from":"1","text":"x"},"constructor":{"prototype":{"from":"1"}}}'),
    ],
  ])('%s', (_, body) => {
    expect(readEvent('inbound', body).event).not.toBe('inbound');
    expect(readEvent('inbound', body).raw).toBe(body);
  });
});
