import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { startProgram } from './programs';

/** Tells the outermost proxy which address the caller should have: the tests call from this machine only. */
const SOURCE_HEADER = 'X-Test-Source';

export interface Proxies {
  /** The address of the outermost proxy, without a trailing slash. */
  url: string;
  stop(): Promise<void>;
}

/**
 * A chain of real nginx servers in front of a platform, configured as in nginx's manual and the platforms' documentation: each one appends
 * the address that called it to X-Forwarded-For. Each has its own address, 127.0.1.1, 127.0.1.2 and so on.
 *
 * @param overwrites whether the outermost proxy replaces the header instead of appending to it
 */
export async function startProxies(
  target: string,
  { proxies, overwrites = false }: { proxies: number; overwrites?: boolean },
): Promise<Proxies> {
  const folder = await mkdtemp(join(tmpdir(), 'proxies-'));
  const ports = await freePorts(proxies);
  const servers = ports.map((port, index) => {
    const next = ports[index + 1];
    return serverText({
      port,
      index,
      target: next === undefined ? target : `http://127.0.0.1:${next}`,
      forwarded: index === 0 && overwrites ? '$remote_addr' : '$proxy_add_x_forwarded_for',
    });
  });
  await writeFile(join(folder, 'nginx.conf'), configuration(folder, servers));
  const nginx = startProgram(
    'nginx',
    ['-c', join(folder, 'nginx.conf'), '-p', folder, '-e', join(folder, 'log')],
    { env: { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin` } },
  );
  await listening(nginx, ports);
  return {
    url: `http://127.0.0.1:${ports[0]}`,
    stop: async () => {
      const ended = once(nginx, 'exit');
      nginx.stdin.end();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function configuration(folder: string, servers: string[]): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
    daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/log crit;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 8192; }
    http {
      access_log off; client_max_body_size 50m; proxy_read_timeout 120s;
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
      ${servers.join('\n')}
    }`;
}

function serverText(server: { port: number; index: number; target: string; forwarded: string }): string {
  const { port, index, target, forwarded } = server;
  const source = `set_real_ip_from 127.0.0.0/8; real_ip_header ${SOURCE_HEADER};`;
  return `server {
    listen 127.0.0.1:${port} backlog=4096;
    ${index === 0 ? source : ''}
    location / {
      proxy_pass ${target};
      proxy_bind 127.0.1.${index + 1};
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For ${forwarded};
      proxy_set_header ${SOURCE_HEADER} "";
    }
  }`;
}

async function listening(nginx: ChildProcessWithoutNullStreams, ports: number[]): Promise<void> {
  let output = '';
  nginx.stderr.on('data', (text: Buffer) => (output += text.toString()));
  for (const port of ports) {
    for (const end = Date.now() + 10_000; !(await answers(port)); await pause(20)) {
      if (nginx.exitCode !== null || Date.now() > end) throw new Error(`nginx does not listen: ${output}`);
    }
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  });
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

export interface ProxiedCall {
  url: string;
  /** The caller's address: one of this machine's own if it begins with 127, otherwise the one that the outermost proxy sees. */
  from: string;
  /** Headers that the caller sets itself; a list is sent as several lines. */
  headers?: Record<string, string | string[]>;
  body: object;
}

/** Posts JSON from a given address; returns the status and text of the answer. */
export function postFrom({
  url,
  from,
  headers = {},
  body,
}: ProxiedCall): Promise<{ status: number; text: string }> {
  const isOwn = from.startsWith('127.');
  const source = isOwn ? {} : { [SOURCE_HEADER]: from };
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        method: 'POST',
        agent: false,
        headers: { 'content-type': 'application/json', ...source, ...headers },
        ...(isOwn ? { localAddress: from } : {}),
      },
      (incoming) => {
        let text = '';
        incoming.setEncoding('utf8').on('data', (part: string) => (text += part));
        incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, text })).on('error', reject);
      },
    );
    outgoing.on('error', reject).end(JSON.stringify(body));
  });
}

/** The callers that the tests allow in addition to the documented ones, as a person enters them. */
export const ALLOWED = '127.0.0.5, 198.51.100.0/24, 2001:db8:5::/48';

/** Callers that may call if `ALLOWED` is set. `own` are those that can call from this machine without a proxy. */
export const TRUE_CALLERS = {
  own: ['127.0.0.5'],
  proxied: [
    '193.93.208.200',
    '193.93.208.149',
    '193.93.208.153',
    '127.0.0.5',
    '198.51.100.0',
    '198.51.100.255',
    '2001:db8:5::1',
    '2001:db8:5:ffff:ffff:ffff:ffff:ffff',
    '::ffff:193.93.208.200',
  ],
} as const;

/** Callers that may not call, some with an address next to an allowed one. */
export const STRANGERS = {
  own: ['127.0.0.6'],
  proxied: [
    '203.0.113.9',
    '193.93.208.201',
    '198.51.99.255',
    '198.51.101.0',
    '127.0.0.6',
    '2001:db8:6::1',
    '::ffff:203.0.113.9',
    '::1',
  ],
} as const;

/** Headers by which a caller claims to be another one, or which a proxy of the service itself may have set. */
export const CLAIMS: Array<[string, Record<string, string | string[]>]> = [
  ['no claim', {}],
  ['an allowed address', { 'X-Forwarded-For': '193.93.208.200' }],
  ['an allowed address several times', { 'X-Forwarded-For': Array(5).fill('193.93.208.200').join(', ') }],
  ['an allowed address on several lines', { 'X-Forwarded-For': ['193.93.208.200', '193.93.208.149'] }],
  ['an IPv4-mapped address', { 'X-Forwarded-For': '::ffff:193.93.208.200' }],
  ['an allowed address behind one of our proxies', { 'X-Forwarded-For': '193.93.208.200, 127.0.1.1' }],
  ['an allowed address behind two of our proxies', { 'X-Forwarded-For': '193.93.208.200, 127.0.1.1, 127.0.1.2' }],
  ['an allowed address and empty entries', { 'X-Forwarded-For': '193.93.208.200,,, ,' }],
  ['an allowed address and nonsense', { 'X-Forwarded-For': '193.93.208.200, unknown, "; , [::1]:80' }],
  ['loopback', { 'X-Forwarded-For': '127.0.0.1' }],
  ['other headers', {
    Forwarded: 'for=193.93.208.200',
    'X-Real-IP': '193.93.208.200',
    'X-Client-IP': '193.93.208.200',
    'CF-Connecting-IP': '193.93.208.200',
    'True-Client-IP': '193.93.208.200',
  }],
]; // prettier-ignore

export interface Tally {
  forged: { calls: number; accepted: string[] };
  true: { calls: number; refused: string[] };
}

/** Lets every stranger and every true caller make every claim, each with its own event; returns who got in and who did not. */
export async function tryEverybody(url: string, proxies: number, event: () => object): Promise<Tally> {
  const reach = proxies === 0 ? 'own' : 'proxied';
  const attempt = async (from: string, [claim, headers]: (typeof CLAIMS)[number]) => {
    const { status } = await postFrom({ url, from, headers, body: event() });
    if (status !== 200 && status !== 403) throw new Error(`${from} with ${claim} is answered ${status}`);
    return { name: `${from} with ${claim}`, accepted: status === 200 };
  };
  const all = async (callers: readonly string[]) => {
    const attempts = [];
    for (const from of callers)
      attempts.push(...(await Promise.all(CLAIMS.map((claim) => attempt(from, claim)))));
    return attempts;
  };
  const forged = await all(STRANGERS[reach]);
  const genuine = await all(TRUE_CALLERS[reach]);
  return {
    forged: {
      calls: forged.length,
      accepted: forged.filter(({ accepted }) => accepted).map(({ name }) => name),
    },
    true: {
      calls: genuine.length,
      refused: genuine.filter(({ accepted }) => !accepted).map(({ name }) => name),
    },
  };
}
