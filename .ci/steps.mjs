// What .ci/run and npm run nightly have in common: what they install, the checks that take one command, and how steps are run. Logs and
// reports are in .work/ci.
import { missing } from '../test/needs.mjs';
import { command, gate, install, jest, runStage } from './stage.mjs';

process.env.CI = 'true';

const npmCi = 'npm ci --no-audit --no-fund';
const installN8n = 'npx tsx test/hosts/n8n/install.ts';

export const newestN8n = { N8N_HOST: 'newest' };
export const oldestNodeRed = { NODE_RED_HOST: 'oldest' };
export const newestNodeRed = { NODE_RED_HOST: 'newest' };

/** What a browser and n8n's sqlite3 need from the system. */
export const browser = ['chromium-headless-shell'];
export const compiler = ['python3', 'make', 'g++'];

export const installs = {
  root: install('npm ci', npmCi),
  n8n: install('npm ci of n8n', installN8n),
  // After the other, from which it takes what has to be compiled.
  newestN8n: install('npm ci of the newest n8n', installN8n, { env: newestN8n }),
  oldestNodeRed: install(
    'npm ci of the oldest Node-RED',
    `${npmCi} --prefix test/hosts/node-red/host-oldest`,
  ),
  newestNodeRed: install(
    'npm ci of the newest Node-RED',
    `${npmCi} --prefix test/hosts/node-red/host-newest`,
  ),
  gates: install('npm ci of the gates', `${npmCi} --prefix .ci/gates`),
};

export const build = command('build', 'npm run build');

export const checks = [
  command('commit subjects', 'node .ci/commits.mjs'),
  command('type check', 'npm run typecheck'),
  command('type check on zod 4', 'npx tsc -p tsconfig.zod4.json'),
  command('lint', 'npm run lint'),
  command('format', 'npx prettier --check .'),
];

export const gates = [
  gate("n8n's scanner", 'node .ci/gates/scan.mjs'),
  gate("Node-RED's scorecard", 'node .ci/gates/scorecard.mjs'),
  gate('npm packages', 'node .ci/gates/pack.mjs'),
  command('tarballs', 'npm run tarballs'),
];

/** The tests of a jest project, with what is built and installed. */
export function project(name, project, options) {
  return jest(name, `npx jest --selectProjects ${project}`, options);
}

/** Installs packages of the system, by apt-get, if they are missing. */
export function systemPackages(packages) {
  const wanted = missing(packages);
  const line =
    wanted.length === 0
      ? 'true'
      : `export DEBIAN_FRONTEND=noninteractive; apt-get update && apt-get install -y --no-install-recommends ${wanted.join(' ')}`;
  return command('system packages', line);
}

/** One stage after the other, each as a step. */
export function inTurn(stages) {
  return stages.map((stage) => [[stage]]);
}

/**
 * Runs steps one after the other, the lanes of a step side by side, and the stages of a lane one after the other. Prints a table and "N passed, N
 * failed", and ends the process.
 * @param {number} minutes - what all of it may take; one stage may take a third of it
 */
export async function runSteps(steps, minutes) {
  const started = Date.now();
  const budget = minutes * 60_000;
  const results = [];
  const total = (column) => results.reduce((sum, result) => sum + result[column], 0);
  const run = async (lane) => {
    for (const stage of lane) {
      const left = Math.max(1000, budget - (Date.now() - started));
      results.push(await runStage(stage, Math.min(budget / 3, left)));
    }
  };
  for (const [number, lanes] of steps.entries()) {
    await Promise.all(lanes.map(run));
    // Without the packages, nothing else can run.
    if (number === 0 && total('failed') > 0) break;
  }
  const row = (name, ...columns) =>
    console.log(name.padEnd(32) + columns.map((column) => String(column).padStart(8)).join(''));
  console.log('');
  row('stage', 'passed', 'flaky', 'failed', 'seconds');
  for (const { name, passed, flaky, failed, seconds } of results) row(name, passed, flaky, failed, seconds);
  row('in all', total('passed'), total('flaky'), total('failed'), Math.round((Date.now() - started) / 1000));
  console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
  process.exit(total('failed') === 0 ? 0 : 1);
}
