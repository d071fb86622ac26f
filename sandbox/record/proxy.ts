import { appendFileSync } from 'node:fs';
import * as http from 'node:http';
import * as https from 'node:https';
import { buffer } from 'node:stream/consumers';
import { jsonIn, type Exchange, type RecordedBody } from './exchange';
import { StandIns } from './standIns';

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const HOP_BY_HOP = ['host', 'connection', 'keep-alive', 'transfer-encoding', 'accept-encoding', 'expect'];
const REQUEST_HEADERS = ['content-type', 'x-api-version'];
const ANSWER_HEADERS = ['x-service-request-id', 'content-type', 'retry-after'];

interface ServiceAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

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
export function recordingProxy(service: URL, file: string, warn: (text: string) => void): http.Server {
  const standIns = new StandIns();
  const record = async (incoming: http.IncomingMessage, response: http.ServerResponse) => {
    const sent = await buffer(incoming);
    const answer = await passOn(service, incoming, sent).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      warn(`The service did not answer ${incoming.method} ${incoming.url?.split('?')[0]}: ${why}`);
      return undefined;
    });
    appendFileSync(file, `${JSON.stringify(exchangeOf(standIns, incoming, sent, answer))}\n`);
    if (answer === undefined) response.destroy();
    else response.writeHead(answer.status, endToEnd(answer.headers)).end(answer.body);
  };
  return http.createServer((incoming, response) => {
    record(incoming, response).catch((error: unknown) => {
      warn(String(error));
      response.destroy();
    });
  });
}

function endToEnd(headers: http.IncomingHttpHeaders): http.IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name)));
}

async function passOn(service: URL, incoming: http.IncomingMessage, sent: Buffer): Promise<ServiceAnswer> {
  const options: https.RequestOptions = {
    hostname: service.hostname.replace(/^\[|\]$/g, ''),
    port: service.port,
    path: service.pathname.replace(/\/+$/, '') + (incoming.url ?? ''),
    method: incoming.method,
    headers: { ...endToEnd(incoming.headers), host: service.host },
    agent: false,
    minVersion: 'TLSv1.2',
  };
  const call = service.protocol === 'https:' ? https.request(options) : http.request(options);
  const message = await new Promise<http.IncomingMessage>((resolve, reject) => {
    call.once('response', resolve).once('error', reject).end(sent);
  });
  const { statusCode = 502, headers } = message;
  return { status: statusCode, headers, body: await buffer(message) };
}

function exchangeOf(
  standIns: StandIns,
  incoming: http.IncomingMessage,
  sent: Buffer,
  answer: ServiceAnswer | undefined,
): Exchange {
  standIns.addCredentials(incoming.headers.authorization);
  const [path = '', query = ''] = (incoming.url ?? '').split('?', 2);
  return {
    method: incoming.method ?? '',
    path: standIns.path(path),
    query: standIns.query(query),
    requestHeaders: headersOf(standIns, incoming.headers, REQUEST_HEADERS),
    request: bodyOf(standIns, sent, false),
    status: answer?.status ?? 0,
    headers: answer ? headersOf(standIns, answer.headers, ANSWER_HEADERS) : {},
    answer: answer ? bodyOf(standIns, answer.body, answer.status >= 400) : null,
  };
}

function headersOf(standIns: StandIns, headers: http.IncomingHttpHeaders, names: string[]) {
  const found = names.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, standIns.header(name, String(value))]];
  });
  return Object.fromEntries(found);
}

function bodyOf(standIns: StandIns, body: Buffer, isError: boolean): RecordedBody {
  if (body.length === 0) return null;
  const text = body.toString('utf8');
  const json = jsonIn(text);
  if (json !== undefined) return { json: standIns.json(json, isError) };
  // A file is not kept, only its size.
  if (text.includes('\uFFFD') || /filename=/i.test(text)) return { bytes: body.length };
  return { text: isError ? standIns.errorText(text) : standIns.text(text) };
}
