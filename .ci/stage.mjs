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

/** A gate, which ends its output with "N passed, N failed". */
export function gate(name, line) {
  const count = (code, log) => {
    const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(log) ?? [];
    return [Number(passed ?? 0), Math.max(Number(failed ?? 0), code === 0 ? 0 : 1)];
  };
  return { name, line, count };
}

/** A command that ends in jest and takes its options; `without` names tests that are left out. */
export function jest(name, line, { env = {}, without = [] } = {}) {
  const report = path.join(folder, `${fileName(name)}.json`);
  const leftOut = without.map((pattern) => ` --testPathIgnorePatterns=${pattern}`).join('');
  return {
    name,
    line: `${line} --ci --json --outputFile=${report}${leftOut}`,
    env,
    report,
    count: (code) => {
      const { numPassedTests = 0, numFailedTests = 0, numRuntimeErrorTestSuites = 0 } = readReport(report);
      return [numPassedTests, Math.max(numFailedTests + numRuntimeErrorTestSuites, code === 0 ? 0 : 1)];
    },
  };
}

/**
 * Runs a stage.
 * @param {number} limit - milliseconds after which it is ended and counts as failed
 * @returns {Promise<{ name: string, passed: number, failed: number, seconds: number }>}
 */
export async function runStage({ name, line, env, report, count }, limit) {
  const log = path.join(folder, `${fileName(name)}.log`);
  if (report) rmSync(report, { force: true });
  const started = Date.now();
  const code = await runLogged(line, log, env, limit);
  const output = readFileSync(log, 'utf8');
  const [passed, found] = count(code, output);
  const failed = passed + found === 0 ? 1 : found; // a stage that proved nothing has failed
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(`${failed === 0 ? 'ok  ' : 'FAIL'} ${name}: ${passed} passed, ${failed} failed (${seconds} s)`);
  for (const [, figure] of output.matchAll(/^Figure: (.*)$/gm)) console.log(`     ${figure}`);
  if (failed > 0) explain(line, code, output, report);
  return { name, passed, failed, seconds };
}

function fileName(name) {
  return name.replaceAll(/[^a-z0-9]+/gi, '-');
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

async function runLogged(line, log, env, limit) {
  const file = openSync(log, 'w');
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

/** Ends a stage with everything it started: asked first, so that a test's n8n is ended by who watches over it. */
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

function explain(line, code, output, report) {
  console.log(`     ${line} ended with ${code}`);
  const failures = report ? failedTests(readReport(report)) : [];
  const text = failures.length > 0 ? failures.join('\n') : lastLines(output);
  console.log(stripVTControlCharacters(text).replaceAll(/^/gm, '     | '));
}

/** The end of a log, without what a gate says of checks that passed. */
function lastLines(output) {
  return output
    .split('\n')
    .filter((line) => !line.startsWith('ok '))
    .slice(-60)
    .join('\n');
}

function failedTests({ testResults = [] }) {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0) return message && assertionResults.length === 0 ? [`${name}\n${message}`] : [];
    return failed.map(({ fullName, failureMessages }) => {
      const reason = failureMessages.join('\n').split('\n').slice(0, 25).join('\n');
      return `${path.relative('.', name)}: ${fullName}\n${reason}\n`;
    });
  });
}
