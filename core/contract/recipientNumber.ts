import { hasOddLength, isInternationalNumber, isPlausible, readNumber, withCountryCode } from './phoneNumber';
import type { Finding, Placed } from './sentences';

interface Recipients {
  to?: string | null | undefined;
  toList?: ReadonlyArray<{ type: string; address: string }> | null | undefined;
}

/**
 * A note for each recipient whose number has an odd length for the account's default country. Some services have numbers of their own, so
 * this is said and not refused.
 */
export function oddNumbers({ to, toList }: Recipients, country: string | undefined): Placed[] {
  if (country === undefined) return [];
  const listed = (toList ?? []).flatMap(({ type, address: number }, index) =>
    type === 'Number' ? [{ number, path: ['toList', index, 'address'] }] : [],
  );
  return [{ number: to ?? '', path: ['to'] }, ...listed].flatMap(({ number, path }) =>
    hasOddLength(number, country) ? [{ key: 'oddLength', values: { number, country }, path }] : [],
  );
}

/**
 * Says why a text is not a number in international format, and suggests the correct number if possible.
 * @param countryCode of national numbers: only with it, some are two
 */
export function numberFindings(value: string, countryCode?: string): Finding[] {
  if (isInternationalNumber(value)) return [];
  const read = readNumber(value, countryCode);
  if (!('number' in read)) {
    const [first, whole] = read.readings.map((reading) => withCountryCode(withPlus(reading), countryCode));
    return first === undefined || whole === undefined
      ? [{ key: 'number' }]
      : [{ key: 'numberReadings', values: { first, whole } }];
  }
  const bare = read.number;
  if (isInternationalNumber(bare)) return [{ key: 'numberDigits', values: { number: bare } }];
  if (/^0[1-9]\d{3,13}$/.test(bare))
    return [{ key: 'numberWithoutCountry', values: { number: `+41${bare.slice(1)}` } }];
  return /^[1-9]\d{4,14}$/.test(bare)
    ? [{ key: 'numberWithoutPlus', values: { number: withPlus(bare), bare } }]
    : [{ key: 'number' }];
}

const withPlus = (number: string) => number.replace(/^(?=[1-9])/, '+');

/**
 * The finding about the number of a recipient, for the default country of the account: without one, that setting helps; with one, a number
 * without + can be one of that country, or begin with a country code.
 */
export function forRecipient(given: Finding, countryCode: string | undefined, written: unknown): Finding {
  if (typeof written !== 'string' || !given.key.startsWith('number')) return given;
  const [read = given] = numberFindings(written, countryCode);
  const finding = { ...read, values: { ...given.values, ...read.values } };
  if (finding.key === 'numberWithoutCountry' && countryCode === undefined)
    return { ...finding, key: 'recipientWithoutCountry' };
  if (finding.key !== 'numberWithoutPlus' || countryCode === undefined) return finding;
  const { values } = finding;
  const bare = String(values['bare']);
  const national = `${countryCode}${bare}`;
  const canBeNational =
    isInternationalNumber(national) && isPlausible(national) && !`+${bare}`.startsWith(countryCode);
  return canBeNational ? { ...finding, key: 'numberTwoWays', values: { ...values, national } } : finding;
}
