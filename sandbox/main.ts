import { parseArgs } from 'node:util';
import { startSandbox } from './index';
import { DEFAULT_PORT } from './options';

const HELP = `npm run sandbox -- [options]

  --data FILE        keeps messages, media, settings and balance in that file
  --inbound-url URL  where what people write is forwarded to
  --host ADDRESS     listens on another address than 127.0.0.1
  --help, -h         this text

The environment variable SANDBOX_PORT sets another port than ${DEFAULT_PORT}. docs/sandbox.md has more.
`;

/** `npm run sandbox`: runs only the sandbox, until Ctrl-C. docs/sandbox.md describes its options. */
async function main(): Promise<void> {
  const text = { type: 'string' } as const;
  const help = { type: 'boolean', short: 'h' } as const;
  const { values } = parseArgs({ options: { help, data: text, host: text, 'inbound-url': text } });
  if (values.help === true) {
    process.stdout.write(HELP);
    return;
  }
  const inboundUrl = values['inbound-url'];
  const sandbox = await startSandbox({
    port: portFrom(process.env.SANDBOX_PORT),
    host: values.host,
    data: values.data,
    ...(inboundUrl === undefined ? {} : { inboundUrls: { default: inboundUrl } }),
  });
  // Where every address is listened on, the sandbox is still called by that of this machine.
  const url = sandbox.url.replace('//0.0.0.0:', '//127.0.0.1:');
  process.stdout.write(`Service     ${url}  (user name demo, password demo)
Phone page  ${url}/phone
Ctrl-C stops the sandbox.
`);
  const stop = () => void sandbox.close();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

function portFrom(text: string | undefined): number {
  const port = Number(text || DEFAULT_PORT);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new Error(`SANDBOX_PORT must be a number from 0 to 65535, not '${text}'.`);
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!('code' in error) || error.code !== 'EADDRINUSE') return error.message;
  return `Port ${process.env.SANDBOX_PORT || DEFAULT_PORT} is taken: set SANDBOX_PORT to a free port, such as SANDBOX_PORT=8027.`;
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
});
