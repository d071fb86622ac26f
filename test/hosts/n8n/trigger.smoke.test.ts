import type { IDataObject } from 'n8n-workflow';
import type { Execution } from './execution';
import { entries } from '../../nodes/contentCases';
import { call } from '../node-red/webhooks';
import { TRIGGER, useBench } from './messaging';
import { inbound, listen, type Listening, lockDatabase } from './triggerCalls';
import { until } from './until';

/** The trigger of a real n8n behind one proxy, called over HTTP by the sandbox and by strangers. Its rules are tested in `test/nodes` and `test/core/receive`. */
jest.setTimeout(300_000);

const bench = useBench({ N8N_PROXY_HOPS: '1' });

const LOOPBACK = { allowedCallers: '127.0.0.1' };

const asPost = (body: object, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

async function post(url: string, body: object, headers: Record<string, string> = {}) {
  const answer = await fetch(url, asPost(body, headers));
  return { status: answer.status, text: await answer.text() };
}

const itemOf = (execution: Execution): IDataObject | undefined => execution.items('Trigger')[0]?.json;
const executionOf = ({ id }: { id: string }) =>
  bench.n8n.waitForExecution(({ workflowId }) => workflowId === id);

/** The events that started a workflow, oldest first, once the marker that is sent last has arrived. */
async function eventsUntilMarker(
  { workflow, url }: Listening,
  triggers = ['Trigger'],
): Promise<IDataObject[]> {
  expect((await post(url, inbound(text('the marker')))).status).toBe(200);
  const isMarker = (event: IDataObject) => event.text === 'the marker';
  return await until('the marker', async () => {
    const summaries = await bench.n8n.executions(workflow);
    const executions = await Promise.all(summaries.map(({ id }) => bench.n8n.execution(id)));
    const events = executions.flatMap((execution) =>
      triggers.flatMap((trigger) => execution.items(trigger).map(({ json }) => json)),
    );
    return events.some(isMarker) && events.filter((event) => !isMarker(event)).reverse();
  });
}

const text = (words: string) => ({ content: { type: 'Text', text: words } });

it('an inbound SMS starts the workflow with its fields', async () => {
  const { workflow, url } = await listen(bench, LOOPBACK);
  bench.sandbox.change({ inboundUrls: { default: url } });

  const { inbound: sent, push } = await bench.sandbox.receive({ from: '+41791112233', text: 'Stop, please' });

  expect(push?.attempts.at(-1)?.status).toBe(200);
  expect(itemOf(await executionOf(workflow))).toMatchObject({
    ...{ event: 'inbound', channel: 'Sms', from: '+41791112233', to: '+41795550100' },
    ...{ text: 'Stop, please', keyword: 'STOP', messageId: sent.messageId },
    reply: { channel: 'Sms', from: '0041795550100', to: '+41791112233' },
    raw: { content: { type: 'Text', text: 'Stop, please' } },
  });
});

it.each(['Url', 'UrlPost'])('the status of a sent message comes in by %s', async (type) => {
  const { workflow, url } = await listen(bench, { ...LOOPBACK, event: 'status' });
  const notification = { entry: { forEvent: 'FinalOnly', addresses: entries({ type, address: url }) } };
  await bench.run({ from: 'Test', to: '+41791234567', text: 'Hello', notification });
  const { messageId } = await bench.sandbox.nextMessage();
  bench.sandbox.setState(messageId, 'Failed', { code: 'AbsentSubscriber', message: 'Not reachable' });
  expect(itemOf(await executionOf(workflow))).toMatchObject({
    ...{ event: 'status', messageId, status: 'failed', final: true },
    ...{ recipient: '+41791234567', errorCode: 'AbsentSubscriber' },
  });
});

it('it is answered at once, not when the workflow is done, at the path that was chosen', async () => {
  const wait = { name: 'Wait', type: 'n8n-nodes-base.wait', parameters: { amount: 60, unit: 'seconds' } };
  const trigger = { name: 'Trigger', type: TRIGGER, parameters: { ...LOOPBACK, path: 'sms' } };
  const workflow = await bench.n8n.createWorkflow({ nodes: [trigger, wait] });
  await bench.n8n.activate(workflow);
  const { production } = await bench.n8n.webhookUrls(workflow);
  expect(new URL(production).pathname).toBe('/webhook/sms');
  const event = inbound();
  const begun = Date.now();
  // Whether something starts or not.
  for (const body of [event, event, {}])
    expect(await post(production, body)).toEqual({ status: 200, text: '{}' });
  expect(Date.now() - begun).toBeLessThan(30_000);
  await bench.n8n.deactivate(workflow);
});

it('it listens at its test URL, where the same event may come twice and a refusal is shown', async () => {
  const workflow = await bench.n8n.createWorkflow({
    nodes: [{ name: 'Trigger', type: TRIGGER, parameters: { ...LOOPBACK } }],
  });
  const { test } = await bench.n8n.webhookUrls(workflow);
  const event = inbound();
  for (const count of [1, 2]) {
    await bench.n8n.listenForTestEvent(workflow);
    expect((await post(test, event)).status).toBe(200);
    await until('its execution', async () => (await bench.n8n.executions(workflow)).length === count);
  }
  await bench.n8n.listenForTestEvent(workflow);
  expect((await post(test, event, { 'X-Forwarded-For': '198.51.100.7' })).status).toBe(500);
  const refused = await bench.n8n.waitForExecution(
    ({ workflowId, status }) => workflowId === workflow.id && status === 'error',
  );
  expect(refused.error?.message).toContain('198.51.100.7 is not on the list of allowed callers');
});

describe('a caller', () => {
  it('is let in from the documented addresses, by the address that the proxy adds', async () => {
    const { workflow, url } = await listen(bench, {});
    for (const address of ['193.93.208.200', '193.93.208.149', '::ffff:193.93.208.153'])
      expect((await post(url, inbound(), { 'X-Forwarded-For': address })).status).toBe(200);
    await executionOf(workflow);
  });

  it('behind more proxies than are trusted gets 403 with the address seen, and starts nothing', async () => {
    const { workflow, url } = await listen(bench, {});
    const answer = await post(url, inbound(), { 'X-Forwarded-For': '193.93.208.200, 10.1.2.3' });
    expect(answer).toEqual({ status: 403, text: expect.stringMatching(/10\.1\.2\.3.*N8N_PROXY_HOPS/s) });
    expect(bench.n8n.logs()).toContain('10.1.2.3 is not on the list of allowed callers');
    expect(await bench.n8n.executions(workflow)).toEqual([]);
  });

  it('must give the secret of the credential where one is demanded; it is not stored', async () => {
    const triggerSecret = 'pssst-ölives&more';
    const credential = await bench.newCredential({ triggerSecret });
    const parameters = { ...LOOPBACK, event: 'any', options: { checkSecret: true } };
    const { workflow, url } = await listen(bench, parameters, { credential });
    const inHeader = { 'X-Webhook-Secret': Buffer.from(triggerSecret).toString('latin1') };

    expect((await post(url, inbound())).status).toBe(403);
    expect((await post(`${url}?secret=wrong`, inbound(), inHeader)).status).toBe(403);
    const query = new URLSearchParams({ messageId: '4711', status: 'Delivered', secret: triggerSecret });
    expect((await fetch(`${url}?${query}`)).status).toBe(200);
    expect((await post(`${url}?secret=${encodeURIComponent(triggerSecret)}`, inbound())).status).toBe(200);
    expect((await post(url, inbound(), inHeader)).status).toBe(200);

    const executions = await until('the three executions', async () => {
      const found = await bench.n8n.executions(workflow);
      return found.length === 3 && found;
    });
    for (const { id } of executions)
      expect(JSON.stringify(await bench.n8n.call('GET', `/rest/executions/${id}`))).not.toContain('pssst');
    expect(bench.n8n.logs()).not.toContain('pssst');
  });
});

it('several events of a call start the workflow once, with an item for each that is new', async () => {
  const listening = await listen(bench, LOOPBACK);
  const [first, second, third] = [inbound(text('a')), inbound(text('b')), inbound(text('c'))];
  await post(listening.url, [first, second, first]);
  await post(listening.url, { messages: [second, third] });
  await eventsUntilMarker(listening);
  const executions = await Promise.all(
    (await bench.n8n.executions(listening.workflow)).map(({ id }) => bench.n8n.execution(id)),
  );
  const texts = executions.reverse().map((each) => each.items('Trigger').map(({ json }) => json.text));
  expect(texts).toEqual([['a', 'b'], ['c'], ['the marker']]);
});

it('keeps what n8n would change of a body: digits beyond 2^53, JSON of another type; and refuses a harmful query', async () => {
  const listening = await listen(bench, { ...LOOPBACK, event: 'any' });
  const json = { 'Content-Type': 'application/json' };
  for (const id of ['9007199254740992', '9007199254740993'])
    await call(listening.url, { headers: json, body: `{"messageId":${id},"status":"Delivered"}` });
  for (const type of ['text/plain', 'application/octet-stream', 'text/x-message; charset=utf-8', '']) {
    const headers: Record<string, string> = type === '' ? {} : { 'Content-Type': type };
    const body = Buffer.from(JSON.stringify(inbound(text('Grüezi'))));
    expect((await call(listening.url, { headers, body })).status).toBe(200);
  }
  const query = 'messageId=1&status=Delivered&constructor[prototype][x]=1';
  expect((await fetch(`${listening.url}?${query}`)).status).toBe(400);
  // As somebody makes who looks whether the URL is there.
  expect((await fetch(listening.url)).status).toBe(200);
  const events = await eventsUntilMarker(listening);
  expect(events.map(({ messageId }) => messageId).slice(0, 2)).toEqual([
    '9007199254740992',
    '9007199254740993',
  ]);
  expect(events.slice(2)).toMatchObject(Array(4).fill({ event: 'inbound', text: 'Grüezi' }));
});

it('knows after a stop every event that it has answered, however fast they came and beside another trigger', async () => {
  const workflow = await bench.n8n.createWorkflow({
    nodes: ['Trigger', 'Other'].map((name) => ({ name, type: TRIGGER, parameters: { ...LOOPBACK } })),
    connections: {},
  });
  await bench.n8n.activate(workflow);
  const events = Array.from({ length: 20 }, (_, index) => inbound(text(`event ${index}`)));
  const deliver = async () => {
    const urls = workflow.nodes.map(
      async ({ name }) => (await bench.n8n.webhookUrls(workflow, name)).production,
    );
    const calls = (await Promise.all(urls)).flatMap((url) =>
      [...events, ...events.slice(0, 3)].map((event) => post(url, event)),
    );
    expect(new Set((await Promise.all(calls)).map((answer) => answer.status))).toEqual(new Set([200]));
  };
  await deliver();
  await bench.n8n.restart();
  await deliver();
  const url = (await bench.n8n.webhookUrls(workflow)).production;
  const started = await eventsUntilMarker({ workflow, url }, ['Trigger', 'Other']);
  const expected = [...events, ...events].map(({ content }) => content.text);
  expect(started.map((event) => event.text).sort()).toEqual(expected.sort());
});

it('takes an event that n8n could not take the first time, or whose caller gave up meanwhile, once', async () => {
  const listening = await listen(bench, LOOPBACK);
  const events = Array.from({ length: 10 }, (_, index) => inbound(text(`event ${index}`)));
  const impatient = inbound(text('impatient'));
  const deliver = async () => [
    ...new Set(
      (await Promise.all(events.map((event) => post(listening.url, event)))).map(({ status }) => status),
    ),
  ];
  const unlock = await lockDatabase(bench.n8n);
  expect(await deliver()).toEqual([500]);
  // SQLite waits a second for the lock.
  const call = { ...asPost(impatient), signal: AbortSignal.timeout(300) };
  await expect(fetch(listening.url, call).finally(unlock)).rejects.toThrow('aborted');
  expect(await deliver()).toEqual([200]);
  expect((await post(listening.url, impatient)).status).toBe(200);
  expect(await deliver()).toEqual([200]);
  const started = await eventsUntilMarker(listening);
  expect(started.map((event) => event.text).sort()).toEqual(
    [...events, impatient].map(({ content }) => content.text).sort(),
  );
});

it('Wait for a Pause starts once with all messages before a pause, and answers the calls when n8n has taken them', async () => {
  const listening = await listen(bench, { ...LOOPBACK, options: { waitForPause: 2, pauseAtMost: 30 } });
  const first = post(listening.url, inbound(text('Hello')));
  const other = post(listening.url, inbound({ from: '+41790000001', ...text('another person') }));
  await new Promise((resolve) => setTimeout(resolve, 700));
  const second = post(listening.url, inbound(text('my order is late')));
  expect((await post(listening.url, inbound(text('STOP')))).status).toBe(200);
  expect((await Promise.all([first, second, other])).map(({ status }) => status)).toEqual([200, 200, 200]);
  const events = await eventsUntilMarker(listening);
  expect(events.map((event) => [event.text, event.gathered]).sort()).toEqual([
    ['Hello\nmy order is late', 2],
    ['STOP', undefined],
    ['another person', 1],
  ]);
});
