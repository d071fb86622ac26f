import { septetsOf } from './gsm7';

/** Length in characters as the specification counts them: Unicode code points. */
export function countCharacters(text: string): number {
  return text.length - (text.match(SURROGATE_PAIRS)?.length ?? 0);
}

const SURROGATE_PAIRS = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g;

/** What a person sees as one character: joined emojis, flags, skin tones, letters with accents. */
const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Enough to see where such a character ends. */
const LONGEST_JOINED = 64;

/** Where the character begins that a person sees at this place, in a text from `start` on. */
export function characterStart(text: string, start: number, at: number): number {
  const around = text.slice(start, at + LONGEST_JOINED);
  return start + (GRAPHEMES.segment(around).containing(at - start)?.index ?? 0);
}

/** Keeps an error or a hint that lists them readable. */
const MOST_LISTED = 20;

/** The first 20 characters that make a text UCS-2, each once, in the order of the text. */
export function charactersOutsideGsm(text: string): string[] {
  const found = new Set<string>();
  for (const character of text) {
    if (character.length > 1 || septetsOf(character.charCodeAt(0)) === 0) found.add(character);
    if (found.size === MOST_LISTED) break;
  }
  return [...found];
}

/** The character itself, or its code if it is invisible (a no-break space, a joiner, an accent alone). */
export function nameOfCharacter(character: string): string {
  const isVisible = !/[\p{C}\p{Z}\p{M}]/u.test(character);
  const number = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  return isVisible ? character : `U+${number}`;
}

/**
 * What *Replace Special Characters* writes for characters that GSM-7 does not have: typographic quotes, dashes, spaces and the ellipsis. A
 * letter and its accent that are two characters become one beside this (é, not e and an accent). Nothing else changes.
 */
const REPLACEMENTS: ReadonlyArray<readonly [characters: string, replacement: string]> = [
  ['\u2018\u2019\u201A\u201B\u2032\u00B4\u0060\u02BC', "'"],
  ['\u201C\u201D\u201E\u201F\u2033\u00AB\u00BB', '"'],
  ['\u2039', '<'],
  ['\u203A', '>'],
  ['\u2010\u2011\u2012\u2013\u2014\u2015\u2212', '-'],
  ['\u00A0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u202F\u205F\u3000\t', ' '],
  ['\u2028\u2029', '\n'],
  ['\u00AD\u200B\u2060\uFEFF', ''],
  ['\u2026', '...'],
];

const REPLACEMENT_OF: ReadonlyMap<string, string> = new Map(
  REPLACEMENTS.flatMap(([characters, replacement]) =>
    [...characters].map((character): [string, string] => [character, replacement]),
  ),
);

/** A text with these characters replaced, and the first 20 that were. */
export function replaceSpecialCharacters(text: string): { text: string; replaced: string[] } {
  const composed = text.normalize('NFC');
  const replaced = new Set<string>(composed === text ? [] : accentsIn(text));
  const plain = [...composed].map((character) => {
    const replacement = REPLACEMENT_OF.get(character);
    if (replacement !== undefined) replaced.add(character);
    return replacement ?? character;
  });
  return { text: plain.join(''), replaced: [...replaced].slice(0, MOST_LISTED) };
}

function accentsIn(text: string): string[] {
  return text.match(/\p{M}/gu) ?? [];
}
