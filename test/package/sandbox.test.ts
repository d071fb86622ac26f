import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { parse } from 'yaml';
import { printFigure } from '../figures';

/** The sandbox as users get it: its tarball, installed in an empty folder. */
const root = join(__dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'sandbox-package-'));
const installed = join(folder, 'node_modules', '@messaging-service', 'sandbox');

beforeAll(() => {
  const built = join(root, '.work', 'packages', 'sandbox');
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: built,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [tarball]: Array<{ filename: string }> = Object.values(JSON.parse(packed));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const file = join(folder, tarball?.filename ?? '');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--offline', file], {
    cwd: folder,
    stdio: 'pipe',
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

it('takes less than 10 MB, without any other package', () => {
  const files = readdirSync(join(folder, 'node_modules'), { recursive: true, encoding: 'utf8' });
  const sizes = files.map((file) => statSync(join(folder, 'node_modules', file)).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(10_000_000);
  expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
    '@messaging-service',
  ]);
});

/** Starts it by `npx` until the pages are there; resolves with the time that took. */
async function timeOfStart(): Promise<number> {
  const started = performance.now();
  const program = spawn('npx', ['--no-install', 'sandbox', '--port', '0'], { cwd: folder, detached: true });
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let output = '';
      program.stdout.on('data', (chunk) => {
        output += String(chunk);
        const [, found] = /Service +(\S+) [^]*Ctrl-C/.exec(output) ?? [];
        if (found !== undefined) resolve(found);
      });
      program.on('close', () => reject(new Error(`It ended: ${output}`)));
    });
    const paths = ['phone/', 'phone/icon.svg', 'docs/', 'docs/viewer/swagger-ui-bundle.js', 'openapi.yaml'];
    for (const path of paths)
      expect({ path, status: (await fetch(`${url}/${path}`)).status }).toEqual({ path, status: 200 });
    return performance.now() - started;
  } finally {
    if (program.pid !== undefined) process.kill(-program.pid, 'SIGTERM');
  }
}

it('npx starts the service and the phone page within 5 seconds', async () => {
  // The best of three: other tests may need the machine.
  const times = [await timeOfStart(), await timeOfStart(), await timeOfStart()];
  printFigure(`npx sandbox: ready after ${times.map(Math.round).join(', ')} ms`);
  expect(Math.min(...times)).toBeLessThan(5000);
});

const use = `
import { createSandbox } from '@messaging-service/sandbox';
const sandbox = await createSandbox({ port: 0, seed: { account: { balance: 3 } } });
const authorization = 'Basic ' + Buffer.from(sandbox.credentials.user + ':' + sandbox.credentials.password).toString('base64');
const answer = await fetch(sandbox.url + '/api/system/balance', { headers: { authorization } });
console.log(await answer.text());
await sandbox.close();
`;

it.each([
  ['a module', 'use.mjs', use],
  [
    'CommonJS',
    'use.cjs',
    `const { createSandbox } = require('@messaging-service/sandbox');\n(async () => {${use.replace(/^import.*$/m, '')}})();`,
  ],
])('is a library for %s', (_name, file, code) => {
  writeFileSync(join(folder, file), code);
  const output = execFileSync(process.execPath, [file], { cwd: folder, encoding: 'utf8' });
  expect(JSON.parse(output)).toEqual({ balance: 3 });
});

it('has types that know what a test may do, and what not', () => {
  const right = `
import { createSandbox, type Seed, type SentMessage, type TestSandbox } from '@messaging-service/sandbox';
const seed: Seed = { people: [{ name: 'Muster Anna', number: '+41795550111', delivery: 'slow', after: '30s' }] };
const sandbox: TestSandbox = await createSandbox({ port: 0, seed });
const message: SentMessage = await sandbox.waitForMessage({ to: '+41795550111', text: /Hello/ }, { timeout: '5s' });
await sandbox.reply(message, { button: 'Yes' });
sandbox.fault('server-error', 2);
`;
  const wrong = `${right}// @ts-expect-error no such fault\nsandbox.fault('earthquake');\n// @ts-expect-error no such state\nsandbox.messages({ state: 'Gone' });\nexport {};\n`;
  writeFileSync(join(folder, 'use.mts'), wrong);
  const options = ['--noEmit', '--strict', '--module', 'nodenext'];
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  execFileSync(process.execPath, [tsc, ...options, 'use.mts'], { cwd: folder, stdio: 'pipe' });
});

it('brings the schema of seeds, which accepts the seed of the guide', () => {
  const schema = JSON.parse(readFileSync(join(installed, 'seed.schema.json'), 'utf8'));
  const ajv = new Ajv2020({ strict: false });
  const guide = readFileSync(join(root, 'docs', 'sandbox.md'), 'utf8');
  const [, seed = ''] = /```yaml\n(.*?)```/s.exec(guide) ?? [];
  expect(parse(seed)).toHaveProperty('people');
  expect(ajv.validate(schema, parse(seed))).toBe(true);
});
