import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { portFrom } from '../sandbox/commands/port';
import { startSandbox, type Sandbox } from '../sandbox';
import { DEFAULT_PORT } from '../sandbox/options';

/**
 * `npm start`: runs the sandbox and a real Node-RED with this package in its palette and the first example deployed, until Ctrl-C. All
 * files that it writes are below `.work/start` of the checkout, including changes to the flow.
 */

const root = join(__dirname, '..');
const workFolder = join(root, '.work', 'start');
const exampleFile = join(root, 'examples', '01 - SMS with delivery report and answer.json');
const packageFolder = join(root, 'packages', 'node-red');
const PACKAGE_NAME = '@messaging-service/node-red-messaging-service';
const DEFAULT_NODE_RED_PORT = 1880;
const START_TIME_LIMIT_MS = 60_000;

async function main(): Promise<void> {
  const sandboxPort = await freePort('SANDBOX_PORT', DEFAULT_PORT);
  const nodeRedPort = await freePort('NODE_RED_PORT', DEFAULT_NODE_RED_PORT);
  const nodeRedUrl = `http://127.0.0.1:${nodeRedPort}`;
  const sandbox = await startSandbox({
    port: sandboxPort,
    tests: join(root, 'sandbox-tests'),
    inboundUrls: { default: `${nodeRedUrl}/api/webhooks/receivedmessage` },
  });
  prepareUserFolder(sandbox.url, nodeRedUrl);
  const nodeRed = startNodeRed(nodeRedPort);
  stopTogether(sandbox, nodeRed);
  await ready(nodeRedUrl, nodeRed);
  process.stdout.write(`
Node-RED editor  ${nodeRedUrl}
Phone page       ${sandbox.url}/phone
Service          ${sandbox.url}  (user name demo, password demo)

Press the button of "Send an SMS" in the editor, and write an answer on the phone page.
Reports and answers appear in the debug sidebar, which is closed at first: Ctrl+G, then D, opens it. Ctrl-C stops everything.
`);
}

async function freePort(variable: string, fallback: number): Promise<number> {
  const port = portFrom(variable, process.env[variable] || fallback);
  const probe = createServer().listen(port, '127.0.0.1');
  await once(probe, 'listening').catch(() => {
    throw new Error(`Port ${port} is taken: set ${variable} to a free one, such as ${variable}=${port + 1}.`);
  });
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Node-RED's user folder: this package as if installed, settings, and the example on the first start. */
function prepareUserFolder(serviceUrl: string, nodeRedUrl: string): void {
  const scope = join(workFolder, 'node_modules', '@messaging-service');
  mkdirSync(scope, { recursive: true });
  const link = join(workFolder, 'node_modules', PACKAGE_NAME);
  if (!existsSync(link)) symlinkSync(packageFolder, link, 'junction');
  writeFileSync(
    join(workFolder, 'package.json'),
    JSON.stringify({ dependencies: { [PACKAGE_NAME]: `file:${packageFolder}` } }),
  );
  writeFileSync(join(workFolder, 'settings.js'), `module.exports = ${JSON.stringify(settings, null, 2)};\n`);
  if (!existsSync(join(workFolder, 'flows.json'))) writeExample(serviceUrl, nodeRedUrl);
}

const settings = {
  uiHost: '127.0.0.1',
  flowFile: 'flows.json',
  // The demo's only credentials are demo and demo.
  credentialSecret: false,
  telemetry: { enabled: false },
  editorTheme: { tours: false, projects: { enabled: false } },
  externalModules: { autoInstall: false },
  // The examples that keep a list over a restart use the store 'file'.
  contextStorage: {
    default: { module: 'memory' },
    file: { module: 'localfilesystem', config: { flushInterval: 1 } },
  },
  logging: { console: { level: 'warn', metrics: false, audit: false } },
};

function writeExample(serviceUrl: string, nodeRedUrl: string): void {
  const example = readFileSync(exampleFile, 'utf8')
    .replaceAll(`http://127.0.0.1:${DEFAULT_PORT}`, serviceUrl)
    .replaceAll(`http://127.0.0.1:${DEFAULT_NODE_RED_PORT}`, nodeRedUrl);
  const nodes: Array<{ id: string; type: string }> = JSON.parse(example);
  const accounts = nodes.filter(({ type }) => type === 'messaging-account');
  const credentials = Object.fromEntries(
    accounts.map(({ id }) => [id, { username: 'demo', password: 'demo' }]),
  );
  writeFileSync(join(workFolder, 'flows.json'), example);
  writeFileSync(join(workFolder, 'flows_cred.json'), JSON.stringify(credentials));
}

function startNodeRed(port: number): ChildProcess {
  const program = join(root, 'node_modules', 'node-red', 'red.js');
  const parameters = [
    '--userDir',
    workFolder,
    '--settings',
    join(workFolder, 'settings.js'),
    '--port',
    String(port),
  ];
  return spawn(process.execPath, [program, ...parameters], { stdio: 'inherit', cwd: workFolder });
}

/** Ctrl-C reaches both processes; when one of them ends, it stops the other. */
function stopTogether(sandbox: Sandbox, nodeRed: ChildProcess): void {
  const stop = () => nodeRed.kill('SIGTERM');
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  nodeRed.once('exit', (code) => {
    process.exitCode = code ?? 0;
    void sandbox.close();
  });
}

async function ready(nodeRedUrl: string, nodeRed: ChildProcess): Promise<void> {
  const end = Date.now() + START_TIME_LIMIT_MS;
  while (Date.now() < end && nodeRed.exitCode === null) {
    const answer = await fetch(`${nodeRedUrl}/flows`).catch(() => undefined);
    if (answer?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  nodeRed.kill('SIGTERM');
  throw new Error('Node-RED did not start; see its output above.');
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
