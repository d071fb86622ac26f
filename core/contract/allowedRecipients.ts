import { listEntered } from '../json';
import { personKey, recipientAddress } from './phoneNumber';

/** Whom an account may write to: people by their numbers (`personKey`), and what numbers may begin with. */
export interface AllowedRecipients {
  readonly people: ReadonlySet<string>;
  readonly beginnings: readonly string[];
}

type Read = { ok: true; allowed: AllowedRecipients | undefined } | { ok: false; entry: string };

/**
 * Reads a list of numbers, and of beginnings with a `*` such as `+4179*`, as `listEntered` does. An empty list
 * allows everybody; one with only separators cannot be read. Needs no schema.
 * @returns the first entry that cannot be read, if there is one
 */
export function readAllowedRecipients(written: string, countryCode?: string): Read {
  if (written.trim() === '') return { ok: true, allowed: undefined };
  const entries = listEntered(written).map(String);
  if (entries.length === 0) return { ok: false, entry: written.trim() };
  const people = new Set<string>();
  const beginnings: string[] = [];
  for (const entry of entries) {
    const beginning = entry.endsWith('*') ? beginningOf(entry.slice(0, -1), countryCode) : undefined;
    const number = entry.endsWith('*') ? undefined : recipientAddress(entry, countryCode);
    if (beginning !== undefined) beginnings.push(beginning);
    else if (number !== undefined) people.add(personKey(number));
    else return { ok: false, entry };
  }
  return { ok: true, allowed: { people, beginnings } };
}

/** Whether a list contains the address of a recipient, or what it begins with. */
export function isAllowed({ people, beginnings }: AllowedRecipients, address: string): boolean {
  const written = address.replace(/^00/, '+');
  return people.has(personKey(address)) || beginnings.some((beginning) => written.startsWith(beginning));
}

/** Long enough for the number of a country, and as one group. */
const FILLED_LENGTH = 12;

/** A beginning has too few digits for a number, so they are filled up while it is read. */
function beginningOf(entry: string, countryCode: string | undefined): string | undefined {
  const digits = entry.replace(/\D/g, '').length;
  const filled = '0'.repeat(Math.max(0, FILLED_LENGTH - digits));
  const number = recipientAddress(`${entry}${filled}`, countryCode);
  if (number?.startsWith('+') !== true) return undefined;
  return number.slice(0, number.length - filled.length);
}
