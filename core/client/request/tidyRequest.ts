import {
  channels,
  contentTypes,
  notificationAddressTypes,
  notificationEvents,
  recipientTypes,
  wordNamed,
} from '../../contract/names';
import { tidySmsSender } from '../../contract/patterns';
import { tidyNumber, withCountryCode } from '../../contract/phoneNumber';
import { rule } from '../../contract/sentences';
import { listEntered } from '../../json';
import { dateAsText, isRecord } from '../../reading';
import { invalidField } from '../outcome/errors';

type Fields = Record<string, unknown>;
type Tidy = (number: string | number) => string;

/**
 * Writes the numbers, the date and the choices of a message in the form that the service accepts. People, spreadsheets and flows write
 * them in other ways: with spaces, as a number, a date as a Date or in milliseconds, several recipients as a list in `to` or as bare numbers
 * in `toList`, also in a text with commas between them, and a channel as `SMS`. With a country code (`+41`), recipients may be national numbers. Nothing else is checked or changed.
 * @throws MessagingError `invalid_request` for a list in `to` beside a `toList`: one of the two would be lost.
 */
export function tidyRequest(request: Fields, countryCode?: string): Fields {
  const tidyRecipientNumber = (number: string | number) =>
    withCountryCode(tidyNumber(number, countryCode), countryCode);
  const tidy = { ...withChoice(withRecipientsTogether(request), 'channel', channels) };
  const { channel, from, to, sendDate, customerid, notification, content } = tidy;
  const toList = typeof tidy['toList'] === 'string' ? listEntered(tidy['toList']) : tidy['toList'];
  if (isRecord(content)) tidy['content'] = withChoice(content, 'type', contentTypes);
  if (isNumberText(from)) tidy['from'] = tidySender(channel, from);
  if (isNumberText(to)) tidy['to'] = tidyRecipientNumber(to);
  if (Array.isArray(toList))
    tidy['toList'] = toList.map((entry) => tidyRecipient(entry, tidyRecipientNumber));
  // A column of a table that holds only digits.
  if (typeof customerid === 'number' && Math.abs(customerid) <= Number.MAX_SAFE_INTEGER)
    tidy['customerid'] = String(customerid);
  if (sendDate !== undefined) tidy['sendDate'] = isoDate(sendDate);
  if (isRecord(notification) && Array.isArray(notification['addresses'])) {
    const addresses = notification['addresses'].map((entry) =>
      tidyEntry(entry, notificationAddressTypes, 'Sms', tidyNumber),
    );
    tidy['notification'] = { ...withChoice(notification, 'forEvent', notificationEvents), addresses };
  }
  return tidy;
}

/** Moves a list in `to` to `toList`; an empty one beside it names nobody. */
function withRecipientsTogether(request: Fields): Fields {
  const { to } = request;
  if (!Array.isArray(to)) return request;
  const others = { ...request };
  delete others['to'];
  if (request['toList'] === undefined || request['toList'] === null) return { ...others, toList: to };
  if (to.length === 0) return others;
  throw invalidField('to', rule('bothRecipients'));
}

function tidySender(channel: unknown, from: string | number): string {
  if (channel === 'Sms') return tidySmsSender(from);
  return channel === 'Whatsapp' ? tidyNumber(from) : String(from);
}

/** Turns a bare number among the recipients into a recipient by number. */
function tidyRecipient(entry: unknown, tidy: Tidy): unknown {
  return isNumberText(entry)
    ? { type: 'Number', address: tidy(entry) }
    : tidyEntry(entry, recipientTypes, 'Number', tidy);
}

/** An entry of a list of addresses; only entries of `type` contain a number. */
function tidyEntry(entry: unknown, types: readonly string[], type: string, tidy: Tidy): unknown {
  if (!isRecord(entry)) return entry;
  const named = withChoice(entry, 'type', types);
  return named['type'] === type && isNumberText(named['address'])
    ? { ...named, address: tidy(named['address']) }
    : named;
}

/** The same object, with one of its fields spelled as the service wants it, if it names one of the choices. */
function withChoice(fields: Fields, name: string, choices: readonly string[]): Fields {
  const given = fields[name];
  const wanted = wordNamed(choices, given) ?? given;
  return wanted === given ? fields : { ...fields, [name]: wanted };
}

/**
 * A date as flows have it (a Date, or seconds or milliseconds since 1970) as the ISO 8601 text on the wire. Seconds have 10 digits,
 * milliseconds 13: any other number, such as a delay or 202612241800, would become a date in the past and be sent at once.
 */
function isoDate(value: unknown): unknown {
  if (!isNumberText(value)) return dateAsText(value);
  const [digits = ''] = /^(?:\d{10}|\d{13})(?=\.\d+$|$)/.exec(String(value)) ?? [];
  if (digits === '') return value;
  return new Date(digits.length === 10 ? Number(digits) * 1000 : Number(digits)).toISOString();
}

function isNumberText(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
