import fc from 'fast-check';
import { eventKey, readEvent, SeenEvents } from '../../../core/receive';
import { printFigure } from '../../figures';

const keyOf = (body: object) => eventKey(readEvent({ body }));

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
    const seen = new SeenEvents(10);
    seen.add(keyOf(body));
    expect(seen.has(keyOf(body))).toBe(false);
    expect(seen.list()).toEqual([]);
  });
});

describe('the events that were seen', () => {
  /** Whether each key was seen before, when all are added in turn. */
  const repeats = (seen: SeenEvents, keys: string[]) =>
    keys.map((key) => {
      const repeated = seen.has(key);
      seen.add(key);
      return repeated;
    });

  it('hold the last keys, and forget the oldest', () => {
    const seen = new SeenEvents(3);
    expect(repeats(seen, ['a', 'b', 'a', 'c', 'd', 'b', 'a', 'b'])).toEqual([
      ...[false, false, true, false, false],
      ...[true, false, false],
    ]);
    expect(seen.list()).toEqual(['d', 'a', 'b']);
  });

  it('do not hold what was only asked for', () => {
    const seen = new SeenEvents(3);
    expect([seen.has('a'), seen.has('a')]).toEqual([false, false]);
  });

  it('are the same after a restart', () => {
    const before = new SeenEvents(3);
    repeats(before, ['a', 'b', 'c', 'd']);
    const after = new SeenEvents(3, JSON.parse(JSON.stringify(before.list())));
    expect(after.list()).toEqual(['b', 'c', 'd']);
    expect(repeats(after, ['d', 'a'])).toEqual([true, false]);
    expect(after.list()).toEqual(['c', 'd', 'a']);
  });

  it('are the newest when more were stored than they may be', () => {
    expect(new SeenEvents(2, ['a', 'b', 'c']).list()).toEqual(['b', 'c']);
  });

  it.each([[undefined], [null], ['abc'], [{ 0: 'a', length: 1 }], [[1, null, {}]]])(
    'ignores a storage that holds %j',
    (remembered) => {
      expect(new SeenEvents(2, remembered).list()).toEqual([]);
    },
  );

  it('agrees with looking through a list of the last different keys', () => {
    const keys = fc.array(fc.integer({ min: 0, max: 12 }).map(String), { maxLength: 200 });
    fc.assert(
      fc.property(keys, fc.integer({ min: 1, max: 10 }), fc.nat(200), (all, capacity, restartAt) => {
        let seen = new SeenEvents(capacity);
        let last: string[] = [];
        for (const [index, key] of all.entries()) {
          if (index === restartAt) seen = new SeenEvents(capacity, seen.list());
          expect(repeats(seen, [key])).toEqual([last.includes(key)]);
          if (!last.includes(key)) last = [...last, key].slice(-capacity);
        }
        expect(seen.list()).toEqual(last);
      }),
    );
  });

  it('finds all 10,000 repeats in 100,000 events, none besides, and never remembers more than it may', () => {
    const capacity = 2000;
    const seen = new SeenEvents(capacity);
    const sent: object[] = [];
    const wrong: number[] = [];
    let repeats = 0;
    for (let index = 0; index < 100_000; index++) {
      // Every tenth event repeats one of the last 1,500 different ones.
      const isRepeat = index % 10 === 9;
      const body = isRepeat
        ? (sent[sent.length - 1 - ((index * 7919) % Math.min(sent.length, 1500))] ?? {})
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
      seen.add(key);
      if (isRepeat) repeats++;
    }
    printFigure(`Repeated events: ${repeats} repeats in 100,000 events, ${wrong.length} events told wrong`);
    expect(repeats).toBe(10_000);
    expect(wrong).toEqual([]);
    expect(seen.list()).toHaveLength(capacity);
  });
});

it('keeps the newest events when a list is added that was stored before them', () => {
  const seen = new SeenEvents(3);
  for (const key of ['a', 'b', 'c']) seen.add(key);
  const stored = seen.list();
  for (const key of ['d', 'e']) seen.add(key);

  seen.addStored(stored);

  expect(seen.list()).toEqual(['c', 'd', 'e']);
});
