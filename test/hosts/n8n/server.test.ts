import { readdirSync } from 'node:fs';
import path from 'node:path';
import { startSandbox } from '../../../sandbox';
import { projectRoot } from './host';
import { ACTION } from './messaging';
import { type N8nServer, startN8n } from './n8nServer';

/** Proves the harness itself, with nodes that come with n8n, and that n8n runs a checkout. */
jest.setTimeout(180_000);

let n8n: N8nServer;
beforeAll(async () => {
  n8n = await startN8n({ linkedDirectory: projectRoot, env: { N8N_PROXY_HOPS: '1' } });
});
afterAll(async () => {
  await n8n?.stop();
});

const webhookNode = (path: string) => ({
  name: 'Webhook',
  type: 'n8n-nodes-base.webhook',
  parameters: { path, httpMethod: 'POST' },
});

describe('a real n8n', () => {
  it('runs a workflow by hand and gives the items each node put out', async () => {
    const workflow = await n8n.createWorkflow({
      nodes: [
        { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
        {
          name: 'Set',
          type: 'n8n-nodes-base.set',
          parameters: { mode: 'raw', jsonOutput: '{ "greeting": "hello" }' },
        },
      ],
    });

    const execution = await n8n.run(workflow);

    expect(execution).toMatchObject({ status: 'success', mode: 'manual', workflowId: workflow.id });
    expect(execution.items('Set').map(({ json }) => json)).toEqual([{ greeting: 'hello' }]);
  });

  it('tells what stopped a workflow and at which node', async () => {
    const workflow = await n8n.createWorkflow({
      nodes: [
        { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
        {
          name: 'Stop',
          type: 'n8n-nodes-base.stopAndError',
          parameters: { errorMessage: 'no olives left' },
        },
      ],
    });

    const execution = await n8n.run(workflow);

    expect(execution.status).toBe('error');
    expect(execution.error).toMatchObject({ message: 'no olives left', node: { name: 'Stop' } });
    expect(execution.items('Stop')).toEqual([]);
  });

  it('starts an active workflow when its webhook is called, and no longer after deactivation', async () => {
    const workflow = await n8n.createWorkflow({ nodes: [webhookNode('orders')] });
    const { production } = await n8n.webhookUrls(workflow);
    const order = () =>
      fetch(production, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
        body: '{"olives":3}',
      });

    expect((await order()).status).toBe(404);
    await n8n.activate(workflow);
    expect((await order()).status).toBe(200);
    const execution = await n8n.waitForExecution(({ workflowId }) => workflowId === workflow.id);
    expect(execution).toMatchObject({ status: 'success', mode: 'webhook' });
    expect(execution.items('Webhook')[0]?.json).toMatchObject({ body: { olives: 3 } });

    await n8n.deactivate(workflow);
    expect((await order()).status).toBe(404);
    expect(await n8n.executions(workflow)).toHaveLength(1);
  });

  it('says which workflow cannot be activated', async () => {
    const workflow = await n8n.createWorkflow({
      nodes: [{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' }],
    });
    await expect(n8n.activate(workflow)).rejects.toThrow(/n8n answered 400 to POST .*activate/);
  });

  it('listens for one test event of a workflow that is not active', async () => {
    const workflow = await n8n.createWorkflow({ nodes: [webhookNode('trial')] });
    const { test } = await n8n.webhookUrls(workflow);

    await n8n.listenForTestEvent(workflow);
    expect((await fetch(test, { method: 'POST' })).status).toBe(200);

    const execution = await n8n.waitForExecution(({ workflowId }) => workflowId === workflow.id);
    expect(execution).toMatchObject({ status: 'success', mode: 'manual' });
    expect((await fetch(test, { method: 'POST' })).status).toBe(404);
  });

  it('stores a credential whose secret is in no answer and no failure', async () => {
    const password = 'a-very-secret-olive';
    const credential = await n8n.createCredential({
      name: 'Basic',
      type: 'httpBasicAuth',
      data: { user: 'olive', password },
    });

    expect(JSON.stringify(credential)).not.toContain(password);
    const refused = await n8n.call('GET', `/rest/nowhere/${password}`).catch(String);
    expect(refused).toContain('n8n answered 404 to GET /rest/nowhere/***');
    expect(n8n.logs()).not.toContain(password);
  });

  it('says in words which node type it does not know', async () => {
    const unknown = n8n.createWorkflow({ nodes: [{ name: 'Odd', type: 'nobody.knowsThis' }] });
    await expect(unknown).rejects.toThrow('Unrecognized node type: nobody.knowsThis');
  });

  it('runs the checkout itself, as npm installs a folder', async () => {
    const sandbox = await startSandbox({ port: 0, points: 1234 });
    const { id, name } = await n8n.createCredential({
      name: 'Sandbox',
      type: 'messagingServiceApi',
      data: { baseUrl: sandbox.url, username: 'demo', password: 'demo' },
    });
    const workflow = await n8n.createWorkflow({
      nodes: [
        { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
        {
          name: 'Balance',
          type: ACTION,
          parameters: { resource: 'account', operation: 'getBalance' },
          credentials: { messagingServiceApi: { id, name } },
        },
      ],
    });
    const execution = await n8n.run(workflow).finally(() => sandbox.close());
    expect(execution.items('Balance').map(({ json }) => json)).toMatchObject([{ points: 1234 }]);
  });

  it('keeps workflows and executions over a restart', async () => {
    const before = await n8n.executions();
    await n8n.restart();
    expect(await n8n.executions()).toEqual(before);
    expect(before).not.toHaveLength(0);
  });

  it('says in the words of its log why it does not start, and leaves nothing behind', async () => {
    const within = path.join(n8n.userFolder, 'unusable');
    const unusable = startN8n({ within, env: { N8N_USER_FOLDER: '/dev/null' } });
    await expect(unusable).rejects.toThrow(/n8n ended while it started; its log:[^]*ENOTDIR/);
    expect(readdirSync(within)).toEqual([]);
  });
});
