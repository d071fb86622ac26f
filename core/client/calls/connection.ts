import { readProperty } from '../../reading';

/* What the connection of a Node.js request (`http.ClientRequest`) proves. Libraries pass it on as unknown. */

/**
 * Whether a request has a connection without TLS. If its address is https, the answer comes from a proxy that did not open a tunnel:
 * libraries pass that answer on as if it were the service's, and send nothing of the request.
 */
export function isUnencrypted(request: unknown): boolean {
  const socket = readProperty(request, 'socket');
  return isObject(socket) && readProperty(socket, 'encrypted') !== true;
}

/**
 * The only proof that no byte of an https request was sent: it had no connection yet, or one whose TLS handshake was not complete. Node.js
 * keeps both as they were when the request failed. A connection that was used before has completed its handshake.
 */
export function hadNoSecureConnection(request: unknown): boolean {
  if (!isObject(request)) return false;
  const socket = readProperty(request, 'socket');
  return !isObject(socket) || readProperty(socket, 'secureConnecting') === true;
}

/** Whether a request has no connection at all. Behind a proxy, it gets one only when the proxy has opened the tunnel. */
export function hadNoConnection(request: unknown): boolean {
  return isObject(request) && !isObject(readProperty(request, 'socket'));
}

/** The proxy of a request as `host:port`; undefined if there is none or if it cannot be determined. */
export function proxyOf(request: unknown): string | undefined {
  const proxy = readProperty(readProperty(request, 'agent'), 'proxy');
  const host = readProperty(proxy, 'hostname') ?? readProperty(proxy, 'host');
  return typeof host === 'string' ? [host, readProperty(proxy, 'port')].filter(Boolean).join(':') : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
