import {
  installed,
  LARGEST_ANSWER_BYTES,
  MessagingError,
  TransportFailure,
  withoutSecrets,
  type Transport,
} from '../../core/client';
import { Deadlines } from './deadlines';
import { IdleConnections } from './idleConnections';

/**
 * A client of its own, not axios' shared one: in Node-RED other palettes may use the same copy of axios and set defaults and
 * interceptors on it, which would then see our credentials. Connections are kept open and reused by Node's global agents.
 */
async function makeHttp() {
  const axios = await installed('axios', import('axios'));
  checkVersion(textOf([axios, axios.default], 'VERSION') ?? 'unknown');
  return new axios.Axios({
    adapter: 'http',
    maxRedirects: 0,
    maxBodyLength: Infinity,
    maxContentLength: LARGEST_ANSWER_BYTES,
    responseType: 'text',
    transformRequest: [(data: unknown) => data],
    transformResponse: [(text: unknown) => text],
    validateStatus: () => true,
  });
}

/** The oldest axios that this package is tested with (optionalDependencies in package.json). */
const OLDEST_AXIOS = [1, 16, 1] as const;

/**
 * An older axios, which another package may have brought, hands whole requests to a proxy, credentials included.
 * @throws MessagingError `not_installed` that names the version
 */
export function checkVersion(version: string): void {
  const parts = version.split('.').map((part) => Number.parseInt(part, 10));
  const differs = OLDEST_AXIOS.findIndex((least, index) => parts[index] !== least);
  if (differs === -1 || Number(parts[differs]) > Number(OLDEST_AXIOS[differs])) return;
  throw new MessagingError({
    message: `The library "axios" is too old: version ${version.slice(0, 20)}, needed is ${OLDEST_AXIOS.join('.')} or newer`,
    advice: 'Install this package again, with its optional dependencies, and restart.',
    outcome: 'not_sent',
    code: 'not_installed',
  });
}

let http: Awaited<ReturnType<typeof makeHttp>> | undefined;

/**
 * Loads axios: with the first request, as it takes longer to load than all of this package, or before it.
 * @throws MessagingError `not_installed` without axios
 */
export async function loadHttp() {
  http ??= await makeHttp();
  return http;
}

const deadlines = new Deadlines();
const idleConnections = new IdleConnections();

/**
 * Node-RED's way to call the service (core/client, Transport): Basic credentials in UTF-8, no redirects, every status is an answer,
 * and the body stays the text it is. The time-out covers everything from connecting to the last byte of the answer. Proxies are
 * taken from the environment, but not for plain http, which only goes to this machine.
 */
export function axiosTransport(credentials: { username: string; password: string }): Transport {
  const token = Buffer.from(`${credentials.username}:${credentials.password}`, 'utf8').toString('base64');
  return withoutSecrets(async ({ method, url, headers, body, timeoutMs, signal }) => {
    const http = await loadHttp();
    if (signal?.aborted === true) throw cancelled();
    const deadline = deadlines.begin(timeoutMs, signal);
    const isEncrypted = url.startsWith('https:');
    const host = hostOf(url);
    idleConnections.closeOld(host);
    try {
      const response = await http.request<string>({
        method,
        url,
        headers: { ...headers, Authorization: `Basic ${token}` },
        // A view of a larger buffer must go out as the part that it shows.
        data: body instanceof Uint8Array ? Buffer.from(body.buffer, body.byteOffset, body.byteLength) : body,
        signal: deadline,
        ...(isEncrypted ? {} : { proxy: false }),
      });
      if (isEncrypted && isUnencrypted(response.request))
        throw refusedByProxy(response.status, response.request);
      idleConnections.freed(host, response);
      return { status: response.status, headers: { ...response.headers }, body: response.data ?? '' };
    } catch (error) {
      throw error instanceof TransportFailure ? error : withoutRequest(error, deadline.passed, isEncrypted);
    } finally {
      deadline.end();
    }
  }, credentials);
}

/** Host and port as Node.js' agents write them. */
function hostOf(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname.replace(/^\[|\]$/g, '')}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}`;
}

function cancelled(): TransportFailure {
  return new TransportFailure({ message: 'cancelled', code: 'ERR_CANCELED', nothingSent: true });
}

/**
 * Whether an answer came over a connection without TLS. At an https address that is what a proxy says instead of opening the way: axios
 * hands it on as if it were the service's, and writes nothing of the request.
 */
function isUnencrypted(request: unknown): boolean {
  const socket = read(request, 'socket');
  return typeof socket === 'object' && socket !== null && read(socket, 'encrypted') !== true;
}

function refusedByProxy(status: number, request: unknown): TransportFailure {
  const message = `The proxy answers ${status}`;
  return new TransportFailure({ message, status, nothingSent: true, proxy: proxyOf(request) ?? '' });
}

/** What went wrong, without the request that axios attaches to its errors: that holds the credentials. */
function withoutRequest(error: unknown, timedOut: boolean, isEncrypted: boolean): TransportFailure {
  const message = error instanceof Error ? error.message : String(error);
  const tooLarge = message.startsWith('maxContentLength');
  const causes = [error, read(error, 'cause')];
  const request = read(error, 'request');
  const code = timedOut ? 'ETIMEDOUT' : tooLarge ? 'ERR_ANSWER_TOO_LARGE' : textOf(causes, 'code');
  const nothingSent = isEncrypted && hadNoSecureConnection(request);
  // Behind a proxy a request gets its connection only when the proxy has opened the way.
  const atProxy = nothingSent && code !== 'ERR_CANCELED' && !isObject(read(request, 'socket'));
  return new TransportFailure({
    message,
    code,
    syscall: timedOut ? undefined : textOf(causes, 'syscall'),
    nothingSent,
    proxy: atProxy ? proxyOf(request) : undefined,
  });
}

/**
 * The one fact that proves that no byte of the request has left: it had no connection yet, or one whose TLS handshake was not complete.
 * Node.js keeps both as they were when the request failed. A connection that was used before has had its handshake.
 */
function hadNoSecureConnection(request: unknown): boolean {
  if (!isObject(request)) return false;
  const socket = read(request, 'socket');
  return !isObject(socket) || read(socket, 'secureConnecting') === true;
}

/** The proxy of a request as `host:port`; undefined when there is none. */
function proxyOf(request: unknown): string | undefined {
  const proxy = read(read(request, 'agent'), 'proxy');
  const host = textOf([proxy], 'hostname') ?? textOf([proxy], 'host');
  return host === undefined ? undefined : [host, read(proxy, 'port')].filter(Boolean).join(':');
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function textOf(errors: unknown[], name: string): string | undefined {
  return errors.map((error) => read(error, name)).find((value) => typeof value === 'string');
}

function read(value: unknown, name: string): unknown {
  return isObject(value) ? Reflect.get(value, name) : undefined;
}
