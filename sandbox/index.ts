import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express } from 'express';
import { controlsOf, type Controls } from './control/controls';
import { sameSiteOnly } from './control/guard';
import { controlRoutes } from './control/routes';
import { DEFAULT_PORT, type SandboxOptions } from './options';
import { pages } from './pages';
import { testRoutes } from './rehearsal/routes';
import { judgeRequest } from './service/judge';
import { elsewhere, notTaken, serviceRoutes } from './service/routes';
import { ServiceAccount } from './state/account';
import { DataFile } from './state/dataFile';

export { judgeRequest };
export type { RequestProblem } from './service/problems';
export type { SandboxOptions, Settings } from './options';
export type { SandboxMessage } from './state/messages';
export type { State } from './state/outcomes';
export type { InboundMessage } from './state/inbound';
export type { Push } from './state/pushes';
export type { Call } from './state/callLog';

/** A running sandbox. */
export interface Sandbox extends Controls {
  port: number;
  /** Base address of the service, such as `http://127.0.0.1:8026`. */
  url: string;
  /** Stops the sandbox and closes open connections. */
  close(): Promise<void>;
}

/**
 * Starts the stand-in for the service: the service itself below `/api`, the test API below `/sandbox`, the phone page at `/phone`. Fails
 * with the error of Node.js if the port is taken (`EADDRINUSE`).
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { host = '127.0.0.1', port = DEFAULT_PORT } = options;
  const account = new ServiceAccount(options);
  const { data, warn = () => undefined } = options;
  const dataFile = data === undefined ? undefined : await DataFile.open(data, account, warn);
  if (dataFile === undefined) account.begin();
  const controls = controlsOf(account);
  // As long as common web servers keep an idle connection; with Node.js' five seconds, it would close while a busy client reuses it.
  const server = createServer(
    { keepAliveTimeout: 75_000 },
    application(account, controls, host, options.tests),
  );
  const address = await listen(server, port, host).catch(async (error: unknown) => {
    await dataFile?.close();
    throw error;
  });
  // The validators are compiled at their first use, which should be over before the first request comes.
  setImmediate(() => judgeRequest('message', {}));
  return {
    ...controls,
    port: address.port,
    url: `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`,
    close: async () => {
      account.close();
      await close(server);
      await dataFile?.close();
    },
  };
}

function application(account: ServiceAccount, controls: Controls, host: string, tests?: string): Express {
  const app = express().disable('x-powered-by').disable('etag');
  app.use('/api', serviceRoutes(account));
  app.use('/sandbox/tests', sameSiteOnly(host), testRoutes(tests));
  app.use('/sandbox', sameSiteOnly(host), controlRoutes(account, controls));
  app.use(pages());
  app.use(elsewhere(account));
  app.use(notTaken(account));
  return app;
}

async function listen(server: Server, port: number, host: string): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The sandbox listens on no port.');
  return address;
}

async function close(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
