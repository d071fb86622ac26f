import { parseArgs } from 'node:util';
import { startSandbox } from '../index';
import { DEFAULT_PORT, type SandboxOptions } from '../options';
import { optionsFromSeed } from '../seed/optionsFromSeed';
import { readSeed } from '../seed/readSeed';
import { listenError, portFrom } from './port';

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
  const { port: entered, host, data, seed, user, password, tests, 'inbound-url': inboundUrl } = values;
  const port =
    entered === undefined
      ? portFrom('SANDBOX_PORT', process.env.SANDBOX_PORT || DEFAULT_PORT)
      : portFrom('--port', entered);
  const seeded = seed === undefined ? {} : optionsFromSeed(readSeed(seed));
  const users = chosenUsers(seeded.users ?? { demo: 'demo' }, user, password);
  const inboundUrls =
    inboundUrl === undefined ? seeded.inboundUrls : { ...seeded.inboundUrls, default: inboundUrl };
  const sandbox = await startSandbox({
    ...seeded,
    port,
    host,
    data,
    users,
    inboundUrls,
    tests: tests ?? 'sandbox-tests',
    warn: (warning) => process.stderr.write(`${warning}\n`),
  }).catch((error: unknown) => {
    throw listenError(error, port, port === DEFAULT_PORT ? DEFAULT_PORT + 1 : DEFAULT_PORT);
  });
  // Where every address is listened on, the sandbox is still called by that of this machine.
  const url = sandbox.url.replace('//0.0.0.0:', '//127.0.0.1:');
  process.stdout.write(`Service     ${url}  (${credentialsText(users)})
Phone page  ${url}/phone
Ctrl-C stops the sandbox.
`);
  const stop = () => void sandbox.close();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

/** The only account, with what the command line says instead. */
function chosenUsers(
  entered: NonNullable<SandboxOptions['users']>,
  user: string | undefined,
  password: string | undefined,
): Record<string, string> {
  const [[name, secret] = ['demo', 'demo']] = Object.entries(entered);
  return { [user ?? name]: password ?? secret };
}

/** A password that is not that of the demo is not printed. */
function credentialsText(users: Record<string, string>): string {
  const [[user, password] = ['', '']] = Object.entries(users);
  return `user name ${user}, password ${password === 'demo' ? 'demo' : 'as you set it'}`;
}
