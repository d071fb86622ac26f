import type { RequestHandler } from 'express';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Keeps web pages of other origins out: the sandbox listens on loopback without credentials for its own pages and test API, and any page in
 * a browser on the same machine can send requests to it. A foreign `Host` is refused too, because a name that an attacker points at
 * loopback would make a foreign page look like the same origin.
 * @param host The address the sandbox listens on, if it is not loopback.
 */
export function sameSiteOnly(host: string): RequestHandler {
  return ({ headers }, response, next) => {
    const called = hostName(headers.host ?? '');
    const ownHost = LOOPBACK.has(called) || called === host;
    const ownOrigin = headers.origin === undefined || headers.origin === `http://${headers.host}`;
    const site = headers['sec-fetch-site'];
    const ownSite = site === undefined || site === 'same-origin' || site === 'none';
    if (ownHost && ownOrigin && ownSite) next();
    else
      response
        .status(403)
        .json({ error: 'The sandbox answers only its own pages and programs on this machine.' });
  };
}

function hostName(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '');
}
