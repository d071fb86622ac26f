/**
 * The GSM 7-bit default alphabet and its extension table (3GPP 23.038, 6.2.1 and 6.2.1.1), in the order of their codes.
 *
 * Code 0x1B of the default alphabet is left out: it is the escape to the extension table, not a character of a text. The control codes of
 * the extension table (0x0D, 0x1B) are left out for the same reason.
 */
const DEFAULT_ALPHABET =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENSION_TABLE = '\f^{}\\[~]|€';

/** Septets by UTF-16 code unit: with a flat table, counting takes one array access per character. */
const SEPTETS = new Uint8Array(0x10000);
for (const character of DEFAULT_ALPHABET) SEPTETS[character.charCodeAt(0)] = 1;
for (const character of EXTENSION_TABLE) SEPTETS[character.charCodeAt(0)] = 2;

/**
 * How many septets a character takes in GSM-7.
 *
 * @param codeUnit UTF-16 code unit (all of GSM-7 is below U+10000, so one unit is one character)
 * @returns 1, 2 for a character of the extension table, 0 if GSM-7 does not have the character
 */
export function septetsOf(codeUnit: number): number {
  return SEPTETS[codeUnit] ?? 0;
}

/**
 * The number of septets of a whole text.
 *
 * @returns undefined if the text contains a character outside GSM-7
 */
export function countSeptets(text: string): number | undefined {
  let septets = 0;
  for (let index = 0; index < text.length; index++) {
    const cost = septetsOf(text.charCodeAt(index));
    if (cost === 0) return undefined;
    septets += cost;
  }
  return septets;
}
