import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const packages = join(__dirname, '..', '..', '.work', 'packages');

// The limits are the ones of .ci/gates/pack.mjs, which also installs the packages.
it.each([
  ['n8n', 200_000],
  ['node-red', 420_000],
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
