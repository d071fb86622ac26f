import { z } from 'zod/v4';

import { demand, inFormat, ruled, type Rule, type TextFormat } from './field';
import type { Finding } from './sentences';
import { hasEmoji, hasMarkdown, isCalendarDate, isDateTime, isFullDateTime, isWebAddress } from './patterns';
import { isInternationalNumber, isWhatsappUserId, readNumber } from './phoneNumber';

/** Says why a text is not a number in international format, and suggests the correct number if possible. */
export const internationalNumberRule: Rule<string> = (value) => {
  if (isInternationalNumber(value)) return [];
  const read = readNumber(value);
  if (!('number' in read)) return uncertain(read.readings);
  const bare = read.number;
  if (isInternationalNumber(bare)) return [{ key: 'numberDigits', values: { number: bare } }];
  if (/^0[1-9]\d{3,13}$/.test(bare)) {
    return [{ key: 'numberWithoutCountry', values: { number: `+41${bare.slice(1)}` } }];
  }
  return /^[1-9]\d{4,14}$/.test(bare)
    ? [{ key: 'numberWithoutPlus', values: { number: `+${bare}`, bare } }]
    : [{ key: 'number' }];
};

function uncertain([first, whole]: readonly string[]): Finding[] {
  return first === undefined || whole === undefined
    ? [{ key: 'number' }]
    : [{ key: 'numberReadings', values: { first: withPlus(first), whole: withPlus(whole) } }];
}

const withPlus = (number: string) => number.replace(/^(?=[1-9])/, '+');

/** The address of a recipient: a number, or a person whose number WhatsApp does not show. */
const recipientAddressRule: Rule<string> = (value) =>
  isWhatsappUserId(value) ? [] : internationalNumberRule(value);

export const webAddressRule = demand(isWebAddress, 'webAddress');

/** A text in one of the formats of the specification. */
function formatted(format: TextFormat, rule: Rule<string>) {
  return inFormat(ruled(z.string(), rule), format);
}

/** A number in international format, or a user ID of WhatsApp. */
export const recipientAddress = () => formatted('internationalNumber', recipientAddressRule);

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
