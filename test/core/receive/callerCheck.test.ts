import { textOf } from '../../../core/errors/sentence';
import { listOf } from './listOf';
import {
  judgeCaller as judge,
  knowsSecret,
  proxyHint as hintFor,
  secretMatches,
  type Caller,
  type CallerCheck,
} from '../../../core/receive/callerCheck';
import { printFigure } from '../../figures';

const check = {
  address: '203.0.113.9',
  forwardedHeader: undefined,
  trustProxy: false,
  allowList: listOf('193.93.208.200'),
  settingName: "'Allowed callers' of this trigger",
  proxyAdvice: 'Set the environment variable N8N_PROXY_HOPS to the number of proxies.',
};

const proxyHint = (caller: Caller) => {
  const hint = hintFor(caller);
  return hint && textOf(hint);
};

/** In English. */
const judgeCaller = (caller: CallerCheck) =>
  Object.fromEntries(
    Object.entries(judge(caller)).map(([name, said]) => [
      name,
      typeof said === 'boolean' ? said : textOf(said),
    ]),
  );

describe('judging a caller', () => {
  it.each([['193.93.208.200'], ['::ffff:193.93.208.200']])('lets in %s, which is on the list', (address) => {
    expect(judgeCaller({ ...check, address })).toEqual({ allowed: true });
  });

  it('refuses one that is not, naming the address seen and the setting to change', () => {
    expect(judgeCaller(check)).toEqual({
      allowed: false,
      reason:
        "The caller 203.0.113.9 is not on the list of allowed callers. If it may call, add 203.0.113.9 to 'Allowed callers' of this trigger.",
    });
  });

  it.each([
    ['an IPv4-mapped address as IPv4', '::ffff:203.0.113.9', 'add 203.0.113.9 to'],
    ['an IPv6 address without its zone', 'fe80::1%eth0', 'add fe80::1 to'],
  ])('names %s, so that it can be entered', (_, address, named) => {
    expect(judgeCaller({ ...check, address })).toMatchObject({
      allowed: false,
      reason: expect.stringContaining(named),
    });
  });

  it.each([
    ['missing', undefined, 'has no address'],
    ['empty', '', 'has no address'],
    ['none', 'unknown', 'has an invalid address, "unknown"'],
    ['an attempt to write a line into the log', '1.2.3.4\nadmin', '"1.2.3.4\\nadmin"'],
  ])('refuses an address that is %s', (_, address, reason) => {
    expect(judgeCaller({ ...check, address, allowList: listOf('::/0') })).toMatchObject({
      allowed: false,
      reason: expect.stringContaining(reason),
    });
  });

  it('shortens an invalid address that is very long', () => {
    const judgement = judgeCaller({ ...check, address: 'x'.repeat(100_000) });
    expect(JSON.stringify(judgement).length).toBeLessThan(500);
  });

  it('never believes the forwarded header', () => {
    expect(judgeCaller({ ...check, forwardedHeader: '193.93.208.200' })).toMatchObject({ allowed: false });
    expect(judgeCaller({ ...check, forwardedHeader: '193.93.208.200', trustProxy: 1 })).toMatchObject({
      allowed: false,
    });
  });

  it.each([[true], [false]])(
    'warns of a proxy that is not trusted, whether the caller is allowed (%s) or not',
    (allowed) => {
      const allowList = listOf(allowed ? '172.17.0.1' : '193.93.208.200');
      expect(
        judgeCaller({ ...check, address: '172.17.0.1', forwardedHeader: '193.93.208.200', allowList }),
      ).toMatchObject({
        allowed,
        hint: expect.stringMatching(/172\.17\.0\.1 is its address and not the caller's.*N8N_PROXY_HOPS/),
      });
    },
  );
});

describe('a platform that believes any forwarded address', () => {
  const believing = { ...check, address: '193.93.208.200', trustProxy: true };

  it('lets nobody in who claims one', () => {
    expect(judgeCaller({ ...believing, forwardedHeader: '193.93.208.200' })).toEqual({
      allowed: false,
      reason: expect.stringContaining('"trust proxy" is true'),
      hint: check.proxyAdvice,
    });
  });

  it('still lets in who is on the list and claims none', () => {
    expect(judgeCaller(believing)).toEqual({ allowed: true });
  });
});

describe('detecting a proxy that the platform was not told of', () => {
  it.each([
    ['a header while no proxy is trusted', '203.0.113.9', '198.51.100.7', false, 'no proxy is trusted here'],
    ['a header given as a list', '203.0.113.9', ['', '198.51.100.7'], false, 'no proxy is trusted here'],
    ['an internal address behind a trusted proxy', '10.0.0.2', '198.51.100.7', 1, 'more proxies'],
    ['loopback behind a trusted proxy', '::1', '198.51.100.7', 1, 'more proxies'],
    ['a mapped internal address', '::ffff:192.168.1.1', '198.51.100.7', 1, 'more proxies'],
    ['a shared address of a provider', '100.64.0.1', '198.51.100.7', 1, 'more proxies'],
    ['fewer proxies than are trusted', '193.93.208.200', '193.93.208.200', 2, 'fewer proxies (1) than'],
    ['a unique local IPv6 address', 'fd00::1', '198.51.100.7', 1, 'more proxies'],
  ])('hints at %s', (_, address, forwardedHeader, trustProxy, hint) => {
    expect(proxyHint({ ...check, address, forwardedHeader, trustProxy })).toContain(hint);
    expect(proxyHint({ ...check, address, forwardedHeader, trustProxy })).toContain(check.proxyAdvice);
  });

  it.each([
    ['there is no header and no proxy', '203.0.113.9', undefined, false],
    ['a local caller comes without proxy', '127.0.0.1', undefined, false],
    ['the header is blank', '203.0.113.9', ' ', false],
    ['there are as many proxies as are trusted', '203.0.113.9', '203.0.113.9, 198.51.100.7', 2],
    ['a caller claims more addresses', '203.0.113.9', '193.93.208.200, 203.0.113.9', 1],
    ['the addresses of the proxies are trusted', '203.0.113.9', '203.0.113.9', '10.0.0.0/8'],
    ['the header is an empty list', '203.0.113.9', [], false],
    ['a trusted proxy forwards a caller from the internet', '203.0.113.9', '203.0.113.9', 1],
    ['a trusted proxy forwards an address just outside the private ones', '172.32.0.1', '172.32.0.1', 1],
  ])('says nothing when %s', (_, address, forwardedHeader, trustProxy) => {
    expect(proxyHint({ ...check, address, forwardedHeader, trustProxy })).toBeUndefined();
  });
});

describe('a shared secret', () => {
  it.each([
    ['the same', 'correct horse', 'correct horse', true],
    ['of other characters', 'pässwörd ☃ 😀', 'pässwörd ☃ 😀', true],
    ['another', 'correct horsf', 'correct horse', false],
    ['the beginning only', 'correct', 'correct horse', false],
    ['longer', 'correct horse battery', 'correct horse', false],
    ['in other case', 'Correct horse', 'correct horse', false],
    ['missing', undefined, 'correct horse', false],
    ['null', null, 'correct horse', false],
    ['empty', '', 'correct horse', false],
    ['a list that holds it', ['correct horse'], 'correct horse', false],
    ['empty, as the expected one is', '', '', false],
    ['given while none is expected', 'anything', '', false],
  ])('%s', (_, given, expected, matches) => {
    expect(secretMatches(given, expected)).toBe(matches);
  });

  const UMLAUTS = 'pässwörd ☃';
  /** The bytes of a header as Node.js gives them. */
  const inHeader = (bytes: Buffer) => ({ 'x-webhook-secret': bytes.toString('latin1') });

  it.each([
    ['in the query', { secret: UMLAUTS }, {}, UMLAUTS, true],
    ['in the header', {}, inHeader(Buffer.from('abc')), 'abc', true],
    [
      'in the header, while the query holds an empty one',
      { secret: '' },
      inHeader(Buffer.from('abc')),
      'abc',
      true,
    ],
    ['wrong in the query, right in the header', { secret: 'x' }, inHeader(Buffer.from('abc')), 'abc', false],
    ['twice in the query', { secret: ['abc', 'x'] }, inHeader(Buffer.from('abc')), 'abc', false],
    ['in the header in UTF-8', {}, inHeader(Buffer.from(UMLAUTS)), UMLAUTS, true],
    ['in the header in Latin-1', {}, inHeader(Buffer.from('pässwörd', 'latin1')), 'pässwörd', true],
    ['nowhere', {}, {}, 'abc', false],
    ['empty everywhere', { secret: '' }, inHeader(Buffer.from('')), '', false],
  ] as const)('%s', (_, query, headers, expected, known) => {
    expect(knowsSecret(query, headers, expected)).toBe(known);
  });

  it('takes as long to compare where the first character differs as where the last does', () => {
    // So long that a comparison that stops at the first difference takes a thousandth of the time for one of them.
    const secret = 's'.repeat(1_000_000);
    const early = `x${secret.slice(1)}`;
    const late = `${secret.slice(1)}x`;
    const times: { early: number[]; late: number[] } = { early: [], late: [] };
    for (let round = 0; round < 60; round += 1) {
      times.early.push(timeOf(() => secretMatches(early, secret)));
      times.late.push(timeOf(() => secretMatches(late, secret)));
    }
    // The shortest time is what the work takes; whatever else the machine does only adds to it.
    const ratio = Math.min(...times.late) / Math.min(...times.early);
    printFigure(`Shared secret: a late difference takes ${ratio.toFixed(2)} times as long as an early one`);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });
});

function timeOf(work: () => boolean): number {
  const begin = process.hrtime.bigint();
  const matches = work();
  const end = process.hrtime.bigint();
  expect(matches).toBe(false);
  return Number(end - begin);
}
