/** A longer word is not a keyword but text without blanks; the limit keeps reading cheap. */
const MAX_LENGTH = 100;

/**
 * The first word of a text in capitals, without punctuation around it, unless it has only signs; undefined if the text has no word.
 * @example keywordOf(' Stop! Please') // 'STOP'
 */
export function keywordOf(text: string): string | undefined {
  const first = /\S+/.exec(text.trimStart().slice(0, MAX_LENGTH))?.[0];
  return first === undefined ? undefined : comparable(first);
}

/**
 * Whether a text begins with these words, each compared as a keyword.
 * @example beginsWith('Stop all, please', 'STOP ALL') // true
 */
export function beginsWith(text: string, words: string): boolean {
  const wanted = words.match(/\S+/g) ?? [];
  const given =
    text
      .trimStart()
      .slice(0, MAX_LENGTH * wanted.length)
      .match(/\S+/g) ?? [];
  return wanted.every((word, index) => comparable(word) === comparable(given[index] ?? ''));
}

function comparable(written: string): string {
  const word = written.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, '');
  return (word === '' ? written : word).normalize('NFC').toUpperCase();
}
