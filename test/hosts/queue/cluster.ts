import { cp, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';

import { n8nPackage, workFolder } from '../n8n/host';
import { installPackage } from '../n8n/installedPackage';
import { startProcess, type N8nProcess, type Role } from '../n8n/n8nProcess';
import { N8nServer } from '../n8n/n8nServer';
import { startBalancer, type Balancer } from './balancer';
import { startServices, type Services } from './services';

/** One process of the cluster; it keeps its folder when it is started again. */
export interface Member {
  readonly role: Role;
  /** Its own address, without the balancer. */
  readonly url: string;
  /** Ends it like `kill -9`. */
  kill(): Promise<void>;
  /** Ends it in order (SIGTERM). */
  stop(): Promise<void>;
  start(): Promise<void>;
  logs(): string;
}

/** n8n in queue mode as a user would run it: a main process, webhook processors and workers behind a balancer. */
export interface Cluster {
  /** n8n through the balancer. */
  readonly n8n: N8nServer;
  readonly processors: readonly Member[];
  readonly workers: readonly Member[];
  readonly services: Services;
  readonly balancer: Balancer;
  /** Restarts processes that have ended by themselves, as n8n does after ten seconds without Redis; a service manager would do the same. */
  revive(): Promise<void>;
  stop(): Promise<void>;
}

export interface ClusterOptions {
  processors?: number;
  workers?: number;
  env?: Record<string, string>;
}

/** Starts PostgreSQL, Redis and all processes of n8n; takes about half a minute. */
export async function startCluster({
  processors = 2,
  workers = 2,
  env = {},
}: ClusterOptions = {}): Promise<Cluster> {
  const services = await startServices();
  const folder = await mkdtemp(path.join(workFolder, 'cluster-'));
  const installed = path.join(folder, 'installed');
  const members: RunningMember[] = [];
  const urls = (role: Role) => members.filter((each) => each.role === role).map(({ url }) => url);
  const balancer = await startBalancer(
    () => urls('start')[0] ?? '',
    () => urls('webhook'),
  );
  const add = async (role: Role): Promise<RunningMember> => {
    const own = await mkdtemp(path.join(folder, `${role}-`));
    await cp(installed, own, { recursive: true });
    const member = new RunningMember(role, own, { ...queueMode(services, balancer.url), ...env });
    members.push(member);
    await member.start();
    return member;
  };
  const revive = async () => {
    await Promise.all(members.map((member) => member.revive()));
  };
  const stop = async () => {
    // Nothing of what n8n would still write is needed.
    await Promise.all(members.map((member) => member.kill()));
    await Promise.all([balancer.close(), services.close()]);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await installPackage(n8nPackage, installed);
    // The main process creates the tables of the database before any other process needs them.
    const main = await add('start');
    const [processing, working] = await Promise.all([
      Promise.all(Array.from({ length: processors }, () => add('webhook'))),
      Promise.all(Array.from({ length: workers }, () => add('worker'))),
    ]);
    const n8n = new N8nServer(folder, { ...main.process, url: balancer.url }, env);
    await n8n.setUpOwner();
    return { n8n, processors: processing, workers: working, services, balancer, revive, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

class RunningMember implements Member {
  private running: N8nProcess | undefined;
  private earlier = '';

  constructor(
    readonly role: Role,
    private readonly folder: string,
    private readonly env: Record<string, string>,
  ) {}

  get url(): string {
    return this.process.url;
  }

  get process(): N8nProcess {
    if (this.running === undefined) throw new Error(`The ${this.role} process does not run`);
    return this.running;
  }

  logs(): string {
    return this.earlier + (this.running?.logs() ?? '');
  }

  async start(): Promise<void> {
    this.running = await startProcess(this.folder, this.env, this.role);
  }

  async revive(): Promise<void> {
    if (this.running?.ended() !== true) return;
    await this.stop();
    await this.start();
  }

  async kill(): Promise<void> {
    await this.end((process) => process.kill());
  }

  async stop(): Promise<void> {
    await this.end((process) => process.stop());
  }

  private async end(how: (process: N8nProcess) => Promise<void>): Promise<void> {
    const { running } = this;
    if (running === undefined) return;
    this.running = undefined;
    await how(running);
    this.earlier += running.logs();
  }
}

function queueMode({ postgres, redis }: Services, url: string): Record<string, string> {
  return {
    N8N_DISABLE_UI: 'true',
    EXECUTIONS_MODE: 'queue',
    QUEUE_BULL_REDIS_HOST: '127.0.0.1',
    QUEUE_BULL_REDIS_PORT: String(redis.port),
    DB_TYPE: 'postgresdb',
    DB_POSTGRESDB_HOST: '127.0.0.1',
    DB_POSTGRESDB_PORT: String(postgres.port),
    DB_POSTGRESDB_DATABASE: 'postgres',
    DB_POSTGRESDB_USER: 'n8n',
    N8N_ENCRYPTION_KEY: 'the same for all processes',
    N8N_PROXY_HOPS: '1',
    WEBHOOK_URL: `${url}/`,
    N8N_EDITOR_BASE_URL: `${url}/`,
    OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
    N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
    // A newer n8n learns by a ping that its database is back.
    ...(process.env.N8N_HOST === 'newest'
      ? { DB_PING_INTERVAL_SECONDS: '5', DB_PING_TIMEOUT_MS: '60000' }
      : {}),
  };
}
