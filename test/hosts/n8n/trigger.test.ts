import type { IDataObject } from 'n8n-workflow';
import type { Execution } from './execution';
import { entries } from './contentCases';
import { printFigure } from '../../figures';
import { call } from '../node-red/webhooks';
import { type Bench, startBench, TRIGGER } from './messaging';
import { inbound, listen, type Listening, lockDatabase } from './triggerCalls';
import { until } from './until';

/** The trigger of a real n8n, called over HTTP by the sandbox and by strangers. */
jest.setTimeout(300_000);

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

/** The events that started a workflow, oldest first, once the marker that is sent last has arrived. */
async function eventsUntilMarker(
  bench: Bench,
  { workflow, url }: Listening,
  marker: object,
): Promise<IDataObject[]> {
  expect((await post(url, marker)).status).toBe(200);
  const isMarker = (event: IDataObject) => JSON.stringify(event).includes('the marker');
  return await until('the marker', async () => {
    const summaries = await bench.n8n.executions(workflow);
    const executions = await Promise.all(summaries.map(({ id }) => bench.n8n.execution(id)));
    const events = executions.map(itemOf).filter((event) => event !== undefined);
    return events.some(isMarker) && events.filter((event) => !isMarker(event)).reverse();
  });
}

const text = (words: string) => ({ content: { type: 'Text', text: words } });
const status = (more: object = {}) => ({
  messageId: crypto.randomUUID(),
  status: 'Delivered',
  channel: 'Sms',
  to: '+41791234567',
  ...more,
});

describe('without a proxy', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench();
  });
  afterAll(async () => {
    await bench?.stop();
  });
  beforeEach(() => {
    bench.sandbox.reset();
  });

  it('an inbound SMS starts the workflow with its fields', async () => {
    const { workflow, url } = await listen(bench, LOOPBACK);
    bench.sandbox.change({ inboundUrls: { default: url } });

    const { inbound: sent, push } = await bench.sandbox.receive({
      from: '+41791112233',
      text: 'Stop, please',
    });

    expect(push?.attempts.at(-1)?.status).toBe(200);
    const execution = await bench.n8n.waitForExecution(({ workflowId }) => workflowId === workflow.id);
    expect(itemOf(execution)).toMatchObject({
      event: 'inbound',
      channel: 'Sms',
      from: '+41791112233',
      to: '+41795550100',
      text: 'Stop, please',
      keyword: 'STOP',
      messageId: sent.messageId,
      reply: { channel: 'Sms', from: '0041795550100', to: '+41791112233' },
      raw: { content: { type: 'Text', text: 'Stop, please' } },
    });
  });

  it('a choice from an interactive message starts the workflow with its id', async () => {
    const { workflow, url } = await listen(bench, LOOPBACK);
    bench.sandbox.change({ inboundUrls: { default: url } });

    await bench.sandbox.receive({
      from: '+41791112233',
      channel: 'Whatsapp',
      reply: { type: 'List', id: 'slot-0900', title: '09:00' },
    });

    const execution = await bench.n8n.waitForExecution(({ workflowId }) => workflowId === workflow.id);
    expect(itemOf(execution)).toMatchObject({
      event: 'inbound',
      channel: 'Whatsapp',
      choice: { kind: 'list', id: 'slot-0900', title: '09:00' },
    });
  });

  it.each(['Url', 'UrlPost'])('the status of a sent message comes in by %s', async (type) => {
    const { workflow, url } = await listen(bench, { ...LOOPBACK, event: 'status' });
    const notification = { entry: { forEvent: 'FinalOnly', addresses: entries({ type, address: url }) } };

    await bench.run({ from: 'Test', to: '+41791234567', text: 'Hello', notification });
    const { messageId } = await bench.sandbox.nextMessage();
    bench.sandbox.setState(messageId, 'Failed', { code: 'AbsentSubscriber', message: 'Not reachable' });

    const execution = await bench.n8n.waitForExecution(({ workflowId }) => workflowId === workflow.id);
    expect(itemOf(execution)).toMatchObject({
      event: 'status',
      messageId,
      status: 'failed',
      final: true,
      recipient: '+41791234567',
      errorCode: 'AbsentSubscriber',
    });
  });

  it('is answered at once, not when the workflow is done', async () => {
    const workflow = await bench.n8n.createWorkflow({
      nodes: [
        { name: 'Trigger', type: TRIGGER, parameters: { ...LOOPBACK } },
        { name: 'Wait', type: 'n8n-nodes-base.wait', parameters: { amount: 60, unit: 'seconds' } },
      ],
    });
    await bench.n8n.activate(workflow);
    const { production } = await bench.n8n.webhookUrls(workflow);
    const started = Date.now();

    expect((await post(production, inbound())).status).toBe(200);

    expect(Date.now() - started).toBeLessThan(30_000);
    await bench.n8n.deactivate(workflow);
  });

  it('listens at its test URL, where the same event may come twice', async () => {
    const event = inbound();
    const workflow = await bench.n8n.createWorkflow({
      nodes: [{ name: 'Trigger', type: TRIGGER, parameters: { ...LOOPBACK } }],
    });
    const { test } = await bench.n8n.webhookUrls(workflow);

    for (const count of [1, 2]) {
      await bench.n8n.listenForTestEvent(workflow);
      expect((await post(test, event)).status).toBe(200);
      await until('its execution', async () => (await bench.n8n.executions(workflow)).length === count);
    }
  });

  describe('a caller', () => {
    it('that is not on the list gets 403 with the address seen and the setting to change, and starts nothing', async () => {
      const listening = await listen(bench, { allowedCallers: '10.0.0.0/8' });

      const { status: code, text: answer } = await post(listening.url, inbound());

      expect(code).toBe(403);
      expect(answer).toContain('127.0.0.1');
      expect(answer).toContain('More Allowed Callers');
      expect(answer).not.toContain('N8N_PROXY_HOPS');
      expect(await bench.n8n.executions(listening.workflow)).toEqual([]);
      expect(bench.n8n.logs()).toContain('127.0.0.1 is not on the list of allowed callers');
    });

    it.each(['X-Forwarded-For', 'Forwarded'])(
      'that forges %s is refused and told of N8N_PROXY_HOPS',
      async (name) => {
        const listening = await listen(bench, { event: 'any' });

        const value = name === 'Forwarded' ? 'for=193.93.208.200' : '193.93.208.200';
        const { status: code, text: answer } = await post(listening.url, inbound(), { [name]: value });

        expect(code).toBe(403);
        expect(answer).toContain('N8N_PROXY_HOPS');
        expect(answer).not.toContain('193.93.208.200');
        expect(await bench.n8n.executions(listening.workflow)).toEqual([]);
      },
    );

    it('is not refused once the check is switched off', async () => {
      const { workflow, url } = await listen(bench, { checkCaller: false });

      expect((await post(url, inbound())).status).toBe(200);

      await bench.n8n.waitForExecution(({ workflowId }) => workflowId === workflow.id);
    });

    it('must give the secret of the credential in the URL or in a header where one is demanded; it is not stored', async () => {
      const triggerSecret = 'pssst-ölives&more';
      const credential = await bench.newCredential({ triggerSecret });
      const listening = await listen(
        bench,
        { ...LOOPBACK, event: 'any', options: { checkSecret: true } },
        { credential },
      );
      const secret = encodeURIComponent(triggerSecret);

      expect((await post(listening.url, inbound())).status).toBe(403);
      expect((await post(`${listening.url}?secret=wrong`, inbound())).status).toBe(403);
      const query = new URLSearchParams({ messageId: '4711', status: 'Delivered', secret: triggerSecret });
      expect((await fetch(`${listening.url}?${query}`)).status).toBe(200);
      expect((await post(`${listening.url}?secret=${secret}`, inbound())).status).toBe(200);
      const inHeader = { 'X-Webhook-Secret': Buffer.from(triggerSecret).toString('latin1') };
      expect((await post(listening.url, inbound(), inHeader)).status).toBe(200);
      expect((await post(`${listening.url}?secret=`, inbound(), inHeader)).status).toBe(200);
      expect((await post(listening.url, inbound(), { 'X-Webhook-Secret': 'wrong' })).status).toBe(403);
      expect((await post(`${listening.url}?secret=wrong`, inbound(), inHeader)).status).toBe(403);

      const { workflow } = listening;
      const executions = await until('the four executions', async () => {
        const found = await bench.n8n.executions(workflow);
        return found.length === 4 && found;
      });
      for (const { id } of executions) {
        expect(JSON.stringify(await bench.n8n.call('GET', `/rest/executions/${id}`))).not.toContain('pssst');
      }
      expect(bench.n8n.logs()).not.toContain('pssst');
    });
  });

  describe('an active workflow', () => {
    it.each([
      [
        'an entry that is no address',
        { allowedCallers: '10.0.0.0/8, gateway' },
        '"gateway" cannot be an allowed caller',
      ],
      [
        'a range that is not clear',
        { allowedCallers: '10.0.0.5/8' },
        '"10.0.0.5/8" cannot be an allowed caller',
      ],
      [
        'a URL that is too long for a notification',
        { event: 'status', path: 'x'.repeat(200) },
        'The URL of this trigger has',
      ],
    ])('is not possible with %s', async (_name, parameters, message) => {
      await expect(listen(bench, parameters)).rejects.toThrow(message);
    });

    it('has the path that was chosen', async () => {
      const { workflow, url } = await listen(bench, { ...LOOPBACK, path: 'sms' });

      expect(new URL(url).pathname).toBe('/webhook/sms');
      expect((await post(url, inbound())).status).toBe(200);
      await bench.n8n.waitForExecution(({ workflowId }) => workflowId === workflow.id);
    });
  });

  const filterCases: Array<[string, object, object[], object]> = [
    [
      'channel',
      { filters: { channels: ['Whatsapp'] } },
      [inbound(), inbound({ channel: 'Whatsapp', ...text('wanted') })],
      inbound({ channel: 'Whatsapp', ...text('the marker') }),
    ],
    [
      'sender, however it is written',
      { filters: { senders: ['0041 79 111 22 33'] } },
      [inbound(), inbound({ from: '41791112233', ...text('wanted') })],
      inbound({ from: '+41791112233', ...text('the marker') }),
    ],
    [
      'receiving number',
      { filters: { receivers: ['+41795550100'] } },
      [inbound({ to: '+41795550199' }), inbound(text('wanted'))],
      inbound(text('the marker')),
    ],
    [
      'keyword, in capital or small letters',
      { filters: { keywords: ['stop', 'Info'] } },
      [inbound(text('please stop')), inbound(text('STOP! wanted')), inbound(text('Stopp'))],
      inbound(text('info the marker')),
    ],
    [
      'opt-outs: only those',
      { filters: { optOuts: 'only' }, options: { optOutWords: ['the marker'], optInWords: ['wanted'] } },
      [inbound(text('stop')), inbound(text('wanted, not stopped')), inbound(text('WANTED!'))],
      inbound(text('the marker')),
    ],
    [
      'opt-outs: none of them',
      { filters: { optOuts: 'none' } },
      [inbound(text(' stopp! ')), inbound(text('start')), inbound(text('stop it, wanted'))],
      inbound(text('the marker')),
    ],
    [
      'reply id',
      { filters: { replyIds: ['yes'] } },
      [
        inbound({ content: { type: 'InteractiveReply', reply: { type: 'Button', id: 'no', title: 'No' } } }),
        inbound({
          content: { type: 'InteractiveReply', reply: { type: 'Button', id: 'yes', title: 'wanted' } },
        }),
        inbound(text('yes')),
      ],
      inbound({
        content: { type: 'InteractiveReply', reply: { type: 'Button', id: 'yes', title: 'the marker' } },
      }),
    ],
    [
      'final states',
      { event: 'status', statuses: 'final' },
      [
        status({ status: 'Delayed' }),
        status({ status: 'Pondering', errorText: 'wanted' }),
        status({ status: 'Sent' }),
      ],
      status({ status: 'Failed', errorText: 'the marker' }),
    ],
    [
      'kind of event',
      { event: 'status' },
      [inbound(), status({ errorText: 'wanted' })],
      status({ errorText: 'the marker' }),
    ],
    [
      'recipient of the message',
      { event: 'status', filters: { recipients: ['0041 79 123 45 67'], keywords: ['not shown here'] } },
      [status({ to: '+41790000001' }), status({ errorText: 'wanted' }), { hello: 'world' }],
      status({ errorText: 'the marker' }),
    ],
    [
      'what can be read',
      { filters: { keywords: ['info'] } },
      [{ hello: 'world' }, inbound(text('info wanted'))],
      inbound(text('info the marker')),
    ],
    [
      'what can be read, unless told otherwise',
      { filters: { keywords: ['info'], unreadable: 'pass' } },
      [{ hello: 'wanted' }, inbound(text('please info'))],
      inbound(text('info the marker')),
    ],
    ['event that came before', {}, [], inbound(text('the marker'))],
  ];

  it.each(filterCases)(
    'filters by %s before an execution starts',
    async (_name, parameters, events, marker) => {
      const listening = await listen(bench, { ...LOOPBACK, ...parameters });

      for (const event of events) expect((await post(listening.url, event)).status).toBe(200);

      const started = await eventsUntilMarker(bench, listening, marker);
      expect(started).toHaveLength(events.length === 0 ? 0 : 1);
      for (const event of started) expect(JSON.stringify(event).toLowerCase()).toContain('wanted');
    },
  );

  it('drops an event that comes again, also at the same time and after a restart', async () => {
    const listening = await listen(bench, { ...LOOPBACK, event: 'any' });
    const event = inbound(text('once'));
    const delivered = status({ messageId: 'one' });

    const answers = await Promise.all(
      [event, event, event, delivered].map((each) => post(listening.url, each)),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    const first = await eventsUntilMarker(bench, listening, inbound(text('the marker')));
    expect(first.map((each) => each.event).sort()).toEqual(['inbound', 'status']);

    await bench.n8n.restart();
    const url = (await bench.n8n.webhookUrls(listening.workflow)).production;
    for (const again of [event, delivered, status({ messageId: 'one', status: 'Failed' })]) {
      expect((await post(url, again)).status).toBe(200);
    }
    const all = await eventsUntilMarker(bench, { ...listening, url }, inbound(text('the marker')));
    expect(all).toHaveLength(first.length + 1);
  });

  it('knows after a stop every event that it has answered, however fast they came and beside another trigger', async () => {
    const workflow = await bench.n8n.createWorkflow({
      nodes: ['Trigger', 'Other'].map((name) => ({ name, type: TRIGGER, parameters: { ...LOOPBACK } })),
      connections: {},
    });
    await bench.n8n.activate(workflow);
    const events = Array.from({ length: 60 }, (_, index) => inbound(text(`event ${index}`)));
    const deliver = async () => {
      const urls = workflow.nodes.map(
        async ({ name }) => (await bench.n8n.webhookUrls(workflow, name)).production,
      );
      const calls = (await Promise.all(urls)).flatMap((url) => events.map((event) => post(url, event)));
      const answers = await Promise.all(calls);
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    };

    await deliver();
    await bench.n8n.restart();
    await deliver();

    const url = (await bench.n8n.webhookUrls(workflow)).production;
    expect((await post(url, inbound(text('the marker')))).status).toBe(200);
    const started = await until('the marker', async () => {
      const count = await bench.n8n.executionCount(workflow);
      return count > 2 * events.length && count;
    });
    expect(started).toBe(2 * events.length + 1);
  });

  it('takes an event that n8n could not take the first time, once', async () => {
    const listening = await listen(bench, LOOPBACK);
    const events = Array.from({ length: 20 }, (_, index) => inbound(text(`event ${index}`)));
    const deliver = () => Promise.all(events.map((event) => post(listening.url, event)));

    const unlock = await lockDatabase(bench.n8n);
    const refused = await deliver();
    await unlock();
    const taken = await deliver();
    const repeated = await deliver();

    const answers = [refused, taken, repeated].map((all) => [...new Set(all.map((answer) => answer.status))]);
    expect(answers).toEqual([[500], [200], [200]]);
    const started = await eventsUntilMarker(bench, listening, inbound(text('the marker')));
    printFigure(`n8n could not take ${refused.length} events; called again, it started ${started.length}`);
    expect(started.map((event) => event.text).sort()).toEqual(
      events.map(({ content }) => content.text).sort(),
    );
  });

  it('takes an event whose caller gave up while n8n was at it, once', async () => {
    const listening = await listen(bench, LOOPBACK);
    let event = inbound(text('once'));

    const unlock = await lockDatabase(bench.n8n);
    // SQLite waits a second for the lock: on a busy machine, the second call may come later than that.
    await until('a second call while n8n is at the first', async () => {
      event = inbound(text('once'));
      const impatient = AbortSignal.timeout(300);
      await expect(fetch(listening.url, { ...asPost(event), signal: impatient })).rejects.toThrow('aborted');
      return (await post(listening.url, event)).status === 503;
    }).finally(unlock);

    await until('the event to be taken', async () => (await post(listening.url, event)).status === 200);
    const started = await eventsUntilMarker(bench, listening, inbound(text('the marker')));
    expect(started.map((each) => each.text)).toEqual(['once']);
  });

  it.each([
    ['a list', (events: object[]) => events],
    ['messages', (messages: object[]) => ({ messages })],
    ['events', (events: object[]) => ({ events })],
  ])('starts the workflow with an item for each of several events: %s', async (_name, together) => {
    const listening = await listen(bench, LOOPBACK);
    const [first, second, third] = [inbound(text('a')), inbound(text('b')), inbound(text('c'))];

    await post(listening.url, together([first, second, first]));
    await post(listening.url, together([second, third]));

    await eventsUntilMarker(bench, listening, inbound(text('the marker')));
    const executions = await Promise.all(
      (await bench.n8n.executions(listening.workflow)).map(({ id }) => bench.n8n.execution(id)),
    );
    const texts = executions.reverse().map((each) => each.items('Trigger').map(({ json }) => json.text));
    expect(texts).toEqual([['a', 'b'], ['c'], ['the marker']]);
  });

  it('keeps the digits of ids beyond 2^53, so that two events stay two', async () => {
    const listening = await listen(bench, { ...LOOPBACK, event: 'status' });
    const ids = ['9007199254740992', '9007199254740993'];

    for (const id of ids) {
      const body = `{"messageId":${id},"status":"Delivered"}`;
      await call(listening.url, { headers: { 'Content-Type': 'application/json' }, body });
    }

    const events = await eventsUntilMarker(bench, listening, status({ errorText: 'the marker' }));
    expect(events).toMatchObject(ids.map((messageId) => ({ messageId, raw: { messageId } })));
  });

  it('answers with an empty object, whether something starts or not', async () => {
    const { url } = await listen(bench, LOOPBACK);
    const event = inbound();

    for (const body of [event, event, {}]) expect(await post(url, body)).toEqual({ status: 200, text: '{}' });
  });

  it('refuses a query that names the prototype of objects', async () => {
    const listening = await listen(bench, { ...LOOPBACK, event: 'any' });
    const query = 'messageId=1&status=Delivered&constructor[prototype][x]=1';

    expect((await fetch(`${listening.url}?${query}`)).status).toBe(400);

    expect(await eventsUntilMarker(bench, listening, inbound(text('the marker')))).toEqual([]);
  });

  it('shows a refused caller in the editor while the trigger is tried', async () => {
    const workflow = await bench.n8n.createWorkflow({
      nodes: [
        { name: 'Trigger', type: TRIGGER, parameters: {} },
        { name: 'After', type: 'n8n-nodes-base.noOp' },
      ],
    });
    const { test } = await bench.n8n.webhookUrls(workflow);
    await bench.n8n.listenForTestEvent(workflow);

    expect((await post(test, inbound())).status).toBe(500);

    const execution = await bench.n8n.waitForExecution(({ workflowId }) => workflowId === workflow.id);
    expect(execution.status).toBe('error');
    expect(execution.error?.message).toContain('127.0.0.1 is not on the list of allowed callers');
    expect(execution.items('After')).toEqual([]);
  });

  it('passes events on that come again when told so', async () => {
    const listening = await listen(bench, { ...LOOPBACK, options: { repeated: 'pass' } });
    const event = inbound(text('twice'));

    await post(listening.url, event);
    await post(listening.url, event);

    expect(await eventsUntilMarker(bench, listening, inbound(text('the marker')))).toHaveLength(2);
  });

  it.each(['inbound', 'status', 'any'])(
    'delivers what has an unknown shape as unknown (event %s)',
    async (event) => {
      const listening = await listen(bench, { ...LOOPBACK, event });

      await post(listening.url, { hello: 'world', nested: { list: [1] } });

      const marker = event === 'status' ? status({ errorText: 'the marker' }) : inbound(text('the marker'));
      expect(await eventsUntilMarker(bench, listening, marker)).toEqual([
        { event: 'unknown', raw: { hello: 'world', nested: { list: [1] } } },
      ]);
    },
  );

  it.each([
    ['without a content type', {}],
    ['as text/plain', { 'Content-Type': 'text/plain' }],
    ['as bytes', { 'Content-Type': 'application/octet-stream' }],
    ['of a type of its own', { 'Content-Type': 'text/x-message; charset=utf-8' }],
    ['with a character set', { 'Content-Type': 'application/json; charset=UTF-8' }],
  ])('reads JSON that is sent %s', async (_name, headers) => {
    const listening = await listen(bench, LOOPBACK);
    const body = Buffer.from(JSON.stringify(inbound(text('Grüezi'))));

    expect((await call(listening.url, { headers, body })).status).toBe(200);

    const [event] = await eventsUntilMarker(bench, listening, inbound(text('the marker')));
    expect(event).toMatchObject({ event: 'inbound', from: '+41791234567', text: 'Grüezi' });
  });

  it('starts nothing for an empty call, as somebody makes who looks whether the URL is there', async () => {
    const listening = await listen(bench, LOOPBACK);

    expect((await fetch(listening.url)).status).toBe(200);

    expect(await eventsUntilMarker(bench, listening, inbound(text('the marker')))).toEqual([]);
  });
});

describe('behind one proxy', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench({ N8N_PROXY_HOPS: '1' });
  });
  afterAll(async () => {
    await bench?.stop();
  });

  it('lets the documented addresses of the service in', async () => {
    const { workflow, url } = await listen(bench, {});

    for (const address of ['193.93.208.200', '193.93.208.149', '::ffff:193.93.208.153']) {
      expect((await post(url, inbound(), { 'X-Forwarded-For': address })).status).toBe(200);
    }

    await bench.n8n.waitForExecution(({ workflowId }) => workflowId === workflow.id);
  });

  it('refuses a caller who forges the address before the proxy adds the true one', async () => {
    const { workflow, url } = await listen(bench, {});

    const forged = await post(url, inbound(), { 'X-Forwarded-For': '193.93.208.200, 198.51.100.7' });

    expect(forged.status).toBe(403);
    expect(forged.text).toContain('198.51.100.7');
    expect(await bench.n8n.executions(workflow)).toEqual([]);
  });

  it('says so when there seem to be more proxies than are trusted', async () => {
    const { url } = await listen(bench, {});

    const refused = await post(url, inbound(), { 'X-Forwarded-For': '193.93.208.200, 10.1.2.3' });

    expect(refused.status).toBe(403);
    expect(refused.text).toContain('10.1.2.3');
    expect(refused.text).toContain('N8N_PROXY_HOPS');
  });
});
