import { asText } from '../../core/reading';

/** Whether a trigger can have this path: it may contain only what a URL can, and nothing that any version of Express reads as a pattern. */
export function isRoutePath(path: string): boolean {
  return /^\/[\w/.~-]*$/.test(path);
}

/** Between the inbound path of an account and the token at the end of a link; an SMS pays for every character. */
export const ANSWER_PLACE = '/a/';
/** The reference of a question, and its signature. */
export const TOKEN_LENGTH = 38;

/** A path below the root of Node-RED's http nodes (`httpNodeRoot`). */
export function pathBelow(root: unknown, path: string): string {
  return `/${typeof root === 'string' ? root : ''}/${path}`.replace(/\/{2,}/g, '/');
}

/** Whether this node is a core "http in" node that gets the calls to a path. */
export function takesCalls(
  { type, method, url, d: disabled }: Readonly<Record<string, unknown>>,
  path: string,
  called = 'POST',
): boolean {
  const isCalled = type === 'http in' && method === called.toLowerCase() && disabled !== true;
  return isCalled && plain(url) === plain(path);
}

function plain(path: unknown): string | undefined {
  return asText(path)
    ?.replace(/^\/|\/$/g, '')
    .toLowerCase();
}
