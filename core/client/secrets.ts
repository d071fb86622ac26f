import { literalPattern } from '../literalPattern';
import { TransportFailure, type Transport, type TransportResponse } from './transport';

const MASK = '***';
/** A shorter password is hidden only together with the user name: it may be part of any text or id. */
const SHORTEST_IN_TEXT = 6;

type Mask = (text: string) => string;

/**
 * A transport whose answers and errors contain no credentials, whatever the service or a proxy echoes: neither the password nor the Basic
 * authentication token, in any form in which JSON and URLs write them. This is the one place that hides them: every answer passes through
 * here before this package hands it on.
 */
export function withoutSecrets(
  transport: Transport,
  credentials: { username: string; password: string },
): Transport {
  const mask = maskOf(credentials);
  return async (request) => {
    try {
      return maskResponse(await transport(request), mask);
    } catch (error) {
      throw error instanceof TransportFailure ? error.withMessage(mask(error.message)) : error;
    }
  };
}

function maskResponse({ status, headers, body }: TransportResponse, mask: Mask): TransportResponse {
  const masked = Object.entries(headers).map(([name, value]) => [
    name,
    typeof value === 'string' ? mask(value) : value,
  ]);
  return { status, headers: Object.fromEntries(masked), body: maskBody(body, mask) };
}

/** JSON can write the same text in many ways, with escapes, so its parsed values are masked. */
function maskBody(body: string, mask: Mask): string {
  const plain = mask(body);
  if (!body.includes('\\')) return plain;
  let changed = false;
  const read = (_name: string, value: unknown) => {
    if (typeof value !== 'string') return value;
    const masked = mask(value);
    changed ||= masked !== value;
    return masked;
  };
  try {
    const value: unknown = JSON.parse(plain, read);
    return changed ? JSON.stringify(value) : plain;
  } catch {
    return plain;
  }
}

function maskOf({ username, password }: { username: string; password: string }): Mask {
  if (password === '') return (text) => text;
  const pair = `${username}:${password}`;
  const tokens = [Buffer.from(pair, 'utf8'), Buffer.from(pair, 'latin1')].flatMap((bytes) => [
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
  ]);
  const hidden = [...tokens, pair, ...(password.length < SHORTEST_IN_TEXT ? [] : [password])];
  const forms = [...new Set(hidden.flatMap((secret) => [secret, ...inUrls(secret)]))];
  // Longest first, because the others may be part of it.
  const longestFirst = forms.sort((one, other) => other.length - one.length);
  const secrets = new RegExp(longestFirst.map(patternOf).join('|'), 'g');
  return (text) => text.replace(secrets, MASK);
}

/** How URLs and forms write a text: percent signs with capital or small letters, and a blank as `+`. */
function inUrls(text: string): string[] {
  const written = [encodeURIComponent(text), new URLSearchParams([['', text]]).toString().slice(1)];
  return written.flatMap((form) => [form, form.replace(/%[\dA-F]{2}/g, (code) => code.toLowerCase())]);
}

/** A password of digits is not looked for within a longer number, such as the id of a message. */
function patternOf(secret: string): string {
  return /^\d+$/.test(secret) ? `(?<!\\d)${secret}(?!\\d)` : literalPattern(secret);
}
