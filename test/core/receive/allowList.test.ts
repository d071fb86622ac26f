import { DOCUMENTED_CALLERS, isAllowed, readableAddress } from '../../../core/receive/allowList';
import { listOf } from './listOf';

describe('which caller an allow-list lets in', () => {
  it.each([
    ['the documented callers', DOCUMENTED_CALLERS, '193.93.208.149'],
    ['an IPv4 address', '10.1.2.3', '10.1.2.3'],
    ['the IPv4-mapped form of an IPv4 entry', '10.1.2.3', '::ffff:10.1.2.3'],
    ['the IPv4-mapped form in hexadecimal', '10.1.2.3', '::ffff:a01:203'],
    ['the IPv4-mapped form in capitals and in full', '10.1.2.3', '0:0:0:0:0:FFFF:10.1.2.3'],
    ['an IPv4 address by an IPv4-mapped entry', '::ffff:10.1.2.3', '10.1.2.3'],
    ['an address of an IPv4 range', '10.0.0.0/8', '10.255.255.255'],
    ['the first address of a range', '10.1.2.128/25', '10.1.2.128'],
    ['an IPv4-mapped address of an IPv4 range', '10.0.0.0/8', '::ffff:10.9.9.9'],
    ['an IPv4 address of an IPv4-mapped range', '::ffff:10.0.0.0/104', '10.9.9.9'],
    ['one address as a range', '10.1.2.3/32', '10.1.2.3'],
    ['everybody with IPv4', '0.0.0.0/0', '203.0.113.9'],
    ['everybody, IPv4 included, with IPv6', '::/0', '203.0.113.9'],
    ['an IPv6 address', '2001:db8::1', '2001:db8::1'],
    ['an IPv6 address written otherwise', '2001:0DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['an IPv6 address of a range', '2001:db8::/32', '2001:db8:ffff::1'],
    ['an IPv6 address of a range that ends inside a group', '2001:db8:8000::/33', '2001:db8:8fff::1'],
    ['an IPv6 address with embedded IPv4', '64:ff9b::10.1.2.3', '64:ff9b::a01:203'],
    ['a link-local address with its zone', 'fe80::1', 'fe80::1%eth0'],
    ['an address with a port', '10.1.2.3', '10.1.2.3:51234'],
    ['an IPv6 address with a port', '2001:db8::1', '[2001:db8::1]:51234'],
    ['a caller on any entry of several', ' 10.0.0.1,\n\t10.0.0.2 ,, 10.0.0.3\r\n', '10.0.0.3'],
    ['a caller on a list of texts', ['10.0.0.1', ' 10.0.0.2, 10.0.0.3'], '10.0.0.3'],
  ])('lets in %s', (_, entries, address) => {
    expect(isAllowed(listOf(entries), address)).toBe(true);
  });

  it.each([
    ['another address', '10.1.2.3', '10.1.2.4'],
    ['an address that starts alike', '10.1.2.3', '10.1.2.30'],
    ['an address before a range', '10.1.2.128/25', '10.1.2.127'],
    ['an address after a range', '10.0.0.0/8', '11.0.0.0'],
    ['an IPv6 address by an IPv4 range', '0.0.0.0/0', '2001:db8::1'],
    ['an IPv4-compatible address, which is not IPv4-mapped', '10.1.2.3', '::10.1.2.3'],
    ['an IPv6 address beside a range', '2001:db8::/33', '2001:db8:8000::1'],
    ['no address', '0.0.0.0/0', undefined],
    ['an empty address', '::/0', ''],
    ['blanks around an address', '10.1.2.3', ' 10.1.2.3'],
    ['a forwarded chain', '10.1.2.3', '10.1.2.3, 203.0.113.9'],
    ['an address with what is no port', '10.1.2.3', '10.1.2.3:x'],
    ['an address in brackets', '::1', '[::1]'],
    ['an IPv6 address with a port without brackets', '2001:db8::1', '2001:db8::1:51234'],
    ['a zone on an IPv4 address', '10.1.2.3', '10.1.2.3%eth0'],
    ['an empty zone', 'fe80::1', 'fe80::1%'],
    ['a whole IPv4 or IPv6 address', '10.1.2.3', '010.1.2.3'],
    ['a number instead of an address', '10.1.2.3', '167838211'],
    ['hexadecimal IPv4', '10.1.2.3', '0xa.1.2.3'],
    ['a short IPv4 address', '10.0.0.3', '10.3'],
    ['the word of any object', '10.1.2.3', '__proto__'],
    ['digits of another script', '1.1.1.1', '١.١.١.١'],
    ['a line break at the end', '10.1.2.3', '10.1.2.3\n'],
  ])('refuses %s', (_, entries, address) => {
    expect(isAllowed(listOf(entries), address)).toBe(false);
  });
});

describe('an entry that is wrong', () => {
  it.each([
    ['a host name', 'gateway.example.com', 'host names are not supported'],
    ['a number above 255', '10.0.0.256', 'a whole IPv4 or IPv6 address'],
    ['a leading zero', '010.0.0.1', 'a whole IPv4 or IPv6 address'],
    ['three numbers', '10.0.0', 'a whole IPv4 or IPv6 address'],
    ['a wildcard', '10.0.0.*', 'a whole IPv4 or IPv6 address'],
    ['a port', '10.0.0.1:443', 'a whole IPv4 or IPv6 address'],
    ['brackets', '[2001:db8::1]', 'a whole IPv4 or IPv6 address'],
    ['a zone', 'fe80::1%eth0', 'a whole IPv4 or IPv6 address'],
    ['seven groups', '1:2:3:4:5:6:7', 'a whole IPv4 or IPv6 address'],
    ['nine groups', '1:2:3:4:5:6:7:8:9', 'a whole IPv4 or IPv6 address'],
    ['two gaps', '1::2::3', 'a whole IPv4 or IPv6 address'],
    ['three colons', ':::', 'a whole IPv4 or IPv6 address'],
    ['a gap that stands for nothing', '1:2:3:4::5:6:7:8', 'a whole IPv4 or IPv6 address'],
    ['a group of five digits', '2001:db8::12345', 'a whole IPv4 or IPv6 address'],
    ['embedded IPv4 before the end', '::10.0.0.1:5', 'a whole IPv4 or IPv6 address'],
    ['a prefix above 32', '10.0.0.0/33', 'from 0 to 32'],
    ['a prefix above 128', '2001:db8::/129', 'from 0 to 128'],
    ['a net mask', '10.0.0.0/255.0.0.0', 'from 0 to 32'],
    ['an empty prefix', '10.0.0.0/', 'from 0 to 32'],
    ['a negative prefix', '10.0.0.0/-8', 'from 0 to 32'],
    ['a prefix with a leading zero', '10.0.0.0/08', 'from 0 to 32'],
    ['a prefix without address', '/8', 'a whole IPv4 or IPv6 address'],
    ['two prefixes', '10.0.0.0/8/8', 'only one "/"'],
    ['a range with blanks', '10.0.0.0 / 8', 'a whole IPv4 or IPv6 address'],
    ['bits beyond the prefix', '10.0.0.5/8', 'goes on after the first 8 bits'],
    ['bits beyond an IPv6 prefix', '2001:db8::1/32', 'goes on after the first 32 bits'],
    ['an IPv4-mapped address with a prefix meant for IPv4', '::ffff:10.0.0.0/8', 'the first 8 bits'],
    ['a wrong entry after a right one', '10.0.0.1, nonsense', 'host names are not supported'],
  ])('is refused and explained: %s', (_, entries, reason) => {
    expect(() => listOf(entries)).toThrow(reason);
  });

  it('is named, with the reason and examples of right ones', () => {
    expect(() => listOf('193.93.208.200, 10.0.0.5/8')).toThrow(
      /^"10\.0\.0\.5\/8" cannot be .*or one address\. Example: 193\./,
    );
  });

  it('is shortened in the message when it is very long', () => {
    expect(() => listOf('x'.repeat(100_000))).toThrow(`"${'x'.repeat(80)}…" cannot be`);
  });

  it.each([
    ['', []],
    [' ,\n, ', []],
    ['', ['', ' ']],
  ])('an empty list is an error too: %j %j', (text, list) => {
    expect(() => listOf(text)).toThrow('The list of allowed callers is empty');
    expect(() => listOf(list)).toThrow('The list of allowed callers is empty');
  });
});

describe('an address as a person would enter it', () => {
  it.each([
    ['::ffff:193.93.208.200', '193.93.208.200'],
    ['193.93.208.200', '193.93.208.200'],
    ['fe80::1%eth0', 'fe80::1'],
    ['2001:0DB8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
    ['10:0:0:1:0:0:0:0', '10:0:0:1::'],
    ['0:0:0:0:0:0:0:0', '::'],
    ['1:2:3:4:5:6:0:8', '1:2:3:4:5:6:0:8'],
    ['nonsense', undefined],
    [undefined, undefined],
  ])('%s is %s', (address, readable) => {
    expect(readableAddress(address)).toBe(readable);
  });
});
