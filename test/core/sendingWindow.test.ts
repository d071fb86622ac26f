import fc from 'fast-check';
import { DateTime } from 'luxon';

import {
  momentInZone,
  nextAllowed,
  readSendingWindow,
  shownInZone,
  weekdays,
  WindowFault,
  type EnteredWindow,
  type SendingWindow,
} from '../../core/sendingWindow';
import { SEED } from '../seed';
import { volume } from '../volume';

const entered: EnteredWindow = {
  days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
  from: '08:00',
  until: '20:00',
  timeZone: 'Europe/Zurich',
  exceptions: '',
  outside: 'plan',
};
const read = (changes: Partial<EnteredWindow>) => readSendingWindow({ ...entered, ...changes });
function windowOf(changes: Partial<EnteredWindow> = {}): SendingWindow {
  const window = read(changes);
  if (window instanceof WindowFault) throw new Error(`${window.field}: ${window.rule}`);
  return window;
}

/** The next allowed moment, as the clock of the time zone shows it. */
function next(local: string, changes: Partial<EnteredWindow> = {}): string | undefined {
  const window = windowOf(changes);
  const moment = DateTime.fromISO(local, { zone: window.timeZone }).toMillis();
  const found = nextAllowed(window, moment);
  return found === undefined
    ? undefined
    : (DateTime.fromMillis(found, { zone: window.timeZone }).toISO({ suppressMilliseconds: true }) ?? '');
}

describe('the next allowed moment', () => {
  it.each([
    ['inside, at once', '2026-11-25T12:34:56', '2026-11-25T12:34:56+01:00'],
    ['when the window opens', '2026-11-25T08:00', '2026-11-25T08:00:00+01:00'],
    ['a millisecond before', '2026-11-25T07:59:59.999', '2026-11-25T08:00:00+01:00'],
    ['when it closes', '2026-11-25T20:00', '2026-11-26T08:00:00+01:00'],
    ['a millisecond before it closes', '2026-11-25T19:59:59.999', '2026-11-25T19:59:59.999+01:00'],
    ['at midnight', '2026-11-25T00:00', '2026-11-25T08:00:00+01:00'],
    ['over the weekend', '2026-11-27T20:00', '2026-11-30T08:00:00+01:00'],
    ['over the change to winter time', '2026-10-24T12:00', '2026-10-26T08:00:00+01:00'],
    ['over the change to summer time', '2026-03-28T12:00', '2026-03-30T08:00:00+02:00'],
    ['over New Year', '2026-12-31T23:00', '2027-01-01T08:00:00+01:00'],
  ])('%s', (_, from, expected) => {
    expect(next(from)).toBe(expected);
  });

  it('passes over exceptions', () => {
    const exceptions = ['2026-12-24', '2026-12-25', '2026-12-31', '2027-01-01'];
    expect(next('2026-12-23T20:00', { exceptions })).toBe('2026-12-28T08:00:00+01:00');
    expect(next('2026-12-24T12:00', { exceptions })).toBe('2026-12-28T08:00:00+01:00');
    expect(next('2026-12-30T21:00', { exceptions: exceptions.join('; ') })).toBe('2027-01-04T08:00:00+01:00');
  });

  it('counts the hours after midnight to the day on which the window opens', () => {
    const night = { days: 'friday', from: '22:00', until: '06:00' };
    expect(next('2026-11-27T03:00', night)).toBe('2026-11-27T22:00:00+01:00');
    expect(next('2026-11-28T05:59', night)).toBe('2026-11-28T05:59:00+01:00');
    expect(next('2026-11-28T06:00', night)).toBe('2026-12-04T22:00:00+01:00');
    // Nothing goes out on an exception, also not in the hours of the day before.
    expect(next('2026-11-28T05:00', { ...night, exceptions: ['2026-11-28'] })).toBe(
      '2026-12-04T22:00:00+01:00',
    );
  });

  it('does not go out after midnight of a night in which the window did not open', () => {
    const nights = { days: [...weekdays], from: '22:00', until: '06:00', exceptions: ['2026-12-25'] };
    expect(next('2026-12-24T23:00', nights)).toBe('2026-12-24T23:00:00+01:00');
    for (const moment of ['2026-12-25T05:00', '2026-12-25T23:00', '2026-12-26T05:00'])
      expect(next(moment, nights)).toBe('2026-12-26T22:00:00+01:00');
  });

  it('knows the end of the day, and the whole day', () => {
    expect(next('2026-11-25T23:59:59', { until: '24:00' })).toBe('2026-11-25T23:59:59+01:00');
    expect(next('2026-11-26T00:00', { until: '24:00' })).toBe('2026-11-26T08:00:00+01:00');
    expect(next('2026-11-26T00:00', { until: '00:00' })).toBe('2026-11-26T08:00:00+01:00');
    expect(next('2026-11-28T10:00', { from: '00:00', until: '24:00' })).toBe('2026-11-30T00:00:00+01:00');
  });

  it('is the change itself if the clock leaves out the hour in which the window opens', () => {
    const early = { days: [...weekdays], from: '02:30', until: '05:00' };
    expect(next('2026-03-29T01:59:59', early)).toBe('2026-03-29T03:00:00+02:00');
    // The whole window is left out.
    expect(next('2026-03-29T01:00', { ...early, until: '02:45' })).toBe('2026-03-30T02:30:00+02:00');
  });

  it('does not go out on a day that a country left out', () => {
    const samoa = { days: ['friday'], timeZone: 'Pacific/Apia' };
    // After Thursday, 29 December 2011, came Saturday.
    expect(next('2011-12-29T12:00', samoa)).toBe('2012-01-06T08:00:00+14:00');
  });

  it('is not known if there is none within a year', () => {
    const dates = Array.from({ length: 400 }, (_, day) =>
      DateTime.utc(2026, 11, 1).plus({ days: day }).toISODate(),
    );
    expect(next('2026-11-25T12:00', { exceptions: dates })).toBeUndefined();
  });
});

/** With and without summer time, in both hemispheres, with halves and quarters of hours, and with changes at midnight. */
const zones = [
  'Europe/Zurich',
  'Europe/London',
  'Europe/Dublin',
  'America/New_York',
  'America/Los_Angeles',
  'America/St_Johns',
  'America/Sao_Paulo',
  'America/Santiago',
  'America/Havana',
  'America/Nuuk',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Asia/Beirut',
  'Asia/Tehran',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Australia/Sydney',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Antarctica/Troll',
  'UTC',
];

/** What luxon says about a moment. */
function isAllowed(window: ReturnType<typeof windowOf>, moment: number): boolean {
  const local = DateTime.fromMillis(moment, { zone: window.timeZone });
  const time = ((local.hour * 60 + local.minute) * 60 + local.second) * 1000 + local.millisecond;
  // A date of the calendar, which has no hours that the clock leaves out.
  const date = DateTime.utc(local.year, local.month, local.day);
  const isException = (day: DateTime) => window.exceptions.has(day.toISODate() ?? '');
  const opens = (day: DateTime) => window.days.has(day.weekday - 1) && !isException(day);
  if (window.from < window.until) return opens(date) && window.from <= time && time < window.until;
  const isAfterMidnight = time < window.until && opens(date.plus({ days: -1 })) && !isException(date);
  return isAfterMidnight || (opens(date) && time >= window.from);
}

/** The changes of the clock in some years, found by luxon. */
function changesIn(zone: string): number[] {
  const changes: number[] = [];
  const hour = 3_600_000;
  for (let at = Date.UTC(2015, 0, 1); at < Date.UTC(2030, 0, 1); at += 7 * 24 * hour) {
    const offset = (moment: number) => DateTime.fromMillis(moment, { zone }).offset;
    if (offset(at) === offset(at + 7 * 24 * hour)) continue;
    let low = at;
    for (let high = at + 7 * 24 * hour; high - low > 1;) {
      const middle = Math.floor((low + high) / 2);
      if (offset(middle) === offset(at)) low = middle;
      else high = middle;
    }
    changes.push(low + 1);
  }
  return changes;
}

const minutes = fc.nat({ max: 24 * 60 }).map((each) => {
  const hours = String(Math.floor(each / 60)).padStart(2, '0');
  return `${hours}:${String(each % 60).padStart(2, '0')}`;
});
const DAY = 86_400_000;

describe.each(zones)('in %s, luxon agrees', (timeZone) => {
  const changes = changesIn(timeZone);
  /** Anywhere, around a change of the clock, and around midnight. */
  const moments = fc.oneof(
    fc.integer({ min: Date.UTC(2015, 0, 1), max: Date.UTC(2029, 0, 1) }),
    fc
      .tuple(fc.constantFrom(...changes, Date.UTC(2026, 5, 1)), fc.integer({ min: -2 * DAY, max: 2 * DAY }))
      .map(([change, off]) => change + off),
    fc
      .tuple(
        fc.constantFrom(...changes, Date.UTC(2026, 5, 1)),
        fc.constantFrom(-1, 0, 1, -3_600_000, 3_600_000),
      )
      .map(([change, off]) => change + off),
    fc
      .tuple(fc.integer({ min: 2015, max: 2028 }), fc.nat({ max: 365 }), fc.constantFrom(-1, 0, 1))
      .map(
        ([year, day, off]) =>
          DateTime.fromObject({ year }, { zone: timeZone }).plus({ days: day }).startOf('day').toMillis() +
          off,
      ),
  );
  const windows = fc
    .record({
      days: fc.uniqueArray(fc.constantFrom(...weekdays), { minLength: 1 }),
      from: minutes.filter((time) => time !== '24:00'),
      until: minutes,
      exceptionsAfter: fc.uniqueArray(fc.integer({ min: -2, max: 12 }), { maxLength: 10 }),
      at: moments,
    })
    .filter(({ from, until }) => from !== until)
    .map(({ exceptionsAfter, at, ...rest }) => {
      const exceptions = exceptionsAfter.map(
        (days) => DateTime.fromMillis(at, { zone: timeZone }).plus({ days }).toISODate() ?? '',
      );
      return { at, window: windowOf({ ...rest, timeZone, exceptions }) };
    });

  it('that the moment is allowed, and that none before it is', () => {
    fc.assert(
      fc.property(
        windows,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), {
          minLength: 20,
          maxLength: 20,
        }),
        ({ window, at }, parts) => {
          const found = nextAllowed(window, at);
          if (found === undefined) throw new Error('there is a day in every week');
          expect(found).toBeGreaterThanOrEqual(at);
          expect(isAllowed(window, found)).toBe(true);
          if (found === at) return;
          // Whatever is allowed is so from a full minute or a change on: each of them was looked at.
          const minutesOfDay = minutesBetween(at, Math.min(found, at + DAY));
          const between = parts.map((part) => at + Math.floor((found - at) * part));
          const near = [at, found - 1, ...between, ...changes, ...minutesOfDay].filter(
            (moment) => at <= moment && moment < found,
          );
          expect(near.filter((moment) => isAllowed(window, moment))).toEqual([]);
        },
      ),
      { seed: SEED, numRuns: volume({ full: 600, quick: 15 }) },
    );
  });

  it('what moment a time without an offset is, and how a moment is shown', () => {
    fc.assert(
      fc.property(moments, (at) => {
        const local = DateTime.fromMillis(at, { zone: timeZone });
        expect(shownInZone({ timeZone }, at)).toBe(local.toFormat('yyyy-MM-dd HH:mm'));
        const moment = momentInZone({ timeZone }, local.toFormat("yyyy-MM-dd'T'HH:mm:ss.SSS"));
        // The first of two moments that the clock shows alike.
        expect(DateTime.fromMillis(moment, { zone: timeZone }).toFormat('yyyy-MM-dd HH:mm:ss.SSS')).toBe(
          local.toFormat('yyyy-MM-dd HH:mm:ss.SSS'),
        );
        expect(moment).toBeLessThanOrEqual(at);
      }),
      { seed: SEED, numRuns: volume({ full: 400, quick: 15 }) },
    );
  });
});

/** Some of the full minutes between two moments. */
function minutesBetween(start: number, end: number): number[] {
  const first = Math.ceil(start / 60_000);
  const count = Math.max(0, Math.floor(end / 60_000) - first);
  const step = Math.max(1, Math.floor(count / 60));
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => (first + index * step) * 60_000);
}

test('a time that the clock leaves out is the moment of the change', () => {
  const moment = momentInZone({ timeZone: 'Europe/Zurich' }, '2026-03-29T02:30');
  expect(new Date(moment).toISOString()).toBe('2026-03-29T01:00:00.000Z');
});

describe('an entered window', () => {
  it.each<[string, Partial<EnteredWindow>]>([
    ['days in a text', { days: 'Monday, friday' }],
    ['days as JSON', { days: '["monday"]' }],
    ['one digit for the hour', { from: '8:00' }],
    ['no exceptions', { exceptions: [] }],
    ['exceptions in lines', { exceptions: '2026-12-25\n2026-12-26\n' }],
    ['empty cells among the exceptions', { exceptions: ['2026-12-25', ''] }],
    ['blanks around', { timeZone: ' Europe/Zurich ', from: ' 08:00 ' }],
  ])('with %s is read', (_, changes) => {
    expect(() => windowOf(changes)).not.toThrow();
  });

  it.each<[string, Partial<EnteredWindow>, object]>([
    ['no days', { days: [] }, { field: 'days', rule: 'noDay' }],
    ['an unknown day', { days: ['monday', 'mon'] }, { field: 'days', rule: 'notDay', got: '"mon"' }],
    ['a number for a day', { days: [1] }, { field: 'days', rule: 'notDay', got: '1' }],
    ['no time', { from: '' }, { field: 'from', rule: 'notTime', got: '""' }],
    ['a time beyond the day', { until: '24:01' }, { field: 'until', rule: 'notTime', got: '"24:01"' }],
    ['an hour alone', { until: 20 }, { field: 'until', rule: 'notTime', got: '20' }],
    ['the end of the day as its start', { from: '24:00' }, { field: 'from', rule: 'notTime' }],
    ['the same time twice', { until: '8:00' }, { field: 'until', rule: 'sameTime', got: '"8:00"' }],
    ['no time zone', { timeZone: '' }, { field: 'timeZone', rule: 'required' }],
    [
      'an unknown time zone',
      { timeZone: 'Europe/Bern' },
      { field: 'timeZone', rule: 'notZone', got: '"Europe/Bern"' },
    ],
    ['an offset object', { timeZone: {} }, { field: 'timeZone', rule: 'notZone', got: { key: 'anObject' } }],
    ['a missing list', { exceptions: undefined }, { field: 'exceptions', rule: 'noDateList' }],
    ['a list of nothing', { exceptions: ', ' }, { field: 'exceptions', rule: 'noDateList' }],
    [
      'a date that there is not',
      { exceptions: ['2026-02-30'] },
      { field: 'exceptions', rule: 'notDate', got: '"2026-02-30"' },
    ],
    ['a time for a date', { exceptions: '2026-12-25T00:00' }, { field: 'exceptions', rule: 'notDate' }],
    ['a number for a date', { exceptions: [20261225] }, { field: 'exceptions', rule: 'notDate' }],
  ])('with %s is an error', (_, changes, expected) => {
    expect(read(changes)).toBeInstanceOf(WindowFault);
    expect(read(changes)).toMatchObject(expected);
  });
});
