/** A longer first word is not a keyword but text without blanks; the limit keeps reading cheap. */
const MAX_LENGTH = 100;

/**
 * The first word of a text in capitals, without punctuation around it, unless it has only signs; undefined if the text has no word.
 * @example keywordOf(' Stop! Please') // 'STOP'
 */
export function keywordOf(text: string): string | undefined {
  const first = /\S+/.exec(text.trimStart().slice(0, MAX_LENGTH))?.[0];
  if (first === undefined) return undefined;
  const word = first.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, '');
  return (word === '' ? first : word).normalize('NFC').toUpperCase();
}
