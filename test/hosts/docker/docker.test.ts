import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod/v4';
import { printFigure } from '../../figures';
import { freePort } from '../../network/listening';
import { startBrowser } from '../browser/browser';
import { openView } from '../browser/phone';
import { recordTest } from '../browser/recordTest';
import { projectRoot } from '../n8n/host';
import { N8nServer } from '../n8n/n8nServer';
import { until } from '../n8n/until';
import { containerAt } from './container';
import { type Engine, startEngine, usingBase, usingHost } from './engine';
import { queueMode } from './queueMode';
import { ContainedSandbox, get } from './sandbox';

/** `docker compose up` of a checkout: what somebody without an account and without Node.js tries first. */
jest.setTimeout(20 * 60_000);

const PERSON = '+41795550111';
const NUMBER = '+41795550100';

const buttons = z.looseObject({
  action: z.looseObject({ buttons: z.array(z.looseObject({ id: z.string(), title: z.string() })) }),
});

let engine: Engine;
let ports: { n8n: number; sandbox: number };
let n8n: N8nServer;
let sandbox: ContainedSandbox;

const compose = (...args: string[]) =>
  engine.compose(
    {
      name: 'messaging-test',
      file: 'compose.yaml',
      env: { N8N_PORT: String(ports.n8n), SANDBOX_PORT: String(ports.sandbox) },
      override: { n8n: usingHost, sandbox: usingBase },
    },
    ...args,
  );

beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine?.stop());

describe('compose.yaml', () => {
  beforeAll(async () => {
    ports = { n8n: await freePort(), sandbox: await freePort() };
    sandbox = new ContainedSandbox(`http://127.0.0.1:${ports.sandbox}`);
    await compose('down', '--volumes');
    await compose('build');
    await up();
    n8n = new N8nServer('', containerAt(`http://127.0.0.1:${ports.n8n}`), {});
    await n8n.setUpOwner();
  });
  afterAll(async () => {
    await compose('down', '--volumes');
  });

  test('an SMS goes out, its report and the answer come in, and the workflow replies', async () => {
    const workflow = await workflowNamed('First SMS');
    const sent = await n8n.run(workflow, 'Start');
    expect(sent.status).toBe('success');

    const [sms] = await sandbox.messages();
    expect(sms).toMatchObject({ channel: 'Sms', to: PERSON });
    await executionsOf(workflow.id, 2); // the run, and the report
    await sandbox.write({ from: PERSON, text: 'Tomorrow' });

    const answer = await until('the reply', async () => (await sandbox.messages()).at(1));
    expect(answer.content).toMatchObject({ text: 'Thank you. You wrote: Tomorrow' });
  });

  test('a tap on the phone continues the execution that waits', async () => {
    const workflow = await workflowNamed('Question with buttons');
    await get(`http://127.0.0.1:${ports.n8n}/webhook/ask`);
    const question = await until('the question', async () =>
      (await sandbox.messages()).find(({ channel }) => channel === 'Whatsapp'),
    );
    const [approve] = buttons.parse(question.content).action.buttons;
    await until('the wait', async () =>
      (await n8n.executions(workflow)).find(({ status }) => status === 'waiting'),
    );
    const reply = { type: 'Button', id: approve?.id, title: approve?.title };
    await sandbox.write({ from: PERSON, to: NUMBER, channel: 'Whatsapp', reply });

    const execution = await n8n.waitForExecution(
      ({ workflowId, status }) => workflowId === workflow.id && status === 'success',
    );
    expect(JSON.stringify(execution)).toContain('"approved":true');
  });

  test('a workflow of their own gets a recorded test, which is green, within a minute', async () => {
    const file = path.join(projectRoot, 'docs', 'testing', 'n8n-workflow.json');
    const browser = await startBrowser();
    try {
      const begin = performance.now();
      await n8n.activate(await n8n.importWorkflow(JSON.parse(readFileSync(file, 'utf8'))));
      const phone = await browser.newPage({ locale: 'en-GB', viewport: { width: 1360, height: 860 } });
      await phone.goto(`http://127.0.0.1:${ports.sandbox}/phone/#Sms/${PERSON}`);
      await openView('Settings', phone);
      const address = phone.getByLabel('All numbers');
      await address.fill('http://127.0.0.1:5678/webhook/answers');
      await address.press('Enter');
      await phone.getByText('Saved').waitFor();
      await recordTest(phone, { write: 'On Friday', answer: 'Thank you. You wrote: On Friday' });
      const seconds = (performance.now() - begin) / 1000;
      printFigure(`n8n in Docker: a green test of a workflow of their own after ${seconds.toFixed(1)} s`);
      // Twice as long on a machine that is busy with other tests.
      expect(seconds).toBeLessThan(120);
    } finally {
      await browser.close();
    }
  });

  test('what was there is there after down and up', async () => {
    const allDelivered = async () => (await sandbox.messages()).every(({ state }) => state === 'Delivered');
    await until('the last delivery', allDelivered);
    const before = {
      messages: await sandbox.messages(),
      executions: (await n8n.executions()).map(({ id }) => id),
    };
    await compose('down');
    await up();
    await n8n.call('POST', '/rest/login', {
      emailOrLdapLoginId: n8n.owner.email,
      password: n8n.owner.password,
    });

    expect(await sandbox.messages()).toEqual(before.messages);
    expect((await n8n.executions()).map(({ id }) => id)).toEqual(before.executions);
    await sandbox.write({ from: PERSON, text: 'Still there?' });
    await until('the reply', async () => (await sandbox.messages()).at(before.messages.length));
  });
});

describe('docker/queue/compose.yaml', () => queueMode(() => engine));

async function up(): Promise<void> {
  await compose('up', '--detach');
  // Its trigger listens when it refuses this machine, which is not in the container's network.
  const isReady = async () => {
    const answer = await get(`http://127.0.0.1:${ports.n8n}/webhook/sandbox`).catch(() => undefined);
    return answer?.status === 403;
  };
  await until('n8n to be ready', isReady, 240_000);
  await until('the sandbox', async () => (await sandbox.messages().catch(() => undefined)) !== undefined);
}

async function workflowNamed(name: string) {
  const listed = z.array(z.looseObject({ id: z.string(), name: z.string() }));
  const answer = await n8n.call('GET', '/rest/workflows');
  const found = listed.parse(answer).find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no workflow "${name}": ${JSON.stringify(answer)}`);
  return await n8n.workflow(found.id);
}

async function executionsOf(id: string, count: number): Promise<void> {
  const finished = async () => {
    const all = await n8n.executions();
    return all.filter(({ workflowId, status }) => workflowId === id && status === 'success').length >= count;
  };
  await until(`${count} executions`, finished);
}
