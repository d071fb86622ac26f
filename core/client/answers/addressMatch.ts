/** A longer text has more hidden parts than the way in which anybody masks a number. */
const MOST_HIDDEN = 4;
/** Fewer digits could belong to anybody. */
const FEWEST_DIGITS = 4;

const HIDDEN = /(?:[*x•●#_?…]|\.{2,}|-{2,})+/g;

/**
 * Which numbers an address can mean that an answer gives in part: a national number (`0791234500`), its last digits, or one with hidden
 * digits (`*****4500`). All in the form of `comparableAddress`.
 * @returns undefined if it means none
 */
export function meaningOfPart(address: string): ((number: string) => boolean) | undefined {
  if (/^\d+$/.test(address)) {
    const end = address.replace(/^0+/, '');
    return end.length < FEWEST_DIGITS ? undefined : (number) => number.endsWith(end);
  }
  const isMasked = /[*x•●#_?…]|\.\.|--/.test(address) && /^[+\d*x•●#_?….()\-/\s]+$/.test(address);
  const hidden = address.match(HIDDEN)?.length ?? 0;
  if (!isMasked || address.length > 40 || hidden > MOST_HIDDEN) return undefined;
  const digits = address.replace(HIDDEN, 'x').replace(/[^+\dx]/g, '');
  const whole = /^(?:\+|00)(?=\d)/.test(digits) ? '^' : '^\\d*';
  const shown = digits
    .replace(/^(?:\+|0+)/, '')
    .replace(/x+/g, '\\d*')
    .replace(/\+/g, '');
  const pattern = new RegExp(`${whole}${shown}$`);
  return (number) => pattern.test(number);
}
