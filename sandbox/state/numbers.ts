/** A number with a leading `+` instead of `00`, so that both ways of writing it are the same phone; anything else as it is. */
export function internationalNumber(address: string): string {
  return address.replace(/^00(?=[1-9])/, '+');
}

/** Whether two addresses are the same number or sender id, however their country code is written. */
export function sameNumber(one: string, other: string): boolean {
  return digits(one) === digits(other);
}

function digits(address: string): string {
  return internationalNumber(address).replace(/^\+/, '');
}
