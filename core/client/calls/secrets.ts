import { literalPattern } from '../../literalPattern';
import { isRecord } from '../../reading';
import { TransportFailure, type Transport, type TransportResponse } from './transport';

const MASK = '***';
/** A shorter password is hidden only together with the user name: it may be part of any text or id. */
const SHORTEST_IN_TEXT = 6;
/** JSON in JSON in a URL: nobody nests deeper. */
const MOST_LAYERS = 6;

export type Mask = (text: string) => string;

interface Credentials {
  username: string;
  password: string;
  /** It goes to the service in the address of a notification. */
  webhookSecret?: string;
}

/**
 * A transport whose answers and errors contain no credentials, whatever the service or a proxy echoes: neither the password nor the Basic
 * authentication token, nor the secret in an address, in any form in which JSON, URLs and HTML write them. This is the one place that hides them:
 * every answer passes through here before this package hands it on.
 */
export function withoutSecrets(transport: Transport, credentials: Credentials): Transport {
  const mask = secretMask(credentials);
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
  return { status, headers: Object.fromEntries(masked), body: mask(body) };
}

/**
 * Replaces the secrets of an account in what comes from outside. If decoding the text, layer by layer, still reveals one, the whole text is
 * withheld: nobody needs an answer that writes a password in another way.
 */
export function secretMask({ username, password, webhookSecret = '' }: Credentials): Mask {
  const pairs = password === '' ? [] : [`${username}:${password}`];
  const bytesOfPairs = pairs.flatMap((pair) => [Buffer.from(pair, 'utf8'), Buffer.from(pair, 'latin1')]);
  const tokens = bytesOfPairs.flatMap((bytes) => [
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
  ]);
  const inText = password.length < SHORTEST_IN_TEXT ? [] : [password];
  const inAddress =
    webhookSecret === '' ? [] : [webhookSecret, ...inUrls(webhookSecret)].map((value) => `secret=${value}`);
  if (pairs.length + inAddress.length === 0) return (text) => text;
  const secrets = anyOf(
    [...tokens, ...pairs, ...inText, ...inAddress].flatMap((each) => [each, asForm(each), ...inUrls(each)]),
  );
  return (text) => {
    const masked = text.replace(secrets, MASK);
    return /[%\\&]/.test(masked) && holdsSecret(masked, secrets) ? MASK : masked;
  };
}

/** A value from outside in which every text is masked. */
export function withTextsMasked(value: unknown, mask: Mask): unknown {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((each) => withTextsMasked(each, mask));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [mask(name), withTextsMasked(each, mask)]),
  );
}

/** A form writes a blank as `+`. */
function asForm(text: string): string {
  return text.replaceAll(' ', '+');
}

/** As in a URL, also one of a form, and with small letters. */
function inUrls(text: string): string[] {
  // encodeURIComponent() refuses half a character; a Buffer replaces it.
  const url = encodeURIComponent(Buffer.from(text, 'utf8').toString('utf8'));
  const form = new URLSearchParams({ '': text }).toString().slice(1);
  return [url, form].flatMap((each) => [each, each.replace(/%../g, (byte) => byte.toLowerCase())]);
}

/** Longest first, because the others may be part of it. */
function anyOf(secrets: readonly string[]): RegExp {
  const longestFirst = [...new Set(secrets)].sort((one, other) => other.length - one.length);
  return new RegExp(longestFirst.map(patternOf).join('|'), 'g');
}

/** A password of digits is not looked for within a longer number, such as the id of a message. */
function patternOf(secret: string): string {
  return /^\d+$/.test(secret) ? `(?<!\\d)${secret}(?!\\d)` : literalPattern(secret);
}

/** Whether a secret stands in a text whose percent signs, backslashes and HTML entities are decoded. */
function holdsSecret(text: string, secrets: RegExp): boolean {
  // A password may hold a sign that another writing would take for its own, so each is also decoded by itself.
  const orders = [
    ...[[percent], [escapes], [entities]],
    ...[
      [percent, escapes, entities],
      [escapes, percent, entities],
      [entities, percent, escapes],
      [entities, escapes, percent],
    ],
  ];
  return orders.some((decoders) => {
    let layer = text;
    for (let depth = 0; depth < MOST_LAYERS; depth += 1) {
      const before = layer;
      for (const decode of decoders) {
        layer = decode(layer);
        if (layer.search(secrets) >= 0) return true;
      }
      if (layer === before) return false;
    }
    return false;
  });
}

const utf8 = new TextDecoder();

/** `%C3%A4`: a character in UTF-8, otherwise bytes as Latin-1. */
function percent(text: string): string {
  return text.replace(
    /%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[\da-f](?:%[89ab][\da-f]){3}|%[\da-f]{2}/gi,
    (written) => {
      const bytes = Buffer.from(written.replaceAll('%', ''), 'hex');
      const character = utf8.decode(bytes);
      return character.includes('\uFFFD') ? bytes.toString('latin1') : character;
    },
  );
}

/** Escapes as in JSON: `\u00e4`, `\/`, `\"`. */
function escapes(text: string): string {
  return text.replace(/\\(?:u([\da-f]{4})|[^u])/gis, (written, hex: string | undefined) =>
    hex === undefined
      ? (CONTROLS[written] ?? written.slice(1))
      : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Entities as in HTML: `&amp;`, `&#39;`, `&#x27;`. */
function entities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (written, decimal, hex, name) => {
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? written;
    return code <= 0x10ffff ? String.fromCodePoint(code) : written;
  });
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const CONTROLS: Record<string, string> = { '\\n': '\n', '\\r': '\r', '\\t': '\t', '\\b': '\b', '\\f': '\f' };
