import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { z } from 'zod/v4';

import { freePort } from '../../network/listening';
import { projectRoot, workFolder } from '../n8n/host';
import { until } from '../n8n/until';
import { startProgram } from '../programs';

/** A program that can be stopped and restarted with its data. */
export interface Service {
  readonly port: number;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface Services {
  readonly postgres: Service;
  readonly redis: Service;
  /** Stops both and deletes their data. */
  close(): Promise<void>;
}

const START_LIMIT_MS = 30_000;

/** Starts PostgreSQL and Redis on free loopback ports, with their data in `.work/`. */
export async function startServices(): Promise<Services> {
  const programs = findPrograms();
  mkdirSync(workFolder, { recursive: true });
  const folder = mkdtempSync(path.join(workFolder, 'queue-'));
  chmodSync(folder, 0o755); // for the user of PostgreSQL
  const redis = await prepareRedis(programs.redis, folder);
  const postgres = await preparePostgres(programs.postgres, folder);
  await Promise.all([redis.start(), postgres.start()]);
  return {
    postgres,
    redis,
    close: async () => {
      await Promise.all([redis.stop(), postgres.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const folders = z.object({ 'redis-server': z.string(), postgresql: z.string() });

/** @throws Error that names in one line what is missing */
function findPrograms(): { redis: string; postgres: string } {
  const needs = path.join(projectRoot, 'test/needs.mjs');
  const args = [needs, '--where', 'redis-server', 'postgresql'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr.trim());
  const found = folders.parse(JSON.parse(stdout));
  return { redis: path.join(found['redis-server'], 'redis-server'), postgres: found.postgresql };
}

async function prepareRedis(program: string, folder: string): Promise<Service> {
  const port = await freePort();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--appendonly', 'yes'];
  return service(port, program, args, {});
}

async function preparePostgres(bin: string, folder: string): Promise<Service> {
  const port = await freePort();
  const data = path.join(folder, 'postgres');
  mkdirSync(data);
  const owner = ownerOfPostgres(data);
  const create = ['-D', data, '-U', 'n8n', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  execFileSync(path.join(bin, 'initdb'), create, { ...owner, stdio: 'pipe' });
  const args = [
    '-D',
    data,
    '-p',
    String(port),
    '-k',
    data,
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'fsync=off',
  ];
  return service(port, path.join(bin, 'postgres'), args, owner);
}

/** PostgreSQL does not run as root, so it runs as the user that its package created, who gets its folder. */
function ownerOfPostgres(data: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const owner = { uid: id('-u'), gid: id('-g') };
  chownSync(data, owner.uid, owner.gid);
  return owner;
}

function service(
  port: number,
  program: string,
  args: string[],
  owner: { uid?: number; gid?: number },
): Service {
  let stop = async () => {};
  return {
    port,
    start: async () => {
      const child = startProgram(program, args, { ...owner, cwd: '/' });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (text) => (output += String(text)));
      const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
      stop = async () => {
        child.stdin.end();
        await ended;
      };
      await until(`${path.basename(program)} to listen`, () => isListening(port), START_LIMIT_MS).catch(
        (error) => {
          throw new Error(`${String(error)}; it wrote:\n${output}`);
        },
      );
    },
    stop: () => stop(),
  };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
