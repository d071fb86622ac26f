import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (file: string): string => readFileSync(join(__dirname, '..', '..', file), 'utf8');
const manifest: Record<string, unknown> = JSON.parse(read('package.json'));

const published = (platform: string): Record<string, unknown> =>
  JSON.parse(read(`.work/packages/${platform}/package.json`));

const kinds = /^(dev|optional|peer|bundle|bundled)?dependencies$/i;

it("n8n's package depends on n8n-workflow only, Node-RED's on axios and zod, the sandbox's on nothing", () => {
  const dependencies = (platform: string) =>
    Object.entries(published(platform)).filter(([name]) => kinds.test(name));
  expect(dependencies('n8n')).toEqual([['peerDependencies', { 'n8n-workflow': '*' }]]);
  expect(dependencies('node-red')).toEqual([['dependencies', manifest['optionalDependencies']]]);
  expect(dependencies('sandbox')).toEqual([]);
});

it("Node-RED's axios is one that never gives a proxy a whole request: 1.16.1 or newer", () => {
  expect(manifest['optionalDependencies']).toMatchObject({ axios: '^1.16.1' });
});

it('the homepage of each package is its own README', () => {
  for (const platform of ['n8n', 'node-red', 'sandbox']) {
    const { homepage } = published(platform);
    expect(homepage).toBe(String(manifest['homepage']).replace('#', `/tree/main/packages/${platform}#`));
    expect(read(`packages/${platform}/README.md`)).toBe(read(`.work/packages/${platform}/README.md`));
  }
});

it('the checkout itself cannot be published', () => {
  expect(manifest['private']).toBe(true);
  expect(manifest['publishConfig']).toBeUndefined();
});

it('all packages have the version, the licence and the repository of the checkout', () => {
  for (const platform of ['n8n', 'node-red', 'sandbox']) {
    const { version, license, repository, publishConfig, scripts, devDependencies } = published(platform);
    expect({ version, license, repository }).toEqual({
      version: manifest['version'],
      license: 'MIT',
      repository: manifest['repository'],
    });
    expect(publishConfig).toEqual({ access: 'public', provenance: true });
    expect({ scripts, devDependencies }).toEqual({});
  }
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
