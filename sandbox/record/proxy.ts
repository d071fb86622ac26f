import { appendFileSync, writeFileSync } from 'node:fs';
import { createServer, request as plainRequest, type IncomingMessage, type Server } from 'node:http';
import { request as secureRequest } from 'node:https';
import { buffer } from 'node:stream/consumers';
import type { Exchange, RecordedBody } from './exchange';
import { StandIns } from './standIns';

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const HOP_BY_HOP = ['host', 'connection', 'keep-alive', 'transfer-encoding', 'accept-encoding', 'expect'];
const REQUEST_HEADERS = ['content-type', 'x-api-version'];
const ANSWER_HEADERS = ['x-service-request-id', 'content-type', 'retry-after'];

/** The address of a service that a recording may pass credentials to. */
export function serviceAddress(given: string): URL {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url?.username || url?.password) throw new Error('Leave user name and password out of the address.');
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname))) return url;
  throw new Error('--for needs the https address of the service; http is for this machine only.');
}

/** Passes every call on to the service and writes each exchange to a new file. */
export function recordingProxy(service: URL, file: string): Server {
  writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
  const standIns = new StandIns();
  const write = (exchange: Exchange) => appendFileSync(file, `${JSON.stringify(exchange)}\n`);
  return createServer((incoming, response) => {
    void (async () => {
      const sent = await buffer(incoming);
      standIns.addCredentials(incoming.headers.authorization);
      const answer = await passOn(service, incoming, sent).catch(() => undefined);
      write(exchangeOf(standIns, incoming, sent, answer));
      if (answer === undefined) return void response.destroy();
      const { statusCode = 502, headers } = answer.message;
      const kept = Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name));
      response.writeHead(statusCode, Object.fromEntries(kept)).end(answer.body);
    })().catch(() => response.destroy());
  });
}

interface ServiceAnswer {
  message: IncomingMessage;
  body: Buffer;
}

async function passOn(service: URL, incoming: IncomingMessage, sent: Buffer): Promise<ServiceAnswer> {
  const kept = Object.entries(incoming.headers).filter(([name]) => !HOP_BY_HOP.includes(name));
  const options = {
    hostname: service.hostname.replace(/^\[|\]$/g, ''),
    port: service.port,
    path: service.pathname.replace(/\/+$/, '') + (incoming.url ?? ''),
    method: incoming.method,
    headers: { ...Object.fromEntries(kept), host: service.host },
    agent: false,
  };
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    const call =
      service.protocol === 'https:'
        ? secureRequest({ ...options, minVersion: 'TLSv1.2' }, resolve)
        : plainRequest(options, resolve);
    call.once('error', reject);
    call.end(sent);
  });
  return { message, body: await buffer(message) };
}

function exchangeOf(
  standIns: StandIns,
  incoming: IncomingMessage,
  sent: Buffer,
  answer: ServiceAnswer | undefined,
): Exchange {
  const [path = '', query = ''] = (incoming.url ?? '').split('?', 2);
  return {
    method: incoming.method ?? '',
    path: standIns.path(path),
    query: standIns.query(query),
    requestHeaders: headersOf(standIns, incoming, REQUEST_HEADERS),
    request: bodyOf(standIns, sent),
    status: answer?.message.statusCode ?? 0,
    headers: answer ? headersOf(standIns, answer.message, ANSWER_HEADERS) : {},
    answer: answer ? bodyOf(standIns, answer.body) : null,
  };
}

function headersOf(standIns: StandIns, { headers }: IncomingMessage, names: string[]) {
  const found = names.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, standIns.header(name, String(value))]];
  });
  return Object.fromEntries(found);
}

function bodyOf(standIns: StandIns, body: Buffer): RecordedBody {
  if (body.length === 0) return null;
  const text = body.toString('utf8');
  try {
    return { json: standIns.json(JSON.parse(text)) };
  } catch {
    // A file is not kept, only its size.
    return text.includes('\uFFFD') || /filename=/i.test(text)
      ? { bytes: body.length }
      : { text: standIns.text(text) };
  }
}
