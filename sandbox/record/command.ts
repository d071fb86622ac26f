import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { listenError, portFrom } from '../commands/port';
import { differences } from './compare';
import { readRecording } from './recording';
import { recordingProxy, serviceAddress } from './proxy';

const RECORD_HELP = `npx @messaging-service/sandbox record --for URL --port PORT --out FILE

Passes calls to http://127.0.0.1:PORT on to the real service, and writes each call and its answer with each number and text replaced by one of its kind.

  --for URL    the service; https, or http on this machine
  --port PORT  where to listen; 0 takes any free port
  --out FILE   a new file, one call per line

If the service has a certificate of your own authority, set NODE_EXTRA_CA_CERTS to the file of that authority.
`;

const COMPARE_HELP = `npx @messaging-service/sandbox compare FILE

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
  const { for: service, port, out, help = false } = values;
  if (help || service === undefined || port === undefined || out === undefined) {
    process.stdout.write(RECORD_HELP);
    process.exitCode = help ? 0 : 2;
    return;
  }
  const wanted = portFrom('--port', port);
  if (existsSync(out)) throw new Error(`${out} is there already: choose another file.`);
  const warn = (words: string) => process.stderr.write(`${words}\n`);
  const server = recordingProxy(serviceAddress(service), out, warn).listen(wanted, '127.0.0.1');
  await once(server, 'listening').catch((error: unknown) => {
    throw listenError(error, wanted, wanted + 1);
  });
  writeFileSync(out, '', { flag: 'wx', mode: 0o600 });
  const address = server.address();
  const listens = typeof address === 'object' ? address?.port : wanted;
  process.stdout.write(`Call http://127.0.0.1:${listens} in place of ${service}. Ctrl-C stops.\n`);
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

/** `sandbox compare`. */
export async function compare(args: string[]): Promise<void> {
  const [file, ...others] = args;
  const help = file === '--help' || file === '-h';
  if (help || file === undefined || others.length > 0) {
    process.stdout.write(COMPARE_HELP);
    process.exitCode = help ? 0 : 2;
    return;
  }
  // Exit code 1 says that something differs.
  process.exitCode = 2;
  const found = await differences(readRecording(file));
  process.stdout.write(found.length === 0 ? 'Nothing differs.\n' : `${found.join('\n')}\n`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
