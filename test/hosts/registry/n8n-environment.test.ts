import { startSandbox, type Sandbox } from '../../../sandbox';
import { n8nPackage } from '../n8n/host';
import { benchOf, PASSWORD } from '../n8n/messaging';
import { type N8nServer, startN8n, withEditor } from '../n8n/n8nServer';
import { listen } from '../n8n/triggerCalls';
import { approval, ask, asking, branch, ended, tap } from '../n8n/waiting';
import { installedVersion } from './n8nPackages';
import { type Registry, startRegistry } from './registry';

/** The package as n8n installs it from a list in its environment. */
jest.setTimeout(300_000);

let registry: Registry;
let sandbox: Sandbox;
let n8n: N8nServer;
const listed = (version?: string) => ({
  N8N_COMMUNITY_PACKAGES: JSON.stringify(version === undefined ? [] : [{ name: registry.name, version }]),
});
beforeAll(async () => {
  [registry, sandbox] = await Promise.all([
    startRegistry(n8nPackage),
    startSandbox({ port: 0, users: { demo: PASSWORD }, automaticDelivery: 'manual' }),
  ]);
  n8n = await startN8n({
    isNew: true,
    env: {
      ...withEditor,
      N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV: 'true',
      npm_config_userconfig: registry.npmrc,
      ...listed(registry.versions[0]),
    },
  });
});
afterAll(async () => {
  await n8n?.stop();
  await sandbox?.close();
  await registry?.close();
});

it('is installed, updated and uninstalled by n8n as its list says, and answers what waited before the update', async () => {
  const [first, second] = registry.versions;
  expect(await installedVersion(n8n, registry.name)).toBe(first);
  const bench = await benchOf(n8n, sandbox);
  const { workflow } = await listen(bench, { allowedCallers: '127.0.0.1' });
  const waiting = await ask(bench, asking('Whatsapp', approval), [{ json: { invoice: 4711 } }]);
  expect(waiting.status).toBe('waiting');
  const question = await sandbox.nextMessage();

  registry.publishNext();
  await n8n.restart('stop', listed(second));
  expect(await installedVersion(n8n, registry.name)).toBe(second);
  sandbox.change({ inboundUrls: { default: (await n8n.webhookUrls(workflow)).production } });
  await tap(sandbox, question);
  expect(branch(await ended(bench, waiting), 'Answered')).toMatchObject([
    { invoice: 4711, answered: true, data: { approved: true } },
  ]);

  await n8n.restart('stop', listed());
  expect(await installedVersion(n8n, registry.name)).toBeUndefined();
});
