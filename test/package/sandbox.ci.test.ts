import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { parse } from 'yaml';
import { certificateFor, type Certificate } from '../network/certificates';
import { listen } from '../network/listening';
import { installSandbox, startByNpx, startInstalled } from './installedSandbox';

/** The sandbox as users get it: its tarball, installed in an empty folder. */
const root = join(__dirname, '..', '..');
const folder = installSandbox();
const installed = join(folder, 'node_modules', '@messaging-service', 'sandbox');
const start = (parameters: string[], environment?: Record<string, string>) =>
  startInstalled(folder, parameters, environment);

afterAll(() => rmSync(folder, { recursive: true }));

it('takes less than 10 MB, without any other package', () => {
  const files = readdirSync(join(folder, 'node_modules'), { recursive: true, encoding: 'utf8' });
  const sizes = files.map((file) => statSync(join(folder, 'node_modules', file)).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(10_000_000);
  expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
    '@messaging-service',
  ]);
});

it('npx starts the service and the phone page', async () => {
  const program = startByNpx(folder, ['--port', '0']);
  try {
    const url = await program.printed(/Service +(\S+) [^]*Ctrl-C/);
    for (const path of [
      'phone/',
      'phone/icon.svg',
      'docs/',
      'docs/viewer/swagger-ui-bundle.js',
      'openapi.yaml',
    ]) {
      const answer = await fetch(`${url}/${path}`);
      await answer.arrayBuffer();
      expect({ path, status: answer.status }).toEqual({ path, status: 200 });
    }
  } finally {
    program.stop();
    await program.end();
  }
});

describe('compare', () => {
  const authorization = `Basic ${Buffer.from('anna77:geheim').toString('base64')}`;
  const body = JSON.stringify({
    channel: 'Sms',
    from: 'Shop',
    to: '+41791234567',
    content: { type: 'Text', text: 'Hello' },
  });

  async function serviceWith(certificate: Certificate) {
    const service = createServer(certificate, (request, response) => {
      request.resume().on('end', () => {
        response.setHeader('content-type', 'application/json');
        response.setHeader('x-service-request-id', 'r1');
        response.end('{"messageId":"ab12","parts":1}');
      });
    });
    return { service, url: `https://127.0.0.1:${await listen(service)}` };
  }

  it('takes an https service with a certificate of its own, as its help says, and prints nothing personal', async () => {
    const certificate = await certificateFor('127.0.0.1');
    const { service, url } = await serviceWith(certificate);
    writeFileSync(join(folder, 'authority.pem'), certificate.cert);
    const compared = async (code: number, environment = {}) => {
      const program = start(['compare', '--for', url, '--port', '0'], environment);
      try {
        const proxy = await program.printed(/Call (\S+) in place of/);
        const headers = { authorization, 'content-type': 'application/json' };
        const answer = fetch(`${proxy}/api/v2/message`, { method: 'POST', headers, body });
        const status = answer.then(async (each) => (await each.arrayBuffer()) && each.status);
        expect(await status.catch(() => 0)).toBe(code);
      } finally {
        program.stop();
      }
      const { output, errors } = await program.end();
      return output + errors;
    };
    expect(await compared(0)).toMatch(
      /\n1\. POST \/api\/v2\/message: there was no answer from the service: .*self-signed certificate/,
    );
    const output = await compared(200, { NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem') });
    service.close();
    service.closeAllConnections();
    expect(output).toContain('1. POST /api/v2/message: only the service has the field parts (number).');
    for (const secret of ['anna77', 'geheim', '1234567', 'Hello', 'ab12', 'uthorization'])
      expect(output).not.toContain(secret);
  });

  it.each([
    [['--help'], 0, 'npx @messaging-service/sandbox compare --for URL', /^$/],
    [['--for', 'https://example.com'], 2, 'npx @messaging-service/sandbox compare --for URL', /^$/],
    [['--for', 'http://example.com', '--port', '0'], 1, '', /^--for needs the https address/],
  ])('%j ends with %d, in words', async (parameters, code, output, errors) => {
    expect(await start(['compare', ...parameters]).end()).toEqual({
      code,
      output: expect.stringContaining(output),
      errors: expect.stringMatching(errors),
    });
  });
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
const seed: Seed = { people: [{ name: 'Muster Anna', number: '+41795550111', delivery: 'slow', after: '30 seconds' }] };
const sandbox: TestSandbox = await createSandbox({ port: 0, seed });
const message: SentMessage = await sandbox.waitForMessage({ to: '+41795550111', text: /Hello/ }, { timeout: '5 seconds' });
await sandbox.reply(message, { button: 'Yes' });
sandbox.fault('server-error', 2);
`;
  const wrong = `${right}// @ts-expect-error no such fault\nsandbox.fault('earthquake');\n// @ts-expect-error no such state\nsandbox.messages({ state: 'Gone' });\nexport {};\n`;
  writeFileSync(join(folder, 'use.mts'), wrong);
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--skipDefaultLibCheck'];
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  execFileSync(process.execPath, [tsc, ...options, 'use.mts'], { cwd: folder, stdio: 'pipe' });
});

it('brings the schema of seeds, which accepts the seed of the guide', () => {
  const schema = JSON.parse(readFileSync(join(installed, 'seed.schema.json'), 'utf8'));
  const ajv = new Ajv2020({ strict: false });
  const guide = readFileSync(join(root, 'docs', 'sandbox.md'), 'utf8');
  const [, seed = ''] = /```yaml\n(# yaml-language-server.*?)```/s.exec(guide) ?? [];
  expect(parse(seed)).toHaveProperty('people');
  expect(ajv.validate(schema, parse(seed))).toBe(true);
});
