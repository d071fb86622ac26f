import { createHash, timingSafeEqual } from 'crypto';
import type { Said, Sentence } from '../errors/sentence';
import { say } from '../errors/texts';
import { present } from '../reading';
import { isAllowed, readableAddress, readAllowList, type AllowList } from './allowList';
import { forwardedAddresses } from './callerAddress';

/** Addresses that no caller on the internet has: loopback, private, shared, link-local (RFC 1918, 6598, 4193, 3927, 4291). */
const INTERNAL_ADDRESSES =
  '127.0.0.0/8 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 100.64.0.0/10 169.254.0.0/16 ::1 fc00::/7 fe80::/10';
/** Parsed when first needed: every node loads this file, and few need the list. */
let internalAddresses: ReturnType<typeof readAllowList> | undefined;
const MAX_ADDRESS_SHOWN = 60;

export interface Caller {
  /** The caller's address as the platform determined it (`req.ip`); never read from a header here. */
  address: string | undefined;
  /** The X-Forwarded-For or Forwarded header of the request. Only its presence matters; its value is never trusted. */
  forwardedHeader: string | readonly string[] | undefined;
  /** `trust proxy` as Express keeps it: the number of proxies, what knows their addresses, or `true`, which trusts whatever a caller claims. */
  trustProxy: unknown;
  /** How to make the platform trust its proxy, such as 'Set the environment variable N8N_PROXY_HOPS to 1.' */
  proxyAdvice: Said;
}

export interface CallerCheck extends Caller {
  /** Undefined if anybody may call. */
  allowList: AllowList | undefined;
  /** Where the user sets the allow-list, such as `'Allowed callers' of this trigger`. */
  settingName: Said;
}

/** `reason` and `hint` are for people; of the request they contain only the caller's address. */
export type CallerJudgement = { allowed: true; hint?: Said } | { allowed: false; reason: Said; hint?: Said };

/**
 * Judges whether a caller may start a flow (specification 6.1). Fails closed: a missing or invalid address is refused, and so is one that anybody
 * could have claimed. The `reason` of a refusal names the address and the setting to change. Either verdict can have a `hint` (see `proxyHint`): a
 * platform that trusts too many proxies does not show in a forged request, so genuine requests carry it.
 */
export function judgeCaller(check: CallerCheck): CallerJudgement {
  const { allowList, address, forwardedHeader, trustProxy, proxyAdvice } = check;
  const mayBeForged = trustProxy === true && forwardedAddresses(forwardedHeader).length > 0;
  if (allowList !== undefined && mayBeForged)
    return { allowed: false, reason: say('anyProxyTrusted'), hint: proxyAdvice };
  const hint = proxyHint(check);
  if (allowList === undefined || isAllowed(allowList, address)) return present({ allowed: true, hint });
  return present({ allowed: false, reason: refusal(check), hint });
}

/**
 * Says what to set if the platform's proxy setting looks wrong: it may see a proxy's address instead of the caller's, or accept forged addresses.
 * Show it once, not with each request.
 */
export function proxyHint({
  address,
  forwardedHeader,
  trustProxy,
  proxyAdvice: advice,
}: Caller): Sentence | undefined {
  const proxies = forwardedAddresses(forwardedHeader).length;
  if (proxies === 0) return undefined;
  if (trustProxy === undefined || trustProxy === false || trustProxy === 0)
    return say('noProxyTrusted', { address: shownAddress(address), advice });
  if (typeof trustProxy === 'number' && proxies < trustProxy)
    return say('fewerProxies', { proxies, trusted: trustProxy, advice });
  internalAddresses ??= readAllowList(INTERNAL_ADDRESSES);
  if (!internalAddresses.ok || !isAllowed(internalAddresses.list, address)) return undefined;
  return say('internalAddress', { address: shownAddress(address), advice });
}

/** Where a caller puts a shared secret: in the query of the URL, or in a header. */
export const SECRET_PARAMETER = 'secret';
const SECRET_HEADER = 'x-webhook-secret';

/** Whether a request has the shared secret, in its query or else in the header: there characters outside ASCII may be UTF-8 or Latin-1. */
export function knowsSecret(
  query: Record<string, unknown>,
  headers: Record<string, unknown>,
  expected: string,
): boolean {
  const inQuery = query[SECRET_PARAMETER];
  if (inQuery !== undefined && inQuery !== '') return secretMatches(inQuery, expected);
  return spellingsOf(headers[SECRET_HEADER]).some((given) => secretMatches(given, expected));
}

/** What a header can mean: Node.js reads its bytes as Latin-1, and they may be UTF-8. */
function spellingsOf(header: unknown): string[] {
  return typeof header === 'string' ? [header, Buffer.from(header, 'latin1').toString('utf8')] : [];
}

/** Compares a shared secret in a time that does not depend on where the two differ. An empty expected secret matches nothing. */
export function secretMatches(given: unknown, expected: string): boolean {
  if (typeof given !== 'string' || typeof expected !== 'string' || expected === '') return false;
  return timingSafeEqual(sha256(given), sha256(expected));
}

function refusal({ address, settingName: setting }: CallerCheck): Sentence {
  const readable = readableAddress(address);
  if (readable !== undefined) return say('callerNotListed', { address: readable, setting });
  if (address === undefined || address === '') return say('callerWithoutAddress', { setting });
  return say('callerInvalid', { address: shownAddress(address), setting });
}

function shownAddress(address: string | undefined): string {
  return readableAddress(address) ?? JSON.stringify(String(address).slice(0, MAX_ADDRESS_SHOWN));
}

/** The comparison demands equal lengths: a hash has the same length for every secret. */
function sha256(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}
