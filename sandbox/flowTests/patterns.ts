/** A word with a digit in it, such as a time, an amount, a code or an ID, without the punctuation around it. */
const CHANGING = /[\p{L}\p{N}]*\d(?:[\p{L}\p{N}:.,/'’_-]*[\p{L}\p{N}])?/gu;
/** A number of one or two digits is mostly a part of the wording: "Reply 1 or 2". */
const SMALL = /^\d{1,2}$/;

/**
 * A regular expression for a text in which numbers, times and codes may differ: a number is `\\d+`, another word with a digit `\\S+`.
 * @returns undefined if nothing in the text looks as if it changed from run to run
 */
export function proposedPattern(text: string): string | undefined {
  let found = false;
  let pattern = '';
  let end = 0;
  for (const { 0: word, index } of text.matchAll(CHANGING)) {
    if (SMALL.test(word)) continue;
    found = true;
    pattern += escaped(text.slice(end, index)) + (/^\d+$/.test(word) ? '\\d+' : '\\S+');
    end = index + word.length;
  }
  return found ? pattern + escaped(text.slice(end)) : undefined;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** The regular expression of a pattern for a whole text. Throws if it is none. */
export function wholeText(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`, 'su');
}
