import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { run } from '../../sandbox/commands/run';
import { volume } from '../volume';
import { start as startProcess } from './program';
import { quietSandbox, sms } from './support';

// Each test starts a process, which is slow on a busy machine.
const main = join(__dirname, '..', '..', 'packages', 'sandbox', 'dist', 'main.js');

/** Starts `npm run sandbox` as a process of its own, without npm and the build before it. */
const start = (env: Record<string, string>, ...parameters: string[]) =>
  startProcess(process.execPath, [main, ...parameters], { env });

const seedFolder = mkdtempSync(join(tmpdir(), 'seed-'));
const seedFile = join(seedFolder, 'seed.yaml');
writeFileSync(seedFile, 'account: { user: anna, password: written, balance: 42 }\n');
afterAll(() => rmSync(seedFolder, { recursive: true }));

describe('npm run sandbox', () => {
  it('prints its addresses, answers there, and stops cleanly on Ctrl-C', async () => {
    const sandbox = start({ SANDBOX_PORT: '0' });
    const url = await sandbox.printed(/Service +(http:\/\/127\.0\.0\.1:\d+) /);
    const page = await sandbox.printed(/Phone page +(\S+)/);
    expect(page).toBe(`${url}/phone`);
    expect((await fetch(`${page}/`)).status).toBe(200);
    const stream = await fetch(`${url}/sandbox/events`);
    sandbox.stop('SIGINT');
    expect(await sandbox.end()).toMatchObject({ code: 0, errors: '' });
    await expect(stream.text()).rejects.toThrow();
  });

  it('takes user name, password and a seed, and prints no password', async () => {
    const sandbox = start({}, '--port', '0', '--seed', seedFile, '--password', 'secret words');
    const url = await sandbox.printed(/Service +(\S+) +\(user name anna, password as you set it\)/);
    const authorization = `Basic ${Buffer.from('anna:secret words').toString('base64')}`;
    const answer = await fetch(`${url}/api/system/balance`, { headers: { authorization } });
    expect(await answer.json()).toEqual({ balance: 42 });
    sandbox.stop('SIGTERM');
    expect((await sandbox.end()).output).not.toContain('secret words');
  });

  // The lock of who was killed counts for five seconds.
  const nightly = volume({ full: 1, quick: 0 }) === 1 ? it : it.skip;
  nightly('after kill -9, what was written to the data file is still there', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
    const data = join(folder, 'data.json');
    const authorization = `Basic ${Buffer.from('demo:demo').toString('base64')}`;
    const headers = { authorization, 'content-type': 'application/json' };
    for (let round = 0; round < 3; round += 1) {
      const sandbox = start({}, '--port', '0', '--data', data);
      const url = await sandbox.printed(/Service +(\S+)/);
      const stored: unknown[] = await (await fetch(`${url}/sandbox/messages`)).json();
      expect(stored).toHaveLength(round);
      await fetch(`${url}/api/message`, { method: 'POST', headers, body: JSON.stringify(sms()) });
      while (JSON.parse(readFileSync(data, 'utf8')).messages.length === round) await setTimeout(50);
      sandbox.stop('SIGKILL');
      await sandbox.end();
    }
    rmSync(folder, { recursive: true });
  });

  it('says in one line that its port is taken and what to do', async () => {
    const other = await quietSandbox();
    const ended = await start({ SANDBOX_PORT: String(other.port) }).end();
    await other.close();
    expect(ended).toEqual({
      code: 1,
      output: '',
      errors: `Port ${other.port} is taken: choose a free one, such as --port 8026.\n`,
    });
  });

  it('says in one line that a seed is missing', async () => {
    expect(await start({}, '--port', '0', '--seed', '/no/seed.yaml').end()).toEqual({
      code: 1,
      output: '',
      errors: 'There is no file /no/seed.yaml.\n',
    });
  });

  it.each([
    ['an invalid port', ['--port', '70000'], "--port must be a number from 0 to 65535, not '70000'."],
    ['an invalid data file', ['--port', '0', '--data', main], `${main} is not a data file of the sandbox`],
    ['an option that is not there', ['--colour', 'red'], /--colour/],
  ])('says what is wrong with %s', async (_name, parameters, words) => {
    await expect(run(parameters)).rejects.toThrow(words);
  });

  it('says in which variable of the environment the port is invalid', async () => {
    process.env['SANDBOX_PORT'] = 'eighty';
    try {
      await expect(run([])).rejects.toThrow("SANDBOX_PORT must be a number from 0 to 65535, not 'eighty'.");
    } finally {
      delete process.env['SANDBOX_PORT'];
    }
  });

  it('says with --help which options there are, and does not start', async () => {
    const { code, output, errors } = await start({ SANDBOX_PORT: '0' }, '--help').end();
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    const guide = readFileSync(join(__dirname, '..', '..', 'docs', 'sandbox.md'), 'utf8');
    const named = [...guide.matchAll(/`(--[a-z-]+(?: [A-Z]+)?)`/g)].map(([, name = '']) => name);
    expect(named).not.toEqual([]);
    for (const name of [...named, 'SANDBOX_PORT']) expect(output).toContain(name);
    expect(output).not.toContain('Phone page');
  });
});
