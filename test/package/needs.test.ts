import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

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
