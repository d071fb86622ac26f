/** Checks of texts that need no schema, so that a browser can use it, too. */

import { isInternationalNumber, tidyNumber } from './phoneNumber';

const DATE = String.raw`(\d{4})-(\d{2})-(\d{2})`;
const TIME = String.raw`(?:[01]\d|2[0-3]):[0-5]\d`;
const OFFSET = String.raw`(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)`;
const CALENDAR_DATE = new RegExp(`^${DATE}$`);
const DATE_TIME = new RegExp(`^${DATE}T${TIME}(?::[0-5]\\d(?:\\.\\d+)?)?${OFFSET}?$`);
const FULL_DATE_TIME = new RegExp(`^${DATE}T${TIME}:[0-5]\\d(?:\\.\\d+)?${OFFSET}$`);

function matchesCalendar(pattern: RegExp, value: string): boolean {
  const [, year, month, day] = (pattern.exec(value) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  const lastDay = new Date(0);
  // Date.UTC() would read the years 0 to 99 as 1900 to 1999.
  lastDay.setUTCFullYear(year, month, 0);
  return month >= 1 && month <= 12 && day >= 1 && day <= lastDay.getUTCDate();
}

/** Whether a text is an http or https address without white space. */
export const isWebAddress = (value: string): boolean => /^https?:\/\/\S+$/i.test(value);

/** Whether a text is an e-mail address. */
export const isEmailAddress = (value: string): boolean => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(value);

/** Whether a text is an ISO 8601 date and time, seconds and offset optional (`sendDate`, specification 2.1). */
export const isDateTime = (value: string): boolean => matchesCalendar(DATE_TIME, value);

/** Whether a text is an RFC 3339 date-time, seconds and offset required (specification 2.5). */
export const isFullDateTime = (value: string): boolean => matchesCalendar(FULL_DATE_TIME, value);

/** Whether a text is a date as `YYYY-MM-DD` (specification 2.5). */
export const isCalendarDate = (value: string): boolean => matchesCalendar(CALENDAR_DATE, value);

/** The range of the service's int32 (docs/readings.md). */
export const INT32_MIN = -2147483648;
export const INT32_MAX = 2147483647;

/** The ways to write an amount, with or without separated thousands: sign, whole number, decimals. */
const AMOUNTS = [
  /^(-?)(\d+)(?:[.,](\d{1,3})0*)?$/,
  /^(-?)(\d{1,3}(?:['’\s]\d{3})+)(?:[.,](\d{1,3}))?$/,
  /^(-?)(\d{1,3}(?:,\d{3})+)\.(\d{1,3})$/,
  /^(-?)(\d{1,3}(?:\.\d{3})+),(\d{1,3})$/,
];

/**
 * The two amounts that a text can mean: some read `12.500` as twelve and a half, others as thousands, and `12,500` likewise. Each is written
 * in a way that has one meaning.
 */
export function amountReadings(written: string): { first: string; whole: string } | undefined {
  const [, before, after] = /^(-?[1-9]\d{0,2})[.,](\d{3})$/.exec(written.trim()) ?? [];
  if (before === undefined || after === undefined) return undefined;
  return { first: `${before}.${after}0`, whole: `${before}${after}` };
}

/**
 * 1000 times an amount of money (specification 2.5, Currency), from the amount as people write it: `100.99`, `100,99`, `1'000.50`. Exact,
 * because it computes no fractions. Undefined if the text is not an amount, has more than three decimals, does not fit int32, or can be
 * read in two ways.
 *
 * @example amountInThousandths("1'000.50") // 1000500
 */
export function amountInThousandths(written: string | number): number | undefined {
  const text = String(written).trim();
  const [, sign, whole, decimals = ''] = AMOUNTS.map((way) => way.exec(text)).find((match) => match) ?? [];
  // A number has a decimal point.
  const isAmbiguous = typeof written === 'string' && amountReadings(written) !== undefined;
  if (whole === undefined || isAmbiguous) return undefined;
  const thousandths = Number(`${sign}${whole.replace(/\D/g, '')}${decimals.padEnd(3, '0')}`);
  return thousandths < INT32_MIN || thousandths > INT32_MAX ? undefined : thousandths;
}

const EMOJI = /[\p{Emoji_Presentation}\uFE0F\u20E3]/u;
const MARKDOWN = /(?<![\p{L}\p{N}])([*_~`])(?=\S).+?(?<=\S)\1(?![\p{L}\p{N}])/su;

/** Whether a text holds an emoji (docs/readings.md, "no emojis"). */
export function hasEmoji(value: string): boolean {
  return EMOJI.test(value);
}

/** Texts to which the rule applies are shorter; the search takes quadratic time. */
const MARKDOWN_LIMIT = 2000;

/** Whether a text holds formatting such as *bold* (docs/readings.md, "no markdown"). */
export function hasMarkdown(value: string): boolean {
  return MARKDOWN.test(value.slice(0, MARKDOWN_LIMIT));
}

const LONGEST_SMS_SENDER = 16;

/**
 * A sender of an SMS with more than 11 characters may contain only digits, so `+` becomes `00` (specification 2.1). A number of 15 digits,
 * which would have 17 with `00`, is sent without it (docs/readings.md).
 */
export function tidySmsSender(value: string | number): string {
  const tidy = tidyNumber(value);
  if (!isInternationalNumber(tidy)) return String(value).trim();
  const digits = tidy.replace(/^(?:\+|00)/, '');
  return digits.length > LONGEST_SMS_SENDER - 2 ? digits : `00${digits}`;
}

/** Whether a text can be the sender of an SMS: up to 16 digits, or up to 11 characters of ASCII 32 to 126 (specification 2.1). */
export const isSmsSender = (value: string): boolean =>
  isNumericSmsSender(value) || /^[\x20-\x7E]{1,11}$/.test(value);

/** Whether a text can be the sender of an SMS as a number: up to 16 digits (specification 2.1). */
export const isNumericSmsSender = (value: string): boolean => /^\d{1,16}$/.test(value);
