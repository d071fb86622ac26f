import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { listenError, portFrom } from '../commands/port';
import { startSandbox } from '../index';
import { comparingProxy, serviceAddress } from './proxy';

const HELP = `npx @messaging-service/sandbox compare --for URL --port PORT

Passes each call to http://127.0.0.1:PORT on to the real service, makes the same call to a fresh sandbox, and prints where the answers differ: status, headers, names and types of fields. No number and no text of a call is printed.

  --for URL    the service; https, or http on this machine
  --port PORT  where to listen; 0 takes any free port

If the service has a certificate of your own authority, set NODE_EXTRA_CA_CERTS to the file of that authority.
`;

/** `sandbox compare`: runs until Ctrl-C. */
export async function compare(args: string[]): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: { for: text, port: text, help: { type: 'boolean', short: 'h' } },
  });
  const { for: service, port, help = false } = values;
  if (help || service === undefined || port === undefined) {
    process.stdout.write(HELP);
    process.exitCode = help ? 0 : 2;
    return;
  }
  const wanted = portFrom('--port', port);
  const address = serviceAddress(service);
  const sandbox = await startSandbox({ port: 0, automaticDelivery: 'manual', acceptUnknown: true });
  const say = (words: string) => process.stdout.write(`${words}\n`);
  const proxy = comparingProxy(address, sandbox.url, say).listen(wanted, '127.0.0.1');
  try {
    await once(proxy, 'listening');
  } catch (error) {
    await sandbox.close();
    throw listenError(error, wanted, wanted + 1);
  }
  const listening = proxy.address();
  const own = typeof listening === 'object' ? listening?.port : wanted;
  say(`Call http://127.0.0.1:${own} in place of ${service}. Ctrl-C stops.`);
  const stop = () => {
    proxy.close();
    proxy.closeAllConnections();
    void sandbox.close();
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}
