import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import manifest from '../../package.json';

const root = join(__dirname, '..', '..');

it('what a command of the tests needs of the system and does not find is said in one line', () => {
  const needs = join(root, 'test', 'needs.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [needs, 'node', 'no-such-program'], {
    encoding: 'utf8',
  });
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr:
      'These tests need what is not on this machine: no-such-program. On Debian: apt-get install no-such-program\n',
  });
});

it('npm test starts no program of the system', () => {
  expect(manifest.scripts.test).toMatch(/jest --selectProjects unit unit-zod4 node-red$/);
  const folders = ['core', 'sandbox', 'editor', 'hosts/node-red'].map((folder) => join(root, 'test', folder));
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts') && !/node_modules|proxies\.test/.test(file))
      .map((file) => join(folder, file)),
  );
  const starting =
    /\b(startProxies|startProgram|startServices|chromium|execFile|execFileSync|spawn|spawnSync)\(/;
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => starting.test(readFileSync(file, 'utf8')))).toEqual([]);
});
