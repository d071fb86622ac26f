import { run } from './commands/run';
import { DEFAULT_PORT } from './options';
import { compare } from './compare/command';
import { test } from './flowTests/command';

const HELP = `npx @messaging-service/sandbox [options]

Starts a messaging service on this machine, with a phone in the browser.

  --port PORT        listens on another port than ${DEFAULT_PORT}; 0 takes any free one (or the environment variable SANDBOX_PORT)
  --host ADDRESS     listens on another address than 127.0.0.1
  --seed FILE        starts with the account, people, templates and conversations of this file in YAML or JSON
  --data FILE        keeps messages, media, settings and balance in this file
  --user NAME        user name of the account instead of demo
  --password TEXT    its password instead of demo
  --inbound-url URL  where what people write is forwarded to
  --tests DIR        where the phone page keeps its tests; sandbox-tests without it
  --help, -h         this text

npx @messaging-service/sandbox test DIR --for URL runs such tests; test --help says more.
npx @messaging-service/sandbox compare --for URL --port N lists where the real service answers differently.
`;

/** The commands besides running the sandbox, by their names. */
const COMMANDS: Record<string, (args: string[]) => Promise<void>> = { test, compare };

async function main(args: string[]): Promise<void> {
  const [name = '', ...rest] = args;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command) await command(rest);
  else if (args.some((arg) => arg === '--help' || arg === '-h')) process.stdout.write(HELP);
  else await run(args);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode ??= 1;
});
