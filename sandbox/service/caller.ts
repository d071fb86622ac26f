import { createHash, timingSafeEqual } from 'node:crypto';
import type { ServiceVersion } from './dates';
import { badRequest, unauthorized } from './errors';

/** Refuses a call whose `Authorization` does not have a valid user name and password (chapter 5). */
export function authenticate(users: Map<string, string>, authorization: string | undefined): void {
  const [, encoded = ''] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '') ?? [];
  const credentials = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = credentials.indexOf(':');
  const password = users.get(credentials.slice(0, Math.max(0, colon)));
  if (colon === -1 || password === undefined || !isSame(password, credentials.slice(colon + 1)))
    throw unauthorized();
}

function isSame(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}

const VERSIONS = new Map<string, ServiceVersion>([
  ['1', 1],
  ['1.0', 1],
  ['2', 2],
  ['2.0', 2],
]);

/** The version of a call (chapter 9): by path or by the header `X-API-Version`, otherwise 1. */
export function readVersion(
  pathVersion: ServiceVersion | undefined,
  header: string | string[] | undefined,
): ServiceVersion {
  if (header === undefined) return pathVersion ?? 1;
  const version = VERSIONS.get(String(header));
  if (version === undefined) {
    throw badRequest(
      'UnsupportedVersion',
      `X-API-Version '${String(header)}' is not known. Use 1, 1.0, 2 or 2.0.`,
    );
  }
  if (pathVersion !== undefined && pathVersion !== version) {
    throw badRequest(
      'AmbiguousVersion',
      `The path asks for version ${pathVersion}, the header X-API-Version for ${version}.`,
    );
  }
  return version;
}
