import type { RequestHandler, Response } from 'express';
import type { NodeAPI } from 'node-red';

import { isRecord, messageIn } from '../../core/reading';

const DEFAULT_MAX_BYTES = 5 * 1024 * 1024;

/** Express takes paths for the same that differ in case, or in a slash at the end. */
export function keyOf(path: string): string {
  return path.replace(/\/$/, '').toLowerCase();
}

/** A method on a path. */
export function routeOf(method: string, path: string): string {
  return `${method.toUpperCase()} ${keyOf(path)}`;
}

/** Whether this Node-RED takes calls at all: `httpNodeRoot: false` in its settings says that it does not. */
export function takesCallsAtAll({ httpNode, settings }: { httpNode?: unknown; settings: object }): boolean {
  return httpNode !== undefined && Reflect.get(settings, 'httpNodeRoot') !== false;
}

/** Whether Node-RED asks every caller for a password, which the service does not have: `httpNodeAuth` of its settings. */
export function asksForLogin({ settings }: { settings: object }): boolean {
  return isRecord(Reflect.get(settings, 'httpNodeAuth'));
}

/** `httpNodeMiddleware` of the settings: what runs before every call, such as authentication. */
export function middlewareOf({ settings }: { settings: object }): RequestHandler[] {
  return [Reflect.get(settings, 'httpNodeMiddleware')].flat().filter((each) => typeof each === 'function');
}

/** `apiMaxLength` of the settings, such as `5mb`: the limit of Node-RED's own nodes. */
export function maxBytesOf({ settings }: { settings: object }): number {
  const match = /^(\d+(?:\.\d+)?)\s*([kmg]?)b?$/i.exec(String(Reflect.get(settings, 'apiMaxLength') ?? ''));
  if (match === null) return DEFAULT_MAX_BYTES;
  const factors: Record<string, number> = { k: 1024, m: 1024 ** 2, g: 1024 ** 3 };
  return Number(match[1]) * (factors[match[2]?.toLowerCase() ?? ''] ?? 1);
}

/** What core "http in" nodes take (`routeOf`). Asks the nodes that run: one in a disabled tab does not. */
export function routesOfHttpIn({ nodes }: NodeAPI): ReadonlySet<string> {
  const routes = new Set<string>();
  nodes.eachNode(({ id, type }) => {
    const node = type === 'http in' ? nodes.getNode(id) : null;
    if (node === null) return;
    const path = `/${String(Reflect.get(node, 'url')).replace(/^\//, '')}`;
    routes.add(routeOf(String(Reflect.get(node, 'method')), path));
  });
  return routes;
}

export const BEING_REPLACED = 'The flow is being replaced. Call again.';

/** The journal of an account is not read: what waits for a call is not known, so the caller must call again. */
export class NotRead extends Error {
  constructor(reason: unknown) {
    super(`the journal of the account is not read: ${messageIn(reason)}`);
  }
}

/** A refused caller gets the reason as text, and the connection is not kept open for a body that nobody reads. */
export function refuse(response: Response, status: number, reason: string): void {
  response.status(status).set('Connection', 'close').type('text/plain').send(`${reason}\n`);
}
