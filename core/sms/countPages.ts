import { characterStart, charactersOutsideGsm, countCharacters } from './characters';
import { countSeptets, septetsOf } from './gsm7';

/** The most pages of one SMS (specification 2.4, 8). */
export const MAX_PAGES = 10;

/** Units of an SMS that fits on one page, and units per page if it needs several (each then has a header). */
const CAPACITY = {
  'GSM-7': { single: 160, split: 153 },
  'UCS-2': { single: 70, split: 67 },
} as const;

export type SmsEncoding = keyof typeof CAPACITY;

/** What of SmsContentOptions (specification 2.4) changes how an SMS is counted. */
export interface CountOptions {
  pageLimit?: number | null;
}

export interface PageCount {
  /** Determined by the whole text: one character outside GSM-7, even in the part that is cut, makes all of it UCS-2. */
  encoding: SmsEncoding;
  /** Characters of the whole text as a person counts them (code points): an emoji of two UTF-16 units counts as one. */
  characters: number;
  /** Units of the whole text: septets for GSM-7 (2 for a character of the extension table), UTF-16 units for UCS-2. */
  units: number;
  /** Pages that are sent, 0 (empty text) to `pageLimit`. */
  pages: number;
  /** Units that fit on a page: 160 or 70 if one page is sent, 153 or 67 if several are. */
  unitsPerPage: number;
  /** Units still free on the last page that is sent. */
  unitsLeftOnLastPage: number;
  /** The limit that was applied, 1 to 10. */
  pageLimit: number;
  /** Whether the text is longer than the limit, so that the service would cut it. */
  truncated: boolean;
  /** What is sent. `sentText + cutText` is always the whole text. */
  sentText: string;
  /** What the service would cut off; '' if nothing. */
  cutText: string;
  /** The first 20 characters that make it UCS-2, each once, in the order of the text; empty for GSM-7. */
  outsideGsm: string[];
}

/**
 * Counts the pages of an SMS and says what would be cut (specification 2.4, TextContent for SMS and SmsContentOptions).
 *
 * A page limit outside 1 to 10 counts as the nearest valid one, so that a counter beside a half-filled field still works; `null`, undefined
 * and NaN mean 10. The account's own limit, which may be lower, is not known here. A character of the extension table and what a person sees as one
 * character (a joined emoji, a flag, a letter with its accents) are never split over two pages, unless it is longer than a page. A lone surrogate counts as one unit. With a limit of one page, a longer text is cut to the 160 or 70
 * units of a single page. Takes linear time; never throws.
 *
 * Uses nothing of Node.js: the editor's live counter runs this module in the browser.
 *
 * @example countPages('Hello 👋') // { encoding: 'UCS-2', characters: 7, units: 8, pages: 1, … }
 */
export function countPages(text: string, options: CountOptions = {}): PageCount {
  const septets = countSeptets(text);
  const encoding = septets === undefined ? 'UCS-2' : 'GSM-7';
  const units = septets ?? text.length;
  const pageLimit = appliedPageLimit(options.pageLimit);
  const { single, split } = CAPACITY[encoding];
  const unitsPerPage = units <= single || pageLimit === 1 ? single : split;
  const sent = fillPages(text, septets, unitsPerPage, pageLimit);
  return {
    encoding,
    characters: septets === undefined ? countCharacters(text) : text.length,
    units,
    pages: sent.pages,
    unitsPerPage,
    unitsLeftOnLastPage: unitsPerPage - sent.unitsOnLastPage,
    pageLimit,
    truncated: sent.end < text.length,
    sentText: text.slice(0, sent.end),
    cutText: text.slice(sent.end),
    outsideGsm: septets === undefined ? charactersOutsideGsm(text) : [],
  };
}

/** How many pages an SMS with the whole text would have if there were no limit. */
export function pagesOfWhole(text: string): number {
  const septets = countSeptets(text);
  const { single, split } = CAPACITY[septets === undefined ? 'UCS-2' : 'GSM-7'];
  const unitsPerPage = (septets ?? text.length) <= single ? single : split;
  return fillPages(text, septets, unitsPerPage, Infinity).pages;
}

function appliedPageLimit(pageLimit: number | null | undefined): number {
  if (typeof pageLimit !== 'number' || Number.isNaN(pageLimit)) return MAX_PAGES;
  return Math.min(MAX_PAGES, Math.max(1, Math.trunc(pageLimit)));
}

/** The part that is sent: where it ends in the text, on how many pages, and how full the last one is. */
interface FilledPages {
  end: number;
  pages: number;
  unitsOnLastPage: number;
}

function fillPages(
  text: string,
  septets: number | undefined,
  unitsPerPage: number,
  pageLimit: number,
): FilledPages {
  return septets === undefined
    ? fillUcs2Pages(text, unitsPerPage, pageLimit)
    : fillGsmPages(text, septets, unitsPerPage, pageLimit);
}

function fillUcs2Pages(text: string, unitsPerPage: number, pageLimit: number): FilledPages {
  const filled = { end: 0, pages: 0, unitsOnLastPage: 0 };
  while (filled.end < text.length && filled.pages < pageLimit) {
    const start = filled.end;
    filled.end = endOfUcs2Page(text, start, unitsPerPage);
    filled.unitsOnLastPage = filled.end - start;
    filled.pages++;
  }
  return filled;
}

function fillGsmPages(text: string, units: number, unitsPerPage: number, pageLimit: number): FilledPages {
  if (units === text.length) return fillEvenPages(units, unitsPerPage, pageLimit);
  const filled = { end: 0, pages: 0, unitsOnLastPage: unitsPerPage };
  for (; filled.end < text.length; filled.end++) {
    const cost = septetsOf(text.charCodeAt(filled.end));
    if (filled.unitsOnLastPage + cost > unitsPerPage) {
      if (filled.pages === pageLimit) break;
      filled.pages++;
      filled.unitsOnLastPage = 0;
    }
    filled.unitsOnLastPage += cost;
  }
  return filled;
}

/** Without characters of the extension table, each character takes one unit, so there is no need to go through the text. */
function fillEvenPages(units: number, unitsPerPage: number, pageLimit: number): FilledPages {
  const end = Math.min(units, unitsPerPage * pageLimit);
  const pages = Math.ceil(end / unitsPerPage);
  return { end, pages, unitsOnLastPage: end - Math.max(0, pages - 1) * unitsPerPage };
}

function endOfUcs2Page(text: string, start: number, unitsPerPage: number): number {
  const end = start + unitsPerPage;
  if (end >= text.length) return text.length;
  if (text.charCodeAt(end - 1) < FIRST_JOINING && text.charCodeAt(end) < FIRST_JOINING) return end;
  const cut = characterStart(text, start, end);
  if (cut > start) return cut;
  return isSurrogatePair(text, end - 1) ? end - 1 : end;
}

/** Below, each character stands by itself. */
const FIRST_JOINING = 0x300;

function isSurrogatePair(text: string, index: number): boolean {
  const isHigh = (text.charCodeAt(index) & 0xfc00) === 0xd800;
  return isHigh && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00;
}
