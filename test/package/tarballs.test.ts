import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { translations } from '../../node-red/translations';

const packages = join(__dirname, '..', '..', '.work', 'packages');

// The limits are the ones of .ci/gates/pack.mjs, which also installs the packages.
it.each([
  ['n8n', 200_000],
  ['node-red', 400_000],
  ['sandbox', 1_500_000],
])('the tarball for %s keeps below its limit', (platform, limit) => {
  const output = execFileSync('npm', ['pack', '--dry-run', '--json'], {
    cwd: join(packages, platform),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [packed]: Array<{ size: number }> = Object.values(JSON.parse(output));
  expect(packed?.size).toBeGreaterThan(limit / 4);
  expect(packed?.size).toBeLessThan(limit);
});

test('the editor and the server of Node-RED read the same file with the translations', () => {
  const folder = join(packages, 'node-red');
  const [german = ''] = Object.values(translations.sentences).map(({ de }) => de);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.js') && readFileSync(join(folder, file), 'utf8').includes(german),
  );
  expect(files).toEqual([join('resources', 'editor', 'translations.js')]);
});
