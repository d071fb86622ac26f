import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { startBrowser } from '../browser/browser';
import { flowOf, forwardTo } from '../node-red/asking';
import { nodeRedPackage, nodeRedProgram } from '../node-red/host';
import { NodeRed, type NodeRedOptions } from '../node-red/nodeRedServer';
import { NodeRedPalette } from './nodeRedPalette';
import { startRegistry, type Registry } from './registry';

/** The package as a user of Node-RED gets it: by *Manage palette*, from an npm registry. */
let registry: Registry;
let sandbox: Sandbox;
let browser: Browser;
let nodeRed: NodeRed;
let options: NodeRedOptions;
/** Node-RED looks for packages in all folders above its own nodes: in the checkout, it would find the one that npm links there. */
const elsewhere = mkdtempSync(join(tmpdir(), 'node-red-'));
beforeAll(async () => {
  [registry, sandbox, browser] = await Promise.all([
    startRegistry(nodeRedPackage),
    startSandbox({ port: 0, automaticDelivery: 'manual', inboundUrls: { default: '' } }),
    startBrowser(),
  ]);
  const coreNodesDir = join(elsewhere, 'nodes');
  symlinkSync(dirname(require.resolve('@node-red/nodes', { paths: [nodeRedProgram] })), coreNodesDir);
  const palette = `palette: { catalogues: ['${registry.url}/catalogue.json'] }`;
  options = {
    bare: true,
    adminRoot: '/admin',
    settings: `coreNodesDir: '${coreNodesDir}', editorTheme: { tours: false, ${palette} },`,
    env: { npm_config_registry: registry.url },
  };
  nodeRed = await NodeRed.start(options);
});
afterAll(async () => {
  await browser?.close();
  await nodeRed?.stop();
  await sandbox?.close();
  await registry?.close();
  rmSync(elsewhere, { recursive: true });
});

/** Opens the palette manager, does something in it and closes it. */
async function inPalette(act: (palette: NodeRedPalette) => Promise<void>): Promise<void> {
  const palette = await NodeRedPalette.open(browser, nodeRed.adminUrl, registry.name);
  await act(palette);
  await palette.close();
}

/** The version that Node-RED runs; undefined if the package is not there. */
async function running(): Promise<string | undefined> {
  const answer = await fetch(`${nodeRed.adminUrl}/nodes`, { headers: { accept: 'application/json' } });
  const sets: Array<{ module: string; version: string; err?: string }> = await answer.json();
  const ours = sets.filter(({ module }) => module === registry.name);
  expect(ours.filter(({ err }) => err !== undefined)).toEqual([]);
  return ours[0]?.version;
}

it('installs, answers after an update what was asked before it, and uninstalls', async () => {
  const [first, second] = registry.versions;
  await inPalette((palette) => palette.install());
  expect(await running()).toBe(first);
  await nodeRed.deploy(flowOf(sandbox.url));
  const to = '+41791110001';
  nodeRed.inject('ask', { _msgid: 'asked', to, payload: 'When?', order: 7 });
  await nodeRed.statusLike('ask', /^1 waiting/);

  registry.publishNext();
  await inPalette((palette) => palette.update(second));
  await nodeRed.stop({ keep: true });
  nodeRed = await NodeRed.start({ ...options, userFolder: nodeRed.userFolder });
  expect(await running()).toBe(second);
  await nodeRed.statusLike('ask', /^1 waiting/);
  forwardTo(sandbox, nodeRed);
  await sandbox.receive({ from: to, to: '+41795550100', channel: 'Whatsapp', text: 'At nine' });
  expect(await nodeRed.messageAt('answer')).toMatchObject({ _msgid: 'asked', order: 7, payload: 'At nine' });
  nodeRed.inject('ask', { to, payload: 'And where?' });
  await nodeRed.statusLike('ask', /^1 waiting · 1 answered$/);

  await nodeRed.clear();
  await inPalette((palette) => palette.remove());
  expect(await running()).toBeUndefined();
  expect(existsSync(join(nodeRed.userFolder, 'node_modules', registry.name))).toBe(false);
  expect(readFileSync(join(nodeRed.userFolder, 'package.json'), 'utf8')).not.toContain(registry.name);
});
