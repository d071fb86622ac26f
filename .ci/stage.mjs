// One stage of .ci/run: a command whose output goes to a log, and how many of its checks passed and failed.
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const folder = path.join(import.meta.dirname, '..', '.work', 'ci');
mkdirSync(folder, { recursive: true });

/** The process groups of the stages that run. */
const running = new Set();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    for (const pid of running) signalGroup(pid, 'SIGTERM');
    process.exit(1);
  });
}

/** A command that is one check: it passes when it ends with 0. */
export function command(name, line, options = {}) {
  return { name, line, ...options, count: (code) => (code === 0 ? [1, 0] : [0, 1]) };
}

/** A command that installs from the npm registry. It is tried once more if it fails or stands still: npm sometimes waits for ever. */
export function install(name, line, options = {}) {
  return { ...command(name, line, options), tries: 2, limit: 8 * 60_000 };
}

/** A gate, which ends its output with "N passed, N failed". */
export function gate(name, line) {
  const count = (code, log) => {
    const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(log) ?? [];
    return [Number(passed ?? 0), Math.max(Number(failed ?? 0), code === 0 ? 0 : 1)];
  };
  return { name, line, count };
}

/**
 * A command that ends in jest and takes its options; `without` names tests that are left out. Real platforms on a busy machine can be too
 * slow once: the files in which a test fails run once more, by themselves. What passes then is flaky: it is counted and printed as such, and only
 * what fails twice has failed.
 */
export function jest(name, line, { env = {}, without = [], workers = 2 } = {}) {
  const leftOut = without.map((pattern) => ` --testPathIgnorePatterns=${pattern}`).join('');
  const lineFor = (report, atOnce) =>
    `${line} --ci --json --outputFile=${report} --maxWorkers=${atOnce}${leftOut}`;
  const report = path.join(folder, `${fileName(name)}.json`);
  const secondReport = path.join(folder, `${fileName(name)}-second-try.json`);
  return {
    name,
    line: lineFor(report, workers),
    env,
    reports: [report, secondReport],
    secondTry: (files) => `${lineFor(secondReport, 1)} --runTestsByPath ${files.join(' ')}`,
    count: (code) => {
      const failed = failuresIn(report).length;
      return [readReport(report).numPassedTests ?? 0, Math.max(failed, code === 0 ? 0 : 1)];
    },
  };
}

/**
 * Runs a stage.
 * @param {number} limit - milliseconds after which it is ended and counts as failed
 * @returns {Promise<{ name: string, passed: number, flaky: number, failed: number, seconds: number }>} `passed` includes what is flaky
 */
export async function runStage(stage, limit) {
  const { name, line, env, reports = [], secondTry, count, tries = 1 } = stage;
  const log = path.join(folder, `${fileName(name)}.log`);
  for (const file of [log, ...reports]) rmSync(file, { force: true });
  const started = Date.now();
  const left = () => limit - (Date.now() - started);
  let code;
  for (let tried = 0; tried < tries && code !== 0; tried += 1)
    code = await runLogged(line, log, env, Math.min(left(), stage.limit ?? limit));
  const output = readFileSync(log, 'utf8');
  const [passed, found] = count(code, output);
  const failures = reports.length > 0 ? failuresIn(reports[0]) : [];
  let recovered = [];
  if (failures.length > 0) {
    const files = [...new Set(failures.map(({ file }) => file))];
    await runLogged(secondTry(files), log, env, left());
    recovered = failures.filter(passesIn(reports[1]));
  }
  // A stage that proved nothing has failed.
  const failed = passed + found === 0 ? 1 : found - recovered.length;
  const seconds = Math.round((Date.now() - started) / 1000);
  const flaky = recovered.length;
  const result = { name, passed: passed + flaky, flaky, failed, seconds };
  console.log(
    `${failed === 0 ? 'ok  ' : 'FAIL'} ${name}: ${result.passed} passed${flaky > 0 ? ` (${flaky} flaky)` : ''}, ${failed} failed (${seconds} s)`,
  );
  for (const [, figure] of output.matchAll(/^Figure: (.*)$/gm)) console.log(`     ${figure}`);
  for (const failure of recovered)
    explain(`flaky, passed at the second try: ${failure.name}`, failure.reason);
  if (failed > 0) {
    const twice = failures.filter((failure) => !recovered.includes(failure));
    const told = twice.map((failure) => `${failure.name}\n${failure.reason}\n`).join('\n');
    explain(`${line} ended with ${code}`, told || lastLines(output));
  }
  return result;
}

function fileName(name) {
  return name.replaceAll(/[^a-z0-9]+/gi, '-');
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

async function runLogged(line, log, env, limit) {
  const file = openSync(log, 'a');
  const options = {
    shell: true,
    detached: true,
    stdio: ['ignore', file, file],
    env: { ...process.env, ...env },
  };
  const stage = spawn(line, options);
  const { pid } = stage;
  running.add(pid);
  const timer = setTimeout(() => {
    console.log('     (took too long; ended)');
    endGroup(pid);
  }, limit);
  const code = await new Promise((resolve) => stage.on('close', resolve));
  clearTimeout(timer);
  running.delete(pid);
  closeSync(file);
  return code;
}

/** Ends a stage and everything it started. It is asked first, so that the supervisor of a test's n8n can end that n8n. */
function endGroup(pid) {
  signalGroup(pid, 'SIGTERM');
  setTimeout(() => signalGroup(pid, 'SIGKILL'), 15_000).unref();
}

function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error; // already gone
  }
}

function explain(what, text) {
  console.log(`     ${what}`);
  console.log(stripVTControlCharacters(text).replaceAll(/^/gm, '     | '));
}

/** The end of a log, without a gate's lines about checks that passed. */
function lastLines(output) {
  return output
    .split('\n')
    .filter((line) => !line.startsWith('ok '))
    .slice(-60)
    .join('\n');
}

/** What failed in a run of jest: its tests, and files that failed as a whole. */
function failuresIn(report) {
  const { testResults = [] } = readReport(report);
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    if (status !== 'failed') return [];
    const file = path.relative('.', name);
    const tests = assertionResults.filter((test) => test.status === 'failed');
    if (tests.length === 0) return [{ file, name: file, reason: message }];
    return tests.map(({ fullName, failureMessages }) => ({
      file,
      name: `${file}: ${fullName}`,
      reason: failureMessages.join('\n').split('\n').slice(0, 25).join('\n'),
    }));
  });
}

/** Makes a function that says whether a failure passes in another run: it ran there, and nothing of that name failed. */
function passesIn(report) {
  const { testResults = [] } = readReport(report);
  const failed = new Set(failuresIn(report).map(({ name }) => name));
  const passed = new Set();
  for (const { name, status, assertionResults } of testResults) {
    const file = path.relative('.', name);
    if (status === 'passed') passed.add(file);
    for (const test of assertionResults)
      if (test.status === 'passed') passed.add(`${file}: ${test.fullName}`);
  }
  return ({ file, name }) => passed.has(name) && !failed.has(name) && !failed.has(file);
}
