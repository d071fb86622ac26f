import { exchange, jsonIn, decodeText } from '../http';
import { startSandbox, type Sandbox } from '../index';
import { ANSWER_HEADERS } from './proxy';
import { isIdField, isObject, type RecordedBody, type RecordedExchange } from './recording';

type Say = (what: string) => void;

/** Sends each recorded request to a fresh sandbox. Returns where it answers differently, in words. */
export async function differences(recording: RecordedExchange[]): Promise<string[]> {
  const sandbox = await startSandbox({ port: 0, automaticDelivery: 'manual', acceptUnknown: true });
  const ids = new Map<string, string>();
  const found: string[] = [];
  try {
    for (const [index, theirs] of recording.entries()) {
      const say: Say = (what) => found.push(`${index + 1}. ${theirs.method} ${theirs.path}: ${what}`);
      const own = await replay(sandbox, theirs, ids);
      if (theirs.status === 0) {
        say('there was no answer from the service.');
        continue;
      }
      if (theirs.status !== own.status)
        say(`the service answers ${theirs.status}, the sandbox ${own.status}.`);
      const answer = answerBody(decodeText(own.bytes));
      for (const name of ANSWER_HEADERS)
        compareHeader(name, theirs.headers[name], own.headers.get(name), say);
      compareShapes(readShape(theirs.answer), readShape(answer), say);
      const ownIds = idsIn(answer);
      for (const [at, id] of idsIn(theirs.answer).entries()) ids.set(id, ownIds[at] ?? id);
    }
  } finally {
    await sandbox.close();
  }
  return found;
}

/** @param ids - those that the sandbox gave, by those in the recording */
async function replay(sandbox: Sandbox, recorded: RecordedExchange, ids: Map<string, string>) {
  const { method, path, query, request, status } = recorded;
  const headers = { ...recorded.requestHeaders };
  // The service refused the credentials of a call that it answered with 401.
  if (status !== 401) headers.authorization = `Basic ${btoa('demo:demo')}`;
  const ownPath = path.split('/').map((part) => ids.get(part) ?? part);
  const url = sandbox.url + ownPath.join('/') + (query === '' ? '' : `?${query}`);
  if (request === null || method === 'GET' || method === 'HEAD')
    return await exchange({ method, url, headers });
  if ('json' in request)
    return await exchange({ method, url, headers, body: JSON.stringify(withIds(request.json, ids)) });
  const bytes = new Uint8Array(request.bytes);
  if (!headers['content-type']?.startsWith('multipart/'))
    return await exchange({ method, url, headers, body: bytes });
  delete headers['content-type'];
  const form = new FormData();
  form.set('file', new Blob([bytes]), 'file.bin');
  return await exchange({ method, url, headers, body: form });
}

/** A request with the IDs that the sandbox gave. */
function withIds(value: unknown, ids: Map<string, string>): unknown {
  return JSON.parse(JSON.stringify(value), (_name, each: unknown) =>
    typeof each === 'string' ? (ids.get(each) ?? each) : each,
  );
}

function answerBody(text: string): RecordedBody {
  if (text === '') return null;
  const json = jsonIn(text);
  return json === undefined ? { bytes: text.length } : { json };
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
function readShape(body: RecordedBody): Map<string, string> {
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
  return values.flatMap(({ value, name }) => (typeof value === 'string' && isIdField(name) ? [value] : []));
}

function compareShapes(service: Map<string, string>, own: Map<string, string>, say: Say): void {
  for (const place of new Set([...service.keys(), ...own.keys()])) {
    const [theirs, ours] = [service.get(place), own.get(place)];
    const what = place === '' ? 'the body' : `the field ${place}`;
    if (theirs === ours) continue;
    if (ours === undefined) say(`only the service has ${what} (${theirs}).`);
    else if (theirs === undefined) say(`only the sandbox has ${what} (${ours}).`);
    else say(`${what} is ${theirs} from the service, ${ours} from the sandbox.`);
  }
}

function compareHeader(name: string, theirs: string | undefined, ours: string | null, say: Say): void {
  const type = (text: string) => text.split(';')[0]?.trim().toLowerCase();
  if (theirs === undefined && ours !== null) say(`only the sandbox has the header ${name}.`);
  else if (theirs !== undefined && ours === null) say(`only the service has the header ${name}.`);
  else if (name === 'content-type' && theirs && ours && type(theirs) !== type(ours))
    say(`${name} is ${theirs} from the service, ${ours} from the sandbox.`);
}
