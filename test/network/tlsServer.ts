import type { ServerResponse } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';

import { serve } from './listening';

/** Old protocols need a lower security level of OpenSSL, on both sides. */
export const OLD_TLS = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;

export interface TlsServer {
  url: string;
  /** How many requests arrived. */
  requests: number;
  /** How many connections completed a TLS handshake. */
  connections: number;
  close(): Promise<void>;
}

/** A server that speaks TLS as `options` say and accepts every message, unless it is given another answer. */
export async function startTlsServer(
  options: ServerOptions,
  answer: (response: ServerResponse) => void = takeMessage,
): Promise<TlsServer> {
  // Longer than any client keeps an idle connection: on a busy machine, one would otherwise close just when it is reused.
  const https = createServer({ keepAliveTimeout: 600_000, ...options }, (request, response) => {
    server.requests += 1;
    request.resume();
    answer(response);
  });
  https.on('tlsClientError', () => undefined);
  https.on('secureConnection', () => {
    server.connections += 1;
  });
  const { url, close } = await serve(https);
  const server: TlsServer = { url: url.replace('http:', 'https:'), requests: 0, connections: 0, close };
  return server;
}

function takeMessage(response: ServerResponse): void {
  response.setHeader('content-type', 'application/json');
  response.end('{"messageId":"id-1"}');
}
