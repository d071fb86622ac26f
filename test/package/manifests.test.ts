import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(__dirname, '..', '..', file), 'utf8'));
const checkout = read('package.json');
const published = (platform: string) => read(`packages/${platform}/package.json`);

it('each package has the version of the checkout, which is a package of both platforms', () => {
  expect(published('n8n')).toMatchObject({ name: checkout['name'], n8n: checkout['n8n'] });
  expect(published('node-red')).toMatchObject({ 'node-red': checkout['node-red'] });
  for (const platform of ['n8n', 'node-red', 'sandbox']) {
    const { version, publishConfig } = published(platform);
    expect(version).toBe(checkout['version']);
    expect(publishConfig).toEqual({ access: 'public', provenance: true });
  }
  expect(checkout['private']).toBe(true);
});

it("n8n's package depends on n8n-workflow only, Node-RED's on axios and zod, the sandbox's on nothing", () => {
  const kinds = /^(dev|optional|peer|bundle|bundled)?dependencies$/i;
  const dependencies = (platform: string) =>
    Object.entries(published(platform)).filter(([name]) => kinds.test(name));
  expect(dependencies('n8n')).toEqual([['peerDependencies', { 'n8n-workflow': '*' }]]);
  expect(dependencies('node-red')).toEqual([['dependencies', checkout['optionalDependencies']]]);
  expect(dependencies('sandbox')).toEqual([]);
});

it("Node-RED's axios is one that never gives a proxy a whole request: 1.16.1 or newer", () => {
  expect(published('node-red')['dependencies']).toMatchObject({ axios: '^1.16.1' });
});
