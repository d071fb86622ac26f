import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

test('docs/fields.md is what the contract says', () => {
  const script = join(__dirname, '..', '..', 'scripts', 'field-reference.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
