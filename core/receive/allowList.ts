import {
  formatIpv4,
  formatIpv6,
  isIpv4,
  parseCallerAddress,
  parseIpAddress,
  type IpAddress,
} from './ipAddress';

/** The addresses that the service calls from (specification 6.1). */
export const DOCUMENTED_CALLERS: readonly string[] = ['193.93.208.200', '193.93.208.149', '193.93.208.153'];

const EXAMPLES = '193.93.208.200, 10.0.0.0/8, 2001:db8::1 or 2001:db8::/32';
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

/** An entry of an allow-list is wrong, or the list is empty. `message` is for people, with the reason and a correct entry. */
export class AllowListError extends Error {
  override name = 'AllowListError';
  /** The entry as written (shortened when very long); '' for an empty list. */
  readonly entry: string;

  constructor(
    entry: string,
    reason: string,
    example: string = EXAMPLES,
    /** Both meanings, if the entry is ambiguous. */
    readonly meant?: { range: string; address: string },
  ) {
    const shown = entry.length > MAX_ENTRY_SHOWN ? `${entry.slice(0, MAX_ENTRY_SHOWN)}…` : entry;
    super(
      shown === ''
        ? `The list of allowed callers is empty: ${reason}. Example: ${example}`
        : `"${shown}" cannot be an allowed caller: ${reason}. Example: ${example}`,
    );
    this.entry = shown;
  }
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
  if (pieces.length === 0) throw new AllowListError('', 'nobody could call');
  return { ranges: pieces.map(parseEntry) };
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
  if (parsed === undefined) return undefined;
  return isIpv4(parsed) ? formatIpv4(parsed.bits) : formatIpv6(parsed.bits);
}

function parseEntry(entry: string): Range {
  const [written = '', prefix, ...more] = entry.split('/', 3);
  const address = parseIpAddress(written);
  if (address === undefined) throw new AllowListError(entry, whyNoAddress(written));
  if (more.length > 0) throw new AllowListError(entry, 'a range has only one "/"');
  if (prefix === undefined) return { network: address.bits, hostBits: 0n };

  const longest = address.family === 4 ? 32 : 128;
  if (!/^(?:0|[1-9][0-9]{0,2})$/.test(prefix) || Number(prefix) > longest) {
    throw new AllowListError(entry, `the part after the "/" must be a whole number from 0 to ${longest}`);
  }
  const hostBits = BigInt(longest - Number(prefix));
  const network = address.bits >> hostBits;
  if (network << hostBits !== address.bits)
    throw bitsBeyondPrefix(entry, address, network << hostBits, prefix);
  return { network, hostBits };
}

function bitsBeyondPrefix(entry: string, address: IpAddress, start: bigint, prefix: string): AllowListError {
  const [alone, range] =
    address.family === 4
      ? [formatIpv4(address.bits), `${formatIpv4(start)}/${prefix}`]
      : isIpv4(address)
        ? [formatIpv4(address.bits), '10.0.0.0/8']
        : [formatIpv6(address.bits), `${formatIpv6(start)}/${prefix}`];
  const reason =
    address.family === 6 && isIpv4(address)
      ? 'a range of IPv4 addresses is written with the IPv4 address and a prefix of 0 to 32'
      : `the address goes on after the first ${prefix} bits, so it could mean the whole range or one address`;
  return new AllowListError(entry, reason, `${range} for a range, ${alone} for this address only`, {
    range,
    address: alone,
  });
}

function whyNoAddress(written: string): string {
  if (written === '') return 'the address is missing';
  if (written.includes('%')) return 'leave out the "%" and the network interface after it';
  if (/^\[.*\]/.test(written) || /^[0-9.]+:[0-9]+$/.test(written)) return 'leave out brackets and port';
  if (/^[0-9]+(\.[0-9]+){3}$/.test(written)) {
    const zero = written.split('.').some((part) => /^0[0-9]/.test(part));
    return zero ? 'leave out leading zeros' : 'each of the four numbers must be from 0 to 255';
  }
  if (/^[0-9.*]+$/.test(written)) return 'an IPv4 address has four numbers; a range is written with a "/"';
  if (/^[0-9A-Fa-f:.]+$/.test(written) && written.includes(':')) return 'this is not a complete IPv6 address';
  return 'this is neither an IPv4 nor an IPv6 address; host names are not supported';
}
