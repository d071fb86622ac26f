import {
  isPlausible,
  isWhatsappUserId,
  personKey,
  readNumber,
  recipientAddress,
} from '../../contract/phoneNumber';
import { rule } from '../../contract/sentences';
import type { Said, Sentence } from '../../errors/sentence';
import { valueShown } from '../../errors/texts';
import { hasOnlySeparators, jsonOf, listEntered } from '../../json';
import { invalidField, type MessagingError } from '../outcome/errors';

/** The people on a list, each by `personKey`. */
export type NumberList = ReadonlySet<string>;

/** The setting that a list comes from, as an error names it, and the account's country code for national numbers. */
export interface ListSource {
  path: string;
  label: string;
  countryCode: string | undefined;
}

/**
 * Makes a function that reads lists of numbers, which remembers the list it has read last: most messages of a node bring the same one. A list is an array of numbers in any spelling, its JSON text, or a text with commas, semicolons or line breaks between the numbers. The
 * function throws MessagingError `invalid_request` for a missing list, and for an entry that it cannot read: the person behind it would
 * get the message.
 */
export function numberListReader(): (value: unknown, source: ListSource) => NumberList {
  let last: { key: string; list: NumberList } | undefined;
  return (value, source) => {
    if (value === undefined || value === null || hasOnlySeparators(value))
      throw refused(source, rule('noNumberList'));
    // A flow can change its array, and a long text takes a while to divide.
    const written = typeof value === 'string' ? value : jsonOf(value);
    const key = `${source.countryCode} ${written}`;
    if (written === undefined || last?.key !== key)
      last = { key, list: readList(listEntered(value), source) };
    return last.list;
  };
}

function readList(entries: readonly unknown[], source: ListSource): NumberList {
  const list = new Set<string>();
  // By position: an array with holes has no entries there, which forEach would pass over.
  for (const [index, entry] of entries.entries())
    for (const number of readEntry(entry, index + 1, source)) list.add(number);
  return list;
}

function readEntry(entry: unknown, position: number, source: ListSource): string[] {
  if (typeof entry === 'string' && entry.trim() === '') return [];
  if (typeof entry !== 'string' && typeof entry !== 'number' && typeof entry !== 'bigint')
    throw refused(source, rule('noNumberInList', { position }), valueShown(entry));
  const written = String(entry);
  const people = peopleMeant(written, source.countryCode);
  if (people.length > 0) return people;
  const read = readNumber(written, source.countryCode);
  const lacksCountry = 'number' in read && /^\d+$/.test(read.number);
  const broken = lacksCountry ? rule('entryWithoutCountry', { position }) : notRead(read, position);
  throw refused(source, broken, valueShown(written));
}

function notRead(read: ReturnType<typeof readNumber>, position: number): Sentence {
  const [first, whole] = 'number' in read ? [] : read.readings;
  return first === undefined || whole === undefined
    ? rule('noNumberInList', { position })
    : rule('entryReadings', { position, first, whole });
}

/** The longest national numbers have as many digits: without the default country, a shorter number can only be one. */
const LONGEST_NATIONAL = 10;

/**
 * Everybody who can be meant, by `personKey`. Spreadsheets drop the + and the 0 that a number begins with: 791234567 can be of the default
 * country, with a 0 that the country keeps or without, or begin with another country code. All count, so that nobody gets a message by a
 * wrong guess. A 1 is only taken for a country code where it is the default: mobile numbers of China, Germany and São Paulo look the same.
 */
function peopleMeant(written: string, countryCode = ''): string[] {
  const read = readNumber(written, countryCode);
  const [bare] = 'number' in read ? (/^[1-9]\d*$/.exec(read.number) ?? []) : [];
  const meant = bare === undefined ? [written] : readingsOf(bare, countryCode);
  const people = meant.flatMap((number) => recipientAddress(number, countryCode) ?? []).map(personKey);
  // A number that nobody can have was written with a mistake, and somebody else is meant.
  return people.filter((person) => isWhatsappUserId(person) || isPlausible(`+${person}`));
}

function readingsOf(bare: string, countryCode: string): string[] {
  const national = countryCode === '' ? [] : [`${countryCode}${bare}`, `0${bare}`];
  const isShort = countryCode === '' && bare.length <= LONGEST_NATIONAL;
  const canBeInternational = !isShort && (!bare.startsWith('1') || countryCode === '+1');
  return canBeInternational ? [`+${bare}`, ...national] : national;
}

function refused({ path, label }: ListSource, broken: Sentence, got?: Said): MessagingError {
  return invalidField(path, broken, { label, got });
}
