import { urlIn } from '../../reading';

const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** What can be wrong with the service's address: see `checkBaseUrl`, and the editor's texts under `problems.baseUrl`. */
export type BaseUrlFault = 'noAddress' | 'credentials' | 'query' | 'unencrypted' | 'api';

/**
 * The base address without a trailing slash, or what is wrong with it: anything but https (plain http only to loopback), a user name, a
 * query, a fragment, or the `/api` that every endpoint begins with.
 */
export function readBaseUrl(text: string): { ok: true; base: string } | { ok: false; fault: BaseUrlFault } {
  const url = urlIn(text.trim());
  if (url === undefined) return { ok: false, fault: 'noAddress' };
  const path = url.pathname.replace(/\/+$/, '');
  const fault = faultOf(url, path);
  return fault === undefined ? { ok: true, base: `${url.origin}${path}` } : { ok: false, fault };
}

function faultOf(url: URL, path: string): BaseUrlFault | undefined {
  if (!/^https?:$/.test(url.protocol)) return 'noAddress';
  if (url.username !== '' || url.password !== '') return 'credentials';
  if (url.search !== '' || url.hash !== '') return 'query';
  if (url.protocol === 'http:' && !LOOPBACK_HOST.test(url.hostname)) return 'unencrypted';
  return /\/api(?:\/v\d+)?$/i.test(path) ? 'api' : undefined;
}

/** What can be wrong with the path of an endpoint. */
export type PathFault = 'wholeAddress' | 'query' | 'noPath';

/** What people may write before a path, although every endpoint begins with it: slashes, `/api`, and a version. */
const PATH_BEGINNING = /^\/*(?:api(?:\/+|$))?(?:v\d+(?:\.\d+)?(?:\/+|$))?/i;

/**
 * The path of an endpoint below `/api` and the version, or what is wrong with it. The same endpoint may be written in any way:
 * `messagelist`, `/messagelist`, `/api/messagelist` and `/api/v2/messagelist/` all give `messagelist`. An empty text gives an empty path.
 */
export function readPath(text: string): { ok: true; path: string } | { ok: false; fault: PathFault } {
  const written = text.trim();
  const path = written
    .replace(PATH_BEGINNING, '')
    .replace(/\/+$/, '')
    .replace(/\/{2,}/g, '/');
  if (/^[a-z][a-z\d+.-]*:/i.test(written)) return { ok: false, fault: 'wholeAddress' };
  if (/[?#\s\\]/.test(path)) return { ok: false, fault: 'query' };
  const isPath = path.split('/').every((part) => part !== '' && !/^\.{1,2}$/.test(part));
  return written === '' || isPath ? { ok: true, path } : { ok: false, fault: 'noPath' };
}
