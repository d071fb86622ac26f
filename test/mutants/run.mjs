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

const started = Date.now();
for (const [room, files] of Object.entries(rooms)) {
  const isRoom = wanted.length === 0 || wanted.includes(room);
  for (const file of Object.keys(files)) if (isRoom || wanted.includes(file)) mutate(file);
}
console.log(`${Math.round((Date.now() - started) / 60_000)} minutes`);

/** Runs the tests of a file, in the quick volumes, on each change to it, and prints those that survive. */
function mutate(file) {
  const env = { ...process.env, NIGHTLY: '0', MUTATED: file };
  const { status, stdout } = spawnSync(
    process.execPath,
    [stryker, 'run', 'test/mutants/stryker.config.mjs'],
    {
      env,
      encoding: 'utf8',
    },
  );
  if (status !== 0) {
    process.exitCode = 1;
    console.log(`${file}: StrykerJS failed\n${stdout}`);
    return;
  }
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
  const score = (100 * killed) / Math.max(1, killed + left.length);
  console.log(`${file}: ${killed} killed, ${left.length} survived, ${score.toFixed(1)} %`);
  if (score < LEAST) process.exitCode = 1;
}
