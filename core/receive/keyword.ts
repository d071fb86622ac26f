/** Longer first words are no keywords but text without blanks; the bound keeps reading them cheap. */
const MAX_LENGTH = 100;

/**
 * The first word of a text in capitals, without punctuation around it: ` Stop! Please` gives `STOP`. A first word of nothing but
 * signs is taken as it is. Accents written in one or in two code points give the same word.
 *
 * @returns undefined when the text has no word
 */
export function keywordOf(text: string): string | undefined {
  const first = /\S+/.exec(text.trimStart().slice(0, MAX_LENGTH))?.[0];
  if (first === undefined) return undefined;
  const word = first.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, '');
  return (word === '' ? first : word).normalize('NFC').toUpperCase();
}
