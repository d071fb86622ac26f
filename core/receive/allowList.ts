import type { Sentence } from '../errors/sentence';
import { say } from '../errors/texts';
import { formatAddress, parseCallerAddress, parseIpAddress } from './ipAddress';

/** The addresses that the service calls from (specification 6.1). */
export const DOCUMENTED_CALLERS: readonly string[] = ['193.93.208.200', '193.93.208.149', '193.93.208.153'];

const EXAMPLES = say('callerExamples');
const MAX_ENTRY_SHOWN = 80;

/** Addresses and ranges that may call a trigger. Made by `readAllowList` only. */
export type AllowList = readonly Range[];

interface Range {
  /** The leading bits that an address must have; `hostBits` is how many bits after them are free. */
  readonly network: bigint;
  readonly hostBits: bigint;
}

/**
 * Reads the addresses and ranges that may call a trigger: IPv4, IPv6 or CIDR, separated by commas or white space. Ranges cover 128-bit addresses, so
 * `::/0` includes IPv4 as well. A range with bits beyond its prefix (10.0.0.5/8) is refused: it may mean one address or the whole range, and an
 * IPv4-mapped one (::ffff:10.0.0.0/8) would silently allow everybody.
 * @example readAllowList('203.0.113.7, 10.0.0.0/8')
 * @returns what is wrong with the first wrong entry, or with a list without entries: an allow-list fails closed
 */
export function readAllowList(
  entries: string | readonly string[],
): { ok: true; list: AllowList } | { ok: false; problem: Sentence } {
  const pieces = [entries]
    .flat()
    .flatMap((entry) => entry.split(/[\s,]+/))
    .filter(Boolean);
  if (pieces.length === 0) return { ok: false, problem: say('noCallers', { example: EXAMPLES }) };
  const ranges: Range[] = [];
  for (const piece of pieces) {
    const range = rangeIn(piece);
    if ('key' in range) return { ok: false, problem: wrongEntry(piece, range) };
    ranges.push(range);
  }
  return { ok: true, list: ranges };
}

function wrongEntry(written: string, reason: Sentence): Sentence {
  const entry = written.length > MAX_ENTRY_SHOWN ? `${written.slice(0, MAX_ENTRY_SHOWN)}…` : written;
  return say('noCaller', { entry, reason, example: EXAMPLES });
}

/** Whether the address (`req.ip`) is on the list; an IPv4-mapped one matches IPv4 entries and vice versa. What is no address is not. Never throws. */
export function isAllowed(list: AllowList, address: string | undefined): boolean {
  const caller = parseCallerAddress(address);
  return caller !== undefined && list.some(({ network, hostBits }) => caller.bits >> hostBits === network);
}

/** The address as a user would enter it in an allow-list: without zone, and as IPv4 if it is IPv4-mapped. */
export function readableAddress(address: string | undefined): string | undefined {
  const parsed = parseCallerAddress(address);
  return parsed && formatAddress(parsed);
}

/** The range of an entry, or why it is none. */
function rangeIn(entry: string): Range | Sentence {
  const [written = '', prefix, ...more] = entry.split('/', 3);
  const address = parseIpAddress(written);
  if (address === undefined) return say('notIp');
  if (more.length > 0) return say('oneSlash');
  if (prefix === undefined) return { network: address.bits, hostBits: 0n };

  const longest = address.family === 4 ? 32 : 128;
  if (!/^(?:0|[1-9][0-9]{0,2})$/.test(prefix) || Number(prefix) > longest) return say('prefix', { longest });
  const hostBits = BigInt(longest - Number(prefix));
  const network = address.bits >> hostBits;
  return network << hostBits === address.bits ? { network, hostBits } : say('bitsBeyond', { bits: prefix });
}
