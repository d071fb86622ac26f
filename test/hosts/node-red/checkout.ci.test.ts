import { startSandbox, type Sandbox } from '../../../sandbox';
import { accountNode, sendNode, sink, tab } from './flows';
import { root } from './host';
import { NodeRed } from './nodeRedServer';

/** The checkout, which is installed under the name in its own package.json, and not under that of the package for Node-RED. */
const NAME = '@messaging-service/n8n-nodes-messaging-service';

let sandbox: Sandbox;
let nodeRed: NodeRed;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  nodeRed = await NodeRed.start({ linked: root });
});
afterAll(async () => {
  await nodeRed?.stop();
  await sandbox?.close();
});

it('the checkout has all nodes, and sends', async () => {
  const answer = await fetch(`${nodeRed.adminUrl}/nodes`, { headers: { accept: 'application/json' } });
  const sets: Array<{ module: string; err?: string }> = await answer.json();
  const ours = sets.filter(({ module }) => module === NAME);
  expect(ours).toHaveLength(9);
  expect(ours.filter(({ err }) => err !== undefined)).toEqual([]);
  await nodeRed.deploy([tab, accountNode(sandbox.url), sendNode(), sink('out'), sink('failed')]);
  nodeRed.inject('send', { payload: 'Hello', to: '+41791234567' });
  expect(await nodeRed.messageAt('out')).toMatchObject({ to: '+41791234567' });
});

it('the checkout finds what the editor loads by its own name', async () => {
  const page = await (await fetch(`${nodeRed.adminUrl}/nodes`, { headers: { accept: 'text/html' } })).text();
  const [, script = ''] = /src="(resources\/@messaging-service\/[^"]+)"/.exec(page) ?? [];
  expect(script).toBe(`resources/${NAME}/editor/index.js`);
  expect(page).not.toContain('node-red-messaging-service');
  const loaded = await fetch(`${nodeRed.adminUrl}/${script}`);
  expect(loaded.status).toBe(200);
  expect(await loaded.text()).toContain(`${NAME}/`);
});
