/** How phone numbers and other addresses of people are read and compared. Imports nothing, so that a browser can use it, too. */

const INTERNATIONAL_NUMBER = /^(?:\+|00)[1-9]\d{4,14}$/;

/** Whether a text is a number in international format (specification 2.1; docs/readings.md). */
export const isInternationalNumber = (value: string): boolean => INTERNATIONAL_NUMBER.test(value);

const WHATSAPP_USER_ID = /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/;

/** Whether a text is the ID by which WhatsApp names a person whose number it does not show, such as `CH.13491208655302741918`. */
export const isWhatsappUserId = (value: string): boolean => WHATSAPP_USER_ID.test(value);

/** A number as a JID of WhatsApp, with or without the device. */
const WHATSAPP_JID = /^(?:whatsapp:)?\+?([1-9]\d{4,14})(?::\d+)?@(?:c\.us|s\.whatsapp\.net)$/i;

/** Whether only WhatsApp writes an address in this way. */
export function isWhatsappAddress(written: string): boolean {
  const address = written.trim();
  return isWhatsappUserId(address) || WHATSAPP_JID.test(address) || /^whatsapp:/i.test(address);
}

/** A number without separators, which may lack its country code; or the numbers it could be, if that is not certain. */
type NumberRead = { number: string } | { readings: readonly string[] };

/** The country codes that ITU-T E.164 has assigned. */
const CALLING_CODE =
  /^(?:1|7|2(?:[07]|1[12368]|[2346]\d|5[0-8]|9[01789])|3(?:[0-469]|5\d|7[0-8]|8[0-35-79])|4(?:[013-9]|2[013])|5(?:[1-8]|[09]\d)|6(?:[0-6]|7[02-9]|8[0-35-9]|9[0-2])|8(?:[1246]|0[08]|5[02356]|7[08]|8[0-368])|9(?:[0-58]|6[0-8]|7[0-79]|9[2-68]))/;

/**
 * How many digits the numbers of a country have after its country code, mobile and fixed (ITU-T E.164, national numbering plans). Only
 * countries whose numbers all have one of a few lengths.
 */
const nationalLengths: Readonly<Record<string, readonly [shortest: number, longest: number]>> = {
  '+1': [10, 10],
  '+7': [10, 10],
  '+30': [10, 10],
  '+31': [9, 9],
  '+32': [8, 9],
  '+33': [9, 9],
  '+34': [9, 9],
  '+36': [8, 9],
  '+41': [9, 9],
  '+44': [9, 10],
  '+45': [8, 8],
  '+47': [8, 8],
  '+48': [9, 9],
  '+52': [10, 11],
  '+54': [10, 11],
  '+55': [10, 11],
  '+81': [9, 10],
  '+90': [10, 10],
  '+91': [10, 10],
  '+351': [9, 9],
  '+385': [8, 9],
  '+386': [8, 8],
  '+420': [9, 9],
  '+421': [9, 9],
  '+423': [7, 7],
};

/** How long an international number is beside those of its country; undefined if that is not known. */
function lengthOf(number: string): 'short' | 'fits' | 'long' | undefined {
  const [, digits = ''] = /^(?:\+|00)(\d+)$/.exec(number) ?? [];
  const [code = ''] = CALLING_CODE.exec(digits) ?? [];
  const [shortest, longest] = nationalLengths[`+${code}`] ?? [];
  if (shortest === undefined || longest === undefined) return undefined;
  const length = digits.length - code.length;
  return length < shortest ? 'short' : length > longest ? 'long' : 'fits';
}

/**
 * Whether an international number has more or fewer digits than all numbers of its country have.
 * @param countryCode the only country that counts, if given: a number of another one has no odd length
 */
export function hasOddLength(number: string, countryCode = ''): boolean {
  const international = number.replace(/^00/, '+');
  return international.startsWith(countryCode) && !['fits', undefined].includes(lengthOf(international));
}

/** Whether a person can have an international number: its country code is assigned, and it has as many digits as numbers of that country. */
export function isPlausible(number: string): boolean {
  return CALLING_CODE.test(number.slice(1)) && !hasOddLength(number);
}

const NO_NUMBER: NumberRead = { readings: [] };
/** Longer texts are no numbers; the limit keeps reading cheap. */
const LONGEST_WRITTEN = 100;
const GROUPS = /^\+?\d+(?:(?:\p{Zs}*[./\-\u2010-\u2015\u2212]\p{Zs}*|\p{Zs}+)\d+)*$/u;

/**
 * Reads a number as people write it: groups of digits with a space, hyphen, dot or slash between them, the country code or the area code in
 * brackets, `(0)` behind the country code, `tel:` or `whatsapp:` before it, `@c.us` or `@s.whatsapp.net` behind it, and the invisible marks
 * that come along when a number is copied. What stands behind a whole number (`.0` of a table, `/8` for a second number) is never put
 * together with it: docs/delivery.md has the rule.
 * @param countryCode of national numbers
 */
export function readNumber(written: string | number, countryCode?: string): NumberRead {
  const entered = String(written)
    .trim()
    .slice(0, LONGEST_WRITTEN + 1);
  // As most are: nothing needs to be taken apart.
  if (entered.length <= LONGEST_WRITTEN && /^\+?\d+$/.test(entered)) return { number: entered };
  const typed = entered.replace(/\p{Cf}/gu, '');
  if (typed.length > LONGEST_WRITTEN || !/\d/.test(typed)) return NO_NUMBER;
  const [, jid] = WHATSAPP_JID.exec(typed) ?? [];
  if (jid !== undefined) return { number: `+${jid}` };
  const plain = typed.replace(/^(?:tel|sms|whatsapp):\p{Zs}*/iu, '').replace(/^\+\p{Zs}+/u, '+');
  const [, code, rest] =
    /^((?:\+|00)\p{Zs}?\d{1,3})\p{Zs}*\(\p{Zs}*0\p{Zs}*\)\p{Zs}*(\d.*)$/u.exec(plain) ?? [];
  if (code !== undefined && rest !== undefined) return withoutZeroInBrackets(code, rest);
  return fromGroups(
    plain
      .replace(/^(\+?)\((\+?\d+)\)\p{Zs}*/u, '$1$2 ')
      .replace(/^(\+?\d+)\p{Zs}*\(([1-9]\d*|0\d+)\)\p{Zs}*(?=\d)/u, '$1 $2 '),
    countryCode,
  );
}

/** Italian numbers keep their 0, but those of mobile phones have none. */
function withoutZeroInBrackets(code: string, rest: string): NumberRead {
  const country = code.replace(/\p{Zs}/gu, '').replace(/^00/, '+');
  const read = fromGroups(`${code} ${rest}`);
  if (trunkPrefixOf(country).keeps === undefined || !('number' in read)) return read;
  const kept = fromGroups(`${code} 0${rest}`);
  return 'number' in kept ? { readings: [read.number, kept.number] } : read;
}

function fromGroups(text: string, countryCode?: string): NumberRead {
  if (!GROUPS.test(text)) return NO_NUMBER;
  const sign = text.startsWith('+') ? '+' : '';
  const groups = text.match(/\d+/g) ?? [];
  const separators = text
    .split(/\d+/)
    .slice(1, -1)
    .map((between) => between.trim());
  const whole = sign + groups.join('');
  const lastSlash = separators.lastIndexOf('/');
  if (isGrouped(groups, separators) && (lastSlash < 0 || isAreaCode(sign, groups, separators))) {
    const before = numberBefore(sign, groups, countryCode);
    return before === undefined ? { number: whole } : { readings: [before, whole] };
  }
  const first = sign + groups.slice(0, lastSlash < 0 ? -1 : lastSlash + 1).join('');
  const readings = [first, whole].filter((number) => /^(?:\+|00?)?[1-9]\d{4,14}$/.test(number));
  return readings.length === 2 ? { readings } : NO_NUMBER;
}

/** The number of a country that ends with one of these groups, if all of them have more digits than its numbers have. */
function numberBefore(sign: string, groups: readonly string[], countryCode?: string): string | undefined {
  const starts = groups.map((_, index) => sign + groups.slice(0, index + 1).join(''));
  const lengths = starts.map((start) => lengthOf(withCountryCode(start, countryCode)));
  return lengths.at(-1) === 'long' ? starts[lengths.indexOf('fits')] : undefined;
}

const LONGEST_GROUP_BEFORE_ANOTHER = 7;

/** Whether all groups belong to one number: a decimal, an extension or a second number stands behind a whole one. */
function isGrouped(groups: readonly string[], separators: readonly string[]): boolean {
  const last = separators.at(-1);
  if (last === undefined) return true;
  const isNew = separators.indexOf(last) === separators.length - 1;
  return (
    groups.slice(0, -1).every(({ length }) => length <= LONGEST_GROUP_BEFORE_ANOTHER) &&
    (groups.at(-1)?.length ?? 0) >= (isNew ? 3 : 2)
  );
}

/** Whether a slash separates the area code from the number, and not two numbers. */
function isAreaCode(sign: string, groups: readonly string[], separators: readonly string[]): boolean {
  const at = separators.indexOf('/') + 1;
  const before = groups.slice(0, at).join('');
  const longest = sign === '+' || before.startsWith('00') ? 8 : 6;
  return (
    at === separators.lastIndexOf('/') + 1 &&
    before.replace(/^00/, '').length <= longest &&
    groups.slice(at).join('').length >= 5
  );
}

/**
 * A number in the form that the service accepts, if it has a country code. Nothing is guessed: a number without one stays without, and the
 * contract refuses it. Anything but a number is returned as it was entered, so that an error can show it.
 */
export function tidyNumber(written: string | number, countryCode?: string): string {
  const read = readNumber(written, countryCode);
  return 'number' in read ? read.number : String(written).trim();
}

const COUNTRY_CODE = /^(?:\+|00)?([1-9]\d{0,2})$/;

/** A country calling code as `+41`, from `+41`, `0041` or `41`; undefined for anything else, such as a part of one. */
export function readCountryCode(written: string): string | undefined {
  const [, code] = COUNTRY_CODE.exec(tidyNumber(written)) ?? [];
  return code === undefined || CALLING_CODE.exec(code)?.[0] !== code ? undefined : `+${code}`;
}

/** What national numbers begin with, in countries where it is not a 0 that the country code replaces. Some countries keep their 0. */
const trunkPrefixes: Record<string, { begins: RegExp; keeps?: string }> = {
  '+7': { begins: /^[08](?=\d{10}$)/ },
  '+36': { begins: /^06/ },
  '+39': { begins: /^0/, keeps: '0' },
  '+225': { begins: /^0/, keeps: '0' },
  '+229': { begins: /^0/, keeps: '0' },
  '+242': { begins: /^0/, keeps: '0' },
  '+370': { begins: /^[08](?=\d{8}$)/ },
  '+375': { begins: /^8?0(?=\d{9}$)/ },
  '+378': { begins: /^0/, keeps: '0' },
};

function trunkPrefixOf(countryCode: string): { begins: RegExp; keeps?: string } {
  return trunkPrefixes[countryCode] ?? { begins: /^0/ };
}

/** A national number as it follows the country code. */
function withoutPrefix(national: string, countryCode: string): string {
  const { begins, keeps = '' } = trunkPrefixOf(countryCode);
  return national.replace(begins, keeps);
}

/**
 * Turns a tidied national number into international format: it begins with a single 0, which the country code (if there is one) replaces.
 * Anything else is returned unchanged.
 *
 * @example withCountryCode('0791234567', '+41') // '+41791234567'
 */
export function withCountryCode(number: string, countryCode = ''): string {
  const { begins } = trunkPrefixOf(countryCode);
  const isNational = countryCode !== '' && /^0[1-9]/.test(number) && begins.test(number);
  const international = isNational ? countryCode + withoutPrefix(number, countryCode) : number;
  return isInternationalNumber(international) ? international : number;
}

/**
 * The address of a recipient as it is sent: a number as +41791234567, or a user ID of WhatsApp. Undefined for anything else, such as a
 * national number without a country code.
 */
export function recipientAddress(written: string | number, countryCode?: string): string | undefined {
  const address = withCountryCode(tidyNumber(written, countryCode), countryCode).replace(/^00/, '+');
  return isInternationalNumber(address) || isWhatsappUserId(address) ? address : undefined;
}

/** Fewer digits can be a short or a national number, whose first digits are no country code. */
const SHORTEST_WITH_COUNTRY = 9;

/**
 * A number in international format with a leading +, also if it was written with 00 or without a prefix, as services write it. Undefined for a
 * name, a national number or a short number, which cannot be a recipient.
 */
export function asInternationalNumber(written: string): string | undefined {
  const [, prefix, digits = ''] = /^(\+|00)?([1-9]\d{4,14})$/.exec(tidyNumber(written)) ?? [];
  return prefix !== undefined || digits.length >= SHORTEST_WITH_COUNTRY ? `+${digits}` : undefined;
}

/** In these countries WhatsApp and the networks write the number of one person in two ways (docs/delivery.md). */
const twoWays: ReadonlyArray<readonly [written: RegExp, compared: string]> = [
  // Brazil: mobile numbers have a 9 behind the area code, which those of before 2016 did not have.
  [/^(55[1-9]\d)9([6-9]\d{7})$/, '$1$2'],
  // Mexico: a 1 before mobile numbers until 2019.
  [/^521([1-9]\d{9})$/, '52$1'],
  // Argentina: a 9 before mobile numbers that are called from abroad.
  [/^549([1-9]\d{9})$/, '54$1'],
];

/**
 * The same text for every way to write the address of a person, to compare with and nothing else: a message goes to the address as it was
 * entered. +41 79 123 45 67, 0041791234567, 41791234567 and +41 079 123 45 67 are one person, and so are the two numbers that some
 * people have (docs/delivery.md). Names are compared whatever their case.
 *
 * @example personKey('+41 079 123 45 67') // '41791234567'
 */
export function personKey(address: string): string {
  const digits = /^(?:\+|00)?(\d+)$/.exec(tidyNumber(address))?.[1];
  if (digits === undefined) return isWhatsappUserId(address) ? address : address.trim().toLowerCase();
  if (digits.length < SHORTEST_WITH_COUNTRY) return digits;
  const [code] = CALLING_CODE.exec(digits) ?? [];
  if (code === undefined) return digits;
  const number = code + withoutPrefix(digits.slice(code.length), `+${code}`);
  return twoWays.reduce((key, [written, compared]) => key.replace(written, compared), number);
}

/**
 * Whether a text names another number than `number`. Only a whole number in international format does; without + or 00 it must be as long, as
 * fewer digits could be a national number. What is hidden or national names nobody, nor do the last digits of the number itself.
 */
export function isAnotherNumber(named: string, number: string): boolean {
  const own = personKey(number);
  const plain = tidyNumber(named);
  const isWhole =
    isInternationalNumber(plain) || (/^[1-9]\d{6,14}$/.test(plain) && plain.length >= own.length);
  return isWhole && !isWhatsappUserId(own) && !own.endsWith(personKey(plain));
}
