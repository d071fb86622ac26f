import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { hostFolder, hostNode, projectRoot } from '../n8n/host';
import { until } from '../n8n/until';
import { startProgram } from '../programs';

const run = promisify(execFile);

/** Outside of the checkout, as linters would read what is in the images. */
const folder = mkdtempSync(path.join(tmpdir(), 'messaging-docker-'));
const socket = `unix://${path.join(folder, 'docker.sock')}`;

const NODE_IMAGE = 'messaging-test/node';
const N8N_IMAGE = 'messaging-test/n8n';
const SERVICES_IMAGE = 'messaging-test/services';
const N8N_MODULES = '/usr/local/lib/n8n/node_modules';

/** A Docker Engine of the tests' own, with the base images that would otherwise come from Docker Hub. */
export interface Engine {
  /** Runs docker-compose. Rejects with its output if it fails. */
  compose(project: Project, ...args: string[]): Promise<string>;
  stop(): Promise<void>;
}

/** What docker-compose runs. */
export interface Project {
  readonly name: string;
  /** Its file, from the root of the checkout. */
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
  /** What is different in a test: see `usingHost` and `usingBase`. */
  readonly override: object;
}

/** Starts the engine and makes its base images, which takes a minute. */
export async function startEngine(): Promise<Engine> {
  const places = ['data-root', 'exec-root'].flatMap((name) => [`--${name}`, path.join(folder, name)]);
  const daemon = startProgram('dockerd', [...places, '-H', socket, '-p', path.join(folder, 'pid')]);
  const ended = new Promise((resolve) => daemon.once('close', resolve));
  const stop = async () => {
    daemon.stdin.end();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  let log = '';
  for (const stream of [daemon.stdout, daemon.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (log += text));
  }
  const answers = () =>
    docker('version').then(
      () => true,
      () => {
        if (daemon.exitCode !== null) throw new Error(`Docker Engine ended:\n${log}`);
        return false;
      },
    );
  try {
    await until('Docker Engine to answer', answers, 60_000);
    await makeBaseImages();
    await makeServicesImage();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    compose: async ({ name, file, env, override }, ...args) => {
      const changes = path.join(folder, `${name}.json`);
      writeFileSync(changes, JSON.stringify({ services: override }));
      const compose = path.join(projectRoot, file);
      const where = ['-f', compose, '-f', changes, '-p', name, '--project-directory', path.dirname(compose)];
      return await shell('docker-compose', [...where, ...args], { ...environment(), ...env });
    },
    stop,
  };
}

async function makeBaseImages(): Promise<void> {
  const root = path.join(folder, 'root');
  await shell('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', root]);
  addNode(root);
  const ca = '/etc/ssl/certs/ca-certificates.crt';
  if (existsSync(ca)) cpSync(ca, path.join(root, ca));
  const tarball = path.join(folder, 'root.tar');
  await shell('tar', ['-C', root, '-cf', tarball, '.']);
  await docker('import', '--change', `ENV NODE_EXTRA_CA_CERTS=${ca}`, tarball, NODE_IMAGE);
  // The layout of n8n's own image: the user node with its home, and n8n in the PATH. Its modules are mounted when it runs.
  const context = path.join(folder, 'n8n');
  mkdirSync(context, { recursive: true });
  cpSync(hostNode(), path.join(context, 'node'));
  writeFileSync(
    path.join(context, 'Dockerfile'),
    [
      `FROM ${NODE_IMAGE}`,
      'RUN useradd -m -u 1000 node && mkdir /home/node/.n8n && chown node:node /home/node/.n8n',
      `RUN ln -s ${N8N_MODULES}/n8n/bin/n8n /usr/local/bin/n8n`,
      'COPY node /usr/local/bin/node',
      'USER node',
      'WORKDIR /home/node',
    ].join('\n'),
  );
  await docker('build', '-t', N8N_IMAGE, context);
  rmSync(tarball);
  rmSync(root, { recursive: true });
}

/** This Node.js with its npm. */
function addNode(root: string): void {
  const bin = path.join(root, 'usr', 'local', 'bin');
  const npm = path.resolve(realpathSync(process.env.npm_execpath ?? which('npm')), '..', '..');
  cpSync(realpathSync(process.execPath), path.join(bin, 'node'));
  cpSync(npm, path.join(root, 'usr', 'local', 'lib', 'node_modules', 'npm'), { recursive: true });
  for (const name of ['npm', 'npx']) {
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, path.join(bin, name));
  }
}

function which(program: string): string {
  return execFileSync('which', [program], { encoding: 'utf8' }).trim();
}

/** PostgreSQL, Redis and nginx of Debian, in one image that is told which one to be as the official images are. */
async function makeServicesImage(): Promise<void> {
  const context = path.join(folder, 'services');
  mkdirSync(context, { recursive: true });
  cpSync(path.join(__dirname, 'services.sh'), path.join(context, 'services.sh'));
  writeFileSync(
    path.join(context, 'Dockerfile'),
    [
      `FROM ${NODE_IMAGE}`,
      'ENV DEBIAN_FRONTEND=noninteractive PGDATA=/var/lib/postgresql/data',
      'RUN apt-get update && apt-get install -y --no-install-recommends postgresql redis nginx',
      'RUN ln -s /usr/lib/postgresql/*/bin/* /usr/local/bin/ && rm /etc/nginx/sites-enabled/default',
      'COPY services.sh /',
      'ENTRYPOINT ["sh", "/services.sh"]',
    ].join('\n'),
  );
  await docker('build', '-t', SERVICES_IMAGE, context);
}

/** For a service that is built from the sandbox: its base image. */
export const usingBase = { build: { args: { NODE_IMAGE, N8N_IMAGE } } };

/** For a service that runs n8n: its base images, and the modules of the n8n that the tests have installed. */
export const usingHost = {
  ...usingBase,
  volumes: [`${path.join(realpathSync(hostFolder), 'node_modules')}:${N8N_MODULES}:ro`],
};

/** In place of the official images. */
export const SERVICES = {
  POSTGRES_IMAGE: SERVICES_IMAGE,
  REDIS_IMAGE: SERVICES_IMAGE,
  NGINX_IMAGE: SERVICES_IMAGE,
};

function environment(): NodeJS.ProcessEnv {
  return { ...process.env, DOCKER_HOST: socket, DOCKER_BUILDKIT: '0' };
}

async function docker(...args: string[]): Promise<string> {
  return await shell('docker', args, environment());
}

async function shell(program: string, args: string[], env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const { stdout, stderr } = await run(program, args, { env, maxBuffer: 64 * 1024 * 1024 });
  return `${stdout}${program === 'docker-compose' ? stderr : ''}`.trim();
}
