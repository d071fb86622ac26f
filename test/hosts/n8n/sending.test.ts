import { createServer } from 'node:net';
import { properties } from '../../../nodes/MessagingService/actions/operations';
import { listen } from '../../network/listening';
import type { Execution } from './execution';
import { type InputItem, itemsNode, outputs, PASSWORD, useBench } from './messaging';
import { until } from './until';
import { chain } from './workflow';

/** The action node in a real n8n: what n8n does with its requests, errors, tries and executions. What the node does itself is in `test/nodes`. */
jest.setTimeout(240_000);

const bench = useBench();

const sms = { from: 'Test', to: '+41791234567', text: 'Hello' };
const toEach = { from: 'Test', to: '={{ $json.to }}', text: '={{ $json.text }}' };
const people = (...numbers: string[]): InputItem[] =>
  numbers.map((to, index) => ({ json: { to, text: `Hello ${index}` } }));
const range = (count: number) => Array.from({ length: count }, (_, index) => `+41791000${index + 100}`);
const goOn = { onError: 'continueRegularOutput' } as const;
const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 50 };
const texts = () => bench.sandbox.messages().map(({ content }) => ('text' in content ? content.text : ''));
const hints = (execution: Execution) =>
  (execution.data.resultData.runData.Messaging?.[0]?.hints ?? []).map(({ message }) => message);

const secrets = [PASSWORD, Buffer.from(`demo:${PASSWORD}`).toString('base64').replace(/=+$/, '')];

/** Nothing that n8n stores of an execution and gives out about it, and nothing in its log. */
async function expectNoSecret({ id }: Execution): Promise<void> {
  const stored = JSON.stringify(await bench.n8n.call('GET', `/rest/executions/${id}`)) + bench.n8n.logs();
  for (const secret of secrets) expect(stored).not.toContain(secret);
  expect(stored.toLowerCase()).not.toContain('authorization: ');
}

/** Every operation that the node offers, with its resource. */
const offered = properties
  .filter(({ name }) => name === 'operation')
  .flatMap(({ displayOptions, options = [] }) =>
    options.flatMap((option) =>
      'value' in option
        ? [[String(displayOptions?.show?.['resource']?.[0]), String(option.value)] as const]
        : [],
    ),
  );

describe('every operation that the node offers', () => {
  const file = { data: Buffer.from('Hello').toString('base64'), mimeType: 'text/plain', fileName: 'a.txt' };
  const received: InputItem = {
    json: { reply: { channel: 'Sms', from: '+41790000000', to: '+41791000001' } },
  };
  const sent = () => bench.sandbox.messages()[0];
  /** The least that each operation needs. */
  const least: Record<string, () => { parameters: object; item?: InputItem }> = {
    send: () => ({ parameters: sms }),
    sendBatch: () => ({ parameters: sms }),
    sendAndWait: () => ({ parameters: { from: 'Test', to: '+41791000001', message: 'May we?' } }),
    reply: () => ({ parameters: { text: 'Thank you' }, item: received }),
    check: () => ({ parameters: sms }),
    getStatus: () => ({ parameters: { messageId: sent()?.messageId } }),
    getBatchStatus: () => ({ parameters: { batchId: sent()?.messageListId } }),
    upload: () => ({ parameters: {}, item: { json: {}, binary: { data: file } } }),
    getBalance: () => ({ parameters: {} }),
  };

  it.each(offered)('%s: %s runs', async (resource, operation) => {
    await bench.run({ operation: 'sendBatch', ...sms });
    const { parameters, item } = least[operation]?.() ?? { parameters: {} };
    const execution = await bench.run({ resource, operation, ...parameters }, [item ?? {}]);
    expect(execution.error).toBeUndefined();
    if (operation === 'sendAndWait') {
      expect(execution.status).toBe('waiting');
      // It would ask for the status of its message in the middle of a later test.
      await bench.n8n.call('POST', `/rest/executions/${execution.id}/stop`);
    } else if (operation === 'check') expect(outputs(execution)).toMatchObject([{ goesOut: true }]);
    else expect(outputs(execution)).toEqual([expect.objectContaining({ raw: expect.anything() })]);
  });
});

it('many items give their results in their order, linked to their items, by expressions that reach other nodes', async () => {
  const excludeRecipients = `={{ $("Items").all().map((row) => row.json.to).slice(-1) }}`;
  const execution = await bench.run({ ...toEach, options: { excludeRecipients } }, people(...range(30)));
  expect(execution.error).toBeUndefined();
  expect(bench.sandbox.messages()).toHaveLength(29);
  expect(outputs(execution).at(-1)).toMatchObject({ outcome: 'opted_out' });
  expect(execution.items('Messaging').map(({ pairedItem }) => pairedItem)).toEqual(
    range(30).map((_, item) => ({ item })),
  );
  expect(hints(execution).join()).toContain('1 skipped (opted out)');
  await expectNoSecret(execution);
});

describe('a person is told what happened and what to do next', () => {
  it.each([
    [
      'no such server',
      { baseUrl: 'http://127.0.0.1:9' },
      {},
      'cannot be reached: the connection was refused',
      'not_sent',
    ],
    ['no such host', { baseUrl: 'https://nowhere.invalid' }, {}, 'The service cannot be reached', 'not_sent'],
    ['no answer', {}, { to: '+41790000600' }, 'broke before its answer was complete', 'unknown'],
    ['half an answer', {}, { to: '+41790000601' }, 'broke before its answer was complete', 'unknown'],
    [
      'an answer of 100 MB',
      {},
      { to: '+41790000604' },
      'far longer than any answer from the service',
      'unknown',
    ],
    ['silence', { timeout: 1 }, { to: '+41790000408' }, 'did not answer in time', 'unknown'],
  ])('after %s', async (_name, settings, parameters, message, outcome) => {
    bench.sandbox.change({ slowAnswer: 5000 });
    const credential = await bench.newCredential({ ...settings });
    const execution = await bench.run({ ...sms, ...parameters }, [{}], { credential });
    expect(execution.status).toBe('error');
    expect(execution.error?.message).toContain(message);
    expect(execution.error?.context).toMatchObject({ itemIndex: 0, outcome });
    await expectNoSecret(execution);
  });

  it('after an answer that goes on and on, a byte at a time', async () => {
    const drips = createServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n');
      const dripping = setInterval(() => socket.write(' '), 50);
      socket.on('error', () => undefined).on('close', () => clearInterval(dripping));
    });
    const baseUrl = `http://127.0.0.1:${await listen(drips)}`;
    const credential = await bench.newCredential({ baseUrl, timeout: 1 });
    const { error } = await bench.run(sms, [{}], { credential });
    expect(error?.message).toMatch(/^The service did not answer in time \(the message may have been sent/);
    await new Promise((resolve) => drips.close(resolve));
  });

  it('but not because of a time-out longer than any timer', async () => {
    const credential = await bench.newCredential({ timeout: 4_294_968 });
    expect((await bench.run(sms, [{}], { credential })).error).toBeUndefined();
  });
});

it('an item that fails leaves by the error output, together with what came in', async () => {
  const items = people('+41791000000', '+41790000400');
  const execution = await bench.run(toEach, items, { onError: 'continueErrorOutput' });
  expect(outputs(execution)).toHaveLength(1);
  expect(execution.items('Messaging', 1).map(({ json }) => json)).toMatchObject([
    {
      to: '+41790000400',
      text: 'Hello 1',
      error: { outcome: 'rejected' },
    },
  ]);
});

describe.each(['send', 'sendBatch'])('nothing is sent twice by %s', (operation) => {
  const sending = { ...toEach, operation };
  const callsWith = (text: string) =>
    bench.sandbox.calls().filter(({ requestBody }) => requestBody.includes(text));

  it('with Retry on Fail, though expressions give something else in each try', async () => {
    const items = people('+41790000400', '+41790000600', '+41791000002');
    const text = '=Hello {{ $itemIndex }} of {{ $now.toMillis() }} and {{ Math.random() }}';
    await bench.run({ ...sending, text, options: { chunkSize: 1 } }, items, { ...retry, ...goOn });
    expect(callsWith('+41790000400')).toHaveLength(retry.maxTries);
    expect(callsWith('+41790000600')).toHaveLength(1);
    expect(callsWith('+41791000002')).toHaveLength(1);
  });

  it('when a person retries the execution', async () => {
    const options = { itemsAtOnce: 1, chunkSize: 1 };
    const items = people('+41791000000', '+41790000403', '+41791000002');
    const { id, status } = await bench.run({ ...sending, options }, items);
    expect([status, texts()]).toEqual(['error', expect.arrayContaining(['Hello 0'])]);
    await bench.n8n.call('POST', `/rest/executions/${id}/retry`, { loadWorkflow: false });
    await bench.n8n.waitForExecution(({ retryOf }) => retryOf === id);
    expect(callsWith('+41791000000')).toHaveLength(1);
  });

  // n8n 2.8 stores of it only the nodes that were done before.
  const inNewest = process.env.N8N_HOST === 'newest' ? it : it.skip;
  inNewest('when an execution that reached its time limit is retried', async () => {
    bench.sandbox.change({ faults: [{ fault: 'slow', times: 30 }], slowAnswer: 3000 });
    const parameters = { ...sending, options: { itemsAtOnce: 5, chunkSize: 1 } };
    const { nodes } = await bench.workflow(parameters, people(...range(30)));
    const workflow = await bench.n8n.createWorkflow({ nodes, settings: { executionTimeout: 10 } });
    const execution = await bench.n8n.run(workflow);
    expect(execution.status).toBe('canceled');
    const [run] = execution.data.resultData.runData.Messaging ?? [];
    expect(run?.error?.message).toMatch(/^The execution was stopped before the service answered/);
    expect(run?.error?.description).toMatch(/Of 30 items: \d+ sent, \d+ possibly sent, \d+ not started\./);
    bench.sandbox.change({ faults: [] });
    await bench.n8n.call('POST', `/rest/executions/${execution.id}/retry`, { loadWorkflow: false });
    await bench.n8n.waitForExecution(({ retryOf }) => retryOf === execution.id);
    expect([new Set(texts()).size, texts().length]).toEqual([30, 30]);
  });
});

it('pauses between batches, and sends nothing more once the execution is stopped', async () => {
  const batch = { ...toEach, operation: 'sendBatch', options: { chunkSize: 2, pause: 600_000 } };
  const workflow = await bench.workflow(batch, people(...range(6)));
  const running = bench.n8n.run(workflow);
  await bench.sandbox.until(() => bench.sandbox.messages().length === 2, 100_000);
  const [{ id } = { id: '' }] = await bench.n8n.executions(workflow);
  await bench.n8n.call('POST', `/rest/executions/${id}/stop`);
  expect((await running).status).toBe('canceled');
  expect(texts()).toEqual(['Hello 0', 'Hello 1']);
});

it('a loop sends the same message again in each round', async () => {
  const rounds = [1, 2, 3].map((round) => ({ json: { round } }));
  const loop = { name: 'Loop', type: 'n8n-nodes-base.splitInBatches' };
  const start = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };
  const workflow = await bench.n8n.createWorkflow({
    nodes: [start, itemsNode(rounds), loop, bench.node(sms, retry)],
    connections: {
      ...chain('Start', 'Items', 'Loop'),
      Loop: { main: [[], [{ node: 'Messaging', type: 'main', index: 0 }]] },
      ...chain('Messaging', 'Loop'),
    },
  });
  expect((await bench.n8n.run(workflow)).error).toBeUndefined();
  expect(texts()).toEqual(['Hello', 'Hello', 'Hello']);
});

it('Deduplicate By skips what was sent before n8n was killed, when the execution is retried', async () => {
  bench.sandbox.change({ faults: [{ fault: 'slow', times: 30 }], slowAnswer: 2000 });
  const options = { itemsAtOnce: 5, deduplicateBy: '={{ $json.text }}' };
  // As production starts it: an execution that a person started in the editor offers no Retry once n8n was killed.
  const parameters = { httpMethod: 'POST', path: 'killed' };
  const webhook = { name: 'Start', type: 'n8n-nodes-base.webhook', parameters };
  const workflow = await bench.n8n.createWorkflow({
    nodes: [webhook, itemsNode(people(...range(15))), bench.node({ ...toEach, options })],
  });
  await bench.n8n.activate(workflow);
  const { production } = await bench.n8n.webhookUrls(workflow);
  expect((await fetch(production, { method: 'POST' })).status).toBe(200);
  await until('5 of the messages', async () => texts().length >= 5);
  const killed = (await bench.n8n.executions(workflow))[0]?.id;
  await bench.n8n.restart('kill');
  expect(texts().length).toBeLessThan(15);

  bench.sandbox.change({ faults: [] });
  await bench.n8n.call('POST', `/rest/executions/${killed}/retry`, { loadWorkflow: false });
  const retried = await bench.n8n.waitForExecution(({ retryOf }) => retryOf === killed);
  expect(new Set(texts()).size).toBe(texts().length);
  expect(outputs(retried)).toContainEqual(
    expect.objectContaining({ outcome: 'sent_before', key: 'Hello 0' }),
  );
  // What was recorded and not yet sent when n8n died is skipped: at most what was under way.
  expect(texts().length).toBeGreaterThanOrEqual(10);
});
