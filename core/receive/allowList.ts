import { textOf, type Said, type Sentence } from '../errors/sentence';
import { say } from '../errors/texts';
import { messageIn } from '../reading';
import { formatAddress, parseCallerAddress, parseIpAddress } from './ipAddress';

/** The addresses that the service calls from (specification 6.1). */
export const DOCUMENTED_CALLERS: readonly string[] = ['193.93.208.200', '193.93.208.149', '193.93.208.153'];

const EXAMPLES = say('callerExamples');
const MAX_ENTRY_SHOWN = 80;

/** Addresses and ranges that may call a trigger. Made by `parseAllowList` only. */
export interface AllowList {
  readonly ranges: readonly Range[];
}

interface Range {
  /** The leading bits that an address must have; `hostBits` is how many bits after them are free. */
  readonly network: bigint;
  readonly hostBits: bigint;
}

/** An entry of an allow-list is wrong, or the list is empty. `said` and `message` are for people, with the reason and a correct entry. */
export class AllowListError extends Error {
  override name = 'AllowListError';

  constructor(
    readonly said: Sentence,
    /** The entry as written (shortened when very long); '' for an empty list. */
    readonly entry = '',
  ) {
    super(textOf(said));
  }
}

function wrongEntry(written: string, reason: Sentence): AllowListError {
  const entry = written.length > MAX_ENTRY_SHOWN ? `${written.slice(0, MAX_ENTRY_SHOWN)}…` : written;
  return new AllowListError(say('noCaller', { entry, reason, example: EXAMPLES }), entry);
}

/**
 * Reads the addresses and ranges that may call a trigger: IPv4, IPv6 or CIDR, separated by commas or white space. Ranges cover 128-bit addresses, so
 * `::/0` includes IPv4 as well. A range with bits beyond its prefix (10.0.0.5/8) is refused: it may mean one address or the whole range, and an
 * IPv4-mapped one (::ffff:10.0.0.0/8) would silently allow everybody.
 *
 * @example isAllowed(parseAllowList('203.0.113.7, 10.0.0.0/8'), '10.1.2.3') // true
 * @throws AllowListError for the first wrong entry, and for a list without entries: an allow-list fails closed.
 */
export function parseAllowList(entries: string | readonly string[]): AllowList {
  const pieces = (typeof entries === 'string' ? [entries] : entries)
    .flatMap((entry) => entry.split(/[\s,]+/))
    .filter(Boolean);
  if (pieces.length === 0) throw new AllowListError(say('noCallers', { example: EXAMPLES }));
  return { ranges: pieces.map(parseEntry) };
}

/** As `parseAllowList`, with what is wrong in place of the error. */
export function readAllowList(
  entries: string | readonly string[],
): { ok: true; list: AllowList } | { ok: false; problem: Said } {
  try {
    return { ok: true, list: parseAllowList(entries) };
  } catch (error) {
    return { ok: false, problem: error instanceof AllowListError ? error.said : messageIn(error) };
  }
}

/** Whether the address (`req.ip`) is on the list; an IPv4-mapped one matches IPv4 entries and vice versa. What is no address is not. Never throws. */
export function isAllowed(list: AllowList, address: string | undefined): boolean {
  const caller = typeof address === 'string' ? parseCallerAddress(address) : undefined;
  return (
    caller !== undefined && list.ranges.some(({ network, hostBits }) => caller.bits >> hostBits === network)
  );
}

/** The address as a user would enter it in an allow-list: without zone, and as IPv4 if it is IPv4-mapped. */
export function readableAddress(address: string | undefined): string | undefined {
  const parsed = typeof address === 'string' ? parseCallerAddress(address) : undefined;
  return parsed && formatAddress(parsed);
}

function parseEntry(entry: string): Range {
  const [written = '', prefix, ...more] = entry.split('/', 3);
  const address = parseIpAddress(written);
  if (address === undefined) throw wrongEntry(entry, say('notIp'));
  if (more.length > 0) throw wrongEntry(entry, say('oneSlash'));
  if (prefix === undefined) return { network: address.bits, hostBits: 0n };

  const longest = address.family === 4 ? 32 : 128;
  if (!/^(?:0|[1-9][0-9]{0,2})$/.test(prefix) || Number(prefix) > longest) {
    throw wrongEntry(entry, say('prefix', { longest }));
  }
  const hostBits = BigInt(longest - Number(prefix));
  const network = address.bits >> hostBits;
  if (network << hostBits !== address.bits) throw wrongEntry(entry, say('bitsBeyond', { bits: prefix }));
  return { network, hostBits };
}
