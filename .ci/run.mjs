// What .ci/run does. Logs and reports are in .work/ci.
import { missing } from '../test/needs.mjs';
import { command, gate, jest, runStage } from './stage.mjs';

const budget = 82 * 60_000;
const longestStage = 30 * 60_000;
const started = Date.now();

/** Without these, nothing else can run. */
const preparation = [
  command('system packages', systemPackages()),
  command('npm ci', 'npm ci --no-audit --no-fund'),
  command('npm ci of the gates', 'npm ci --no-audit --no-fund --prefix .ci/gates'),
  command('build', 'npm run build'),
];

/** What takes minutes and says little more about another version of the platform. */
const lengthy = ['ledger', 'volume', 'hostile', 'secrets'];

const stages = [
  command('type check', 'npm run typecheck'),
  command('lint', 'npm run lint'),
  command('format', 'npx prettier --check .'),
  jest('unit and Node-RED tests', 'test'),
  jest('Node-RED tests on the oldest', 'test:node-red', {
    env: { NODE_RED_HOST: 'oldest' },
    without: lengthy,
  }),
  jest('Node-RED tests on the newest', 'test:node-red', {
    env: { NODE_RED_HOST: 'newest' },
    without: lengthy,
  }),
  gate("n8n's scanner", 'node .ci/gates/scan.mjs'),
  gate("Node-RED's scorecard", 'node .ci/gates/scorecard.mjs'),
  gate('npm package', 'node .ci/gates/pack.mjs'),
  jest('n8n tests', 'test:n8n'),
  jest('n8n tests on the newest n8n', 'test:n8n', { env: { N8N_HOST: 'newest' }, without: lengthy }),
  jest('tests behind proxies', 'test:proxy'),
  jest('n8n in queue mode', 'test:queue'),
  jest('browser tests', 'test:browser'),
];

const results = [];
for (const stage of preparation) {
  const result = await runStage(stage, remaining());
  results.push(result);
  if (result.failed > 0) finish();
}
for (const stage of stages) results.push(await runStage(stage, remaining()));
finish();

function remaining() {
  return Math.min(longestStage, Math.max(1000, budget - (Date.now() - started)));
}

/** What the tests need of the system, and what builds n8n's sqlite3; installed only where it is missing. */
function systemPackages() {
  const wanted = missing(['chromium', 'nginx', 'postgresql', 'redis-server', 'python3', 'make', 'g++']);
  if (wanted.length === 0) return 'true';
  const install = `apt-get install -y --no-install-recommends ${wanted.join(' ')}`;
  return `export DEBIAN_FRONTEND=noninteractive; apt-get update && ${install}`;
}

function finish() {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  console.log(
    `\n${'stage'.padEnd(32)}${'passed'.padStart(8)}${'failed'.padStart(8)}${'seconds'.padStart(9)}`,
  );
  for (const { name, passed, failed, seconds } of results) {
    const numbers = `${String(passed).padStart(8)}${String(failed).padStart(8)}${String(seconds).padStart(9)}`;
    console.log(`${name.padEnd(32)}${numbers}`);
  }
  const failed = sum('failed');
  console.log(`\n${sum('passed')} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
