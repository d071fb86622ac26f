import * as http from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';

/**
 * Makes a server listen on a free loopback port.
 * @returns the port
 */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return portOf(server.address());
}

export function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  return address.port;
}

/** A service on loopback. */
export interface Serving {
  /** Its address, without a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a service; it ends with all its connections when it is closed. */
export async function serve(
  answer: http.Server | ((...call: Parameters<http.RequestListener>) => void | Promise<void>),
): Promise<Serving> {
  const server = typeof answer === 'function' ? http.createServer((...call) => void answer(...call)) : answer;
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A loopback port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
