import { readProperty } from '../../core/reading';

/** How long an idle connection may be reused while nothing is known about its server. */
const AT_FIRST_MS = 20;
/** A connection is no longer reused this long before its server may close it, because a request takes time to arrive. */
const MARGIN_MS = 1000;

/** The parts of a connection that are needed. */
interface Connection {
  readonly destroyed: boolean;
  readonly bytesRead: number;
  readonly readableLength: number;
  destroy(): void;
  emit(event: 'agentRemove'): boolean;
  prependListener(event: 'close', listener: () => void): void;
}

/** The part of Node.js' agent that is needed: the idle connections, by host and port. */
interface Pool {
  readonly freeSockets: Readonly<Record<string, readonly Connection[] | undefined>>;
}

interface Use {
  server: Server;
  /** On the clock of `performance.now()`. */
  endedAt: number;
  /** How much had been received by then. */
  bytesRead: number;
}

/** What is known about a server. */
interface Server {
  /** Host and port, as the names of connections in an agent begin. */
  name: string;
  /** How long its answers allow a connection to be idle, in milliseconds; undefined if they do not say. */
  announced: number | undefined;
  /** How long it was observed to keep an idle connection, in milliseconds; undefined if not known. */
  seen: number | undefined;
  /** Whether it sent something that nobody had asked for: then no connection is reused. */
  unasked: boolean;
}

/**
 * Closes connections that have been idle for too long to be reused safely. A server closes idle connections after a while. A request that
 * is written at that moment is lost, and nobody can tell whether it was read. So no connection is reused that has been idle for longer than
 * the shortest time after which its server was seen to close one, or than the `Keep-Alive` of its answers. What a server sends while a
 * connection is idle answers nothing, but Node.js would take it for the answer to the next request: such a connection is closed, and from then
 * on none of that server is reused.
 */
export class IdleConnections {
  private readonly pools = new Set<Pool>();
  private readonly uses = new WeakMap<Connection, Use>();
  private readonly servers = new Map<string, Server>();

  /** Call this right before a request to an address. */
  closeOld(url: string): void {
    const now = performance.now();
    const server = this.serverOf(url);
    const { announced, seen } = server;
    const limit = announced === undefined && seen === undefined ? AT_FIRST_MS : least(announced, seen);
    const idle = this.free(server);
    server.unasked ||= idle.flat().some((connection) => this.hasUnasked(connection));
    for (const connections of idle) {
      for (const connection of [...connections]) {
        const use = this.uses.get(connection);
        // The agent lists them in the order in which they became idle: all that follow are younger.
        if (!server.unasked && use !== undefined && now - use.endedAt < limit) break;
        this.uses.delete(connection);
        connection.destroy();
        // Otherwise the agent could still use it for the next request.
        connection.emit('agentRemove');
      }
    }
  }

  /** Call this with every answer from an address, when its connection may be reused. */
  freed(url: string, { headers, request }: { headers: unknown; request?: unknown }): void {
    const kept = /timeout=(\d{1,6})/.exec(
      String(readProperty(headers, 'keep-alive') ?? '').slice(0, 100),
    )?.[1];
    const server = this.serverOf(url);
    if (kept !== undefined) server.announced = least(server.announced, Number(kept) * 1000 - MARGIN_MS);
    const pool = readProperty(request, 'agent');
    const connection = readProperty(request, 'socket');
    if (!isPool(pool) || !isConnection(connection)) return;
    this.pools.add(pool);
    if (!this.uses.has(connection)) connection.prependListener('close', () => this.closed(connection));
    this.uses.set(connection, { server, endedAt: performance.now(), bytesRead: connection.bytesRead });
  }

  private hasUnasked(connection: Connection): boolean {
    const use = this.uses.get(connection);
    return use !== undefined && (connection.bytesRead !== use.bytesRead || connection.readableLength > 0);
  }

  private serverOf(url: string): Server {
    const origin = /^\w+:\/\/[^/]+/.exec(url)?.[0] ?? url;
    const known = this.servers.get(origin);
    if (known !== undefined) return known;
    const server = { name: nameOf(origin), announced: undefined, seen: undefined, unasked: false };
    this.servers.set(origin, server);
    return server;
  }

  /** The server or the agent has closed a connection. A connection that broke while in use says nothing about idle time. */
  private closed(connection: Connection): void {
    const use = this.uses.get(connection);
    if (use === undefined || !this.free(use.server).some((list) => list.includes(connection))) return;
    const idle = performance.now() - use.endedAt;
    use.server.seen = least(use.server.seen, Math.max(idle / 2, idle - MARGIN_MS));
  }

  private free({ name }: Server): Array<readonly Connection[]> {
    return [...this.pools].flatMap(({ freeSockets }) =>
      Object.keys(freeSockets)
        .filter((key) => key.startsWith(name))
        .map((key) => freeSockets[key] ?? []),
    );
  }
}

/** How the names of all connections to a server begin in an agent of Node.js. */
function nameOf(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname.replace(/^\[|\]$/g, '')}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}:`;
}

function least(one = Infinity, other = Infinity): number {
  return Math.min(one, other);
}

function isPool(value: unknown): value is Pool {
  const free = readProperty(value, 'freeSockets');
  return typeof free === 'object' && free !== null;
}

function isConnection(value: unknown): value is Connection {
  return ['destroy', 'emit', 'prependListener'].every(
    (name) => typeof readProperty(value, name) === 'function',
  );
}
