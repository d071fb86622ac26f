import { tidyNumber } from '../contract/patterns';

/**
 * A number or sender as it is compared: +41 79 123 45 67, 0041791234567 and 41791234567 are the same; a sender that is no number is
 * compared without upper and lower case.
 */
export function comparableAddress(address: string): string {
  const plain = tidyNumber(address);
  const digits = /^(?:\+|00)?([0-9]+)$/.exec(plain)?.[1];
  return digits ?? address.trim().toLowerCase();
}

/**
 * A number in international format with a leading + (specification 2.1), also where it was written with 00 or without either.
 *
 * @returns undefined for a name, a national number or a short number: what cannot be written to from here
 */
export function internationalNumber(address: string): string | undefined {
  const plain = tidyNumber(address);
  const [, digits] = /^(?:\+|00)([1-9][0-9]{4,14})$/.exec(plain) ?? /^([1-9][0-9]{6,14})$/.exec(plain) ?? [];
  return digits === undefined ? undefined : `+${digits}`;
}
