import { BoundedMap } from '../../../core/boundedMap';
import { eventKey, readEvent, REMEMBERED_EVENTS, type EventKey } from '../../../core/receive';
import { printFigure } from '../../figures';
import { volume } from '../../volume';

const keyOf = (body: object) => eventKey(readEvent('any', body));

const STATUS = { messageId: '1', to: '+41791234567', status: 'Delivered', timestamp: '2026-03-01T10:00:00Z' };
const INBOUND = { messageId: '1', from: '+41791234567', to: '963', text: 'yes' };

describe('the key of an event', () => {
  it.each([
    ['a status', STATUS, { ...STATUS }],
    [
      'a status with its fields in another order and spelling',
      STATUS,
      { Timestamp: STATUS.timestamp, STATUS: 'Delivered', to: STATUS.to, message_id: '1' },
    ],
    ['a status with a counter of attempts', STATUS, { ...STATUS, attempt: 2 }],
    ['an inbound message', INBOUND, { ...INBOUND }],
    [
      'an inbound message sent again at another time',
      { ...INBOUND, timestamp: '1' },
      { ...INBOUND, timestamp: '2' },
    ],
    [
      'an event without id but with a timestamp, in another order',
      { status: 'sent', timestamp: '1', x: { a: [1, { b: 2, c: null }] } },
      { x: { a: [1, { c: null, b: 2 }] }, timestamp: '1', status: 'sent' },
    ],
  ])('is the same for %s', (_, first, second) => {
    expect(keyOf(first)).toMatch(/^[\w-]{22}$/);
    expect(keyOf(second)).toBe(keyOf(first));
  });

  it.each([
    ['another message', STATUS, { ...STATUS, messageId: '2' }],
    ['another state', STATUS, { ...STATUS, status: 'Sent' }],
    ['another recipient of the same message', STATUS, { ...STATUS, to: '+41791234568' }],
    ['another time', STATUS, { ...STATUS, timestamp: '2026-03-01T10:00:01Z' }],
    ['an inbound message of the same id', STATUS, INBOUND],
    ['another text', INBOUND, { ...INBOUND, text: 'no' }],
    ['another choice', { ...INBOUND, reply: { id: 'a' } }, { ...INBOUND, reply: { id: 'b' } }],
    [
      'another title of a choice',
      { ...INBOUND, reply: { title: 'Yes' } },
      { ...INBOUND, reply: { title: 'No' } },
    ],
    ['another picture', { ...INBOUND, image: { id: 'one' } }, { ...INBOUND, image: { id: 'two' } }],
    ['fields shared out otherwise', { ...INBOUND, from: 'ab', to: 'c' }, { ...INBOUND, from: 'a', to: 'bc' }],
    [
      'a number instead of a text',
      { status: 'sent', timestamp: '1', x: 1 },
      { status: 'sent', timestamp: '1', x: '1' },
    ],
    [
      'a list instead of an object',
      { status: 'sent', timestamp: '1', x: ['a'] },
      { status: 'sent', timestamp: '1', x: { 0: 'a' } },
    ],
    [
      'nesting otherwise',
      { status: 'sent', timestamp: '1', x: [[1], 2] },
      { status: 'sent', timestamp: '1', x: [[1, 2]] },
    ],
    [
      'a field that only one has',
      { status: 'sent', timestamp: '1' },
      { status: 'sent', timestamp: '1', x: null },
    ],
  ])('is different for %s', (_, first, second) => {
    expect(keyOf(first)).toBeDefined();
    expect(keyOf(second)).toBeDefined();
    expect(keyOf(second)).not.toBe(keyOf(first));
  });

  it.each([
    ['an inbound message without id and timestamp', { from: '+41791234567', to: '963', text: 'yes' }],
    ['a status without id and timestamp', { to: '+41791234567', status: 'Delivered' }],
    ['an unknown event', { foo: 'bar' }],
  ])('does not exist for %s, which could be a second, true one', (_, body) => {
    expect(keyOf(body)).toBeUndefined();
  });
});

describe('the latest 1,000 keys', () => {
  const EVENTS = volume({ full: 100_000, quick: 10_000 });
  it(`find every tenth of ${EVENTS} events to be a repeat, none besides`, () => {
    const seen = new BoundedMap<EventKey, true>(REMEMBERED_EVENTS);
    const sent: object[] = [];
    const wrong: number[] = [];
    let repeats = 0;
    for (let index = 0; index < EVENTS; index++) {
      // Every tenth event repeats one of the last 900 different ones.
      const isRepeat = index % 10 === 9;
      const body = isRepeat
        ? (sent[sent.length - 1 - ((index * 7919) % Math.min(sent.length, 900))] ?? {})
        : index % 2 === 0
          ? {
              messageId: `s${index >> 2}`,
              status: index % 4 === 0 ? 'Sent' : 'Delivered',
              timestamp: `${index}`,
            }
          : { messageId: `i${index}`, from: '+41791234567', to: '963', text: 'yes' };
      if (!isRepeat) sent.push(body);
      const key = keyOf({ ...body });
      if (seen.has(key) !== isRepeat) wrong.push(index);
      seen.set(key, true);
      if (isRepeat) repeats++;
    }
    printFigure(`Repeated events: ${repeats} repeats in ${EVENTS} events, ${wrong.length} events told wrong`);
    expect(repeats).toBe(EVENTS / 10);
    expect(wrong).toEqual([]);
  });
});
