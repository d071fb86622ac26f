/** A number with a leading `+` instead of `00`, so that both spellings are the same phone; anything else unchanged. */
export function withPlus(address: string): string {
  return address.replace(/^00(?=[1-9])/, '+');
}

/** Whether two addresses are the same number or sender id, with either spelling of the country code. */
export function sameNumber(one: string, other: string): boolean {
  return digits(one) === digits(other);
}

function digits(address: string): string {
  return withPlus(address).replace(/^\+/, '');
}
