import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { differencesOf } from './compare';
import { readExchanges } from './exchange';
import { recordingProxy, serviceAddress } from './proxy';

const RECORD_HELP = `sandbox record --for URL --port N --out FILE

Passes calls to http://127.0.0.1:N on to the service at URL, and writes them to FILE without credentials, numbers and texts.
`;

const COMPARE_HELP = `sandbox compare FILE

Sends the recorded requests to a fresh sandbox and lists where it answers differently.
Ends with 0 if nothing differs, 1 if something does, and 2 if it cannot compare.
`;

/** `sandbox record`: runs until Ctrl-C. */
export async function record(args: string[]): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: { for: text, port: text, out: text, help: { type: 'boolean', short: 'h' } },
  });
  const { for: service, port, out } = values;
  if (values.help === true || service === undefined || port === undefined || out === undefined) {
    process.stdout.write(RECORD_HELP);
    process.exitCode = values.help === true ? 0 : 2;
    return;
  }
  const server = recordingProxy(serviceAddress(service), out).listen(Number(port), '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const listens = typeof address === 'object' ? address?.port : port;
  process.stdout.write(`Call http://127.0.0.1:${listens} in place of ${service}. Ctrl-C stops.\n`);
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

/**
 * `sandbox compare`.
 * @returns the exit code
 */
export async function compareCommand(args: string[], print: (text: string) => void): Promise<number> {
  const [file, ...others] = args;
  const help = file === '--help' || file === '-h';
  if (help || file === undefined || others.length > 0) {
    print(COMPARE_HELP);
    return help ? 0 : 2;
  }
  try {
    const differences = await differencesOf(readExchanges(file));
    print(differences.length === 0 ? 'Nothing differs.\n' : `${differences.join('\n')}\n`);
    return differences.length === 0 ? 0 : 1;
  } catch (error) {
    print(`${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
}

/** The command of the program. */
export async function compare(args: string[]): Promise<void> {
  process.exitCode = await compareCommand(args, (text) => process.stdout.write(text));
}
