import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
const gate = join(root, '.ci', 'gates', 'release.mjs');

interface Release {
  tag: string;
  version: string;
  locked: string;
  changelog: string;
  email: string;
}

const right: Release = {
  tag: 'v1.2.3',
  version: '1.2.3',
  locked: '1.2.3',
  changelog: '# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-11-23\n\n### Added\n\n- A node.\n',
  email: 'maintainers@messaging-service.org',
};

/** What the check prints about a release, and its exit code. */
function check({ tag, version, locked, changelog, email }: Release): {
  status: number | null;
  output: string;
} {
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ version, author: { email } }));
    const lock = { version: locked, packages: { '': { version: locked } } };
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
    writeFileSync(join(folder, 'CHANGELOG.md'), changelog);
    const { status, stdout } = spawnSync(process.execPath, [gate, tag, folder], { encoding: 'utf8' });
    return { status, output: stdout };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('a release passes whose tag, version and changelog agree', () => {
  expect(check(right)).toMatchObject({ status: 0, output: expect.stringContaining('6 passed, 0 failed') });
});

it.each<[string, Partial<Release>, string]>([
  ['another tag', { tag: 'v1.2.4' }, 'the tag is "v1.2.4", and package.json has the version 1.2.3'],
  ['an older lock file', { locked: '1.2.2' }, 'package-lock.json has the version 1.2.2'],
  [
    'entries that are still unreleased',
    { changelog: right.changelog.replace('[Unreleased]\n', '[Unreleased]\n\n- More.\n') },
    'below [Unreleased]: - More.',
  ],
  ['a placeholder as e-mail', { email: 'maintainers@a.example' }, 'maintainers@a.example is a placeholder'],
])('a release with %s is refused', (_name, wrong, message) => {
  const { status, output } = check({ ...right, ...wrong });
  expect(status).toBe(1);
  expect(output).toContain(message);
});
