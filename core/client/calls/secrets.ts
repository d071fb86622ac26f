import { jsonOf } from '../../json';
import { literalPattern } from '../../literalPattern';
import { isRecord } from '../../reading';
import { jsonIn } from '../../receive/body';
import { SECRET_PARAMETER } from '../../receive/callerCheck';
import { isKnown, plainName } from '../../receive/vocabulary';
import { TransportFailure, type Transport, type TransportResponse } from './transport';

const MASK = '***';
/** A shorter password is hidden only together with the user name: it may be part of any text or id. */
const SHORTEST_IN_TEXT = 6;
/** JSON in JSON in a URL: nobody nests deeper. */
const MOST_LAYERS = 6;
/** A longer text is no name; the limit keeps reading cheap. */
const LONGEST_NAME = 100;

export type Mask = (text: string) => string;

interface Credentials {
  username: string;
  password: string;
  /** It goes to the service in the address of a notification. */
  webhookSecret?: string;
  /** The account's own name for the ID of a message, which is none. */
  messageIdField?: string | undefined;
}

/**
 * A transport whose answers and errors contain no credentials, whatever the service or a proxy echoes: neither the password nor the Basic
 * authentication token, nor the secret in an address, in Base64 or any form in which JSON, URLs and HTML write them. Every answer passes here.
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
  const masked = Object.entries(headers).map(([name, value]) => [name, withTextsMasked(value, mask)]);
  return { status, headers: Object.fromEntries(masked), body: maskBody(body, mask) };
}

/** JSON is masked value by value, so that it stays JSON. */
function maskBody(body: string, mask: Mask): string {
  const masked = mask(body);
  const json = masked === body ? undefined : jsonIn(body);
  return (json && jsonOf(withTextsMasked(json.value, mask))) ?? masked;
}

/**
 * Replaces the secrets of an account in what comes from outside. If decoding the text, layer by layer, still reveals one, the whole text is
 * withheld: nobody needs an answer that writes a password in another way. A name or word that is read stays, even if it is a password.
 */
export function secretMask({ username, password, webhookSecret = '', messageIdField }: Credentials): Mask {
  const pairs = password === '' ? [] : [`${username}:${password}`];
  const inText = password.length < SHORTEST_IN_TEXT ? [] : [password];
  const tokens = [...pairs, ...inText].flatMap(inBase64);
  // encodeURIComponent() refuses half a character; a Buffer replaces it.
  const inUrl = encodeURIComponent(Buffer.from(webhookSecret, 'utf8').toString('utf8'));
  const inAddress =
    webhookSecret === '' ? [] : [webhookSecret, inUrl].map((written) => `${SECRET_PARAMETER}=${written}`);
  const plain = [...tokens, ...pairs, ...inText, ...inAddress].flatMap((each) => [each, asForm(each)]);
  if (plain.length === 0) return (text) => text;
  const ownName = plainName(messageIdField ?? '') || undefined;
  const secrets = anyOf(plain);
  // What a password has in it can look like one of the writings; it is decoded with the text then.
  const decodedToo = anyOf([
    ...plain,
    ...plain.flatMap(layersOf).filter(({ length }) => length >= SHORTEST_IN_TEXT),
  ]);
  return (text) => {
    if (text.length <= LONGEST_NAME && (isKnown(text) || plainName(text) === ownName)) return text;
    const masked = text.replace(secrets, MASK);
    return layersOf(masked).some((layer) => layer.search(decodedToo) >= 0) ? MASK : masked;
  };
}

/** A value from outside in which every text is masked, and a number that is a secret. */
function withTextsMasked(value: unknown, mask: Mask): unknown {
  if (typeof value === 'string') return mask(value);
  if (typeof value === 'number' && mask(String(value)) !== String(value)) return MASK;
  if (Array.isArray(value)) return value.map((each) => withTextsMasked(each, mask));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [mask(name), withTextsMasked(each, mask)]),
  );
}

/** A call of the service, without what it echoes of the credentials, as in answers; `mask` is undefined where they are not known. */
export function withoutEchoes(
  query: object,
  body: unknown,
  mask: Mask | undefined,
): { query: unknown; body: unknown } {
  // The query may become an event's `raw`.
  const plain = Object.fromEntries(Object.entries(query).filter(([name]) => name !== SECRET_PARAMETER));
  return mask === undefined
    ? { query: plain, body }
    : { query: withTextsMasked(plain, mask), body: withTextsMasked(body, mask) };
}

/** Also as in a URL. Clients write Basic authentication in UTF-8 or Latin-1. */
function inBase64(text: string): string[] {
  const writings = [Buffer.from(text, 'utf8'), Buffer.from(text, 'latin1')];
  return writings.flatMap((bytes) => [
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
  ]);
}

/** A form writes a blank as `+`. */
function asForm(text: string): string {
  return text.replaceAll(' ', '+');
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

/** A text decoded once, twice and so on, until there is nothing left to decode. */
function layersOf(text: string): string[] {
  const layers: string[] = [];
  for (let layer = text; layers.length < MOST_LAYERS;) {
    const before = layer;
    layer = layer.replace(WRITTEN, decoded);
    if (layer === before) break;
    layers.push(layer);
  }
  return layers;
}

/** `%C3%A4` as in a URL; `\u00e4`, `\/` and `\"` as in JSON; `&amp;`, `&#39;` and `&#x27;` as in HTML. */
const WRITTEN = /(?:%[\da-f]{2})+|\\(?:u([\da-f]{4})|[^u])|&(?:#(\d{1,7})|#x([\da-f]{1,6})|\w+);/gis;

function decoded(written: string, escape?: string, decimal?: string, hex?: string): string {
  if (written.startsWith('%')) return charactersOf(Buffer.from(written.replaceAll('%', ''), 'hex'));
  const digits = escape ?? hex;
  const code = digits === undefined ? Number(decimal) : Number.parseInt(digits, 16);
  if (code <= 0x10ffff) return String.fromCodePoint(code);
  // HTML also knows &AMP; but JSON no \N.
  if (written.startsWith('&')) return SIGNS_OF_HTML.get(written.slice(1, -1).toLowerCase()) ?? written;
  return SIGNS_OF_JSON.get(written.slice(1)) ?? written.slice(1);
}

/** In UTF-8, or else in Latin-1. */
function charactersOf(bytes: Buffer): string {
  const characters = bytes.toString('utf8');
  return characters.includes('\uFFFD') ? bytes.toString('latin1') : characters;
}

const SIGNS_OF_HTML = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }));
const SIGNS_OF_JSON = new Map(Object.entries({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }));
