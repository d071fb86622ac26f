import type { TextContent } from '../service/wire';

/** How an SMS is sent: its encoding, its pages and the part that is cut (chapter 2.4). */
export interface SmsPages {
  encoding: 'GSM-7' | 'UCS-2';
  pages: number;
  /** The text as delivered. */
  text: string;
  truncated: boolean;
}

const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENSION = '\f^{}\\[~]|€';

const septets = new Map<string, number>([
  ...[...BASIC].map((character): [string, number] => [character, 1]),
  ...[...EXTENSION].map((character): [string, number] => [character, 2]),
]);

const CAPACITY = { 'GSM-7': { single: 160, split: 153 }, 'UCS-2': { single: 70, split: 67 } };

/** The service's own limit. */
export const MAXIMUM_PAGES = 10;

/** The characters of a text that GSM-7 does not have, each once. */
export function outsideGsm(text: string): string[] {
  return [...new Set(text)].filter((character) => !septets.has(character));
}

/** Splits an SMS into pages and cuts what exceeds the page limit of the message, the account or the service. */
export function smsPages({ text, options }: TextContent, accountLimit = MAXIMUM_PAGES): SmsPages {
  const limit = Math.min(options?.pageLimit ?? MAXIMUM_PAGES, accountLimit, MAXIMUM_PAGES);
  const encoding = outsideGsm(text).length === 0 ? 'GSM-7' : 'UCS-2';
  const { single, split } = CAPACITY[encoding];
  const width = (character: string) =>
    encoding === 'GSM-7' ? (septets.get(character) ?? 1) : character.length;
  const onePage = fill(text, single, 1, width);
  if (limit === 1 || onePage.text === text) return { encoding, ...onePage, truncated: onePage.text !== text };
  const filled = fill(text, split, limit, width);
  return { encoding, ...filled, truncated: filled.text !== text };
}

/** Fills one page after the other; a character of two units is never split over two pages. */
function fill(
  text: string,
  capacity: number,
  limit: number,
  width: (character: string) => number,
): { pages: number; text: string } {
  let pages = 1;
  let used = 0;
  let end = 0;
  for (const character of text) {
    const units = width(character);
    if (used + units > capacity) {
      if (pages === limit) break;
      pages += 1;
      used = 0;
    }
    used += units;
    end += character.length;
  }
  return { pages, text: text.slice(0, end) };
}
