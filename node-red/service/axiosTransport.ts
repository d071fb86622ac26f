import {
  hadNoConnection,
  hadNoSecureConnection,
  installed,
  isUnencrypted,
  LARGEST_ANSWER_BYTES,
  proxyOf,
  TransportFailure,
  withoutSecrets,
  type Transport,
} from '../../core/client';
import { readProperty, messageIn } from '../../core/reading';
import { closeOld, httpAgent, httpsAgent, tunnelWithin } from './connections';
import { TimeLimit } from './timeLimit';

/**
 * The HTTP adapter of axios, without an instance around it: other palettes may use the same copy of axios and set interceptors on it, which would see
 * our credentials. A message also takes a fifth less CPU time (`npm run bench -- node-red-send`).
 */
async function makeHttp() {
  const axios = await installed('axios', import('axios'));
  return { request: axios.getAdapter('http'), Headers: axios.AxiosHeaders };
}

let http: Awaited<ReturnType<typeof makeHttp>> | undefined;

/** Loads axios, which takes longer to load than all of this package. Throws MessagingError `not_installed` without it. */
export async function loadHttp() {
  http ??= await makeHttp();
  return http;
}

const settings = {
  maxRedirects: 0,
  maxBodyLength: Infinity,
  maxContentLength: LARGEST_ANSWER_BYTES,
  responseType: 'text',
  validateStatus: () => true,
  httpAgent,
  httpsAgent,
} as const;

/**
 * Node-RED's Transport: Basic credentials in UTF-8, no redirects. The time-out covers everything up to the last byte of the answer. Proxies are taken
 * from the environment, but not for plain http, which only goes to this machine.
 */
export function axiosTransport(credentials: Parameters<typeof withoutSecrets>[1]): Transport {
  const token = Buffer.from(`${credentials.username}:${credentials.password}`, 'utf8').toString('base64');
  return withoutSecrets(async ({ method, url, headers, body, timeoutMs, signal }) => {
    const http = await loadHttp();
    if (signal?.aborted === true) throw cancelled();
    const limit = new TimeLimit(timeoutMs, signal);
    const isEncrypted = url.startsWith('https:');
    closeOld();
    try {
      const response = await http.request({
        ...settings,
        method,
        url,
        headers: new http.Headers({ ...headers, Authorization: `Basic ${token}` }),
        // Only the part of a larger buffer that the view covers may be sent.
        data: body instanceof Uint8Array ? Buffer.from(body.buffer, body.byteOffset, body.byteLength) : body,
        signal: limit,
        proxy: isEncrypted ? undefined : false,
        transport: isEncrypted ? tunnelWithin(limit) : undefined,
      });
      if (isEncrypted && isUnencrypted(response.request))
        throw refusedByProxy(response.status, response.request);
      const { status, headers: received, data } = response;
      return { status, headers: received, body: typeof data === 'string' ? data : '' };
    } catch (error) {
      throw error instanceof TransportFailure ? error : withoutRequest(error, limit.passed, isEncrypted);
    } finally {
      limit.end();
    }
  }, credentials);
}

function cancelled(): TransportFailure {
  return new TransportFailure({ message: 'cancelled', code: 'ERR_CANCELED', nothingSent: true });
}

function refusedByProxy(status: number, request: unknown): TransportFailure {
  const message = `The proxy answers ${status}`;
  return new TransportFailure({ message, status, nothingSent: true, proxy: proxyOf(request) ?? '' });
}

/** The failure without the request that axios attaches to its errors, which contains the credentials. */
function withoutRequest(error: unknown, timedOut: boolean, isEncrypted: boolean): TransportFailure {
  const message = messageIn(error);
  const tooLarge = message.startsWith('maxContentLength');
  const causes = [error, readProperty(error, 'cause')];
  const request = readProperty(error, 'request');
  const code = timedOut ? 'ETIMEDOUT' : tooLarge ? 'ERR_ANSWER_TOO_LARGE' : textOf(causes, 'code');
  const nothingSent = isEncrypted && hadNoSecureConnection(request);
  const atProxy = nothingSent && code !== 'ERR_CANCELED' && hadNoConnection(request);
  return new TransportFailure({
    message,
    code,
    syscall: timedOut ? undefined : textOf(causes, 'syscall'),
    nothingSent,
    proxy: atProxy ? proxyOf(request) : undefined,
  });
}

function textOf(errors: unknown[], name: string): string | undefined {
  return errors.map((error) => readProperty(error, name)).find((value) => typeof value === 'string');
}
