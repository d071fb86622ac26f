import { asText } from '../../core/reading';

/** Whether a trigger can have this path: it may contain only what a URL can, and nothing that any version of Express reads as a pattern. */
export function isRoutePath(path: string): boolean {
  return /^\/[\w/.~-]*$/.test(path);
}

/** A path below the root of Node-RED's http nodes (`httpNodeRoot`). */
export function pathBelow(root: unknown, path: string): string {
  return `/${typeof root === 'string' ? root : ''}/${path}`.replace(/\/{2,}/g, '/');
}

/** Whether this node is a core "http in" node that gets the calls to a path first. */
export function takesCalls(node: Readonly<Record<string, unknown>>, path: string): boolean {
  const { type, method, url, d: disabled } = node;
  return type === 'http in' && method === 'post' && disabled !== true && plain(url) === plain(path);
}

function plain(path: unknown): string | undefined {
  return asText(path)
    ?.replace(/^\/|\/$/g, '')
    .toLowerCase();
}
