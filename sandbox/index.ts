import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express } from 'express';
import { sameSiteOnly } from './control/guard';
import { controlRoutes } from './control/routes';
import {
  DEFAULT_PORT,
  type InboundInput,
  type SandboxOptions,
  type Settings,
  type StateInput,
} from './options';
import { pages } from './pages';
import { testRoutes } from './flowTests/routes';
import { judgeRequest } from './service/judge';
import { elsewhere, notTaken, serviceRoutes } from './service/routes';
import { ServiceAccount } from './state/account';
import type { Call } from './state/callLog';
import { DataFile } from './state/dataFile';
import type { InboundMessage } from './state/inbound';
import type { SandboxMessage } from './state/messages';
import type { Push } from './state/pushes';

export { judgeRequest };
export type { RequestProblem } from './service/problems';
export type { State } from './state/outcomes';
export type { Call, InboundMessage, Push, SandboxMessage, SandboxOptions, Settings };

/** Node.js and the platforms take long to start on a busy machine. */
const PATIENCE = 30_000;

/** A running sandbox: what a test can see and do. Most of it is available over HTTP below `/sandbox`, too. */
export class Sandbox {
  private lastReturned = 0;

  constructor(
    private readonly account: ServiceAccount,
    private readonly stop: () => Promise<void>,
    /** Base address of the service, such as `http://127.0.0.1:8026`. */
    readonly url: string,
    readonly port: number,
  ) {}

  /** The messages that were accepted, oldest first: one per recipient. */
  messages(): SandboxMessage[] {
    return this.account.messages.all();
  }

  /** Waits for the next accepted message that this method has not returned yet. Rejects after `timeout` milliseconds. */
  async nextMessage(timeout?: number): Promise<SandboxMessage> {
    const message = await this.until(() => this.account.messages.after(this.lastReturned), timeout);
    this.lastReturned = message.sequence;
    return message;
  }

  /**
   * A person writes to the account or chooses a button or row: forwarded to the inbound URL. Resolves after the first attempt; `push` has
   * the answer to it and is missing if no URL is set.
   */
  async receive(input: InboundInput): Promise<{ inbound: InboundMessage; push?: Push }> {
    return await this.account.inbound.receive(input);
  }

  /** The inbound messages, oldest first. */
  received(): InboundMessage[] {
    return this.account.inbound.all();
  }

  /** Delivers, fails or delays a message. False if there is no such message or its state is final. */
  setState(
    messageId: string,
    state: StateInput['state'],
    error?: { code: string; message: string },
  ): boolean {
    const message = this.account.messages.get(messageId);
    return message !== undefined && this.account.messages.setState(message, state, error);
  }

  /** Status notifications and forwarded inbound messages with every attempt, oldest first. */
  pushes(): Push[] {
    return this.account.pushes.all();
  }

  /** The last calls to the service and from it, oldest first; Authorization is hidden. */
  calls(): Call[] {
    return this.account.calls.all();
  }

  settings(): Settings {
    return this.account.settings;
  }

  change(settings: Partial<Settings>): Settings {
    return this.account.change(settings);
  }

  /** Moves the sandbox's clock forward; everything due in between happens at once. */
  advanceClock(milliseconds: number): void {
    this.account.advanceClock(milliseconds);
  }

  /** The sandbox's time in milliseconds since 1970. */
  now(): number {
    return this.account.clock.now();
  }

  /** Waits until the probe returns something; it is called after every change. Rejects after `timeout` milliseconds. */
  async until<Found>(probe: () => Found | undefined | false, timeout = PATIENCE): Promise<Found> {
    const found = await this.account.changes.until(() => probe() || undefined, timeout);
    if (found === undefined) throw new Error(`The sandbox waited ${timeout} milliseconds without success.`);
    return found;
  }

  /** Deletes all messages, calls and media and restores the initial settings. */
  reset(): void {
    this.account.reset();
  }

  /** Stops the sandbox and closes open connections. */
  async close(): Promise<void> {
    await this.stop();
  }
}

/**
 * Starts the stand-in for the service: the service itself below `/api`, the test API below `/sandbox`, the phone page at `/phone`. Fails
 * with the error of Node.js if the port is taken (`EADDRINUSE`).
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { host = '127.0.0.1', port = DEFAULT_PORT, data, warn = () => undefined } = options;
  const account = new ServiceAccount(options);
  const dataFile = data === undefined ? undefined : await DataFile.open(data, account, warn);
  if (dataFile === undefined) account.begin();
  // As long as common web servers keep an idle connection; with Node.js' five seconds, it would close while a busy client reuses it.
  const server = createServer({ keepAliveTimeout: 75_000 }, application(account, host, options.tests));
  const address = await listen(server, port, host);
  // The validators are compiled at their first use, which should be over before the first request comes.
  setImmediate(() => judgeRequest('message', {}));
  const stop = async () => {
    await close(server);
    await dataFile?.close();
    account.close();
  };
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return new Sandbox(account, stop, `http://${name}:${address.port}`, address.port);
}

function application(account: ServiceAccount, host: string, tests?: string): Express {
  const app = express().disable('x-powered-by').disable('etag');
  app.use('/api', serviceRoutes(account));
  app.use('/sandbox/tests', sameSiteOnly(host), testRoutes(tests));
  app.use('/sandbox', sameSiteOnly(host), controlRoutes(account));
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
