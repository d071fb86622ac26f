import fc from 'fast-check';
import { eventKey, matchesFilter, readEvent, readEvents, replyTo } from '../../../core/receive';
import { anyCharacter } from '../../anyCharacter';
import { check } from '../fuzzing';

const words = (text: string) => fc.constantFrom(...text.split(' '));
const name = fc.oneof(
  words(
    'from to text status messageId content type event channel reply message data timestamp image mediaId',
  ),
  words('error direction id __proto__ constructor toString hasOwnProperty'),
  fc.string(),
);
const word = fc.oneof(
  words('delivered Failed sent success received inbound outbound Sms Text Image +41791234567'),
  fc.constantFrom(' 41791234567', ''),
  fc.string({ unit: anyCharacter }),
);
/** JSON as the service, or an attacker, might send it. */
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 6 },
    word,
    fc.double(),
    fc.maxSafeInteger(),
    fc.constantFrom(null, true, false),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc.dictionary(name, tie('value'), { maxKeys: 8 }),
})).object;
const anything = fc.oneof(
  json,
  json.map((value) => JSON.stringify(value)),
  fc.string(),
  fc.uint8Array(),
  fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
    withNullPrototype: true,
  }),
);
const request = fc.record({ query: anything, body: anything }, { requiredKeys: [] });

const number = fc
  .tuple(fc.constantFrom('+', '00', ''), fc.stringMatching(/^[1-9][0-9]{8,13}$/))
  .map((parts) => parts.join(''));
/** The number as the readers return it, however it was written. */
const international = (written: string) => written.replace(/^(?:\+|00)?/, '+');
const visible = fc.string({ minLength: 1 }).filter((text) => text.trim() === text && text !== '');

const kinds = ['any', 'status', 'inbound'] as const;

describe('for any request', () => {
  it('reading never throws, keeps all that was received and tells one of the expected kinds', () => {
    check(
      fc.property(request, (given) => {
        for (const wanted of kinds) {
          expect(readEvent(wanted, given.body).raw).toBe(given.body);
          for (const { event } of readEvents(wanted, given))
            expect(['unknown', 'status', 'inbound']).toContain(event);
        }
      }),
    );
  });

  it('no event is a status for one reader and an inbound message for the other, unless its meaning is open', () => {
    check(
      fc.property(json, (body) => {
        const { event } = readEvent('any', body);
        if (event !== 'unknown') {
          expect(readEvent('status', body).event).toBe(event);
          expect(readEvent('inbound', body).event).toBe(event);
        }
      }),
    );
  });

  it('nothing but raw is anything but a short list of texts: no object of the sender gets through', () => {
    check(
      fc.property(request, (given) => {
        for (const event of kinds.flatMap((wanted) => readEvents(wanted, given))) {
          const known =
            /^(raw|event|messageId|recipient|channel|status|statusText|final|rank|errorCode|errorText|customerid|timestamp|from|to|text|keyword|choice|reply|media|contentType)$/;
          for (const [key, value] of Object.entries({ ...event, raw: 'kept' })) {
            expect(key).toMatch(known);
            const texts = typeof value === 'object' ? Object.values(value) : [value];
            for (const text of texts) expect(['string', 'boolean', 'number']).toContain(typeof text);
          }
        }
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
    );
  });

  it('key, filter and answer never fail on what was read; the key is short and the same again', () => {
    check(
      fc.property(request, (given) => {
        const event = readEvent('any', given.body);
        const key = eventKey(event);
        expect(key === undefined || /^[\w-]{22}$/.test(key)).toBe(true);
        expect(eventKey(readEvent('any', given.body))).toBe(key);
        expect(matchesFilter(event, {})).toBe(true);
        if (event.event === 'inbound') {
          const answer = replyTo(event);
          if (answer !== undefined) {
            expect(answer.to).toMatch(/^(\+|00)[1-9][0-9]{4,14}$/);
            if (answer.channel === 'Sms') expect(answer.from).toMatch(/^([0-9]{1,16}|[\x20-\x7e]{1,11})$/);
            if (answer.channel === 'Whatsapp') expect(answer.from).toMatch(/^(\+|00)[1-9][0-9]{4,14}$/);
          }
        }
      }),
    );
  });
});

describe('reading what was written gives the same', () => {
  const spelling = fc.constantFrom(
    (text: string) => text,
    (text: string) => text.toUpperCase(),
    (text: string) => text.toLowerCase(),
    (text: string) => text.replace(/[A-Z]/g, (letter) => `_${letter}`),
  );
  const spelled = (fields: object, spell: (text: string) => string) =>
    Object.fromEntries(Object.entries(fields).map(([key, value]) => [spell(key), value]));

  it('for a status notification, whatever the spelling, as POST and as GET', () => {
    const written = fc.record({
      messageId: visible,
      status: fc.constantFrom('Delivered', 'Failed', 'Delayed', 'Sent'),
      to: number,
      channel: fc.constantFrom('Sms', 'Whatsapp', 'Rcs'),
      customerid: visible,
      timestamp: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    });
    check(
      fc.property(written, spelling, (fields, spell) => {
        const sent = spelled(fields, spell);
        const { to, status, ...same } = fields;
        const expected = { event: 'status', ...same, recipient: international(to), statusText: status };
        expect(readEvent('any', sent)).toMatchObject(expected);
        expect(readEvents('any', { query: sent, body: {} })).toMatchObject([expected]);
        expect(readEvent('status', new URLSearchParams(sent).toString())).toMatchObject(expected);
      }),
    );
  });

  it('for an inbound message, whatever the spelling', () => {
    const written = fc.record({
      messageId: visible,
      from: number,
      to: number,
      channel: fc.constantFrom('Sms', 'Whatsapp', 'Rcs'),
      text: fc.string({ unit: 'grapheme' }),
    });
    check(
      fc.property(written, spelling, fc.boolean(), ({ text, ...fields }, spell, nested) => {
        const body = {
          ...spelled(fields, spell),
          ...(nested ? { Content: { TYPE: 'Text', Text: text } } : { [spell('text')]: text }),
        };
        const expected = {
          ...fields,
          from: international(fields.from),
          to: international(fields.to),
          text,
        };
        expect(readEvent('any', body)).toMatchObject({ event: 'inbound', ...expected });
      }),
    );
  });
});

describe('input made to do harm', () => {
  const deep = (depth: number, name: string) => `{"${name}":`.repeat(depth) + '1' + '}'.repeat(depth);

  it.each(['message', 'data', 'content', 'text', 'from', 'status', 'reply', 'image', 'error', 'x'])(
    'nesting "%s" 50,000 deep does nothing',
    (field) => {
      const body = JSON.parse(deep(50_000, field));
      expect(readEvent('any', body).raw).toBe(body);
      expect(readEvent('status', body).raw).toBe(body);
      expect(readEvent('inbound', body).raw).toBe(body);
    },
  );

  it('what cannot be written as JSON has no key', () => {
    const x: unknown = JSON.parse(deep(50_000, 'a'));
    expect(eventKey(readEvent('any', { status: 'sent', timestamp: 'now', x }))).toBeUndefined();
  });

  it('50,000 fields, names and texts of a megabyte and envelopes in envelopes are read', () => {
    const fields = Object.fromEntries(
      Array.from({ length: 50_000 }, (_, index) => [`field ${index}`, index]),
    );
    const long = 'x'.repeat(1_000_000);
    const envelopes = ['message', 'data', 'payload', 'event', 'body', 'sms', 'result', 'content'];
    const nest = (depth: number): object =>
      depth === 0
        ? { status: 'sent' }
        : Object.fromEntries(envelopes.map((envelope) => [envelope, nest(depth - 1)]));
    expect(readEvent('any', { ...fields, status: 'sent' })).toMatchObject({ event: 'status' });
    expect(readEvent('any', { [long]: long, from: long, text: long })).toMatchObject({
      event: 'inbound',
      from: long,
    });
    expect(readEvent('any', nest(5))).toMatchObject({ event: 'unknown' });
  });

  it('a body that contains itself is read', () => {
    const body: Record<string, unknown> = { status: 'sent', timestamp: 'now' };
    body['data'] = body;
    body['list'] = [body, body];
    expect(readEvent('any', body).raw).toBe(body);
    expect(eventKey(readEvent('any', body))).toBeUndefined();
  });
});
