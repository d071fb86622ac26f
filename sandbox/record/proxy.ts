import { appendFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { exchange, jsonIn, decodeText, type Incoming } from '../http';
import { Kinds } from './kinds';
import type { RecordedBody, RecordedExchange } from './recording';

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
/** Headers of one connection, and those of an encoding that `fetch` has already undone. */
const NOT_PASSED_ON = new Set([
  ...['host', 'connection', 'keep-alive', 'transfer-encoding', 'expect'],
  ...['accept-encoding', 'content-encoding', 'content-length'],
]);
const REQUEST_HEADERS = ['content-type', 'x-api-version'];
export const ANSWER_HEADERS = ['x-service-request-id', 'content-type', 'retry-after'];

/** The address of a service that a recording may pass credentials to. */
export function serviceAddress(given: string): URL {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url?.username || url?.password) throw new Error('Leave user name and password out of the address.');
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname))) return url;
  throw new Error('--for needs the https address of the service; http is for this machine only.');
}

/**
 * Passes every call on to the service and appends each exchange to a file.
 * @param warn - gets words about each call that the service did not answer
 */
export function recordingProxy(service: URL, file: string, warn: (text: string) => void): Server {
  const kinds = new Kinds();
  return createServer((request, response) => {
    const pass = async () => {
      const sent = await buffer(request);
      const { method = 'GET', url = '' } = request;
      const answer = await exchange({
        method,
        url: service.href.replace(/\/+$/, '') + url,
        headers: passedOn(Object.entries(request.headers)),
        body: method === 'GET' || method === 'HEAD' ? undefined : new Uint8Array(sent),
      });
      appendFileSync(file, `${JSON.stringify(recorded(kinds, request, sent, answer))}\n`);
      if (answer.status > 0)
        return response.writeHead(answer.status, passedOn([...answer.headers])).end(answer.bytes);
      warn(`The service did not answer ${method} ${url.split('?')[0]}: ${answer.problem}`);
      return response.destroy();
    };
    pass().catch((error: unknown) => {
      warn(String(error));
      response.destroy();
    });
  });
}

function passedOn(headers: [name: string, value: string | string[] | undefined][]): Record<string, string> {
  return Object.fromEntries(
    headers.filter(([name]) => !NOT_PASSED_ON.has(name)).map(([name, value]) => [name, String(value)]),
  );
}

function recorded(
  kinds: Kinds,
  request: IncomingMessage,
  sent: Uint8Array,
  answer: Incoming,
): RecordedExchange {
  const [path = '', query = ''] = (request.url ?? '').split('?', 2);
  return {
    method: request.method ?? '',
    path: kinds.path(path),
    query: kinds.query(query),
    requestHeaders: recordedHeaders(kinds, REQUEST_HEADERS, (name) => request.headers[name]),
    request: recordedBody(kinds, sent),
    status: answer.status,
    headers: recordedHeaders(kinds, ANSWER_HEADERS, (name) => answer.headers.get(name)),
    answer: recordedBody(kinds, answer.bytes),
  };
}

/** Headers without their parameters, such as the boundary of a form or the name of a file. */
function recordedHeaders(
  kinds: Kinds,
  names: string[],
  value: (name: string) => unknown,
): Record<string, string> {
  const found = names.flatMap((name) => {
    const text = value(name);
    if (typeof text !== 'string') return [];
    return [[name, name === 'x-service-request-id' ? kinds.id(text) : text.replace(/\s*;.*$/s, '')]];
  });
  return Object.fromEntries(found);
}

function recordedBody(kinds: Kinds, bytes: Uint8Array): RecordedBody {
  if (bytes.length === 0) return null;
  const json = jsonIn(decodeText(bytes));
  return json === undefined ? { bytes: bytes.length } : { json: kinds.json(json) };
}
