import { installed, LARGEST_ANSWER_BYTES, TransportFailure, type Transport } from '../../core/client';
import { Deadlines } from './deadlines';

/**
 * A client of its own, not axios' shared one: in Node-RED other palettes may use the same copy of axios and set defaults and
 * interceptors on it, which would then see our credentials. Connections are kept open and reused by Node's global agents.
 */
async function makeHttp() {
  const { Axios } = await installed('axios', import('axios'));
  return new Axios({
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

/**
 * Node-RED's way to call the service (core/client, Transport): Basic credentials in UTF-8, no redirects, every status is an answer,
 * and the body stays the text it is. The time-out covers everything from connecting to the last byte of the answer. Proxies are
 * taken from the environment, but not for plain http, which only goes to this machine.
 */
export function axiosTransport(credentials: { username: string; password: string }): Transport {
  const token = Buffer.from(`${credentials.username}:${credentials.password}`, 'utf8').toString('base64');
  return async ({ method, url, headers, body, timeoutMs, signal }) => {
    const http = await loadHttp();
    if (signal?.aborted === true) throw cancelled();
    const deadline = deadlines.begin(timeoutMs, signal);
    try {
      const response = await http.request<string>({
        method,
        url,
        headers: { ...headers, Authorization: `Basic ${token}` },
        // A view of a larger buffer must go out as the part that it shows.
        data: body instanceof Uint8Array ? Buffer.from(body.buffer, body.byteOffset, body.byteLength) : body,
        signal: deadline,
        ...(url.startsWith('http:') ? { proxy: false } : {}),
      });
      return { status: response.status, headers: { ...response.headers }, body: response.data ?? '' };
    } catch (error) {
      throw withoutRequest(error, deadline.passed);
    } finally {
      deadline.end();
    }
  };
}

function cancelled(): TransportFailure {
  return new TransportFailure({ message: 'cancelled', code: 'ERR_CANCELED', nothingSent: true });
}

/** What went wrong, without the request that axios attaches to its errors: that holds the credentials. */
function withoutRequest(error: unknown, timedOut: boolean): TransportFailure {
  const message = error instanceof Error ? error.message : String(error);
  const tooLarge = message.startsWith('maxContentLength');
  const causes = [error, read(error, 'cause')];
  return new TransportFailure({
    message,
    code: timedOut ? 'ETIMEDOUT' : tooLarge ? 'ERR_ANSWER_TOO_LARGE' : textOf(causes, 'code'),
    syscall: timedOut ? undefined : textOf(causes, 'syscall'),
    nothingSent: read(read(read(error, 'request'), 'socket'), 'secureConnecting') === true,
  });
}

function textOf(errors: unknown[], name: string): string | undefined {
  return errors.map((error) => read(error, name)).find((value) => typeof value === 'string');
}

function read(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
