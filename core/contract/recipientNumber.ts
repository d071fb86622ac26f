import { isRecord } from '../reading';
import { isInternationalNumber, withCountryCode } from './phoneNumber';
import type { Finding } from './sentences';

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
  '+90': [10, 10],
  '+91': [10, 10],
  '+351': [9, 9],
  '+385': [8, 9],
  '+386': [8, 8],
  '+420': [9, 9],
  '+421': [9, 9],
  '+423': [7, 7],
};

/**
 * Whether a number of the country has more or fewer digits than all its numbers have. Some services have numbers of their own, so this is
 * said and not refused. False for other countries.
 */
export function hasOddLength(number: string, countryCode: string): boolean {
  const international = number.replace(/^00/, '+');
  const [shortest, longest] = nationalLengths[countryCode] ?? [];
  if (shortest === undefined || longest === undefined || !international.startsWith(countryCode)) return false;
  const length = international.length - countryCode.length;
  return length < shortest || length > longest;
}

/** The numbers among the recipients of a request that have an odd length for numbers of the account's default country. */
export function oddNumbers(
  { to, toList }: { to?: unknown; toList?: unknown },
  countryCode: string | undefined,
): string[] {
  if (countryCode === undefined) return [];
  const listed = Array.isArray(toList) ? toList.map(addressOf) : [];
  return [to, ...listed].filter(
    (number): number is string => typeof number === 'string' && hasOddLength(number, countryCode),
  );
}

function addressOf(entry: unknown): unknown {
  return isRecord(entry) && entry['type'] === 'Number' ? entry['address'] : undefined;
}

/**
 * The finding about the number of a recipient, for the default country of the account: without one, that setting helps; with one, a number
 * without + can be one of that country, or begin with a country code.
 */
export function forRecipient(finding: Finding, countryCode: string | undefined): Finding {
  const { key, values = {} } = finding;
  if (key === 'numberReadings') {
    const { first, whole } = values;
    const shown = (reading: unknown) => withCountryCode(String(reading), countryCode);
    return { ...finding, values: { ...values, first: shown(first), whole: shown(whole) } };
  }
  if (key === 'numberWithoutCountry' && countryCode === undefined)
    return { ...finding, key: 'recipientWithoutCountry' };
  if (key !== 'numberWithoutPlus' || countryCode === undefined) return finding;
  const bare = String(values['bare']);
  const national = `${countryCode}${bare}`;
  const isPlausible =
    isInternationalNumber(national) &&
    !hasOddLength(national, countryCode) &&
    !`+${bare}`.startsWith(countryCode);
  return isPlausible ? { ...finding, key: 'numberTwoWays', values: { ...values, national } } : finding;
}
