import { z } from 'zod/v4';

import { demand, inFormat, ruled, type Rule, type TextFormat } from './field';
import { hasEmoji, hasMarkdown, isCalendarDate, isDateTime, isFullDateTime, isWebAddress } from './patterns';
import { isWhatsappUserId } from './phoneNumber';
import { numberFindings } from './recipientNumber';

/** The address of a recipient: a number, or a person whose number WhatsApp does not show. */
const recipientAddressRule: Rule<string> = (value) => (isWhatsappUserId(value) ? [] : numberFindings(value));

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
