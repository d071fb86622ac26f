import { createServer } from 'node:net';
import path from 'node:path';
import { startProgram } from '../programs';
import { hostFolder, hostNode, hostProgram, isInstalled } from './host';
import { until } from './until';

/** A running n8n, as a process. */
export interface N8nProcess {
  /** Its address, without a trailing slash. */
  readonly url: string;
  /** Its complete output so far. */
  logs(): string;
  /** Stops it and everything it has started; resolves when it is gone. */
  stop(): Promise<void>;
  /** Ends it like `kill -9`; resolves when it is gone. */
  kill(): Promise<void>;
  /** Whether it has ended, by itself or on request. */
  ended(): boolean;
}

/** What n8n runs as: everything in one process, or one of the processes of its queue mode. */
export type Role = 'start' | 'webhook' | 'worker';

const startLimit = 120_000;

/** n8n answers calls before it logs this, but then marks executions that run already as crashed, and its triggers do not listen yet. */
const READY = 'Editor is now accessible via';

/**
 * Starts n8n on free loopback ports and waits until it is ready.
 * @param userFolder - N8N_USER_FOLDER: an empty folder, or that of an n8n that was stopped
 * @param env - further environment variables of n8n; nothing else is inherited from the test run
 * @param role - if missing, n8n runs everything in this process
 */
export async function startProcess(
  userFolder: string,
  env: Record<string, string>,
  role: Role = 'start',
): Promise<N8nProcess> {
  if (!isInstalled()) {
    throw new Error(`n8n is not installed in ${hostFolder}: run "npm run test:n8n", which installs it first`);
  }
  for (let attempt = 1; ; attempt += 1) {
    const [port, brokerPort] = await freePorts();
    const n8n = launch({ ...environment(userFolder, port, brokerPort), ...env }, port, role);
    const isReady = async () =>
      role === 'start' ? n8n.logs().includes(READY) : await answersHealth(n8n.url);
    try {
      await until('n8n to be ready', async () => n8n.ended() || (await isReady()), startLimit);
      if (!n8n.ended()) return n8n;
    } catch (error) {
      await n8n.stop();
      throw new Error(`n8n did not become ready; its log:\n${n8n.logs()}`, { cause: error });
    }
    // Another program may take a free port before n8n does.
    if (!n8n.logs().includes('already in use') || attempt === 3) {
      throw new Error(`n8n ended while it started; its log:\n${n8n.logs()}`);
    }
  }
}

function launch(env: Record<string, string>, port: number, role: Role): N8nProcess {
  const child = startProgram(hostNode(), [hostProgram, role], { env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  let ended = false;
  const end = new Promise<void>((resolve) => child.on('close', resolve)).then(() => {
    ended = true;
  });
  return {
    url: `http://127.0.0.1:${port}`,
    logs: () => output,
    ended: () => ended,
    stop: async () => {
      child.stdin.end();
      await end;
    },
    kill: async () => {
      child.kill('SIGUSR2');
      await end;
    },
  };
}

function environment(userFolder: string, port: number, brokerPort: number): Record<string, string> {
  return {
    PATH: `${path.dirname(hostNode())}${path.delimiter}${process.env.PATH ?? ''}`,
    HOME: userFolder,
    N8N_USER_FOLDER: userFolder,
    N8N_HOST: '127.0.0.1',
    N8N_LISTEN_ADDRESS: '127.0.0.1',
    N8N_PORT: String(port),
    // A worker answers health checks only.
    QUEUE_HEALTH_CHECK_ACTIVE: 'true',
    QUEUE_HEALTH_CHECK_PORT: String(port),
    N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
    N8N_RUNNERS_BROKER_PORT: String(brokerPort),
    N8N_SECURE_COOKIE: 'false',
    N8N_DIAGNOSTICS_ENABLED: 'false',
    N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
    N8N_TEMPLATES_ENABLED: 'false',
    N8N_PERSONALIZATION_ENABLED: 'false',
    N8N_HIRING_BANNER_ENABLED: 'false',
    // After a slow ping of its database, which happens on a busy machine, n8n refuses everything with 503; SQLite needs no pings.
    DB_PING_INTERVAL_SECONDS: '86400',
  };
}

async function answersHealth(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/healthz/readiness`, { signal: AbortSignal.timeout(5000) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false; // not listening yet
  }
}

async function freePorts(): Promise<[number, number]> {
  const [first, second] = [createServer(), createServer()];
  const ports: [number, number] = [await listen(first), await listen(second)];
  first.close();
  second.close();
  return ports;
}

function listen(server: ReturnType<typeof createServer>): Promise<number> {
  return new Promise((resolve, reject) => {
    server.on('error', reject).listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('The port is unknown'));
      else resolve(address.port);
    });
  });
}
