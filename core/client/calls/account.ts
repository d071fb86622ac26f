import { readAllowedRecipients, type AllowedRecipients } from '../../contract/allowedRecipients';
import { readCountryCode } from '../../contract/phoneNumber';
import { rule } from '../../contract/sentences';
import { fault, say, valueShown } from '../../errors/texts';
import { numberEntered } from '../../reading';
import { readBaseUrl, readPath } from './baseUrl';
import { invalidField, MessagingError } from '../outcome/errors';

/** Where the service is and how to call it. Credentials are not part of it: the platform's transport adds them. */
export interface AccountSettings {
  /** `https://host[/path]`; plain http only for loopback. */
  readonly baseUrl: string;
  /** Version of the interface (specification 9). */
  readonly version: 1 | 2;
  /** Whether the version goes into the path (`/api/v2/message`) or into the header `X-API-Version`. */
  readonly versionIn: 'path' | 'header';
  /** Path of the batch endpoint, in any spelling that `readPath` accepts; the default if it is empty. */
  readonly batchPath?: string | undefined;
  readonly balancePath?: string | undefined;
  /** The field of an answer that contains the id of a message, in any case; besides `messageId`. */
  readonly messageIdField?: string | undefined;
}

/** The version for accounts that set none: the newest one, in the path (docs/readings.md). */
export const defaultVersion = { version: 2, versionIn: 'path' } as const;

/** Paths that the specification does not publish (service facts). */
export const defaultPaths = { batch: 'messagelist', balance: 'system/balance' } as const;

/** As `readBaseUrl`. @throws MessagingError `invalid_settings` for an address that cannot be the service's */
export function checkBaseUrl(baseUrl: string): string {
  const read = readBaseUrl(baseUrl);
  if (read.ok) return read.base;
  throw new MessagingError(
    baseUrl.trim() === ''
      ? fault('invalid_settings.noBaseUrl')
      : fault('invalid_settings.baseUrl', { url: shown(baseUrl), problem: read.problem }),
  );
}

/** The address as an error may show it: without what stands before an @ or after a ?, which may be secret. */
function shown(baseUrl: string): string {
  return baseUrl.replace(/^(https?:\/\/)?.*@/is, '$1').replace(/[?#].*$/s, '');
}

/** The country code for national numbers; undefined if it is empty. @throws MessagingError `invalid_settings` for an invalid one */
export function checkCountryCode(written: string): string | undefined {
  if (written.trim() === '') return undefined;
  const code = readCountryCode(written);
  if (code !== undefined) return code;
  throw new MessagingError(fault('invalid_settings.country', { written }));
}

/** The only recipients that the account may write to; undefined for everybody. @throws MessagingError `invalid_settings` */
export function checkRecipientsAllowed(
  written: string,
  countryCode: string | undefined,
): AllowedRecipients | undefined {
  const read = readAllowedRecipients(written, countryCode);
  if (read.ok) return read.allowed;
  throw new MessagingError(fault('invalid_settings.recipients', { entry: read.entry }));
}

/** How many messages may go to one person within a time. */
export interface RateLimitSetting {
  readonly most: number;
  readonly minutes: number;
}

/** The bounds of the rate limit per recipient, and how long it counts unless something else is entered. */
export const rateLimitBounds = { most: 1000, leastMinutes: 0.1, minutes: 10, mostMinutes: 1440 } as const;

/**
 * The rate limit per recipient, as an account stores it; undefined if there is none: 0 or nothing was entered.
 * @throws MessagingError `invalid_settings` for anything else than a number in its bounds: it must not be off because of a slip
 */
export function rateLimitIn(account: object): RateLimitSetting | undefined {
  const { mostToOnePerson, mostToOnePersonMinutes }: Record<string, unknown> = { ...account };
  const { most: largest, leastMinutes: least, minutes: usual, mostMinutes } = rateLimitBounds;
  const most = numberEntered(mostToOnePerson) ?? 0;
  if (most === 0) return undefined;
  const minutes = numberEntered(mostToOnePersonMinutes) ?? usual;
  if (!Number.isInteger(most) || most < 0 || most > largest)
    throw new MessagingError(
      fault('invalid_settings.most', { most: largest, entered: valueShown(mostToOnePerson) }),
    );
  if (!(minutes >= least && minutes <= mostMinutes))
    throw new MessagingError(
      fault('invalid_settings.minutes', {
        least,
        most: mostMinutes,
        entered: valueShown(mostToOnePersonMinutes),
      }),
    );
  return { most, minutes };
}

/** The path of such an endpoint below `/api` and the version. @throws MessagingError `invalid_settings` for an invalid one */
export function pathOf(account: AccountSettings, endpoint: keyof typeof defaultPaths): string {
  const written = (endpoint === 'batch' ? account.batchPath : account.balancePath) ?? '';
  const read = readPath(written);
  if (read.ok) return read.path === '' ? defaultPaths[endpoint] : read.path;
  throw new MessagingError(
    fault('invalid_settings.path', {
      path: say(`${endpoint}Path`),
      written: shown(written),
      problem: read.problem,
      usual: defaultPaths[endpoint],
    }),
  );
}

/** The address of an endpoint below `/api`, with the version in the path if the account says so. */
export function endpointUrl(account: AccountSettings, path: string): string {
  const segment = versionIsInPath(account) ? 'v2/' : '';
  return `${checkBaseUrl(account.baseUrl)}/api/${segment}${path}`;
}

/** An ID as part of a path. @throws MessagingError `invalid_request` for one that would lead to another endpoint; see `readKey` for what people enter */
export function pathSegment(name: string, id: string): string {
  const tidy = id.trim();
  if (/^\.{0,2}$|\p{Surrogate}/u.test(tidy)) throw invalidField(name, rule('noId'));
  return encodeURIComponent(tidy);
}

/** The header with the version, if the path does not have it: the service's default may change (specification 9). */
export function versionHeaders(account: AccountSettings): Record<string, string> {
  return versionIsInPath(account) ? {} : { 'X-API-Version': String(account.version) };
}

/** The specification defines a path for version 2 only; version 1 always goes in the header. */
function versionIsInPath({ version, versionIn }: AccountSettings): boolean {
  return version === 2 && versionIn === 'path';
}
