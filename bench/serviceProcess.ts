/**
 * The service all contenders send to, in a process of its own: it accepts whatever comes, at once or after the milliseconds it is told
 * over IPC, and counts. It answers a batch like the messaging service and a bot’s message like Telegram. With a certificate as its
 * argument it speaks TLS. With `?unannounced`, it does not say how long it keeps a connection.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';

import { isRecord } from '../core/reading';
import type { ServiceCounts } from './service';

let answerAfterMs = 0;
let inFlight = 0;
let counts: ServiceCounts = { requests: 0, messages: 0, mostInFlight: 0, mostConnections: 0 };
let connections = 0;

function answerTo(url: string, body: string): unknown {
  const id = `id-${counts.messages}`;
  if (!url.includes('messagelist')) {
    counts.messages += 1;
    return url.includes('/bot') ? { ok: true, result: { message_id: counts.messages } } : { messageId: id };
  }
  const batch: unknown = JSON.parse(body);
  const messages = isRecord(batch) && Array.isArray(batch.messages) ? batch.messages : [];
  counts.messages += messages.length;
  return { messageListId: id, messages: messages.map((_, index) => ({ messageId: `${id}-${index}` })) };
}

function serve(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  inFlight += 1;
  counts.requests += 1;
  counts.mostInFlight = Math.max(counts.mostInFlight, inFlight);
  response.once('close', () => (inFlight -= 1));
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const text = JSON.stringify(answerTo(request.url ?? '', Buffer.concat(chunks).toString()));
    // Node.js announces its time-out unless this header is set.
    if (request.url?.endsWith('?unannounced')) response.setHeader('connection', 'keep-alive');
    const answer = () => {
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      });
      response.end(text);
    };
    if (answerAfterMs === 0) answer();
    else setTimeout(answer, answerAfterMs);
  });
}

const certificate = process.argv[2];
const server =
  certificate === undefined ? createServer(serve) : createTlsServer(JSON.parse(certificate), serve);
server.keepAliveTimeout = 120_000;
server.on('connection', (socket) => {
  connections += 1;
  counts.mostConnections = Math.max(counts.mostConnections, connections);
  socket.once('close', () => (connections -= 1));
});
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () =>
  process.send?.({ address: server.address() }),
);

process.on('message', (command) => {
  if (isRecord(command) && typeof command.answerAfterMs === 'number') {
    answerAfterMs = command.answerAfterMs;
    counts = { requests: 0, messages: 0, mostInFlight: inFlight, mostConnections: connections };
  }
  process.send?.({ counts });
});
process.on('disconnect', () => process.exit());
