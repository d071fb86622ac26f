import { startSandbox } from '../../../sandbox';
import { projectRoot } from './host';
import { ACTION } from './messaging';
import { startN8n } from './n8nServer';

it('n8n runs the checkout itself, as npm installs a folder', async () => {
  const sandbox = await startSandbox({ port: 0, points: 1234 });
  const n8n = await startN8n({ linkedDirectory: projectRoot });
  try {
    const data = { baseUrl: sandbox.url, username: 'demo', password: 'demo' };
    const { id, name } = await n8n.createCredential({ name: 'Sandbox', type: 'messagingServiceApi', data });
    const balance = {
      ...{ name: 'Balance', type: ACTION, credentials: { messagingServiceApi: { id, name } } },
      parameters: { resource: 'account', operation: 'getBalance' },
    };
    const start = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };
    const execution = await n8n.run(await n8n.createWorkflow({ nodes: [start, balance] }));
    expect(execution.items('Balance').map(({ json }) => json)).toMatchObject([{ points: 1234 }]);
  } finally {
    await n8n.stop();
    await sandbox.close();
  }
});
