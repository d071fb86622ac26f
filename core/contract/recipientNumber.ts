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
 * The finding about the number of a recipient, for the default country of the account: without one, that setting helps; with one, a number
 * without + can be one of that country, or begin with a country code.
 */
export function forRecipient(given: Finding, countryCode: string | undefined, written: unknown): Finding {
  const finding = readingsOf(given, countryCode, written);
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
  const canBeNational =
    isInternationalNumber(national) && isPlausible(national) && !`+${bare}`.startsWith(countryCode);
  return canBeNational ? { ...finding, key: 'numberTwoWays', values: { ...values, national } } : finding;
}

/** A national number may be two, which only the country code tells. */
function readingsOf(finding: Finding, countryCode: string | undefined, written: unknown): Finding {
  const read = typeof written === 'string' ? readNumber(written, countryCode) : { readings: [] };
  const [first, whole] = 'readings' in read ? read.readings : [];
  return first === undefined || whole === undefined || finding.key === 'numberReadings'
    ? finding
    : { ...finding, key: 'numberReadings', values: { ...finding.values, first, whole } };
}
