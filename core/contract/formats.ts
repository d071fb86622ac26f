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

/** Says why a text is not a number in international format, and suggests the correct number if possible. */
export const internationalNumberRule: Rule<string> = (value) => {
  if (isInternationalNumber(value)) return [];
  const bare = tidyNumber(value);
  if (isInternationalNumber(bare)) return [{ key: 'numberDigits', values: { number: bare } }];
  if (/^0[1-9]\d{3,13}$/.test(bare)) {
    return [{ key: 'numberWithoutCountry', values: { number: `+41${bare.slice(1)}` } }];
  }
  return /^[1-9]\d{4,14}$/.test(bare)
    ? [{ key: 'numberWithoutPlus', values: { number: `+${bare}`, bare } }]
    : [{ key: 'number' }];
};

export const webAddressRule = demand(isWebAddress, 'webAddress');

/** A text in one of the formats of the specification. */
function formatted(format: TextFormat, rule: Rule<string>) {
  return bounded(ruled(z.string(), rule), { format });
}

/** A number in international format. */
export const internationalNumber = () => formatted('internationalNumber', internationalNumberRule);

/** A public http or https address of a file. */
export const webAddress = () => formatted('webAddress', webAddressRule);

/** ISO 8601 date and time, seconds and offset optional (`sendDate`, specification 2.1). */
export const dateTime = () => formatted('dateTime', demand(isDateTime, 'dateTime'));

/** RFC 3339 date-time, seconds and offset required (specification 2.5). */
export const fullDateTime = () => formatted('fullDateTime', demand(isFullDateTime, 'fullDateTime'));

/** `YYYY-MM-DD` (specification 2.5). */
export const calendarDate = () => formatted('calendarDate', demand(isCalendarDate, 'calendarDate'));

/** Refuses emojis where the specification says "no emojis" (docs/readings.md). */
export const noEmojis = demand((value: string) => !hasEmoji(value), 'noEmojis');

/** Refuses formatting where the specification says "no markdown" (docs/readings.md). */
export const noMarkdown = demand((value: string) => !hasMarkdown(value), 'noMarkdown');
