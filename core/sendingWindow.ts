import { BoundedMap } from './boundedMap';
import { isCalendarDate } from './contract/patterns';
import type { SentenceKey } from './contract/sentences';
import type { Said } from './errors/sentence';
import { valueShown } from './errors/texts';
import { hasOnlySeparators, listEntered } from './json';

/* When messages may go out: days and hours on the clock of a time zone. Nothing here knows a message. */

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

/** What becomes of a message outside of the window: it is scheduled for the next allowed moment, or it is not sent. */
export type Outside = 'plan' | 'refuse';

export interface SendingWindow {
  /** By their place in `weekdays`. */
  days: ReadonlySet<number>;
  /** When it opens, in milliseconds since midnight. */
  from: number;
  /** When it closes; if this is before `from`, on the next day. */
  until: number;
  timeZone: string;
  /** Dates on which nothing goes out, as 2026-12-25. */
  exceptions: ReadonlySet<string>;
  outside: Outside;
}

/** A sending window as entered, by a person or by an expression. */
export interface EnteredWindow {
  /** A list, or a text with commas between the days. */
  days: unknown;
  from: unknown;
  until: unknown;
  timeZone: unknown;
  /** A list of dates, or a text with commas, semicolons or line breaks between them. */
  exceptions: unknown;
  outside: Outside;
}

/** A field of a window that can be wrong. */
export type WindowField = Exclude<keyof EnteredWindow, 'outside'>;

/** The rules of a window. */
export type WindowRule = Extract<
  SentenceKey,
  'noDay' | 'notDay' | 'notTime' | 'sameTime' | 'required' | 'notZone' | 'noDateList' | 'notDate'
>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Why an entered window cannot be read. */
export class WindowFault {
  /** What was entered. */
  readonly got: Said | undefined;

  constructor(
    readonly field: WindowField,
    readonly rule: WindowRule,
    got?: unknown,
  ) {
    this.got = got === undefined ? undefined : valueShown(got);
  }
}

/** Reads an entered window; if it is wrong, gives the first thing that is. */
export function readSendingWindow(entered: EnteredWindow): SendingWindow | WindowFault {
  const days = daysIn(entered.days);
  if (days instanceof WindowFault) return days;
  const from = timeOfDay(entered.from);
  if (from === undefined || from === DAY) return new WindowFault('from', 'notTime', entered.from);
  const until = timeOfDay(entered.until);
  if (until === undefined) return new WindowFault('until', 'notTime', entered.until);
  if (from === until) return new WindowFault('until', 'sameTime', entered.until);
  const timeZone = zoneNamed(entered.timeZone);
  if (timeZone instanceof WindowFault) return timeZone;
  const exceptions = datesIn(entered.exceptions);
  if (exceptions instanceof WindowFault) return exceptions;
  return { days, from, until, timeZone, exceptions, outside: entered.outside };
}

function daysIn(entered: unknown): Set<number> | WindowFault {
  const days = new Set<number>();
  for (const entry of listEntered(entered)) {
    const name = typeof entry === 'string' ? entry.trim().toLowerCase() : entry;
    const day = weekdays.findIndex((each) => each === name);
    if (day < 0) return new WindowFault('days', 'notDay', entry);
    days.add(day);
  }
  return days.size === 0 ? new WindowFault('days', 'noDay') : days;
}

function zoneNamed(entered: unknown): string | WindowFault {
  const name = typeof entered === 'string' ? entered.trim() : entered;
  if (name === undefined || name === null || name === '') return new WindowFault('timeZone', 'required');
  if (typeof name !== 'string') return new WindowFault('timeZone', 'notZone', name);
  try {
    clockOf(name);
    return name;
  } catch {
    return new WindowFault('timeZone', 'notZone', name);
  }
}

/** A missing list is an error, as something would go out on an exception. */
function datesIn(entered: unknown): Set<string> | WindowFault {
  if (entered === undefined || entered === null || hasOnlySeparators(entered))
    return new WindowFault('exceptions', 'noDateList');
  const dates = new Set<string>();
  for (const entry of listEntered(entered)) {
    const date = typeof entry === 'string' ? entry.trim() : entry;
    if (date === '') continue;
    if (typeof date !== 'string' || !isCalendarDate(date))
      return new WindowFault('exceptions', 'notDate', entry);
    dates.add(date);
  }
  return dates;
}

/** Milliseconds since midnight; 24:00 is the end of the day. */
function timeOfDay(value: unknown): number | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  const [, hours, minutes] = /^(\d{1,2}):([0-5]\d)$/.exec(text) ?? [];
  const time = Number(hours) * HOUR + Number(minutes) * MINUTE;
  return time <= DAY ? time : undefined;
}

/**
 * The first moment at or after `moment` at which a message may go out (both in milliseconds since 1970): the moment itself if the clock of
 * the time zone shows an allowed time then. Undefined if there is none within a year.
 */
export function nextAllowed(window: SendingWindow, moment: number): number | undefined {
  const clock = clockOf(window.timeZone);
  for (let at = moment; at <= moment + LONGEST_SEARCH;) {
    if (isAllowed(window, at)) return at;
    const offset = clock.offsetAt(at);
    const time = timeIn(at + offset);
    const next = at + (time < window.from ? window.from : DAY) - time;
    // Where the clock is changed on the way, it may open at once.
    at = clock.offsetAt(next) === offset ? next : quarterAfter(at);
  }
  return undefined;
}

function isAllowed(window: SendingWindow, moment: number): boolean {
  const local = moment + clockOf(window.timeZone).offsetAt(moment);
  const time = timeIn(local);
  return hoursOf(window, Math.floor(local / DAY)).some(({ from, until }) => from <= time && time < until);
}

/** Milliseconds since midnight of a moment on a clock. */
function timeIn(local: number): number {
  return local - Math.floor(local / DAY) * DAY;
}

const LONGEST_SEARCH = 366 * DAY;

/**
 * The hours of a day that are allowed, none on an exception. Days are counted from 1970 on; a window over midnight belongs to the day on
 * which it opens.
 */
function hoursOf(window: SendingWindow, day: number): Array<{ from: number; until: number }> {
  const { from, until } = window;
  if (isException(window, day)) return [];
  const opens = opensOn(window, day);
  if (from < until) return opens ? [{ from, until }] : [];
  return [
    ...(opensOn(window, day - 1) ? [{ from: 0, until }] : []),
    ...(opens ? [{ from, until: DAY }] : []),
  ];
}

function opensOn(window: SendingWindow, day: number): boolean {
  // 1 January 1970 was a Thursday.
  return window.days.has((day + 3) % 7) && !isException(window, day);
}

function isException({ exceptions }: SendingWindow, day: number): boolean {
  return exceptions.size > 0 && exceptions.has(new Date(day * DAY).toISOString().slice(0, 10));
}

/**
 * The moment of a date and time without an offset, as the clock of the window's time zone shows it. A time that the clock leaves out in
 * spring is the moment at which it does so, and a time that it shows twice is the first of the two.
 */
export function momentInZone({ timeZone }: Pick<SendingWindow, 'timeZone'>, dateTime: string): number {
  const local = Date.parse(`${dateTime}Z`);
  const clock = clockOf(timeZone);
  const [before, after] = [clock.offsetAt(local - DAY), clock.offsetAt(local + DAY)];
  const first = local - Math.max(before, after);
  const moments = [first, local - Math.min(before, after)];
  const shown = moments.find((moment) => moment + clock.offsetAt(moment) === local);
  if (shown !== undefined) return shown;
  let change = first;
  while (clock.offsetAt(change) === before) change = quarterAfter(change);
  return change;
}

/** Date and time to the minute, as the clock of the window's time zone shows them. */
export function shownInZone({ timeZone }: Pick<SendingWindow, 'timeZone'>, moment: number): string {
  const local = new Date(moment + clockOf(timeZone).offsetAt(moment));
  return local.toISOString().slice(0, 16).replace('T', ' ');
}

/** Clocks are changed only on the quarter of an hour. */
const QUARTER = 15 * MINUTE;

function quarterAfter(moment: number): number {
  return (Math.floor(moment / QUARTER) + 1) * QUARTER;
}

/** The clock of a time zone. */
class ZoneClock {
  private readonly format: Intl.DateTimeFormat;
  private last = { quarter: NaN, offset: 0 };

  constructor(timeZone: string) {
    this.format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  }

  /** How many milliseconds the clock is ahead of UTC. */
  offsetAt(moment: number): number {
    const quarter = Math.floor(moment / QUARTER);
    if (quarter !== this.last.quarter) this.last = { quarter, offset: this.read(moment) };
    return this.last.offset;
  }

  private read(moment: number): number {
    const [, sign, hours = '0', minutes = '0', seconds = '0'] =
      /GMT([+-])(\d+):(\d+)(?::(\d+))?$/.exec(this.format.format(moment)) ?? [];
    const ahead = Number(hours) * HOUR + Number(minutes) * MINUTE + Number(seconds) * 1000;
    return sign === '-' ? -ahead : ahead;
  }
}

/** A clock takes a while to make. An expression can give another time zone with each message. */
const clocks = new BoundedMap<string, ZoneClock>(100);

/** @throws RangeError for a time zone that there is not */
function clockOf(timeZone: string): ZoneClock {
  const clock = clocks.get(timeZone) ?? new ZoneClock(timeZone);
  clocks.set(timeZone, clock);
  return clock;
}
