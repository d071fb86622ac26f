import { freePort } from '../../network/listening';
import { ACTION, TRIGGER } from '../n8n/messaging';
import { N8nServer } from '../n8n/n8nServer';
import { until } from '../n8n/until';
import { containerAt } from './container';
import { type Engine, SERVICES, usingBase, usingHost } from './engine';
import { ContainedSandbox } from './sandbox';

const PERSON = '+41795550111';

/**
 * n8n in queue mode behind nginx. The sandbox shares the network of the only worker, because the nodes accept plain http on one machine
 * only.
 */
export function queueMode(engine: () => Engine): void {
  let ports: { n8n: number; sandbox: number };
  let n8n: N8nServer;

  const compose = (...args: string[]) =>
    engine().compose(
      {
        name: 'messaging-queue-test',
        file: 'docker/queue/compose.yaml',
        env: {
          ...SERVICES,
          PORT: String(ports.n8n),
          PUBLIC_URL: `http://127.0.0.1:${ports.n8n}/`,
          POSTGRES_PASSWORD: 'a password of the test',
          N8N_ENCRYPTION_KEY: 'the same for all processes',
        },
        override: {
          main: { ...usingHost, environment: { N8N_SECURE_COOKIE: 'false' } },
          webhook: usingHost,
          worker: { ...usingHost, ports: [`127.0.0.1:${ports.sandbox}:8026`] },
          sandbox: {
            build: {
              context: '../..',
              dockerfile: 'docker/Dockerfile',
              target: 'sandbox',
              ...usingBase.build,
            },
            network_mode: 'service:worker',
          },
        },
      },
      ...args,
    );

  beforeAll(async () => {
    ports = { n8n: await freePort(), sandbox: await freePort() };
    await compose('down', '--volumes');
    await compose('up', '--detach', '--build');
    n8n = new N8nServer('', containerAt(`http://127.0.0.1:${ports.n8n}`), {});
    const setUp = async () => {
      await n8n.setUpOwner();
      return true;
    };
    await until('n8n', () => setUp().catch(() => false), 120_000);
  });
  afterAll(async () => {
    await compose('down', '--volumes');
  });

  test('a webhook processor takes a message, and a worker sends the reply', async () => {
    const account = await n8n.createCredential({
      name: 'Sandbox',
      type: 'messagingServiceApi',
      data: { baseUrl: 'http://127.0.0.1:8026', username: 'demo', password: 'demo' },
    });
    const workflow = await n8n.createWorkflow({
      nodes: [
        // The sandbox calls from Docker's own network, with the proxy in between.
        {
          name: 'Trigger',
          type: TRIGGER,
          parameters: { allowedCallers: '10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16' },
        },
        {
          name: 'Reply',
          type: ACTION,
          parameters: { from: '+41795550100', to: '={{ $json.from }}', text: 'Thank you.' },
          credentials: { messagingServiceApi: { id: account.id, name: account.name } },
        },
      ],
    });
    await n8n.activate(workflow);
    const { pathname } = new URL((await n8n.webhookUrls(workflow)).production);
    const sandbox = new ContainedSandbox(`http://127.0.0.1:${ports.sandbox}`);
    // Until the processor knows the workflow, the sandbox calls again, as the service does.
    const retryDelays = Array<number>(10).fill(6000);
    await sandbox.change({ inboundUrls: { default: `http://proxy${pathname}` }, retryDelays });
    await sandbox.write({ from: PERSON, text: 'Hello' });

    const [reply] = await until('the reply', async () => {
      const messages = await sandbox.messages();
      return messages.length > 0 && messages;
    });
    expect(reply).toMatchObject({ channel: 'Sms', to: PERSON, content: { text: 'Thank you.' } });
    const execution = await n8n.waitForExecution(({ workflowId }) => workflowId === workflow.id);
    expect(execution.status).toBe('success');
    expect(await compose('logs', 'worker')).toContain(`execution ${execution.id}`);
  });
}
