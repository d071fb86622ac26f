import { createSandbox } from '../library';
import type { TestSandbox } from '../library/types';
import { isObject, jsonIn, type Exchange, type RecordedBody } from './exchange';

type Say = (what: string) => void;

/** Sends each recorded request to a fresh sandbox. Returns where it answers differently, in words. */
export async function differencesOf(exchanges: Exchange[]): Promise<string[]> {
  const sandbox = await createSandbox({ port: 0, delivery: 'manual' });
  const ids = new Map<string, string>();
  const found: string[] = [];
  try {
    for (const [index, exchange] of exchanges.entries()) {
      const say: Say = (what) => found.push(`${index + 1}. ${exchange.method} ${exchange.path}: ${what}`);
      const own = await replay(sandbox, exchange, ids);
      if (exchange.status === 0) {
        say('there was no answer from the service.');
        continue;
      }
      if (exchange.status !== own.status)
        say(`the service answers ${exchange.status}, the sandbox ${own.status}.`);
      for (const name of ['x-service-request-id', 'content-type', 'retry-after'])
        headerDifference(name, exchange.headers[name], own.headers.get(name) ?? undefined, say);
      shapeDifferences(shapeOf(exchange.answer), shapeOf(own.answer), say);
      const ownIds = idsIn(own.answer);
      for (const [at, id] of idsIn(exchange.answer).entries()) ids.set(id, ownIds[at] ?? id);
    }
  } finally {
    await sandbox.close();
  }
  return found;
}

/** @param ids - those that the sandbox gave, by those in the recording */
async function replay(sandbox: TestSandbox, exchange: Exchange, ids: Map<string, string>) {
  const { user, password } = sandbox.credentials;
  const path = exchange.path.split('/').map((part) => ids.get(part) ?? part);
  const headers = new Headers(exchange.requestHeaders);
  // The service refused the credentials of a call that it answered with 401.
  if (exchange.status !== 401)
    headers.set('authorization', `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`);
  const query = exchange.query === '' ? '' : `?${exchange.query}`;
  const { method } = exchange;
  const body = requestBody(exchange, headers, ids);
  const answer = await fetch(sandbox.url + path.join('/') + query, { method, headers, body });
  return { status: answer.status, headers: answer.headers, answer: bodyOf(await answer.text()) };
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

function bodyOf(text: string): RecordedBody {
  if (text === '') return null;
  const json = jsonIn(text);
  return json === undefined ? { text } : { json };
}

/** Every value in a body with its place, such as `results[].messageId`, and the name of its field. */
function* valuesIn(
  value: unknown,
  place = '',
  name = '',
): Generator<{ value: unknown; place: string; name: string }> {
  yield { value, place, name };
  if (Array.isArray(value)) for (const entry of value) yield* valuesIn(entry, `${place}[]`, name);
  else if (isObject(value))
    for (const [field, entry] of Object.entries(value))
      yield* valuesIn(entry, place === '' ? field : `${place}.${field}`, field);
}

/** The types by the place of each field. */
function shapeOf(body: RecordedBody): Map<string, string> {
  if (body === null) return new Map([['', 'empty']]);
  if (!('json' in body)) return new Map([['', 'not JSON']]);
  const types = new Map<string, Set<string>>();
  for (const { value, place } of valuesIn(body.json)) {
    const type = value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;
    types.set(place, (types.get(place) ?? new Set()).add(type));
  }
  return new Map([...types].map(([place, all]) => [place, [...all].sort().join(' or ')]));
}

function idsIn(body: RecordedBody): string[] {
  const values = body !== null && 'json' in body ? [...valuesIn(body.json)] : [];
  return values.flatMap(({ value, name }) =>
    typeof value === 'string' && /id(s|list)?$/i.test(name) ? [value] : [],
  );
}

function shapeDifferences(service: Map<string, string>, own: Map<string, string>, say: Say) {
  for (const place of new Set([...service.keys(), ...own.keys()])) {
    const [theirs, ours] = [service.get(place), own.get(place)];
    const what = place === '' ? 'the body' : `the field ${place}`;
    if (theirs === ours) continue;
    if (ours === undefined) say(`only the service has ${what} (${theirs}).`);
    else if (theirs === undefined) say(`only the sandbox has ${what} (${ours}).`);
    else say(`${what} is ${theirs} from the service, ${ours} from the sandbox.`);
  }
}

function headerDifference(name: string, theirs: string | undefined, ours: string | undefined, say: Say) {
  if (theirs === undefined && ours !== undefined) say(`only the sandbox has the header ${name}.`);
  else if (theirs !== undefined && ours === undefined) say(`only the service has the header ${name}.`);
  else if (name === 'content-type' && kindOf(theirs) !== kindOf(ours))
    say(`${name} is ${theirs} from the service, ${ours} from the sandbox.`);
}

function kindOf(type: string | undefined): string | undefined {
  return type?.split(';')[0]?.trim().toLowerCase();
}
