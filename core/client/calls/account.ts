import { readAllowedRecipients, type AllowedRecipients } from '../../contract/allowedRecipients';
import { readCountryCode } from '../../contract/phoneNumber';
import { numberEntered } from '../../reading';
import { readBaseUrl, readPath, type BaseUrlFault, type PathFault } from './baseUrl';
import { invalidField, invalidSettings, type MessagingError } from '../outcome/errors';

/** Where the service is and how to call it. Credentials are not part of it: the platform's transport adds them. */
export interface AccountSettings {
  /** `https://host[/path]`; plain http only for loopback. */
  readonly baseUrl: string;
  /** Version of the interface (specification 9). */
  readonly version: 1 | 2;
  /** Whether the version goes into the path (`/api/v2/message`) or into the header `X-API-Version`. */
  readonly versionIn: 'path' | 'header';
  /** Path of the batch endpoint, in any spelling that `readPath` accepts; the default if left out or empty. */
  readonly batchPath?: string | undefined;
  readonly balancePath?: string | undefined;
  /** The field of an answer that contains the id of a message, in any case; if left out, the usual names count. */
  readonly messageIdField?: string | undefined;
}

/** The version for accounts that set none: the newest one, in the path (docs/readings.md). */
export const defaultVersion = { version: 2, versionIn: 'path' } as const;

/** Paths that the specification does not publish (service facts). */
export const defaultPaths = { batch: 'messagelist', balance: 'system/balance' } as const;

const advices: Record<BaseUrlFault, { problem: string; advice: string }> = {
  noAddress: {
    problem: 'is not a URL',
    advice: 'Enter the address of the service, starting with https://, in the {account}.',
  },
  credentials: {
    problem: 'must not contain a user name or password',
    advice: "Enter them in the fields 'User Name' and 'Password' of the {account}.",
  },
  query: {
    problem: 'must end before ? and #',
    advice: 'Enter only the address of the service in the {account}.',
  },
  unencrypted: {
    problem: 'is not encrypted: plain http works only for a service on this machine',
    advice: 'Start the base URL in the {account} with https://.',
  },
  api: {
    problem: 'must end before /api, which is added to it',
    advice: 'Enter only the address of the service in the {account}.',
  },
};

/**
 * The base address without a trailing slash.
 * @throws MessagingError `invalid_settings` for anything but https (plain http only to loopback) and for addresses that contain a user
 * name, a query, a fragment or the `/api` that every endpoint begins with.
 */
export function checkBaseUrl(baseUrl: string): string {
  const read = readBaseUrl(baseUrl);
  if (read.ok) return read.base;
  if (baseUrl.trim() === '') throw invalidSettings('The base URL is missing', advices.noAddress.advice);
  const { problem, advice } = advices[read.fault];
  const subject = read.fault === 'credentials' ? 'The base URL' : `The base URL "${shown(baseUrl)}"`;
  throw invalidSettings(`${subject} ${problem}`, advice);
}

/** The address as an error may show it: without what stands before an @ or after a ?, which may be secret. */
function shown(baseUrl: string): string {
  return baseUrl.replace(/^(https?:\/\/)?.*@/is, '$1').replace(/[?#].*$/s, '');
}

/** Addresses that were checked once, so that they are not checked again with every message. */
const goodBases = new WeakMap<AccountSettings, string>();

function baseOf(account: AccountSettings): string {
  const base = goodBases.get(account) ?? checkBaseUrl(account.baseUrl);
  goodBases.set(account, base);
  return base;
}

/**
 * The account's country code for recipients with national numbers; undefined if the setting is empty.
 * @throws MessagingError `invalid_settings` for an invalid country code
 */
export function checkCountryCode(written: string): string | undefined {
  if (written.trim() === '') return undefined;
  const code = readCountryCode(written);
  if (code !== undefined) return code;
  throw invalidSettings(
    `The default country "${written}" is not a country code`,
    'Enter a country code such as +41 for Switzerland in the {account}, or leave the field empty.',
  );
}

/**
 * The only recipients that the account may write to; undefined if it may write to everybody.
 * @param countryCode the account's country code for national numbers
 * @throws MessagingError `invalid_settings` for an entry that cannot be read
 */
export function checkRecipientsAllowed(
  written: string,
  countryCode: string | undefined,
): AllowedRecipients | undefined {
  const read = readAllowedRecipients(written, countryCode);
  if (read.ok) return read.allowed;
  throw invalidSettings(
    `"${read.entry}" among the allowed recipients is neither a number nor the beginning of one`,
    'Enter numbers such as +41791234567 or beginnings such as +4179* in the {account}.',
  );
}

/** How many messages may go to one person within a time. */
export interface RateLimitSetting {
  readonly most: number;
  readonly minutes: number;
}

/** The bounds of the rate limit per recipient, and how long it counts unless something else is entered. */
export const rateLimitBounds = { most: 1000, leastMinutes: 0.1, minutes: 10, mostMinutes: 1440 } as const;

/**
 * The rate limit per recipient of an account; undefined if there is none: 0 or nothing was entered.
 * @throws MessagingError `invalid_settings` for anything else than a number in its bounds: it must not be off because of a slip
 */
export function checkRateLimit(most: unknown, minutes: unknown): RateLimitSetting | undefined {
  const { most: largest, leastMinutes, minutes: usual, mostMinutes } = rateLimitBounds;
  const messages = numberEntered(most) ?? 0;
  if (messages === 0) return undefined;
  const time = numberEntered(minutes) ?? usual;
  if (!Number.isInteger(messages) || messages < 0 || messages > largest)
    throw invalidLimit(`The most messages to one person must be a whole number up to ${largest}`, most);
  if (!(time >= leastMinutes && time <= mostMinutes))
    throw invalidLimit(
      `The minutes for messages to one person must be a number from ${leastMinutes} to ${mostMinutes}`,
      minutes,
    );
  return { most: messages, minutes: time };
}

/**
 * The rate limit per recipient, as an account stores it; undefined if there is none, also in an account of an older version.
 * @throws MessagingError `invalid_settings`, see `checkRateLimit`
 */
export function rateLimitIn(account: object): RateLimitSetting | undefined {
  const { mostToOnePerson: most = 'nothing', mostToOnePersonMinutes: minutes }: Record<string, unknown> = {
    mostToOnePerson: 0,
    ...account,
  };
  return checkRateLimit(most ?? 'nothing', minutes);
}

function invalidLimit(message: string, got: unknown): MessagingError {
  return invalidSettings(`${message}, got ${JSON.stringify(got)}`, 'Correct the number in the {account}.');
}

const pathProblems: Record<PathFault, string> = {
  wholeAddress: 'must be a path, not a whole address',
  query: 'must not contain spaces, ? or #',
  noPath: 'must name an endpoint',
};

/**
 * The path of one of the endpoints that the specification does not publish, below `/api` and the version.
 * @throws MessagingError `invalid_settings` for an invalid path
 */
export function pathOf(account: AccountSettings, endpoint: keyof typeof defaultPaths): string {
  const written = (endpoint === 'batch' ? account.batchPath : account.balancePath) ?? '';
  const label = `${endpoint} path`;
  const read = readPath(written);
  if (read.ok) return read.path === '' ? defaultPaths[endpoint] : read.path;
  throw invalidSettings(
    `The ${label} "${shown(written)}" ${pathProblems[read.fault]}`,
    `Enter a path such as ${defaultPaths[endpoint]} in the {account}, or leave it empty.`,
  );
}

/** The address of an endpoint below `/api`, with the version in the path if the account says so. */
export function endpointUrl(account: AccountSettings, path: string): string {
  const segment = versionIsInPath(account) ? 'v2/' : '';
  return `${baseOf(account)}/api/${segment}${path}`;
}

/**
 * An id as part of a path.
 * @param label the form's label of the id
 * @throws MessagingError `invalid_request` for an empty id, and for one that would lead to another endpoint
 */
export function pathSegment(name: string, id: string, label?: string): string {
  const tidy = id.trim();
  if (tidy === '') throw invalidField(name, 'is required', { label });
  if (/^\.{1,2}$|\p{Surrogate}/u.test(tidy)) {
    throw invalidField(name, 'is not an ID of the service', { label });
  }
  return encodeURIComponent(tidy);
}

/** Media exist in version 2 only (specification 4), whatever the account's version. */
export function mediaUrl(account: AccountSettings): string {
  return `${baseOf(account)}/api/v2/media`;
}

/** The header with the version, if the path does not have it: the service's default may change (specification 9). */
export function versionHeaders(account: AccountSettings): Record<string, string> {
  return versionIsInPath(account) ? {} : { 'X-API-Version': String(account.version) };
}

/** The specification defines a path for version 2 only; version 1 always goes in the header. */
function versionIsInPath({ version, versionIn }: AccountSettings): boolean {
  return version === 2 && versionIn === 'path';
}
