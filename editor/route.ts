import { red } from './red';

/** The address under which a path of this Node-RED is reached, as seen from this browser. */
export function routeUrl(path: string): string {
  const root = typeof red.settings.httpNodeRoot === 'string' ? red.settings.httpNodeRoot : '/';
  const joined = `/${root}/${path}`.replace(/\/{2,}/g, '/');
  return `${window.location.origin}${joined}`;
}
