import { urlIn } from '../reading';

/* Published code may not use `node:net`, so the URL parser of the platform reads IPv6. Every address is a 128-bit number, IPv4 in its IPv4-mapped form. */

/** What stands before the 32 bits of an IPv4 address. */
const MAPPED = 0xffffn;
const ZONE = /(?<=:.*)%[0-9A-Za-z.:-]+$/;
/** With a zone and a port. A header of the caller's can be much longer, and to look through it takes quadratic time. */
const LONGEST = 100;
const WITH_PORT = /^(?:\[(.+)\]|([\d.]+)):\d{1,5}$/;

/** 0 to 255 in decimal without leading zeros: some readers take 010 for eight and others for ten, so it is refused. */
const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);

export interface IpAddress {
  bits: bigint;
  /** How it was written; an IPv4-mapped address is written as IPv6. */
  family: 4 | 6;
}

/** Reads an IPv4 or IPv6 address without zone, brackets, port or blanks; undefined if the text is not one. */
export function parseIpAddress(text: string): IpAddress | undefined {
  if (IPV4.test(text)) {
    const bits = text.split('.').reduce((sum, octet) => (sum << 8n) | BigInt(octet), MAPPED);
    return { bits, family: 4 };
  }
  const [head = '', tail] = canonicalIpv6(text)?.split('::') ?? [];
  if (head === '' && tail === undefined) return undefined;
  const [before, after] = [groupsIn(head), groupsIn(tail ?? '')];
  const groups = [...before, ...new Array<string>(8 - before.length - after.length).fill('0'), ...after];
  return { bits: groups.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n), family: 6 };
}

/**
 * As `parseIpAddress`, but reads fe80::1%eth0 as fe80::1, and 192.0.2.1:51234 or [2001:db8::1]:51234, as some proxies write it, without the
 * port: neither the network card nor the port identifies the caller.
 */
export function parseCallerAddress(text: unknown): IpAddress | undefined {
  if (typeof text !== 'string' || text.length > LONGEST) return undefined;
  const [, ipv6, ipv4] = WITH_PORT.exec(text) ?? [];
  return parseIpAddress(ipv4 ?? (ipv6 ?? text).replace(ZONE, ''));
}

/** An address as URLs write it; as IPv4 if it is IPv4-mapped. */
export function formatAddress({ bits }: IpAddress): string {
  if (bits >> 32n === MAPPED)
    return [24n, 16n, 8n, 0n].map((shift) => ((bits >> shift) & 0xffn).toString()).join('.');
  const written = bits.toString(16).padStart(32, '0');
  return canonicalIpv6((written.match(/.{4}/g) ?? []).join(':')) ?? written;
}

/** An IPv6 address as URLs write it (RFC 5952, no embedded IPv4); undefined if it is none. */
function canonicalIpv6(text: string): string | undefined {
  return /^[\da-f:.]+$/i.test(text) ? urlIn(`http://[${text}]`)?.hostname.slice(1, -1) : undefined;
}

function groupsIn(text: string): string[] {
  return text === '' ? [] : text.split(':');
}
