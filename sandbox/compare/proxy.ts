import { createServer, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { decodeText, exchange, jsonIn, type Incoming } from '../http';
import { compareShapes, isObject, NOT_JSON, type Say } from './shapes';

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
/** Headers of one connection, and those of an encoding that `fetch` has already undone. */
const NOT_PASSED_ON = new Set([
  ...['host', 'connection', 'keep-alive', 'transfer-encoding', 'expect'],
  ...['accept-encoding', 'content-encoding', 'content-length'],
]);
const COMPARED_HEADERS = ['x-service-request-id', 'content-type', 'retry-after'];

/** The address of a service that credentials may be passed on to. */
export function serviceAddress(entered: string): URL {
  const url = URL.canParse(entered) ? new URL(entered) : undefined;
  if (url?.username || url?.password) throw new Error('Leave user name and password out of the address.');
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname))) return url;
  throw new Error('--for needs the https address of the service; http is for this machine only.');
}

/** Passes every call on to the service, makes the same call to a sandbox, and says where the answers differ. */
export function comparingProxy(service: URL, sandboxUrl: string, say: Say): Server {
  /** The IDs of the sandbox by those of the service. */
  const ids = new Map<string, string>();
  let calls = 0;
  return createServer((request, response) => {
    const pass = async () => {
      const { method = 'GET', url = '' } = request;
      calls += 1;
      const name = `${calls}. ${method} ${mapPath(url, (part) => (ids.has(part) ? 'ID' : part)).split('?')[0]}`;
      const sent = new Uint8Array(await buffer(request));
      const headers = passedOn(Object.entries(request.headers));
      const body = method === 'GET' || method === 'HEAD' ? undefined : sent;
      const theirs = await exchange({ method, url: service.href.replace(/\/+$/, '') + url, headers, body });
      if (theirs.status === 0) {
        say(`${name}: there was no answer from the service: ${theirs.problem}`);
        return response.destroy();
      }
      // The service refused the credentials of a call that it answered with 401.
      if (theirs.status !== 401) headers.authorization = `Basic ${btoa('demo:demo')}`;
      const ownUrl = sandboxUrl + mapPath(url, (part) => ids.get(part) ?? part);
      const own = await exchange({ method, url: ownUrl, headers, body: body && ownBody(body, ids) });
      compareAnswers(theirs, own, ids, (what) => say(`${name}: ${what}`));
      return response.writeHead(theirs.status, passedOn([...theirs.headers])).end(theirs.bytes);
    };
    pass().catch((error: unknown) => {
      say(String(error));
      response.destroy();
    });
  });
}

function passedOn(headers: [name: string, value: string | string[] | undefined][]): Record<string, string> {
  return Object.fromEntries(
    headers.filter(([name]) => !NOT_PASSED_ON.has(name)).map(([name, value]) => [name, String(value)]),
  );
}

function mapPath(url: string, change: (part: string) => string): string {
  const [path = '', ...query] = url.split('?');
  return [path.split('/').map(change).join('/'), ...query].join('?');
}

/** A request as the sandbox can take it: with its own IDs, and with the people and groups that it knows. */
function ownBody(body: Uint8Array<ArrayBuffer>, ids: Map<string, string>): BodyInit {
  const json = jsonIn(decodeText(body));
  if (json === undefined) return body;
  return JSON.stringify(json, (_name, value: unknown) => {
    if (typeof value === 'string') return ids.get(value) ?? value;
    if (isObject(value) && value.type === 'Person') return { ...value, address: 'Muster Anna' };
    return isObject(value) && value.type === 'Group' ? { ...value, address: 'Team' } : value;
  });
}

function compareAnswers(theirs: Incoming, own: Incoming, ids: Map<string, string>, say: Say): void {
  if (theirs.status !== own.status)
    say(`the service answers ${theirs.status}, the sandbox ${own.status || own.problem}.`);
  for (const name of COMPARED_HEADERS) {
    // Without parameters such as the character set.
    const [header, ownHeader] = [theirs, own].map(({ headers }) => headers.get(name)?.split(';')[0]);
    if (header === undefined && ownHeader !== undefined) say(`only the sandbox has the header ${name}.`);
    else if (header !== undefined && ownHeader === undefined) say(`only the service has the header ${name}.`);
    else if (name === 'content-type' && header !== ownHeader)
      say(`${name} is ${header} from the service, ${ownHeader} from the sandbox.`);
  }
  compareShapes(readBody(theirs), readBody(own), ids, say);
}

function readBody({ bytes }: Incoming): unknown {
  const text = decodeText(bytes);
  return text === '' ? undefined : (jsonIn(text) ?? NOT_JSON);
}
