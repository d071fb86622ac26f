import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';

import { serve } from '../network/listening';

/** A user name and password that do not occur anywhere by chance. */
export interface Credentials {
  username: string;
  password: string;
}

/** Every form in which a password could be written somewhere, by name. */
export function formsOf({ username, password }: Credentials): Record<string, string> {
  const base64 = (text: string, encoding: 'utf8' | 'latin1') =>
    Buffer.from(text, encoding).toString('base64').replace(/=+$/, '');
  return {
    password,
    'password, percent-encoded': encodeURIComponent(password),
    'password with escaped characters': JSON.stringify(password)
      .slice(1, -1)
      .replace(/[^ -~]/g, escaped),
    'password in base64': base64(password, 'utf8'),
    'Authorization value': base64(`${username}:${password}`, 'utf8'),
    'Authorization value in Latin-1': base64(`${username}:${password}`, 'latin1'),
  };
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** A service that puts what it gets of a request into its answer. */
export interface Echo {
  /** Base URLs; it answers each with a status of its own. */
  urls: string[];
  /** How many requests it has answered. */
  echoes: number;
  close(): Promise<void>;
}

/** Starts a service whose answers hold the secrets of the request in texts, names, lists and alone. */
export async function startEcho({ username, password }: Credentials): Promise<Echo> {
  const { url, close } = await serve(async (request, response) => {
    const given = await text(request);
    echo.echoes += 1;
    const { authorization = '' } = request.headers;
    const token = authorization.replace('Basic ', '');
    const body = {
      errorCode: 'Echo',
      errorMessage: `You sent ${authorization} as ${username}:${password}`,
      errorDetails: { errors: [{ parameter: token, messages: [password] }] },
      echo: { headers: request.headers, raw: request.rawHeaders, [token]: given },
      messageId: token,
      points: authorization,
    };
    const headers = { 'x-service-request-id': token, location: `/${token}` };
    // The status is the first part of the path.
    response.writeHead(Number(request.url?.split('/')[1]), headers).end(JSON.stringify(body));
  });
  const urls = [200, 302, 400, 401, 500].map((status) => `${url}/${status}`);
  const echo: Echo = { urls, echoes: 0, close };
  return echo;
}

/** What was searched, and where in it a secret was found. */
export interface Search {
  places: number;
  bytes: number;
  found: string[];
}

/**
 * Searches texts, objects (at all levels, including getters and hidden properties) and all files of a folder.
 * @param places - what to search, by name
 */
export function searchFor(
  secrets: readonly Credentials[],
  places: Record<string, unknown>,
  folder: string,
): Search {
  const forms = secrets.flatMap((secret) => Object.entries(formsOf(secret)));
  const search: Search = { places: 0, bytes: 0, found: [] };
  const look = (name: string, content: Buffer) => {
    search.places += 1;
    search.bytes += content.length;
    for (const [form, text] of forms) if (content.includes(text)) search.found.push(`${form} in ${name}`);
  };
  for (const [name, value] of Object.entries(places)) look(name, Buffer.from(asText(value)));
  for (const file of filesIn(folder)) look(path.relative(folder, file), readFileSync(file));
  return search;
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return inspect(value, {
    depth: Infinity,
    showHidden: true,
    getters: true,
    maxArrayLength: null,
    maxStringLength: null,
  });
}

/** All files below a folder except installed packages. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !file.includes('node_modules') && existsSync(file))
    .filter((file) => readable(file));
}

function readable(file: string): boolean {
  try {
    readFileSync(file);
    return true;
  } catch {
    // A folder, or a socket.
    return false;
  }
}
