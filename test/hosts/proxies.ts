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

/** Callers that may call if `ALLOWED` is set, and some that may not; `own` are those that can call from this machine without a proxy. */
const callers = {
  own: { genuine: ['127.0.0.5'], strange: ['127.0.0.6'] },
  proxied: {
    genuine: ['193.93.208.200', '127.0.0.5', '198.51.100.255', '2001:db8:5::1', '::ffff:193.93.208.200'],
    strange: ['203.0.113.9', '193.93.208.201', '127.0.0.6', '2001:db8:6::1', '::1'],
  },
};

const allowed = '193.93.208.200';
/** Headers by which a caller claims to be another one, or which a proxy of the service itself may have set. */
const claims: Array<Record<string, string | string[]>> = [
  {},
  { 'X-Forwarded-For': Array(5).fill(allowed).join(', ') },
  { 'X-Forwarded-For': [allowed, '193.93.208.149'] },
  { 'X-Forwarded-For': `${allowed}, 127.0.1.1, 127.0.1.2` },
  { 'X-Forwarded-For': `${allowed},, unknown, "; , [::1]:80` },
  { 'X-Forwarded-For': '127.0.0.1' },
  {
    Forwarded: `for=${allowed}`,
    'X-Real-IP': allowed,
    'CF-Connecting-IP': allowed,
    'True-Client-IP': allowed,
  },
];

/** Lets every stranger and every true caller make every claim, each with its own event; returns who was answered wrongly. */
export async function tryEverybody(url: string, proxies: number, event: () => object) {
  const { genuine, strange } = callers[proxies === 0 ? 'own' : 'proxied'];
  const tally = { accepted: 0, forged: [] as string[], refused: [] as string[] };
  const attempt = async (from: string, headers: (typeof claims)[number]) => {
    const { status } = await postFrom({ url, from, headers, body: event() });
    const name = `${from} with ${JSON.stringify(headers)}`;
    if (status !== 200 && status !== 403) throw new Error(`${name} is answered ${status}`);
    if (status === 200) tally.accepted += 1;
    if (status === 200 && strange.includes(from)) tally.forged.push(name);
    if (status === 403 && genuine.includes(from)) tally.refused.push(name);
  };
  for (const from of [...genuine, ...strange])
    await Promise.all(claims.map((headers) => attempt(from, headers)));
  return tally;
}
