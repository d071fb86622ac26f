import { literalPattern } from '../../literalPattern';
import { TransportFailure, type Transport, type TransportResponse } from './transport';

const MASK = '***';
/** A shorter password is hidden only together with the user name: it may be part of any text or id. */
const SHORTEST_IN_TEXT = 6;
/** JSON in JSON in a URL: nobody nests deeper. */
const MOST_LAYERS = 6;

type Mask = (text: string) => string;

interface Credentials {
  username: string;
  password: string;
  /** It goes to the service in the address of a notification. */
  webhookSecret?: string;
}

/**
 * A transport whose answers and errors contain no credentials, whatever the service or a proxy echoes: neither the password nor the Basic
 * authentication token, nor the secret in an address, in any form in which JSON and URLs write them. This is the one place that hides them: every answer passes through
 * here before this package hands it on.
 */
export function withoutSecrets(transport: Transport, credentials: Credentials): Transport {
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
  return { status, headers: Object.fromEntries(masked), body: mask(body) };
}

/**
 * Hides the secrets by decoding, not by listing encodings: whatever is written with percent signs or backslashes is decoded, layer by layer,
 * and where a secret stands in what was decoded, the text that it was written with is replaced. Other texts have no layer to decode.
 */
function maskOf({ username, password, webhookSecret = '' }: Credentials): Mask {
  if (password === '') return (text) => text;
  const pair = `${username}:${password}`;
  const tokens = [Buffer.from(pair, 'utf8'), Buffer.from(pair, 'latin1')].flatMap((bytes) => [
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
  ]);
  const inText = password.length < SHORTEST_IN_TEXT ? [] : [password];
  const inAddress = webhookSecret === '' ? [] : [`secret=${webhookSecret}`];
  const hidden = [...tokens, pair, ...inText, ...inAddress].flatMap((secret) => [secret, asForm(secret)]);
  // Longest first, because the others may be part of it.
  const longestFirst = [...new Set(hidden)].sort((one, other) => other.length - one.length);
  const secrets = new RegExp(longestFirst.map(patternOf).join('|'), 'g');
  return (text) => {
    const masked = text.replace(secrets, MASK);
    if (!/[%\\]/.test(masked)) return masked;
    // A password may hold a sign that another writing would take for its own, so each is also decoded by itself.
    const orders = [[percent], [escapes], [percent, escapes], [escapes, percent]];
    return orders.reduce((each, decoders) => maskDecoded(each, secrets, decoders), masked);
  };
}

/** A form writes a blank as `+`. */
function asForm(text: string): string {
  return text.replaceAll(' ', '+');
}

/** A password of digits is not looked for within a longer number, such as the id of a message. */
function patternOf(secret: string): string {
  return /^\d+$/.test(secret) ? `(?<!\\d)${secret}(?!\\d)` : literalPattern(secret);
}

/** A text, and for each of its characters where it begins in the text that was received; at the end, where that ends. */
interface Layer {
  text: string;
  at: Uint32Array;
}

/** How a text writes characters in another way. */
interface Decoder {
  pattern: RegExp;
  /** The character that a match stands for, and how much of the text it takes. */
  read(match: RegExpExecArray, text: string): { text: string; length: number };
}

function maskDecoded(received: string, secrets: RegExp, decoders: readonly Decoder[]): string {
  const at = Uint32Array.from({ length: received.length + 1 }, (_, index) => index);
  let layer: Layer = { text: received, at };
  const found: Array<[from: number, to: number]> = [];
  for (let depth = 0; depth < MOST_LAYERS; depth += 1) {
    const before = layer;
    for (const decoder of decoders) {
      layer = decoded(layer, decoder);
      for (const { 0: secret, index } of layer.text.matchAll(secrets)) {
        found.push([layer.at[index] ?? 0, layer.at[index + secret.length] ?? received.length]);
      }
    }
    if (layer === before) break;
  }
  return replaced(received, found);
}

function decoded(layer: Layer, { pattern, read }: Decoder): Layer {
  const texts: string[] = [];
  const at = new Uint32Array(layer.at.length);
  let length = 0;
  let copied = 0;
  const copyTo = (end: number) => {
    if (end === copied) return;
    texts.push(layer.text.slice(copied, end));
    at.set(layer.at.subarray(copied, end), length);
    length += end - copied;
    copied = end;
  };
  pattern.lastIndex = 0;
  for (let match = pattern.exec(layer.text); match !== null; match = pattern.exec(layer.text)) {
    const { text, length: taken } = read(match, layer.text);
    copyTo(match.index);
    texts.push(text);
    const begins = layer.at[match.index] ?? 0;
    for (const end = length + text.length; length < end; length += 1) at[length] = begins;
    copied += taken;
    pattern.lastIndex = copied;
  }
  if (copied === 0) return layer;
  copyTo(layer.text.length);
  at[length] = layer.at[layer.text.length] ?? 0;
  return { text: texts.join(''), at: at.subarray(0, length + 1) };
}

/** `%C3%A4`: a character in UTF-8, otherwise a byte as Latin-1. */
const percent: Decoder = {
  pattern: /%[\da-f]{2}/gi,
  read: ({ 0: written, index }, text) => {
    const first = Number.parseInt(written.slice(1), 16);
    const size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
    const character = size === 1 ? undefined : inUtf8(text.slice(index, index + 3 * size));
    return character === undefined
      ? { text: String.fromCharCode(first), length: 3 }
      : { text: character, length: 3 * size };
  },
};

const utf8 = new TextDecoder();

/** The character that the bytes of a text such as `%C3%A4` make; undefined if they are not UTF-8. */
function inUtf8(written: string): string | undefined {
  if (!/^%..(?:%[89ab][\da-f])+$/i.test(written)) return undefined;
  const character = utf8.decode(Buffer.from(written.replaceAll('%', ''), 'hex'));
  return character.includes('\uFFFD') ? undefined : character;
}

/** Escapes as in JSON: `\u00e4`, `\/`, `\"`. */
const escapes: Decoder = {
  pattern: /\\(?:u([\da-f]{4})|[^u])/gis,
  read: ({ 0: written, 1: hex }) => ({
    text:
      hex === undefined
        ? (CONTROLS[written] ?? written.slice(1))
        : String.fromCharCode(Number.parseInt(hex, 16)),
    length: written.length,
  }),
};

const CONTROLS: Record<string, string> = { '\\n': '\n', '\\r': '\r', '\\t': '\t', '\\b': '\b', '\\f': '\f' };

/** The text without what was found, which may overlap. */
function replaced(text: string, found: Array<[from: number, to: number]>): string {
  if (found.length === 0) return text;
  const parts: string[] = [];
  let copied = 0;
  for (const [from, to] of found.sort((one, other) => one[0] - other[0])) {
    if (to <= copied) continue;
    parts.push(from < copied ? '' : text.slice(copied, from) + MASK);
    copied = Math.max(copied, to);
  }
  return parts.join('') + text.slice(copied);
}
