import { tidyNumber, tidySmsSender, withCountryCode } from '../contract/patterns';
import { sentences } from '../contract/sentences';
import { isRecord } from '../reading';
import { invalidRequest } from './errors';

type Fields = Record<string, unknown>;
type Tidy = (number: string | number) => string;

/**
 * Brings the numbers and the moment of a message into the form the service takes. People, spreadsheets and flows write them otherwise:
 * with blanks, as a number, a moment as a Date or in milliseconds, several recipients as a list in `to` or as bare numbers in `toList`.
 * With a country code (`+41`), recipients may be national numbers. Nothing else is judged or changed.
 * @throws MessagingError `invalid_request` for a list in `to` beside a `toList`: one of the two would be lost.
 */
export function tidyRequest(request: Fields, countryCode?: string): Fields {
  const tidyRecipientNumber = (number: string | number) => withCountryCode(tidyNumber(number), countryCode);
  const tidy = { ...withRecipientsTogether(request) };
  const { channel, from, to, toList, sendDate, notification } = tidy;
  if (isNumberText(from)) tidy['from'] = tidySender(channel, from);
  if (isNumberText(to)) tidy['to'] = tidyRecipientNumber(to);
  if (Array.isArray(toList))
    tidy['toList'] = toList.map((entry) => tidyRecipient(entry, tidyRecipientNumber));
  if (sendDate !== undefined) tidy['sendDate'] = momentOf(sendDate);
  if (isRecord(notification) && Array.isArray(notification['addresses'])) {
    const addresses = notification['addresses'].map((entry) => tidyEntry(entry, 'Sms', tidyNumber));
    tidy['notification'] = { ...notification, addresses };
  }
  return tidy;
}

/** A list in `to` is a `toList`. */
function withRecipientsTogether(request: Fields): Fields {
  if (!Array.isArray(request['to'])) return request;
  const { to, ...others } = request;
  if (request['toList'] === undefined || request['toList'] === null) return { ...others, toList: to };
  const rule = sentences.bothRecipients;
  throw invalidRequest([{ path: 'to', rule, message: `to: ${rule}` }]);
}

function tidySender(channel: unknown, from: string | number): string {
  if (channel === 'Sms') return tidySmsSender(from);
  return channel === 'Whatsapp' ? tidyNumber(from) : String(from);
}

/** A bare number among the recipients stands for a recipient by number. */
function tidyRecipient(entry: unknown, tidy: Tidy): unknown {
  return isNumberText(entry) ? { type: 'Number', address: tidy(entry) } : tidyEntry(entry, 'Number', tidy);
}

/** An entry of a list of addresses; only those of `type` hold a number. */
function tidyEntry(entry: unknown, type: string, tidy: Tidy): unknown {
  return isRecord(entry) && entry['type'] === type && isNumberText(entry['address'])
    ? { ...entry, address: tidy(entry['address']) }
    : entry;
}

/** Smaller numbers are no moments: a delay, for example, that would lie in the past and so be sent at once. */
const FIRST_EPOCH_SECONDS = 1_000_000_000;
const FIRST_EPOCH_MILLISECONDS = 100_000_000_000;

/** A moment as flows hold it, a Date or the milliseconds or seconds since 1970, as the ISO 8601 text that goes on the wire. */
function momentOf(value: unknown): unknown {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? value : value.toISOString();
  const epoch = typeof value === 'string' && /^\d{10,13}$/.test(value) ? Number(value) : value;
  if (typeof epoch !== 'number' || !(epoch >= FIRST_EPOCH_SECONDS)) return value;
  const date = new Date(epoch < FIRST_EPOCH_MILLISECONDS ? epoch * 1000 : epoch);
  return Number.isNaN(date.getTime()) ? value : date.toISOString();
}

function isNumberText(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
