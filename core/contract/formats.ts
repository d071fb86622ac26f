import { z } from 'zod/v4';

import { bounded, demand, ruled, type Rule, type TextFormat } from './field';
import {
  hasEmoji,
  hasMarkdown,
  isCalendarDate,
  isDateTime,
  isFullDateTime,
  isInternationalNumber,
  isWebAddress,
  tidyNumber,
} from './patterns';

/** Why a text is no number in international format, in words that lead to the right one. */
export function internationalNumberRule(value: string): string {
  const bare = tidyNumber(value);
  if (isInternationalNumber(bare)) return `must hold only digits after the + or 00: write ${bare}`;
  if (/^0[1-9]\d{3,13}$/.test(bare)) {
    return `must start with the country code: write +41${bare.slice(1)} for Switzerland, for example`;
  }
  if (/^[1-9]\d{4,14}$/.test(bare)) {
    return `must start with + or 00: write +${bare} if ${bare} begins with the country code`;
  }
  return 'must be a number in international format, such as +41791234567 or 0041791234567';
}

/** A text in one of the formats of the specification. */
function formatted(format: TextFormat, rule: Rule<string>) {
  return bounded(ruled(z.string(), rule), { format });
}

/** A number in international format. */
export function internationalNumber() {
  return formatted('internationalNumber', (value) =>
    isInternationalNumber(value) ? [] : [{ rule: internationalNumberRule(value) }],
  );
}

/** A public http or https address of a file. */
export function webAddress() {
  return formatted(
    'webAddress',
    demand(isWebAddress, 'must be an address that starts with https:// or http:// and has no spaces'),
  );
}

/** ISO 8601 date and time, seconds and offset optional (`sendDate`, specification 2.1). */
export function dateTime() {
  return formatted(
    'dateTime',
    demand(isDateTime, 'must be a date and time such as 2026-12-24T18:00:00Z or 2026-12-24T18:00:00+01:00'),
  );
}

/** RFC 3339 date-time, seconds and offset required (specification 2.5). */
export function fullDateTime() {
  return formatted(
    'fullDateTime',
    demand(isFullDateTime, 'must be a date and time with seconds and offset, such as 2026-12-24T18:00:00Z'),
  );
}

/** `YYYY-MM-DD` (specification 2.5). */
export function calendarDate() {
  return formatted('calendarDate', demand(isCalendarDate, 'must be a date such as 1985-04-30'));
}

/** What an amount must be, in the form and in JSON. */
export const AMOUNT_RULE =
  'must be an amount such as 100.99, with at most three decimals and at most 2147483.647 (in JSON: 1000 times the amount, a whole number)';

/** Refuses emojis where the specification says "no emojis" (docs/readings.md). */
export const noEmojis = demand((value: string) => !hasEmoji(value), 'must not contain emojis');

/** Refuses formatting where the specification says "no markdown" (docs/readings.md). */
export const noMarkdown = demand(
  (value: string) => !hasMarkdown(value),
  'must not contain formatting such as *bold* or _italic_',
);
