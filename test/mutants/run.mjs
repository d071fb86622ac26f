// Changes the code of a room (or of all rooms, or of one file) in many small ways, and counts the changes that no test notices. Usage:
// npm run test:mutants -- [room or file]...
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { rooms, testsOf } from './files.mjs';

const LEAST = 85;
const stryker = fileURLToPath(new URL('node_modules/@stryker-mutator/core/bin/stryker.js', import.meta.url));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => rooms[name] === undefined && testsOf[name] === undefined);
if (unknown.length > 0) throw new Error(`No such room or file: ${unknown}. Rooms: ${Object.keys(rooms)}`);

for (const [room, files] of Object.entries(rooms)) {
  const all = Object.keys(files);
  const chosen =
    wanted.length === 0 || wanted.includes(room) ? all : all.filter((file) => wanted.includes(file));
  if (chosen.length === 0) continue;
  const counts = chosen.map(mutate);
  const sum = { killed: 0, survived: 0 };
  for (const { killed, survived } of counts) {
    sum.killed += killed;
    sum.survived += survived;
  }
  console.log(line(`${room} in all`, sum));
  if (score(sum) < LEAST) process.exitCode = 1;
}

/** Runs the tests of a file on each change to it, and prints those that survive. */
function mutate(file) {
  const env = { ...process.env, MUTATED: file };
  const { status, stdout } = spawnSync(
    process.execPath,
    [stryker, 'run', 'test/mutants/stryker.config.mjs'],
    {
      env,
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`StrykerJS failed with ${file}:\n${stdout}`);
  const report = JSON.parse(readFileSync(`.work/mutants/${file}.json`, 'utf8'));
  const { source, mutants } = report.files[file];
  const lines = source.split('\n');
  const textOf = ({ start, end }) =>
    start.line === end.line
      ? lines[start.line - 1].slice(start.column - 1, end.column - 1)
      : `${lines[start.line - 1].slice(start.column - 1)} …`;
  const left = mutants.filter(({ status: state }) => ['Survived', 'NoCoverage'].includes(state));
  for (const { location, replacement } of left)
    console.log(`  ${file}:${location.start.line} ${textOf(location)} → ${replacement}`);
  const killed = mutants.filter(({ status: state }) => ['Killed', 'Timeout'].includes(state)).length;
  const count = { killed, survived: left.length };
  console.log(line(file, count));
  return count;
}

function score({ killed, survived }) {
  return (100 * killed) / Math.max(1, killed + survived);
}

function line(name, count) {
  return `${name}: ${count.killed} killed, ${count.survived} survived, ${score(count).toFixed(1)} %`;
}
