// What .ci/run does; with the names of groups as arguments, only those. `--plan` prints the groups and the time limit for GitHub's workflow.
// `--nightly` (npm run nightly): everything in full volume and on every version, with a random seed for generated inputs; FUZZ_SEED repeats a run.
import { randomInt } from 'node:crypto';

import { command, jest } from './stage.mjs';
import {
  browser,
  build,
  checks,
  compiler,
  gates,
  installs,
  inTurn,
  newestN8n,
  newestNodeRed,
  oldestNodeRed,
  project,
  runSteps,
  systemPackages,
} from './steps.mjs';

/** The time limit, here and on GitHub. On two cores it takes 13 minutes from a fresh clone, four of them to install n8n. */
const minutes = 45;
/** GitHub ends a job after six hours. */
const nightlyMinutes = 350;

const smoke = (env) => ({ env: { ...env, SMOKE: '1' }, workers: 3 });

/**
 * Stages in turn: two suites of real platforms beside each other take longer than one after the other, and miss their time limits. Tests that mostly
 * wait get more workers than there are cores.
 */
const groups = {
  checks: { checks },
  tests: { stages: [jest('unit and Node-RED tests', 'npm test --', { workers: 4 })] },
  'node-red-versions': {
    installs: [installs.oldestNodeRed, installs.newestNodeRed],
    stages: [
      project('Node-RED smoke tests on the oldest', 'node-red', smoke(oldestNodeRed)),
      project('Node-RED smoke tests on the newest', 'node-red', smoke(newestNodeRed)),
    ],
  },
  n8n: {
    packages: compiler,
    n8n: [installs.n8n],
    stages: [project('n8n tests', 'n8n', { workers: 3 })],
  },
  'n8n-newest': {
    packages: compiler,
    n8n: [installs.newestN8n],
    stages: [project('n8n smoke tests on the newest', 'n8n', smoke(newestN8n))],
  },
  browser: {
    packages: [...compiler, ...browser],
    n8n: [installs.n8n],
    stages: [project('browser tests', 'browser')],
  },
  gates: { installs: [installs.gates], sideBySide: gates },
};

const nightly = {
  packages: [
    ...[...browser, ...compiler, 'nginx', 'postgresql', 'redis-server'],
    ...['docker.io', 'docker-compose', 'debootstrap', 'iptables'],
  ],
  n8n: [installs.n8n, installs.newestN8n],
  checks,
  installs: [installs.oldestNodeRed, installs.newestNodeRed, installs.gates],
  stages: [
    jest('unit and Node-RED tests', 'npm test --', { workers: 4 }),
    project('Node-RED tests on the oldest', 'node-red', { env: oldestNodeRed, workers: 3 }),
    project('Node-RED tests on the newest', 'node-red', { env: newestNodeRed, workers: 3 }),
    project('n8n tests', 'n8n', { workers: 3 }),
    project('n8n tests on the newest', 'n8n', { env: newestN8n, workers: 3 }),
    project('browser tests', 'browser'),
    project('n8n in queue mode', 'queue'),
    project('tests behind proxies', 'proxy'),
    project('packages from a registry', 'registry', { env: newestN8n, workers: 1 }),
    project('n8n in Docker', 'docker', { env: newestN8n }),
    command('mutants', 'npm run test:mutants'),
  ],
  sideBySide: gates,
};

const [first, ...others] = process.argv.slice(2);
if (first === '--plan') {
  console.log(`groups=${JSON.stringify(Object.keys(groups))}\nminutes=${minutes}`);
} else if (first === '--nightly') {
  process.env.NIGHTLY = '1';
  process.env.FUZZ_SEED ??= String(randomInt(2 ** 31));
  console.log(`FUZZ_SEED=${process.env.FUZZ_SEED}`);
  await runSteps(stepsOf([nightly]), nightlyMinutes);
} else {
  const names = first === undefined ? Object.keys(groups) : [first, ...others];
  const unknown = names.filter((name) => !Object.hasOwn(groups, name));
  if (unknown.length > 0) throw new Error(`No group: ${unknown}. Groups: ${Object.keys(groups)}`);
  await runSteps(stepsOf(names.map((name) => groups[name])), minutes);
}

function stepsOf(chosen) {
  const all = (part) => [...new Set(chosen.flatMap((group) => group[part] ?? []))];
  return [
    [[systemPackages(all('packages'))], [installs.root]],
    // n8n is installed for minutes, mostly waiting.
    [all('n8n'), [build, ...all('checks'), ...all('installs')]],
    ...inTurn(all('stages')),
    all('sideBySide').map((stage) => [stage]),
  ];
}
