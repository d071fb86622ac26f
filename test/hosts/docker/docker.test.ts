import { z } from 'zod/v4';
import { freePort } from '../../network/listening';
import { projectRoot } from '../n8n/host';
import { N8nServer } from '../n8n/n8nServer';
import { until } from '../n8n/until';
import { type Engine, type Ports, startEngine } from './engine';

/** `docker compose up` of a checkout: what somebody without an account and without Node.js tries first. */
jest.setTimeout(20 * 60_000);

const PERSON = '+41795550111';
const NUMBER = '+41795550100';

const message = z.looseObject({
  messageId: z.string(),
  channel: z.string(),
  to: z.string(),
  state: z.string(),
  content: z.unknown(),
});
const buttons = z.looseObject({
  action: z.looseObject({ buttons: z.array(z.looseObject({ id: z.string(), title: z.string() })) }),
});

let engine: Engine;
let ports: Ports;
let n8n: N8nServer;

beforeAll(async () => {
  engine = await startEngine(projectRoot);
  ports = { n8n: await freePort(), sandbox: await freePort() };
  await engine.compose(ports, 'down', '--volumes');
  await engine.compose(ports, 'build');
  await up();
  n8n = new N8nServer('', containerOf(), {});
  await n8n.setUpOwner();
});
afterAll(async () => {
  await engine.compose(ports, 'down', '--volumes');
  await engine.stop();
});

test('an SMS goes out, its report and the answer come in, and the workflow replies', async () => {
  const workflow = await workflowNamed('First SMS');
  const sent = await n8n.run(workflow, 'Start');
  expect(sent.status).toBe('success');

  const [sms] = await messages();
  expect(sms).toMatchObject({ channel: 'Sms', to: PERSON });
  await executionsOf(workflow.id, 2); // the run, and the report
  await write({ from: PERSON, text: 'Tomorrow' });

  const answer = await until('the reply', async () => (await messages()).at(1));
  expect(answer.content).toMatchObject({ text: 'Thank you. You wrote: Tomorrow' });
});

test('a tap on the phone continues the execution that waits', async () => {
  const workflow = await workflowNamed('Question with buttons');
  await get(`http://127.0.0.1:${ports.n8n}/webhook/ask`);
  const question = await until('the question', async () =>
    (await messages()).find(({ channel }) => channel === 'Whatsapp'),
  );
  const [approve] = buttons.parse(question.content).action.buttons;
  await until('the wait', async () =>
    (await n8n.executions(workflow)).find(({ status }) => status === 'waiting'),
  );
  const reply = { type: 'Button', id: approve?.id, title: approve?.title };
  await write({ from: PERSON, to: NUMBER, channel: 'Whatsapp', reply });

  const execution = await n8n.waitForExecution(
    ({ workflowId, status }) => workflowId === workflow.id && status === 'success',
  );
  expect(JSON.stringify(execution)).toContain('"approved":true');
});

test('what was there is there after down and up', async () => {
  const allDelivered = async () => (await messages()).every(({ state }) => state === 'Delivered');
  await until('the last delivery', allDelivered);
  const before = { messages: await messages(), executions: (await n8n.executions()).map(({ id }) => id) };
  await engine.compose(ports, 'down');
  await up();
  await n8n.call('POST', '/rest/login', {
    emailOrLdapLoginId: n8n.owner.email,
    password: n8n.owner.password,
  });

  expect(await messages()).toEqual(before.messages);
  expect((await n8n.executions()).map(({ id }) => id)).toEqual(before.executions);
  await write({ from: PERSON, text: 'Still there?' });
  await until('the reply', async () => (await messages()).at(before.messages.length));
});

async function up(): Promise<void> {
  await engine.compose(ports, 'up', '--detach');
  // Its trigger listens when it refuses this machine, which is not in the container's network.
  const isReady = async () => {
    const answer = await get(`http://127.0.0.1:${ports.n8n}/webhook/sandbox`).catch(() => undefined);
    return answer?.status === 403;
  };
  await until('n8n to be ready', isReady, 240_000);
  await until('the sandbox', async () => (await messages().catch(() => undefined)) !== undefined);
}

/** The n8n in the container, as the tests drive every n8n. */
function containerOf() {
  const unused = () => {
    throw new Error('compose starts and stops this n8n');
  };
  const url = `http://127.0.0.1:${ports.n8n}`;
  const stop = async () => unused();
  return { url, logs: () => '', ended: () => false, stop, kill: stop, pause: unused, resume: unused };
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

/** Docker takes a connection to a port before anything in the container listens on it. */
async function get(url: string): Promise<Response> {
  return await fetch(url, { signal: AbortSignal.timeout(10_000), headers: { connection: 'close' } });
}

async function messages() {
  const answer = await get(`http://127.0.0.1:${ports.sandbox}/sandbox/messages`);
  return z.array(message).parse(await answer.json());
}

/** Writes as the person, as the phone page does. */
async function write(inbound: object): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${ports.sandbox}/sandbox/inbound`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(inbound),
  });
  expect(answer.status).toBe(200);
}
