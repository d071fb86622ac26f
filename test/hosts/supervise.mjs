// Runs the program on the command line, and ends it when this one is told to end or when the process that started this is gone (the
// standard input then closes, however that process died). So no n8n outlives a test run that was killed.
import { spawn } from 'node:child_process';

const patience = 10_000;
const [program, ...args] = process.argv.slice(2);
// A process group of its own, so that whatever n8n starts (its task runners) can be ended with it.
const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], detached: true });

function signalGroup(signal) {
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

function end() {
  child.kill('SIGTERM');
  setTimeout(() => signalGroup('SIGKILL'), patience);
}

process.stdin.on('end', end).resume();
// With this signal, a test kills it like a crash or the system would.
process.on('SIGUSR2', () => signalGroup('SIGKILL'));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, end);
child.on('error', (error) => {
  console.error(error.message);
  process.exit(127);
});
child.on('exit', (code) => {
  signalGroup('SIGKILL');
  process.exit(code ?? 1);
});
