// What .ci/run does. Logs and reports are in .work/ci.
import { missing } from '../test/needs.mjs';
import { command, gate, install, jest, runStage } from './stage.mjs';

const budget = 85 * 60_000;
const longestStage = 45 * 60_000;
const started = Date.now();

const newestN8n = { env: { N8N_HOST: 'newest' } };
const oldestNodeRed = { env: { NODE_RED_HOST: 'oldest' } };
const newestNodeRed = { env: { NODE_RED_HOST: 'newest' } };
const npmCi = 'npm ci --no-audit --no-fund';
const installN8n = 'npx tsx test/hosts/n8n/install.ts';

/** Tests that take minutes and find little more with another version of the platform. */
const without = ['ledger', 'volume', 'hostile', 'secrets'];

/**
 * Tests of what the platform has no part in: Express by itself, the client's steps, the contents of messages, when and in what order people
 * are written to. How deploys, restarts and kills end for what waits is in other files, which run on every version.
 */
const withoutOnNodeRed = [
  ...without,
  'routes',
  'messaging-status',
  'further-channels',
  'sending-window',
  'messaging-ask-several',
];
const otherNodeRed = { without: withoutOnNodeRed, workers: 3 };
// Connections are those of axios and of Node.js, which is the same as for the usual Node-RED.
const oldNodeRed = { ...otherNodeRed, without: [...withoutOnNodeRed, 'transport'] };
const withoutOnN8n = [...without, 'contents', 'limits', 'wait-parts', 'wait-in-turn', 'testing-guide'];

/**
 * Steps run one after the other, the lanes of a step side by side, and the stages of a lane one after the other. Tests that mostly wait get
 * more workers than there are cores.
 */
const steps = [
  [[command('system packages', systemPackages())], [install('npm ci', npmCi)]],
  [
    [
      install('npm ci of n8n', installN8n),
      // Takes from the other what has to be compiled.
      install('npm ci of the newest n8n', installN8n, newestN8n),
    ],
    [
      command('type check', 'npm run typecheck'),
      command('type check on zod 4', 'npx tsc -p tsconfig.zod4.json'),
      command('lint', 'npm run lint'),
      command('format', 'npx prettier --check .'),
      install('npm ci of the oldest Node-RED', `${npmCi} --prefix test/hosts/node-red/host-oldest`),
      install('npm ci of the newest Node-RED', `${npmCi} --prefix test/hosts/node-red/host-newest`),
      install('npm ci of the gates', `${npmCi} --prefix .ci/gates`),
    ],
  ],
  // One by one: two suites of real platforms beside each other take longer than one after the other, and miss their time limits.
  [[jest('unit and Node-RED tests', 'npm test --', { env: { TEST_VOLUME: 'full' }, workers: 4 })]],
  [[project('Node-RED tests on the oldest', 'node-red', { ...oldestNodeRed, ...oldNodeRed })]],
  [[project('Node-RED tests on the newest', 'node-red', { ...newestNodeRed, ...otherNodeRed })]],
  [[project('n8n tests', 'n8n', { env: { TEST_VOLUME: 'full' }, workers: 3 })]],
  [[project('n8n tests on the newest n8n', 'n8n', { ...newestN8n, without: withoutOnN8n, workers: 3 })]],
  [[project('browser tests', 'browser')]],
  // These mostly wait.
  [
    [
      gate("n8n's scanner", 'node .ci/gates/scan.mjs'),
      gate("Node-RED's scorecard", 'node .ci/gates/scorecard.mjs'),
      gate('npm package', 'node .ci/gates/pack.mjs'),
      project('tests behind proxies', 'proxy'),
      project('packages from a registry', 'registry', newestN8n),
      project('n8n in Docker', 'docker', newestN8n),
    ],
    [project('n8n in queue mode', 'queue')],
  ],
];

const results = [];
for (const [number, lanes] of steps.entries()) {
  await Promise.all(lanes.map(run));
  // Without the packages, nothing else can run.
  if (number === 0 && total('failed') > 0) break;
}
finish();

async function run(lane) {
  for (const stage of lane) results.push(await runStage(stage, remaining()));
}

/** The tests of a jest project, with what is built and installed. */
function project(name, project, options) {
  return jest(name, `npx jest --selectProjects ${project}`, options);
}

function remaining() {
  return Math.min(longestStage, Math.max(1000, budget - (Date.now() - started)));
}

function total(column) {
  return results.reduce((sum, result) => sum + result[column], 0);
}

/** What the tests need from the system, and what builds n8n's sqlite3; installed only if it is missing. */
function systemPackages() {
  const docker = ['docker.io', 'docker-compose', 'debootstrap', 'iptables'];
  const wanted = missing([
    'chromium-headless-shell',
    'nginx',
    'postgresql',
    'redis-server',
    'python3',
    'make',
    'g++',
    ...docker,
  ]);
  if (wanted.length === 0) return 'true';
  const install = `apt-get install -y --no-install-recommends ${wanted.join(' ')}`;
  return `export DEBIAN_FRONTEND=noninteractive; apt-get update && ${install}`;
}

function finish() {
  const row = (name, ...columns) =>
    console.log(name.padEnd(32) + columns.map((column) => String(column).padStart(8)).join(''));
  console.log('');
  row('stage', 'passed', 'flaky', 'failed', 'seconds');
  for (const { name, passed, flaky, failed, seconds } of results) row(name, passed, flaky, failed, seconds);
  const seconds = Math.round((Date.now() - started) / 1000);
  row('in all', total('passed'), total('flaky'), total('failed'), seconds);
  console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
  process.exit(total('failed') === 0 ? 0 : 1);
}
