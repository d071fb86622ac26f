import type { Sentence } from '../../errors/sentence';
import { say } from '../../errors/texts';
import { urlIn } from '../../reading';

const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * The base address without a trailing slash, or what is wrong with it: anything but https (plain http only to loopback), a user name, a
 * query, a fragment, or the `/api` that every endpoint begins with.
 */
export function readBaseUrl(text: string): { ok: true; base: string } | { ok: false; problem: Sentence } {
  const url = urlIn(text.trim());
  if (url === undefined || !/^https?:$/.test(url.protocol)) return { ok: false, problem: say('noBaseUrl') };
  const path = url.pathname.replace(/\/+$/, '');
  const problem = problemOf(url, path);
  return problem === undefined ? { ok: true, base: `${url.origin}${path}` } : { ok: false, problem };
}

function problemOf(url: URL, path: string): Sentence | undefined {
  if (url.username !== '' || url.password !== '') return say('urlWithLogin');
  if (url.search !== '' || url.hash !== '') return say('urlWithQuery');
  if (url.protocol === 'http:' && !LOOPBACK_HOST.test(url.hostname)) return say('unencrypted');
  return /\/api(?:\/v\d+)?$/i.test(path) ? say('urlWithApi') : undefined;
}

/** What people may write before a path, although every endpoint begins with it: slashes, `/api`, and a version. */
const PATH_BEGINNING = /^\/*(?:api(?:\/+|$))?(?:v\d+(?:\.\d+)?(?:\/+|$))?/i;

/**
 * The path of an endpoint below `/api` and the version, or what is wrong with it. The same endpoint may be written in any way:
 * `messagelist`, `/messagelist`, `/api/messagelist` and `/api/v2/messagelist/` all give `messagelist`. An empty text gives an empty path.
 */
export function readPath(text: string): { ok: true; path: string } | { ok: false; problem: Sentence } {
  const written = text.trim();
  const path = written
    .replace(PATH_BEGINNING, '')
    .replace(/\/+$/, '')
    .replace(/\/{2,}/g, '/');
  if (/^[a-z][a-z\d+.-]*:/i.test(written)) return { ok: false, problem: say('pathIsAddress') };
  if (/[?#\s\\]/.test(path)) return { ok: false, problem: say('pathHasQuery') };
  const isPath = path.split('/').every((part) => part !== '' && !/^\.{1,2}$/.test(part));
  return written === '' || isPath ? { ok: true, path } : { ok: false, problem: say('noPath') };
}
