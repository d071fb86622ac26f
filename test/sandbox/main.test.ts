import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { printFigure } from '../figures';
import { quietSandbox } from './support';

// Each test starts a process, which is slow on a busy machine.
const main = join(__dirname, '..', '..', 'scripts', 'sandbox.mjs');

/** Starts `npm run sandbox` as a process of its own, without npm in between. */
function start(environment: Record<string, string>, ...parameters: string[]) {
  const child = fork(main, parameters, {
    execArgv: [],
    env: { ...process.env, ...environment },
    silent: true,
  });
  let output = '';
  let errors = '';
  child.stdout?.on('data', (chunk) => (output += String(chunk)));
  child.stderr?.on('data', (chunk) => (errors += String(chunk)));
  const ended = once(child, 'close');
  return {
    child,
    /** Waits until its output matches a pattern. */
    printed: async (pattern: RegExp): Promise<RegExpExecArray> => {
      for (;;) {
        const found = pattern.exec(output);
        if (found) return found;
        await Promise.race([
          once(child.stdout ?? child, 'data'),
          ended.then(() => Promise.reject(new Error(`Ended: ${errors}`))),
        ]);
      }
    },
    end: async () => ({ code: (await ended)[0], output, errors }),
  };
}

describe('npm run sandbox', () => {
  it('prints its addresses, answers there, and stops cleanly on Ctrl-C', async () => {
    const sandbox = start({ SANDBOX_PORT: '0' });
    const [, url] = await sandbox.printed(/Service +(http:\/\/127\.0\.0\.1:\d+) /);
    const [, page] = await sandbox.printed(/Phone page +(\S+)/);
    expect(page).toBe(`${url}/phone`);
    expect((await fetch(`${page}/`)).status).toBe(200);
    const stream = await fetch(`${url}/sandbox/events`);
    sandbox.child.kill('SIGINT');
    expect(await sandbox.end()).toMatchObject({ code: 0, errors: '' });
    await expect(stream.text()).rejects.toThrow();
  });

  // Measures processor time, because elapsed time depends on what else the machine does.
  const onLinux = process.platform === 'linux' ? it : it.skip;
  onLinux('is ready after little work, once its source has been put into one file', async () => {
    const work: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const sandbox = start({ SANDBOX_PORT: '0' });
      await sandbox.printed(/Ctrl-C/);
      work.push(millisecondsOf(sandbox.child.pid));
      sandbox.child.kill('SIGINT');
      await sandbox.end();
    }
    printFigure(`npm run sandbox: ready after ${work.join(', ')} ms of work`);
    // Twice the limit for this machine: the one that runs the checks may be half as fast.
    expect(Math.min(...work)).toBeLessThan(2000);
  });

  it('says in one line that its port is taken and what to set', async () => {
    const other = await quietSandbox();
    const ended = await start({ SANDBOX_PORT: String(other.port) }).end();
    await other.close();
    expect(ended).toEqual({
      code: 1,
      output: '',
      errors: `Port ${other.port} is taken: set SANDBOX_PORT to a free port, such as SANDBOX_PORT=8027.\n`,
    });
  });

  it.each([
    [
      'an invalid port',
      { SANDBOX_PORT: 'eighty' },
      [],
      "SANDBOX_PORT must be a number from 0 to 65535, not 'eighty'.\n",
    ],
    [
      'an invalid data file',
      { SANDBOX_PORT: '0' },
      ['--data', main],
      `${main} is not a data file of the sandbox.\n`,
    ],
  ])('says in one line what is wrong with %s', async (_name, environment, parameters, errors) => {
    expect(await start(environment, ...parameters).end()).toEqual({ code: 1, output: '', errors });
  });

  it.each(['--help', '-h'])('says with %s which options there are, and does not start', async (option) => {
    const { code, output, errors } = await start({ SANDBOX_PORT: '0' }, option).end();
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    const guide = readFileSync(join(__dirname, '..', '..', 'docs', 'sandbox.md'), 'utf8');
    const named = [...guide.matchAll(/npm run sandbox -- (--[a-z-]+ [A-Z]+)/g)].map(([, name = '']) => name);
    expect(named).not.toEqual([]);
    for (const name of [...named, 'SANDBOX_PORT']) expect(output).toContain(name);
    expect(output).not.toContain('Phone page');
  });

  it('refuses an option it does not know', async () => {
    expect(await start({ SANDBOX_PORT: '0' }, '--port', '1').end()).toMatchObject({
      code: 1,
      errors: expect.stringContaining('--port'),
    });
  });
});

/** How much processor time a process has used; Linux counts in hundredths of a second. */
function millisecondsOf(pid: number | undefined): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}
