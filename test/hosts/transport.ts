import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { printFigure } from '../figures';
import { certificateFor } from '../network/certificates';
import { listen } from '../network/listening';
import { startProxy, type Proxy, type Refusal } from '../network/proxy';
import { startAlertServer, type AlertServer } from '../network/tlsAlerts';
import { OLD_TLS, startTlsServer, type TlsServer } from '../network/tlsServer';
import { formsOf } from './secrets';

/** The account that the platforms send with. */
export const ACCOUNT = { username: 'demo', password: 'pässwörd of+the:transport' };

/** What the platform reports about a message: `accepted`, or the outcome and code of its error. */
export interface Told {
  outcome: string;
  code?: string;
}

/** A running platform. */
export interface Sender {
  /** Sends a message to each of these base URLs; messages to the same one are sent one after the other. */
  send(...baseUrls: string[]): Promise<Told[]>;
  stop(): Promise<void>;
}

/** A real platform with the package, and its known behaviour. */
export interface Platform {
  name: string;
  start(env: Record<string, string>): Promise<Sender>;
  /** How long a message of the test waits for its answer. */
  timeoutMs: number;
  /** How many connections, and how many tunnels of a proxy, 20 consecutive messages take. */
  connectionsOf20: { direct: number; proxied: number };
  /** Whether it lets this package see the connection of a failed request. */
  seesConnection: boolean;
  /** Whether its library treats a proxy that closes the connection like one that does not answer. */
  waitsForClosedProxy: boolean;
  /** Whether a message to http://localhost goes through HTTP_PROXY if NO_PROXY does not name it. */
  proxiesLocalhost: boolean;
}

const ACCEPTED: Told = { outcome: 'accepted' };
const refusedWith = (code: string): Told => ({ outcome: 'not_sent', code });
const TIMED_OUT: Told = { outcome: 'unknown', code: 'timed_out' };
const LOST: Told = { outcome: 'unknown', code: 'connection_lost' };

const CLOSING = 'closing.example';
const RESETTING = 'resetting.example';

/** Hosts that the proxy refuses: how, and what is reported. */
const refusals: Record<string, [Refusal, Told]> = {
  'p407.example': [407, refusedWith('proxy_refused')],
  'p401.example': [401, refusedWith('proxy_refused')],
  'p502.example': [502, refusedWith('proxy_refused')],
  'p503.example': [503, refusedWith('proxy_refused')],
  [CLOSING]: ['closes', refusedWith('proxy_unreachable')],
  [RESETTING]: ['resets', refusedWith('proxy_unreachable')],
};

/** The servers that a platform meets. */
const cases = [
  ['speaks TLS 1.2 only', 'tls12', ACCEPTED],
  ['speaks TLS 1.3 only', 'tls13', ACCEPTED],
  ['speaks TLS 1.1 at most', 'tls11', refusedWith('no_tls')],
  ['has a certificate for another host', 'otherHost', refusedWith('untrusted_certificate')],
  ['has an expired certificate', 'expired', refusedWith('untrusted_certificate')],
  ['has a certificate of an authority it was not told of', 'stranger', refusedWith('untrusted_certificate')],
] as const;

async function startServers() {
  const own = await certificateFor('127.0.0.1');
  const proxied = await certificateFor('service.example');
  const other = await certificateFor('other.example');
  const expired = await certificateFor('127.0.0.1', new Date(Date.now() - 86_400_000));
  const servers = {
    tls11: await startTlsServer({ ...own, ...OLD_TLS }),
    tls12: await startTlsServer({ ...own, minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' }),
    tls13: await startTlsServer({ ...own, minVersion: 'TLSv1.3', maxVersion: 'TLSv1.3' }),
    otherHost: await startTlsServer(other),
    expired: await startTlsServer(expired),
    proxied: await startTlsServer(proxied),
    counted: await startTlsServer(own),
    silent: await startTlsServer(own, () => undefined),
    stranger: await startTlsServer(await certificateFor('127.0.0.1')),
  };
  const authorities = [own, proxied, other, expired].map(({ cert }) => cert).join('\n');
  return { own, servers, authorities };
}

/** Without the proxy settings of the machine that runs the tests. */
const withoutProxies = Object.fromEntries(
  ['http', 'https', 'no', 'all'].flatMap((name) => [
    [`${name}_proxy`, ''],
    [`${name}_proxy`.toUpperCase(), ''],
  ]),
);

/** Declares the tests of how a platform reaches the service. */
export function testTransport({
  name,
  start,
  timeoutMs,
  connectionsOf20,
  seesConnection,
  waitsForClosedProxy,
  proxiesLocalhost,
}: Platform): void {
  let servers: Record<keyof Awaited<ReturnType<typeof startServers>>['servers'], TlsServer>;
  let alerting: AlertServer;
  let alerted = 0;
  let folder: string;
  let trusting: Record<string, string>;
  beforeAll(async () => {
    const started = await startServers();
    servers = started.servers;
    alerting = await startAlertServer(started.own, () => {
      alerted += 1;
      return 'access_denied';
    });
    folder = await mkdtemp(path.join(tmpdir(), 'transport-'));
    const file = path.join(folder, 'authorities.pem');
    await writeFile(file, started.authorities);
    trusting = { ...withoutProxies, NODE_EXTRA_CA_CERTS: file };
  });
  afterAll(async () => {
    await Promise.all(Object.values(servers ?? {}).map((server) => server.close()));
    await alerting?.close();
    if (folder !== undefined) await rm(folder, { recursive: true });
  });

  let sender: Sender;
  const startWith = (env: () => Record<string, string>) => {
    beforeAll(async () => {
      sender = await start(env());
    }, 180_000);
    afterAll(() => sender?.stop());
  };

  describe('told of the authorities by NODE_EXTRA_CA_CERTS', () => {
    startWith(() => trusting);

    it.each(cases)('meets a server that %s', async (_name, server, told) => {
      const before = servers[server].requests;
      // Without the connection, it is not known when the handshake failed.
      const seen = server === 'tls11' && !seesConnection ? LOST : told;
      expect(await sender.send(servers[server].url)).toEqual([seen]);
      expect(servers[server].requests - before).toBe(told === ACCEPTED ? 1 : 0);
    });

    it('leaves open what happened when a fatal alert follows the request, and sends it once', async () => {
      expect(await sender.send(alerting.url)).toEqual([LOST]);
      expect(alerted).toBe(1);
    });

    it(`opens ${connectionsOf20.direct} connections for 20 messages, one after the other`, async () => {
      const { counted } = servers;
      const told = await sender.send(...Array<string>(20).fill(counted.url));
      printFigure(`${name}: 20 messages one after the other, ${counted.connections} connections`);
      expect(told).toEqual(Array(20).fill(ACCEPTED));
      expect(counted.connections).toBe(connectionsOf20.direct);
    });
  });

  describe('with a proxy in its environment', () => {
    let proxy: Proxy;
    beforeAll(async () => {
      proxy = await startProxy(Number(new URL(servers.proxied.url).port), {
        'silent.example': 'silence',
        ...Object.fromEntries(Object.entries(refusals).map(([host, [refusal]]) => [host, refusal])),
      });
    });
    afterAll(() => proxy?.close());
    startWith(() => ({
      ...trusting,
      HTTPS_PROXY: proxy.url,
      HTTP_PROXY: proxy.url,
      NO_PROXY: '127.0.0.1',
    }));

    /** What the proxy was asked meanwhile, without the platform's own requests. */
    async function askedWhile(work: () => Promise<void>): Promise<string[]> {
      const before = proxy.asked.length;
      await work();
      return proxy.asked.slice(before).filter((asked) => /\.example:|localhost/.test(asked));
    }

    it(`reaches the service by ${connectionsOf20.proxied} tunnels for 20 messages, and the proxy never sees the credentials`, async () => {
      const asked = await askedWhile(async () => {
        const told = await sender.send(...Array<string>(20).fill('https://service.example'));
        expect(told).toEqual(Array(20).fill(ACCEPTED));
      });
      printFigure(`${name}: 20 messages by a proxy, ${asked.length} tunnels`);
      expect(asked).toEqual(Array(connectionsOf20.proxied).fill('CONNECT service.example:443'));
      expect(proxy.heard().length).toBeGreaterThan(10_000);
      for (const secret of Object.values(formsOf(ACCOUNT)))
        expect(proxy.heard().includes(secret)).toBe(false);
    });

    it('sends nothing where the proxy refuses, and says that it was the proxy', async () => {
      // A proxy that closes the connection is tested with the time-out, below.
      const hosts = Object.keys(refusals).filter((host) => host !== CLOSING || !waitsForClosedProxy);
      const told = await sender.send(...hosts.map((host) => `https://${host}`));
      const expected = (host: string): Told | undefined =>
        host === RESETTING && !seesConnection ? LOST : refusals[host]?.[1];
      expect(hosts.map((host, index) => [host, told[index]])).toEqual(
        hosts.map((host) => [host, expected(host)]),
      );
    });

    it('goes past the proxy to what NO_PROXY names', async () => {
      const asked = await askedWhile(async () => {
        expect(await sender.send(servers.tls12.url)).toEqual([ACCEPTED]);
      });
      expect(asked).toEqual([]);
    });

    const plain = createServer((_request, response) => response.end('{"messageId":"id-1"}'));
    afterAll(() => {
      plain.close();
      plain.closeAllConnections();
    });

    it(`goes ${proxiesLocalhost ? 'by' : 'past'} the proxy to plain http on this machine where NO_PROXY does not name it`, async () => {
      const url = `http://localhost:${await listen(plain)}`;
      const asked = await askedWhile(async () => {
        const [told] = await sender.send(url);
        expect(told?.outcome === 'accepted').toBe(!proxiesLocalhost);
      });
      expect(asked).toEqual(proxiesLocalhost ? [expect.stringContaining(`POST ${url}/`)] : []);
    });

    it(
      'gives up a service, and a proxy, that does not answer in time',
      async () => {
        const begin = Date.now();
        const places = [
          servers.silent.url,
          'https://silent.example',
          ...(waitsForClosedProxy ? [`https://${CLOSING}`] : []),
        ];
        const told = await sender.send(...places);
        // Behind a proxy that does not answer, there was no connection through which anything could be sent.
        const atProxy = seesConnection ? refusedWith('timed_out') : TIMED_OUT;
        expect(told).toEqual([TIMED_OUT, ...places.slice(1).map(() => atProxy)]);
        expect(Date.now() - begin).toBeGreaterThanOrEqual(timeoutMs - 100);
        expect(servers.silent.requests).toBe(1);
      },
      timeoutMs + 60_000,
    );
  });
}
