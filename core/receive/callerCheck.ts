import { createHash, timingSafeEqual } from 'crypto';
import { isAllowed, parseAllowList, readableAddress, type AllowList } from './allowList';
import { forwardedAddresses } from './callerAddress';

/** Addresses that no caller from the internet has: loopback, private, shared, link-local (RFC 1918, 6598, 4193, 3927, 4291). */
const INTERNAL_ADDRESSES = parseAllowList(
  '127.0.0.0/8 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 100.64.0.0/10 169.254.0.0/16 ::1 fc00::/7 fe80::/10',
);
const MAX_ADDRESS_SHOWN = 60;

export interface Caller {
  /** The address of the caller as the platform determined it (`req.ip`); never a header read by hand. */
  address: string | undefined;
  /** The X-Forwarded-For or Forwarded header of the request. Only whether there is one matters; its value is never believed. */
  forwardedHeader: string | readonly string[] | undefined;
  /**
   * What the platform was told of the proxies in front of it, as Express keeps it in `trust proxy`: how many there are (0 or false: none),
   * a list or a function that knows their addresses, or `true`: believe whatever a caller claims.
   */
  trustProxy: unknown;
  /** What a person does so that the platform trusts its proxy, as in 'Set the environment variable N8N_PROXY_HOPS to 1.' */
  proxyAdvice: string;
}

export interface CallerCheck extends Caller {
  allowList: AllowList;
  /** Where the allow-list is set, for people, as in '"Allowed callers" of this trigger'. */
  settingName: string;
}

/** `reason` and `hint` are for people; neither holds anything of the request but the caller's address. */
export type CallerJudgement =
  { allowed: true; hint?: string } | { allowed: false; reason: string; hint?: string };

/**
 * Judges whether a caller may start a flow (specification 6.1). Fails closed: an address that is missing or none is refused, and so is
 * one that anybody could have claimed.
 *
 * The `reason` of a refusal names the address seen and the setting to change; the `hint`, with either verdict, says that the
 * platform seems not to know its proxies (see `proxyHint`). A platform that trusts more proxies than there are believes a forged
 * header, which cannot be seen in the forged request; it is hinted at with each true one.
 */
export function judgeCaller(check: CallerCheck): CallerJudgement {
  if (check.trustProxy === true && isPresent(check.forwardedHeader)) {
    return { allowed: false, reason: ANY_PROXY_TRUSTED, hint: check.proxyAdvice };
  }
  const hint = proxyHint(check);
  const withHint = hint === undefined ? {} : { hint };
  if (isAllowed(check.allowList, check.address)) return { allowed: true, ...withHint };
  return { allowed: false, reason: refusal(check), ...withHint };
}

const ANY_PROXY_TRUSTED =
  'The platform believes every address that a caller claims ("trust proxy" is true), so it is not known who calls.';

/**
 * Detects a platform that was told something wrong of the proxies in front of it. It sees a proxy's address instead of the caller's: a
 * forwarded header arrives although no proxy is trusted, or the caller seen is an internal address although the request was
 * forwarded. Or it believes forged addresses: the request came through fewer proxies than are trusted. To be shown once, not with
 * each request.
 *
 * @returns what to set, for people; undefined when nothing looks wrong
 */
export function proxyHint({ address, forwardedHeader, trustProxy, proxyAdvice }: Caller): string | undefined {
  const proxies = forwardedAddresses(forwardedHeader).length;
  if (proxies === 0) return undefined;
  if (trustProxy === undefined || trustProxy === false || trustProxy === 0) {
    return (
      'The request says that it came through a proxy, but the platform trusts none. If there is one, ' +
      `${shownAddress(address)} is its address and not the caller's. ${proxyAdvice}`
    );
  }
  if (typeof trustProxy === 'number' && proxies < trustProxy) {
    return (
      `The request came through fewer proxies (${proxies}) than the platform trusts (${trustProxy}), so a caller can forge its address. ` +
      `Trust their exact number, never more. ${proxyAdvice}`
    );
  }
  if (!isAllowed(INTERNAL_ADDRESSES, address)) return undefined;
  return (
    `The request came through a proxy, but the caller seen, ${shownAddress(address)}, is an internal address: there seem to be ` +
    `more proxies in front of the platform than it trusts. Trust their exact number, never more. ${proxyAdvice}`
  );
}

/** Where a caller puts a shared secret: into the query of the URL, or into a header. */
export const SECRET_PARAMETER = 'secret';
export const SECRET_HEADER = 'x-webhook-secret';

/**
 * Whether a request holds the shared secret: in its query, or in the header where the query has none. A header may hold other characters
 * than ASCII as UTF-8, as Latin-1 (RFC 9110), or percent-encoded (`UTF-8''…`, RFC 8187).
 */
export function knowsSecret(
  query: Record<string, unknown>,
  headers: Record<string, unknown>,
  expected: string,
): boolean {
  const inQuery = query[SECRET_PARAMETER];
  if (inQuery !== undefined && inQuery !== '') return secretMatches(inQuery, expected);
  return spellingsOf(headers[SECRET_HEADER]).some((given) => secretMatches(given, expected));
}

/** What a header can mean; Node.js reads its bytes as Latin-1. */
function spellingsOf(header: unknown): string[] {
  if (typeof header !== 'string') return [];
  const encoded = /^UTF-8'[^']*'(.*)$/i.exec(header)?.[1];
  const inUtf8 = Buffer.from(header, 'latin1').toString('utf8');
  return [header, inUtf8, ...(encoded === undefined ? [] : [percentDecoded(encoded)])];
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The query without the secret: all of it may go into an event's `raw`, where a secret must not be. */
export function withoutSecret(query: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([name]) => name !== SECRET_PARAMETER));
}

/**
 * Compares a shared secret in a time that does not depend on where the two differ. An empty or missing expected secret matches
 * nothing.
 *
 * @param given what the request holds; anything but a text does not match
 */
export function secretMatches(given: unknown, expected: string): boolean {
  if (typeof given !== 'string' || typeof expected !== 'string' || expected === '') return false;
  return timingSafeEqual(sha256(given), sha256(expected));
}

function refusal({ address, settingName }: CallerCheck): string {
  const readable = readableAddress(address);
  if (readable !== undefined) {
    return `The caller ${readable} is not on the list of allowed callers. If it may call, add ${readable} to ${settingName}.`;
  }
  const seen =
    address === undefined || address === ''
      ? 'has no address'
      : `has an address that is none, ${shownAddress(address)}`;
  return `The caller ${seen}, so it cannot be on the list of allowed callers (${settingName}).`;
}

function shownAddress(address: string | undefined): string {
  return readableAddress(address) ?? JSON.stringify(String(address).slice(0, MAX_ADDRESS_SHOWN));
}

function isPresent(header: string | readonly string[] | undefined): boolean {
  return forwardedAddresses(header).length > 0;
}

/** Of equal length, as the comparison demands, whatever the length of the secret. */
function sha256(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}
