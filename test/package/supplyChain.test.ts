import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const read = (file: string): string => readFileSync(join(__dirname, '..', '..', file), 'utf8');
const manifest: Record<string, unknown> = JSON.parse(read('package.json'));

it('nothing stands under dependencies', () => {
  for (const name of ['dependencies', 'bundleDependencies', 'bundledDependencies'])
    expect(manifest[name]).toBeUndefined();
});

it('the lock file names what package.json asks for, each package with its hash', () => {
  const { packages }: { packages: Record<string, Record<string, unknown>> } = JSON.parse(
    read('package-lock.json'),
  );
  const { '': own, ...others } = packages;
  for (const name of ['devDependencies', 'optionalDependencies', 'peerDependencies'])
    expect(own?.[name]).toEqual(manifest[name]);
  expect(own?.['dependencies']).toBeUndefined();
  const withoutHash = Object.entries(others).filter(
    ([, { integrity, link, inBundle }]) => integrity === undefined && link !== true && inBundle !== true,
  );
  expect(withoutHash.map(([name]) => name)).toEqual([]);
});

it('a release is published by the workflow with provenance', () => {
  const { jobs } = parse(read('.github/workflows/publish.yml'));
  expect(jobs.publish.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
  const commands = jobs.publish.steps.map(({ run }: { run?: string }) => run);
  expect(commands).toContain('npm publish --provenance --access public');
  expect(commands.filter((command?: string) => /npm (i|install|ci)\b/.test(command ?? ''))).toEqual([
    'npm ci',
    'npm ci --prefix .ci/gates',
  ]);
  expect(manifest['publishConfig']).toEqual({ access: 'public', provenance: true });
});
