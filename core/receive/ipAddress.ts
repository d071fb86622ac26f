/** A small strict parser: published code may not use `node:net`. Every address becomes a 128-bit number, IPv4 in its IPv4-mapped IPv6 form. */
const MAPPED_PREFIX = 0xffffn << 32n;
const ZONE = /%[0-9A-Za-z.:-]+$/;

export interface IpAddress {
  bits: bigint;
  /** How it was written; an IPv4-mapped address is written as IPv6. */
  family: 4 | 6;
}

/** Reads an IPv4 or IPv6 address without zone, brackets, port or blanks; undefined if the text is not one. */
export function parseIpAddress(text: string): IpAddress | undefined {
  const ipv4 = parseIpv4(text);
  if (ipv4 !== undefined) return { bits: MAPPED_PREFIX | BigInt(ipv4), family: 4 };
  const ipv6 = parseIpv6(text);
  return ipv6 === undefined ? undefined : { bits: ipv6, family: 6 };
}

/** As `parseIpAddress`, but reads fe80::1%eth0 as fe80::1: the network card does not identify the caller. */
export function parseCallerAddress(text: string): IpAddress | undefined {
  return parseIpAddress(text.includes(':') ? text.replace(ZONE, '') : text);
}

/** Whether the address is an IPv4 address, written as such or as an IPv4-mapped IPv6 address. */
export function isIpv4(address: IpAddress): boolean {
  return address.bits >> 32n === 0xffffn;
}

/** The dotted form of the lowest 32 bits. */
export function formatIpv4(bits: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => ((bits >> shift) & 0xffn).toString()).join('.');
}

/** Lower-case groups, the longest run of zero groups written as `::` (RFC 5952). */
export function formatIpv6(bits: bigint): string {
  const groups = Array.from({ length: 8 }, (_, index) =>
    ((bits >> BigInt(112 - 16 * index)) & 0xffffn).toString(16),
  );
  const text = groups.join(':');
  let longest = { index: 0, run: '' };
  for (const { index, 0: run } of text.matchAll(/\b0(?::0\b)+/g)) {
    if (run.length > longest.run.length) longest = { index, run };
  }
  if (longest.run === '') return text;
  const before = text.slice(0, longest.index);
  const after = text.slice(longest.index + longest.run.length);
  return `${before.replace(/:$/, '')}::${after.replace(/^:/, '')}`;
}

/** 0 to 255 in decimal without leading zeros: some readers take 010 for eight and others for ten, so it is refused. */
function parseIpv4(text: string): number | undefined {
  const parts = text.split('.', 5);
  if (parts.length !== 4) return undefined;
  let bits = 0;
  for (const part of parts) {
    if (!/^(?:0|[1-9][0-9]{0,2})$/.test(part) || Number(part) > 255) return undefined;
    bits = bits * 256 + Number(part);
  }
  return bits;
}

function parseIpv6(text: string): bigint | undefined {
  const halves = text.split('::', 3);
  if (halves.length > 2) return undefined;
  const [head = '', tail] = halves;
  if (tail === undefined) return joinGroups(parseGroups(head, true), 8);
  const before = parseGroups(head, false);
  const after = parseGroups(tail, true);
  if (before === undefined || after === undefined || before.length + after.length > 7) return undefined;
  const zeros = new Array<number>(8 - before.length - after.length).fill(0);
  return joinGroups([...before, ...zeros, ...after], 8);
}

function joinGroups(groups: number[] | undefined, count: number): bigint | undefined {
  if (groups?.length !== count) return undefined;
  return groups.reduce((bits, group) => (bits << 16n) | BigInt(group), 0n);
}

/** Groups of 16 bits; only the last piece of a whole address may be an embedded IPv4 address (two groups). */
function parseGroups(text: string, mayEndInIpv4: boolean): number[] | undefined {
  if (text === '') return [];
  const groups: number[] = [];
  const pieces = text.split(':', 9);
  for (const [index, piece] of pieces.entries()) {
    if (/^[0-9A-Fa-f]{1,4}$/.test(piece)) {
      groups.push(parseInt(piece, 16));
      continue;
    }
    const embedded = mayEndInIpv4 && index === pieces.length - 1 ? parseIpv4(piece) : undefined;
    if (embedded === undefined) return undefined;
    groups.push(Math.floor(embedded / 0x10000), embedded % 0x10000);
  }
  return groups;
}
