import { isInternationalNumber, tidyNumber, withCountryCode } from './patterns';

/** Whom an account may write to: whole numbers, and what numbers may begin with. */
export interface AllowedRecipients {
  readonly numbers: ReadonlySet<string>;
  readonly beginnings: readonly string[];
}

type Read = { ok: true; allowed: AllowedRecipients | undefined } | { ok: false; entry: string };

/**
 * Reads a list of numbers, and of beginnings with a `*` such as `+4179*`, separated by commas, semicolons or line breaks. An empty list
 * allows everybody; one with only separators cannot be read. Needs no schema.
 * @returns the first entry that cannot be read, if there is one
 */
export function readAllowedRecipients(written: string, countryCode?: string): Read {
  const entries = written
    .split(/[,;\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  if (written.trim() === '') return { ok: true, allowed: undefined };
  if (entries.length === 0) return { ok: false, entry: written.trim() };
  const numbers = new Set<string>();
  const beginnings: string[] = [];
  for (const entry of entries) {
    const beginning = entry.endsWith('*') ? beginningOf(entry.slice(0, -1), countryCode) : undefined;
    const number = entry.endsWith('*') ? undefined : international(entry, countryCode);
    if (beginning !== undefined) beginnings.push(beginning);
    else if (number !== undefined) numbers.add(number);
    else return { ok: false, entry };
  }
  return { ok: true, allowed: { numbers, beginnings } };
}

/** Whether a list contains a number, or what it begins with. */
export function isAllowed({ numbers, beginnings }: AllowedRecipients, number: string): boolean {
  const written = number.replace(/^00/, '+');
  return numbers.has(written) || beginnings.some((beginning) => written.startsWith(beginning));
}

function international(number: string, countryCode: string | undefined): string | undefined {
  const written = withCountryCode(tidyNumber(number), countryCode).replace(/^00/, '+');
  return isInternationalNumber(written) ? written : undefined;
}

/** A beginning has too few digits for a number, so they are filled up while it is read. */
function beginningOf(entry: string, countryCode: string | undefined): string | undefined {
  const tidy = tidyNumber(entry);
  if (!/^(?:\+|00?)[1-9]\d*$/.test(tidy)) return undefined;
  const filled = '0'.repeat(Math.max(0, 9 - tidy.length));
  return international(`${tidy}${filled}`, countryCode)?.slice(
    0,
    filled.length === 0 ? undefined : -filled.length,
  );
}
