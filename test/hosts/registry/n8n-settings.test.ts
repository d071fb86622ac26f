import type { Browser } from 'playwright-core';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { N8nEditor } from '../browser/n8nEditor';
import { startBrowser } from '../browser/browser';
import { n8nPackage } from '../n8n/host';
import { benchOf, PASSWORD } from '../n8n/messaging';
import { type N8nServer, startN8n, withEditor } from '../n8n/n8nServer';
import { listen } from '../n8n/triggerCalls';
import { approval, ask, asking, branch, ended, tap } from '../n8n/waiting';
import { installedVersion } from './n8nPackages';
import { CommunityNodes } from './n8nSettings';
import { type Registry, startRegistry } from './registry';

/** The package as the owner of an n8n installs it, by *Settings > Community nodes*. */
jest.setTimeout(300_000);

let registry: Registry;
let sandbox: Sandbox;
let n8n: N8nServer;
let browser: Browser;
beforeAll(async () => {
  [registry, sandbox, browser] = await Promise.all([
    startRegistry(n8nPackage),
    startSandbox({ port: 0, users: { demo: PASSWORD }, automaticDelivery: 'manual' }),
    startBrowser(),
  ]);
  n8n = await startN8n({ isNew: true, env: { ...withEditor, npm_config_userconfig: registry.npmrc } });
});
afterAll(async () => {
  await browser?.close();
  await n8n?.stop();
  await sandbox?.close();
  await registry?.close();
});

it('installs, answers after an update what waited before it, and uninstalls', async () => {
  const [first, second] = registry.versions;
  const page = new CommunityNodes(await N8nEditor.open(browser, n8n), n8n);
  await page.install(registry.name);
  expect(await installedVersion(n8n, registry.name)).toBe(first);
  const bench = await benchOf(n8n, sandbox);
  const { url } = await listen(bench, { allowedCallers: '127.0.0.1' });
  sandbox.change({ inboundUrls: { default: url } });
  const waiting = await ask(bench, asking('Whatsapp', approval), [{ json: { invoice: 4711 } }]);
  expect(waiting.status).toBe('waiting');
  const question = await sandbox.nextMessage();

  registry.publishNext();
  await page.update(second);
  expect(await installedVersion(n8n, registry.name)).toBe(second);
  await tap(sandbox, question);
  expect(branch(await ended(bench, waiting), 'Answered')).toMatchObject([
    { invoice: 4711, answered: true, data: { approved: true } },
  ]);
  const next = await ask(bench, asking('Whatsapp', approval));
  await tap(sandbox, await sandbox.nextMessage(), 1);
  expect(branch(await ended(bench, next), 'Answered')).toMatchObject([{ data: { approved: false } }]);

  await page.uninstall();
  expect(await installedVersion(n8n, registry.name)).toBeUndefined();
});
