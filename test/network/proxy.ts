import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import { serve } from './listening';

export interface Proxy {
  url: string;
  /** The requests it got, such as `CONNECT service.example:443`. */
  asked: string[];
  /** Resolves when every connection to it is closed. */
  allClosed(): Promise<void>;
  /** Everything it received, including what went through its tunnels. */
  heard(): Buffer;
  close(): Promise<void>;
}

/** How it refuses a tunnel: no answer at all, a status, or an end of the connection. */
export type Refusal = 'silence' | number | 'closes' | 'resets';

/**
 * A proxy that tunnels to `port` of this machine, whatever host is requested.
 * @param refusals - hosts to which it opens no tunnel
 */
export async function startProxy(port: number, refusals: Record<string, Refusal> = {}): Promise<Proxy> {
  const asked: string[] = [];
  const heard: Buffer[] = [];
  const open = new Set<Duplex>();
  const note = ({ method, url, rawHeaders }: { method?: string; url?: string; rawHeaders: string[] }) => {
    asked.push(`${method} ${url}`);
    heard.push(Buffer.from([method, url, ...rawHeaders].join('\n')));
  };
  const http = createServer((request, response) => {
    note(request);
    request.on('data', (chunk: Buffer) => heard.push(chunk));
    response.writeHead(502).end();
  });
  http.on('connect', (request, socket) => {
    note(request);
    open.add(socket.on('error', () => undefined));
    const refusal = refusals[request.url?.split(':')[0] ?? ''];
    if (refusal === 'silence') return void socket.resume().on('end', () => socket.end());
    if (refusal === 'closes') return void socket.end();
    if (refusal === 'resets') return void (socket instanceof Socket && socket.resetAndDestroy());
    if (refusal !== undefined)
      return void socket.end(`HTTP/1.1 ${refusal} No\r\nContent-Length: 2\r\n\r\nNo`);
    const target = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      target.pipe(socket).pipe(target);
      socket.on('data', (chunk: Buffer) => heard.push(chunk));
    });
    open.add(target.on('error', () => socket.destroy()));
    socket.on('error', () => target.destroy());
  });
  const own = await serve(http);
  return {
    url: own.url,
    asked,
    allClosed: async () => {
      await Promise.all([...open].filter((end) => !end.closed).map((end) => once(end, 'close')));
    },
    heard: () => Buffer.concat(heard),
    close: () => {
      for (const end of open) end.destroy();
      return own.close();
    },
  };
}
