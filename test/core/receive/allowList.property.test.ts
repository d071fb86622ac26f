import { BlockList, isIP, isIPv6 } from 'node:net';
import fc from 'fast-check';
import { isAllowed, readableAddress, readAllowList } from '../../../core/receive/allowList';
import { anyCharacter } from '../../anyCharacter';
import { check } from '../fuzzing';
import { listOf } from './listOf';

const EVERYBODY = listOf('::/0');
const zone = fc.stringMatching(/^%[0-9a-z]{1,5}$/);
const mapped = fc.ipV4().map((address) => `::ffff:${address}`);
const ipv6 = fc.oneof({ weight: 3, arbitrary: fc.ipV6() }, mapped);
const address = fc.oneof(fc.ipV4(), ipv6);
/** Texts that are nearly addresses: made of their characters, or an address with something changed. */
const nearlyAddress = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'0123456789abcdefF:.%/[]x '), maxLength: 45 }),
  fc
    .array(fc.constantFrom('0', '1', 'ffff', '00', '255', '256', '1.2.3.4', ''), { maxLength: 10 })
    .map((groups) => groups.join(':')),
  fc
    .array(fc.constantFrom('0', '1', '01', '255', '256', '1000', ''), { maxLength: 6 })
    .map((parts) => parts.join('.')),
  fc
    .tuple(address, fc.nat(45), fc.nat(3), fc.constantFrom('', ':', '::', '.', '0', 'f', 'g', ' ', '/', '%'))
    .map(([text, at, removed, added]) => text.slice(0, at) + added + text.slice(at + removed)),
  fc.tuple(address, zone).map(([text, suffix]) => text + suffix),
  fc.string({ unit: anyCharacter }),
);

/** A range as a person writes it: the bits beyond the prefix are zero. */
const range = fc.oneof(
  fc
    .tuple(fc.ipV4(), fc.nat(32))
    .map(([text, prefix]) => ({ network: maskIpv4(text, prefix), prefix, family: 'ipv4' as const })),
  fc
    .tuple(fc.array(fc.nat(0xffff), { minLength: 8, maxLength: 8 }), fc.nat(128))
    .map(([groups, prefix]) => ({ network: maskIpv6(groups, prefix), prefix, family: 'ipv6' as const })),
  fc.tuple(fc.ipV4(), fc.nat(32)).map(([text, prefix]) => ({
    network: `::ffff:${maskIpv4(text, prefix)}`,
    prefix: prefix + 96,
    family: 'ipv6' as const,
  })),
);

function maskIpv4(text: string, prefix: number): string {
  return text
    .split('.')
    .map((part, index) => Number(part) & (0xff00 >> Math.min(8, Math.max(0, prefix - 8 * index))) & 0xff)
    .join('.');
}

function maskIpv6(groups: number[], prefix: number): string {
  return groups
    .map((group, index) => group & (0xffff0000 >> Math.min(16, Math.max(0, prefix - 16 * index))) & 0xffff)
    .map((group) => group.toString(16))
    .join(':');
}

function inBlockList(list: BlockList, text: string): boolean {
  return list.check(text, isIPv6(text) ? 'ipv6' : 'ipv4');
}

describe('compared with the parser of Node.js', () => {
  it('the same texts are addresses of callers, apart from those with a port', () => {
    const withoutPort = fc
      .oneof(address, nearlyAddress)
      .filter((text) => !/^(?:\[.*\]|[\d.]+):\d+$/.test(text));
    check(
      fc.property(withoutPort, (text) => {
        expect(isAllowed(EVERYBODY, text)).toBe(isIP(text) !== 0);
      }),
      5,
    );
  });

  it('the same texts are entries, apart from zones', () => {
    check(
      fc.property(
        nearlyAddress.filter((text) => !/[\s,/%]/.test(text) && text !== ''),
        (text) => {
          if (isIP(text) === 0) expect(readAllowList(text).ok).toBe(false);
          else expect(isAllowed(listOf(text), text)).toBe(true);
        },
      ),
    );
  });

  it('the same callers are within the same ranges', () => {
    check(
      fc.property(fc.array(range, { minLength: 1, maxLength: 4 }), address, (ranges, caller) => {
        const oracle = new BlockList();
        for (const { network, prefix, family } of ranges) oracle.addSubnet(network, prefix, family);
        const list = listOf(ranges.map(({ network, prefix }) => `${network}/${prefix}`).join(', '));
        expect(isAllowed(list, caller)).toBe(inBlockList(oracle, caller));
        for (const { network } of ranges) expect(isAllowed(list, network)).toBe(true);
      }),
    );
  });

  it('the same callers are the same address, in all their forms', () => {
    check(
      fc.property(address, address, (entry, caller) => {
        const oracle = new BlockList();
        oracle.addAddress(entry, isIPv6(entry) ? 'ipv6' : 'ipv4');
        const list = listOf(entry);
        for (const text of [caller, entry, entry.toUpperCase()])
          expect(isAllowed(list, text)).toBe(inBlockList(oracle, text));
      }),
    );
  });
});

describe('for any text', () => {
  it('an allow-list either holds only what was written or is refused', () => {
    check(
      fc.property(fc.oneof(nearlyAddress, fc.string()), (text) => {
        const read = readAllowList(text);
        const written = text.split(/[\s,]+/).filter(Boolean).length;
        if (read.ok) expect(read.list.length).toBe(written);
      }),
    );
  });

  it('the readable form of a caller is a right entry that lets in this caller', () => {
    check(
      fc.property(
        fc.oneof(
          address,
          fc.tuple(ipv6, zone).map((parts) => parts.join('')),
        ),
        (caller) => {
          const readable = readableAddress(caller) ?? '';
          expect(isAllowed(listOf(readable), caller)).toBe(true);
          expect(isIP(readable)).not.toBe(0);
        },
      ),
    );
  });
});
