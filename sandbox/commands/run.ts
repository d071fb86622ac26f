import { parseArgs } from 'node:util';
import { startSandbox } from '../index';
import { DEFAULT_PORT, type SandboxOptions } from '../options';
import { optionsOf } from '../seed/optionsOf';
import { readSeed } from '../seed/readSeed';

const text = { type: 'string' } as const;
const options = {
  port: text,
  host: text,
  data: text,
  seed: text,
  user: text,
  password: text,
  tests: text,
  'inbound-url': text,
} as const;

/** Runs the sandbox until Ctrl-C. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options });
  const { port, host, data, seed, user, password, tests, 'inbound-url': inboundUrl } = values;
  const seeded = seed === undefined ? {} : optionsOf(readSeed(seed));
  const users = usersOf(seeded.users ?? { demo: 'demo' }, user, password);
  const inboundUrls =
    inboundUrl === undefined ? seeded.inboundUrls : { ...seeded.inboundUrls, default: inboundUrl };
  const sandbox = await startSandbox({
    ...seeded,
    port: portFrom(port),
    host,
    data,
    users,
    inboundUrls,
    tests: tests ?? 'sandbox-tests',
    warn: (warning) => process.stderr.write(`${warning}\n`),
  }).catch((error: unknown) => {
    throw isTaken(error) ? new Error(taken(port)) : error;
  });
  // Where every address is listened on, the sandbox is still called by that of this machine.
  const url = sandbox.url.replace('//0.0.0.0:', '//127.0.0.1:');
  process.stdout.write(`Service     ${url}  (${credentialsOf(users)})
Phone page  ${url}/phone
Ctrl-C stops the sandbox.
`);
  const stop = () => void sandbox.close();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

/** The only account, with what the command line says instead. */
function usersOf(
  given: NonNullable<SandboxOptions['users']>,
  user: string | undefined,
  password: string | undefined,
): Record<string, string> {
  const [[name, secret] = ['demo', 'demo']] = Object.entries(given);
  return { [user ?? name]: password ?? secret };
}

/** A password that is not that of the demo is not printed. */
function credentialsOf(users: Record<string, string>): string {
  const [[user, password] = ['', '']] = Object.entries(users);
  return `user name ${user}, password ${password === 'demo' ? 'demo' : 'as you set it'}`;
}

function portFrom(option: string | undefined): number {
  const [name, given] =
    option === undefined ? ['SANDBOX_PORT', process.env.SANDBOX_PORT] : ['--port', option];
  const port = Number(given || DEFAULT_PORT);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new Error(`${name} must be a number from 0 to 65535, not '${given}'.`);
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

function taken(option: string | undefined): string {
  const port = portFrom(option);
  const free = port === DEFAULT_PORT ? DEFAULT_PORT + 1 : DEFAULT_PORT;
  return `Port ${port} is taken: choose a free one, such as --port ${free}.`;
}
