import { createSandbox } from '../library';
import type { TestSandbox } from '../library/types';
import { isObject, type Exchange, type RecordedBody } from './exchange';

/** Sends each recorded request to a fresh sandbox. Returns where it answers differently, in words. */
export async function differencesOf(exchanges: Exchange[]): Promise<string[]> {
  const sandbox = await createSandbox({ port: 0, delivery: 'manual' });
  const ids = new Map<string, string>();
  const found: string[] = [];
  try {
    for (const [index, exchange] of exchanges.entries()) {
      const { status, headers, answer } = await replay(sandbox, exchange, ids);
      const where = `${index + 1}. ${exchange.method} ${exchange.path}`;
      const say = (what: string) => found.push(`${where}: ${what}`);
      if (exchange.status === 0) {
        say('the service closed the connection.');
        continue;
      }
      if (exchange.status !== status) say(`the service answers ${exchange.status}, the sandbox ${status}.`);
      for (const name of ['x-service-request-id', 'content-type', 'retry-after'])
        headerDifference(name, exchange.headers[name], headers.get(name) ?? undefined, say);
      shapeDifferences(shapeOf(exchange.answer), shapeOf(answer), say);
      const own = idsIn(answer);
      for (const [at, id] of idsIn(exchange.answer).entries()) ids.set(id, own[at] ?? id);
    }
  } finally {
    await sandbox.close();
  }
  return found;
}

async function replay(sandbox: TestSandbox, exchange: Exchange, ids: Map<string, string>) {
  const { user, password } = sandbox.credentials;
  const path = exchange.path.split('/').map((part) => ids.get(part) ?? part);
  const headers = new Headers(exchange.requestHeaders);
  // The service refused the credentials of a call that it answered with 401.
  if (exchange.status !== 401)
    headers.set('authorization', `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`);
  const body = requestBody(exchange, headers, ids);
  const query = exchange.query === '' ? '' : `?${exchange.query}`;
  const answer = await fetch(sandbox.url + path.join('/') + query, {
    method: exchange.method,
    headers,
    body,
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, answer: recorded(text) };
}

function requestBody({ method, request }: Exchange, headers: Headers, ids: Map<string, string>) {
  // fetch sends no body with these.
  if (request === null || method === 'GET' || method === 'HEAD') return undefined;
  if ('json' in request) return JSON.stringify(forSandbox(request.json, ids));
  if ('text' in request) return request.text;
  if (!headers.get('content-type')?.startsWith('multipart/')) return new Uint8Array(request.bytes);
  headers.delete('content-type');
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(request.bytes)]), 'file.bin');
  return form;
}

/** The IDs that the sandbox gave, and names that its address book knows. */
function forSandbox(value: unknown, ids: Map<string, string>): unknown {
  if (typeof value === 'string') return ids.get(value) ?? value;
  if (Array.isArray(value)) return value.map((entry: unknown) => forSandbox(entry, ids));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, entry]) => [name, forSandbox(entry, ids)]);
  if (value.type === 'Person') entries.push(['address', 'Muster Anna']);
  if (value.type === 'Group') entries.push(['address', 'Team']);
  return Object.fromEntries(entries);
}

function recorded(text: string): RecordedBody {
  if (text === '') return null;
  try {
    return { json: JSON.parse(text) };
  } catch {
    return { text };
  }
}

/** The types by the place of each field, such as `results[].messageId`. */
function shapeOf(body: RecordedBody): Map<string, string> {
  const shape = new Map<string, Set<string>>();
  const walk = (value: unknown, place: string): void => {
    const type = value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;
    shape.set(place, (shape.get(place) ?? new Set()).add(type));
    if (Array.isArray(value)) for (const entry of value) walk(entry, `${place}[]`);
    else if (isObject(value))
      for (const [name, entry] of Object.entries(value))
        walk(entry, place === '' ? name : `${place}.${name}`);
  };
  if (body === null) shape.set('', new Set(['empty']));
  else if ('json' in body) walk(body.json, '');
  else shape.set('', new Set(['not JSON']));
  return new Map([...shape].map(([place, types]) => [place, [...types].sort().join(' or ')]));
}

function shapeDifferences(
  service: Map<string, string>,
  own: Map<string, string>,
  say: (what: string) => void,
) {
  for (const place of new Set([...service.keys(), ...own.keys()])) {
    const [theirs, ours] = [service.get(place), own.get(place)];
    const what = place === '' ? 'the body' : `the field ${place}`;
    if (theirs === ours) continue;
    if (ours === undefined) say(`only the service has ${what} (${theirs}).`);
    else if (theirs === undefined) say(`only the sandbox has ${what} (${ours}).`);
    else say(`${what} is ${theirs} from the service, ${ours} from the sandbox.`);
  }
}

function headerDifference(
  name: string,
  theirs: string | undefined,
  ours: string | undefined,
  say: (what: string) => void,
) {
  if (theirs === undefined && ours !== undefined) say(`only the sandbox has the header ${name}.`);
  else if (theirs !== undefined && ours === undefined) say(`only the service has the header ${name}.`);
  else if (name === 'content-type' && kindOf(theirs) !== kindOf(ours))
    say(`${name} is ${theirs} from the service, ${ours} from the sandbox.`);
}

function kindOf(type: string | undefined): string | undefined {
  return type?.split(';')[0]?.trim().toLowerCase();
}

function idsIn(body: RecordedBody): string[] {
  const found: string[] = [];
  const walk = (value: unknown, name: string): void => {
    if (typeof value === 'string' && /id(s|list)?$/i.test(name)) found.push(value);
    else if (Array.isArray(value)) for (const entry of value) walk(entry, name);
    else if (isObject(value)) for (const [key, entry] of Object.entries(value)) walk(entry, key);
  };
  if (body !== null && 'json' in body) walk(body.json, '');
  return found;
}
