import { tidyNumber, withoutTrunkPrefix } from '../contract/patterns';

/** For comparison: +41 79 123 45 67, 0041791234567, 41791234567 and +41 079 123 45 67 are equal, and names are whatever their case. */
export function comparableAddress(address: string): string {
  const plain = tidyNumber(address);
  const digits = /^(?:\+|00)?([0-9]+)$/.exec(plain)?.[1];
  if (digits === undefined) return address.trim().toLowerCase();
  return digits.length < SHORTEST_INTERNATIONAL ? digits : withoutTrunkPrefix(`+${digits}`).slice(1);
}

/** Fewer digits can be a short number, whose first digits are no country code. */
const SHORTEST_INTERNATIONAL = 9;

/**
 * A number in international format with a leading + (specification 2.1), also if it was written with 00 or without a prefix. Undefined for a
 * name, a national number or a short number, which cannot be a recipient.
 */
export function asInternationalNumber(address: string): string | undefined {
  const plain = tidyNumber(address);
  const [, digits] = /^(?:\+|00)([1-9][0-9]{4,14})$/.exec(plain) ?? /^([1-9][0-9]{6,14})$/.exec(plain) ?? [];
  return digits === undefined ? undefined : `+${digits}`;
}

/**
 * Whether a text names another number than `number`. Only a whole number in international format does; without + or 00 it must be as long, as
 * fewer digits could be a national number. What is hidden or national names nobody, nor do the last digits of the number itself.
 */
export function isAnotherNumber(named: string, number: string): boolean {
  const own = comparableAddress(number);
  const plain = tidyNumber(named);
  const isWhole =
    /^(?:\+|00)[1-9]\d{4,14}$/.test(plain) || (/^[1-9]\d{6,14}$/.test(plain) && plain.length >= own.length);
  return isWhole && !own.endsWith(comparableAddress(plain));
}
