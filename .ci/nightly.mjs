// npm run nightly: everything in full volume and on every version, with a random seed for generated inputs; FUZZ_SEED repeats a run.
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

/** GitHub ends a job after six hours. */
const minutes = 350;

process.env.NIGHTLY = '1';
process.env.FUZZ_SEED ??= String(randomInt(2 ** 31));
console.log(`FUZZ_SEED=${process.env.FUZZ_SEED}`);

const system = [
  ...browser,
  ...compiler,
  'nginx',
  'postgresql',
  'redis-server',
  'docker.io',
  'docker-compose',
  'debootstrap',
  'iptables',
];

await runSteps(
  [
    [[systemPackages(system)], [installs.root]],
    [
      [installs.n8n, installs.newestN8n],
      [build, ...checks, installs.oldestNodeRed, installs.newestNodeRed, installs.gates],
    ],
    ...inTurn([
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
    ]),
    gates.map((stage) => [stage]),
  ],
  minutes,
);
