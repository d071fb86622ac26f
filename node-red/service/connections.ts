import { Agent as HttpAgent, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest, type RequestOptions } from 'node:https';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import { isRecord, readProperty } from '../../core/reading';
import type { TimeLimit } from './timeLimit';

/** How long an idle connection may be reused if its server does not announce for how long it keeps one (`Keep-Alive: timeout=…`). */
const UNANNOUNCED_MS = 20;
const LONGEST_MS = 600_000;
/** As axios sets it for each request: with another value, every request would change the socket's option twice. */
const PROBE_AFTER_MS = 60_000;

/** Until when an idle connection may be reused, on the clock of `performance.now()`. */
const reusableUntil = new WeakMap<Duplex, number>();

/** Servers, as address and port, that sent something that nobody had asked for: their connections are not reused. */
const unasked = new Set<string>();

// The oldest first: connections that `closeOld` has just closed are then the first ones, which Node.js skips.
const options = {
  keepAlive: true,
  keepAliveMsecs: PROBE_AFTER_MS,
  scheduling: 'fifo',
  timeout: LONGEST_MS,
} as const;

/**
 * The connections to the service. A server closes idle connections after a while; nobody can tell whether it still read a request that is
 * written at that moment. So a connection is reused only for a time in which its server keeps it. What arrives on an idle connection
 * answers nothing, but Node.js would take it for the answer to the next request: that connection is closed.
 */
export const httpAgent = careful(new HttpAgent(options));
export const httpsAgent = careful(new HttpsAgent(options));

/** Call this right before a request: timers are late while Node.js is busy. */
export function closeOld(): void {
  const now = performance.now();
  for (const { freeSockets } of [httpAgent, httpsAgent]) {
    for (const idle of Object.values(freeSockets)) {
      for (const connection of idle ?? [])
        if (now > (reusableUntil.get(connection) ?? 0)) connection.destroy();
    }
  }
}

/**
 * `https.request` for one call. Behind a proxy, axios hands it an agent that asks the proxy for a tunnel, and waits for its answer with a
 * timer of its own even when the call was given up. This agent has no timer, and its connection ends with the call.
 */
export function tunnelWithin(limit: TimeLimit) {
  const request = (options: RequestOptions, answered: (answer: IncomingMessage) => void): ClientRequest => {
    const proxy: unknown = readProperty(options.agent, 'proxy');
    if (typeof options.agent !== 'object' || !isRecord(proxy)) return httpsRequest(options, answered);
    const givenUp = new AbortController();
    const agent = Object.create(options.agent, {
      timeout: { value: null },
      proxy: { value: { ...proxy, signal: givenUp.signal } },
    });
    const call = httpsRequest({ ...options, agent }, answered);
    limit.addEventListener('abort', () => {
      // With a tunnel, the request has a connection, which ends with it.
      if (call.socket === null) givenUp.abort();
    });
    return call;
  };
  return { request };
}

function careful<A extends HttpAgent>(agent: A): A {
  const keep = agent.keepSocketAlive.bind(agent);
  const reuse = agent.reuseSocket.bind(agent);
  agent.keepSocketAlive = (connection) => {
    const mayKeep: unknown = keep(connection);
    if (mayKeep !== true || !(connection instanceof Socket)) return false;
    // Asking a socket for its address is slow.
    if (unasked.size > 0 && unasked.has(serverOf(connection))) return false;
    // Node.js has set the time-out to a second less than the server announces, or else to that of the agent.
    const announced = connection.timeout === LONGEST_MS ? undefined : connection.timeout;
    const ms = announced ?? UNANNOUNCED_MS;
    connection.setTimeout(ms).once('data', closeUnasked);
    reusableUntil.set(connection, performance.now() + ms);
    return true;
  };
  agent.reuseSocket = (connection, request) => {
    connection.off('data', closeUnasked);
    reuse(connection, request);
  };
  return agent;
}

function closeUnasked(this: Socket): void {
  unasked.add(serverOf(this));
  this.destroy();
}

function serverOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
