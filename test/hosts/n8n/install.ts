/**
 * Installs the n8n that the tests use, once per lock file: `tsx test/hosts/n8n/install.ts` (with `N8N_HOST=newest` the newest one). Needs
 * the npm registry, Python and a C++ compiler: sqlite3 is built against the headers that came with Node.js, because its prebuilt binaries
 * are on a host that is often out of reach. Simultaneous runs wait for each other.
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import lockfile from 'proper-lockfile';
import {
  hostFolder,
  hostNode,
  isInstalled,
  lockFileHash,
  otherHost,
  projectRoot,
  stampFile,
  workFolder,
} from './host';

async function install(): Promise<void> {
  if (isInstalled()) return;
  const needs = path.join(projectRoot, 'test', 'needs.mjs');
  const { status } = spawnSync(process.execPath, [needs, 'python3', 'make', 'g++'], { stdio: 'inherit' });
  if (status !== 0) {
    process.exitCode = 1;
    return;
  }
  const release = await lockForOneRun();
  try {
    if (isInstalled()) return;
    console.log(`Installing n8n into ${hostFolder} (once, about 5 minutes) ...`);
    rmSync(stampFile, { force: true });
    await run('npm', ['ci', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'], hostFolder);
    await buildSqlite();
    writeFileSync(stampFile, lockFileHash());
  } finally {
    await release();
  }
}

/** Waits up to 20 minutes for another run that installs the same host. */
async function lockForOneRun(): Promise<() => Promise<void>> {
  mkdirSync(workFolder, { recursive: true });
  return await lockfile.lock(hostFolder, {
    lockfilePath: path.join(workFolder, `install-n8n-${path.basename(hostFolder)}.lock`),
    stale: 30_000,
    retries: { retries: 1200, factor: 1, minTimeout: 1000, maxTimeout: 1000 },
  });
}

async function buildSqlite(): Promise<void> {
  const node = hostNode();
  const sqlite = path.join(hostFolder, 'node_modules', 'sqlite3');
  if (!takeFromOther(sqlite)) await run(node, [nodeGyp(), 'rebuild', ...headersOf(node)], sqlite);
  await run(node, ['-e', 'require(".")'], sqlite);
}

/** Takes what was built for the other n8n: the same version works with every Node.js, as it is built against Node-API. */
function takeFromOther(sqlite: string): boolean {
  const host = otherHost();
  if (host === undefined) return false;
  const other = path.join(host, 'node_modules', 'sqlite3');
  const built = path.join('build', 'Release', 'node_sqlite3.node');
  if (!existsSync(path.join(other, built)) || versionIn(other) !== versionIn(sqlite)) return false;
  mkdirSync(path.dirname(path.join(sqlite, built)), { recursive: true });
  copyFileSync(path.join(other, built), path.join(sqlite, built));
  return true;
}

function versionIn(folder: string): unknown {
  const manifest: unknown = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return Object(manifest).version;
}

/** `--nodedir` with the headers installed with this Node.js; without them, node-gyp downloads them. */
function headersOf(node: string): string[] {
  const prefix = path.resolve(realpathSync(node), '..', '..');
  return existsSync(path.join(prefix, 'include', 'node', 'node.h')) ? [`--nodedir=${prefix}`] : [];
}

/** The node-gyp of npm, because sqlite3's own is too old for current versions of Python. */
function nodeGyp(): string {
  const npm = process.env.npm_execpath ?? realpathSync(inPath('npm'));
  return createRequire(npm).resolve('node-gyp/bin/node-gyp.js');
}

function inPath(program: string): string {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const found = folders.map((folder) => path.join(folder, program)).find((file) => existsSync(file));
  if (found === undefined) throw new Error(`${program} is not in PATH: install Node.js together with npm`);
  return found;
}

/** Runs a program; its output is shown only when it fails. */
async function run(program: string, args: string[], folder: string): Promise<void> {
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  if (code !== 0) {
    throw new Error(`${program} ${args.join(' ')} ended with ${code} in ${folder}:\n${output.slice(-6000)}`);
  }
}

install().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
