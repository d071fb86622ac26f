import { demoTemplates } from '../../../sandbox/state/templates';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { post } from '../node-red/webhooks';
import { type Example, exampleNames, readExample, replaceText, setUp } from './exampleFiles';
import type { Execution } from './execution';
import { projectRoot } from './host';
import { itemsNode, useBench } from './messaging';
import { startScriptedModel } from './scriptedModel';
import { until } from './until';
import { tap } from './waiting';
import type { NewNode, Workflow } from './workflow';

/** The example workflows of docs/n8n, imported into a real n8n, set up as their notes say, and run. */
jest.setTimeout(240_000);

describe('the example workflow', () => {
  const guide = readFileSync(path.join(projectRoot, 'docs', 'n8n.md'), 'utf8');

  it.each(exampleNames)('%s is complete, explained, free of credentials, and named in the guide', (name) => {
    const { nodes, connections } = readExample(name);

    const names = nodes.map((node) => node.name);
    expect(new Set(names).size).toBe(names.length);
    const targets = Object.values(connections).flatMap((types) =>
      Object.values(types).flatMap((outputs) => outputs.flatMap((each) => each ?? [])),
    );
    for (const named of [...Object.keys(connections), ...targets.map(({ node }) => node)]) {
      expect(names).toContain(named);
    }
    expect(nodes.filter(({ type }) => type.endsWith('.stickyNote'))).not.toEqual([]);
    expect(nodes.filter(({ credentials }) => credentials !== undefined)).toEqual([]);
    // With one, a second import could not be published beside the first.
    expect(nodes.filter(({ webhookId }) => webhookId !== undefined)).toEqual([]);
    expect(guide).toContain(`(n8n/workflows/${name}.json)`);
  });
});

describe('run as imported, with the account chosen,', () => {
  const bench = useBench();

  const prepared = (name: string) => setUp(readExample(name), bench.credential);
  const place = (name: string) => bench.n8n.importWorkflow(prepared(name));

  /** Imports an example, activates it, and lets the service call its trigger for inbound messages. */
  async function listen(name: string, trigger: string): Promise<Workflow> {
    const workflow = await place(name);
    await bench.n8n.activate(workflow);
    const { production } = await bench.n8n.webhookUrls(workflow, trigger);
    bench.sandbox.change({ inboundUrls: { default: production } });
    return workflow;
  }

  const executionOf = ({ id }: Workflow) => bench.n8n.waitForExecution(({ workflowId }) => workflowId === id);
  const json = (execution: Execution, node: string, output = 0): IDataObject[] =>
    execution.items(node, output).map((item) => item.json);

  /** What a Data Table node does with items, as `json`. */
  async function inTable(table: string, parameters: object, items = [{}]): Promise<IDataObject[]> {
    const dataTableId = { __rl: true, mode: 'name', value: table };
    const rows: NewNode = {
      name: 'Rows',
      type: 'n8n-nodes-base.dataTable',
      parameters: { dataTableId, ...parameters },
    };
    const start: NewNode = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };
    const workflow = await bench.n8n.createWorkflow({ nodes: [start, itemsNode(items), rows] });
    const execution = await bench.n8n.run(workflow);
    expect(execution.error).toBeUndefined();
    return json(execution, 'Rows');
  }

  /** Answers by tapping a button of the message that was sent last. */
  async function tapOn(index: number): Promise<void> {
    const { push } = await tap(bench.sandbox, await bench.sandbox.nextMessage(100_000), index);
    expect(push?.attempts.at(-1)?.status).toBe(200);
  }

  describe('approve an invoice by WhatsApp', () => {
    it('goes the way of the button', async () => {
      const [button, way] = [1, 'Send back'];
      const workflow = await listen('approve-invoice-by-whatsapp', 'WhatsApp message');
      const form = workflow.nodes.find(({ name }) => name === 'Invoice form');
      const body = new FormData();
      for (const [index, value] of ['Muster Ltd', '2026-17', '250'].entries())
        body.set(`field-${index}`, value);
      expect((await fetch(`${bench.n8n.url}/form/${form?.webhookId}`, { method: 'POST', body })).ok).toBe(
        true,
      );

      await tapOn(button);

      const done = await bench.n8n.waitForExecution(
        ({ workflowId, status }) => workflowId === workflow.id && status !== 'waiting',
      );
      expect(json(done, way)).toMatchObject([{ Supplier: 'Muster Ltd', data: { approved: button === 0 } }]);
      expect(bench.sandbox.messages()).toMatchObject([
        { content: { body: { text: 'Invoice 2026-17 of Muster Ltd: CHF 250.00. May it be paid?' } } },
      ]);
      await bench.n8n.deactivate(workflow);
    });
  });

  it('only in office hours: each reminder goes out in them, on the clock of its person', async () => {
    const execution = await bench.n8n.run(await place('only-in-office-hours'), 'Every evening');
    expect(execution.error).toBeUndefined();
    const zones = new Map([
      ['+41791234567', 'Europe/Zurich'],
      ['+819012345678', 'Asia/Tokyo'],
    ]);
    const messages = bench.sandbox.messages();
    expect(messages).toHaveLength(zones.size);
    for (const { to, sendAt, acceptedAt } of messages) {
      const hours = { weekday: 'short', hour: '2-digit', minute: '2-digit' } as const;
      const moment = new Date(sendAt ?? acceptedAt);
      expect(moment.toLocaleString('en-GB', { ...hours, timeZone: zones.get(to) })).toMatch(
        /^(Mon|Tue|Wed|Thu|Fri),? (08|09|1[0-7]):/,
      );
    }
    const planned = messages.flatMap(({ sendAt }) =>
      sendAt === undefined ? [] : [new Date(sendAt).toISOString()],
    );
    const dates = json(execution, 'Remind').map(({ sendDate }) => sendDate);
    expect(new Set(dates)).toEqual(new Set([...planned, ...(planned.length < 2 ? [undefined] : [])]));
    if (planned.length > 0) expect(json(execution, 'Scheduled')).toHaveLength(planned.length);
  });

  it('on-call chain: people are asked one after another, until one takes it', async () => {
    const workflow = await listen('on-call-chain', 'WhatsApp message');
    const waiting = await bench.n8n.run(workflow, 'Alarm');
    expect(waiting.status).toBe('waiting');
    await tapOn(0);
    const done = await bench.n8n.waitForExecution(
      ({ id, status }) => id === waiting.id && status !== 'waiting',
    );
    expect(json(done, 'Who takes it?')).toMatchObject([
      {
        answeredBy: '+41791110001',
        asked: [{ outcome: 'rejected' }, { outcome: 'answered' }, { outcome: 'not_asked' }],
      },
    ]);
    expect(json(done, 'Taken')).toHaveLength(1);
    expect(bench.sandbox.messages().map(({ to }) => to)).toEqual(['+41791110001']);
    await bench.n8n.deactivate(workflow);
  });

  describe('SMS on a new form entry', () => {
    /** Fills in the form as a browser does. */
    async function fillIn(workflow: Workflow, ...values: string[]): Promise<Execution> {
      const form = workflow.nodes.find(({ name }) => name === 'Appointment form');
      const body = new FormData();
      for (const [index, value] of values.entries()) body.set(`field-${index}`, value);
      const answer = await fetch(`${bench.n8n.url}/form/${form?.webhookId}`, { method: 'POST', body });
      expect(answer.status).toBe(200);
      return await executionOf(workflow);
    }

    it('confirms the appointment to the number of the form', async () => {
      const workflow = await place('sms-on-form-entry');
      await bench.n8n.activate(workflow);

      const execution = await fillIn(workflow, 'Anna', '+41 79 123 45 67', '2031-07-24');

      expect(json(execution, 'Sent')).toHaveLength(1);
      expect(await bench.sandbox.nextMessage()).toMatchObject({
        to: '+41791234567',
        content: { text: 'Hello Anna, we look forward to seeing you on 24.07.2031.' },
      });
    });

    it('sets a number aside that cannot be right, with the reason', async () => {
      const workflow = await place('sms-on-form-entry');
      await bench.n8n.activate(workflow);

      const execution = await fillIn(workflow, 'Anna', '079 123 45 67', '2031-07-24');

      expect(json(execution, 'Not sent')).toMatchObject([{ Name: 'Anna', error: { outcome: 'not_sent' } }]);
      expect(bench.sandbox.messages()).toEqual([]);
    });
  });

  describe('one-time code by SMS', () => {
    const person = '+41791234567';

    /** Enters a number in the form, as a browser does; returns how to go on. */
    async function enter(number: string) {
      const workflow = await bench.n8n.importWorkflow(prepared('one-time-code'));
      await bench.n8n.activate(workflow);
      const form = workflow.nodes.find(({ name }) => name === 'Mobile number');
      const page = await submit(`${bench.n8n.url}/form/${form?.webhookId}`, number);
      const next = String(Object(await page.json()).formWaitingUrl);
      const { id } = await bench.n8n.waitForExecution((each) => each.workflowId === workflow.id);
      const waits = () => bench.n8n.waitForExecution((each) => each.id === id);
      return {
        /** The page that the browser shows now. */
        page: async () => {
          await waits();
          return await (await fetch(next)).text();
        },
        enterCode: async (code: string) => {
          expect((await submit(next, code)).status).toBe(200);
        },
        ended: async () => {
          // The last page says so by itself when a browser shows it.
          await fetch(next, { method: 'POST' });
          return await bench.n8n.waitForExecution((each) => each.id === id && each.status !== 'waiting');
        },
      };
    }
    function submit(url: string, value: string): Promise<Response> {
      const body = new FormData();
      body.set('field-0', value);
      return fetch(url, { method: 'POST', body });
    }
    async function sentCode(): Promise<string> {
      const { to, content } = await bench.sandbox.nextMessage();
      expect(to).toBe(person);
      return /Your code is (\d{6})\./.exec('text' in content ? String(content.text) : '')?.[1] ?? '';
    }
    const other = (code: string) => (code === '000000' ? '000001' : '000000');

    it('confirms the number, also at the last try', async () => {
      const { page, enterCode, ended } = await enter('+41 79 123 45 67');
      const code = await sentCode();
      expect(await page()).toContain('We have sent a code to +41 79 123 45 67');
      await enterCode(other(code));
      expect(await page()).toContain('Tries left: 2');
      await enterCode(other(code));
      expect(await page()).toContain('Tries left: 1');
      await enterCode(` ${code} `);
      expect(await page()).toContain('Your number is confirmed.');
      expect(json(await ended(), 'Number confirmed')).toMatchObject([{ number: '+41 79 123 45 67' }]);
      expect(bench.sandbox.messages()).toHaveLength(1);
    });

    it('is worth nothing after three wrong tries', async () => {
      const { page, enterCode, ended } = await enter(person);
      const code = await sentCode();
      for (let tries = 0; tries < 3; tries += 1) {
        await page();
        await enterCode(other(code));
      }
      expect(await page()).toContain('no longer valid');
      expect(json(await ended(), 'Number confirmed')).toEqual([]);
    });
  });

  /** Publishes an example that answers people; returns what goes out when somebody writes, once all is done. */
  async function converse(name: string, change = (example: Example) => example) {
    const workflow = await bench.n8n.importWorkflow(change(prepared(name)));
    await bench.n8n.activate(workflow);
    const { production } = await bench.n8n.webhookUrls(workflow, 'Inbound message');
    let calls = 0;
    const write = async (from: string, text: string) => {
      const seen = bench.sandbox.messages().length;
      calls += 1;
      const messageId = `${workflow.id} ${calls}`;
      await post(production, { messageId, from: from.slice(1), to: '41795550100', text });
      await until(`the end of ${text}`, async () => {
        const done = await bench.n8n.executions(workflow);
        return done.length === calls && done.every(({ status }) => status === 'success');
      });
      const sent = bench.sandbox.messages().slice(seen);
      return sent.map(({ to, content }) => [to, 'text' in content ? content.text : '']);
    };
    return { write, deactivate: () => bench.n8n.deactivate(workflow) };
  }
  const [anna, bruno, team] = ['+41791112233', '+41792224567', '+41797654321'];

  describe('menu that knows where each person is', () => {
    const menu = expect.stringMatching(/^Write 1/);

    it('answers by what each person wrote before, and nobody who has not asked for it', async () => {
      const { write, deactivate } = await converse('menu-with-state');
      expect(await write(anna, '1')).toEqual([]);
      expect(await write(anna, 'Menu, please')).toEqual([[anna, menu]]);
      expect(await write(bruno, 'menu')).toEqual([[bruno, menu]]);
      expect(await write(anna, '2')).toEqual([[anna, 'For which day and time?']]);
      expect(await write(bruno, '1.')).toEqual([[bruno, expect.stringMatching(/^We are open/)]]);
      expect(await write(anna, 'Friday, 19:00')).toEqual([[anna, 'Thank you. We have noted: Friday, 19:00']]);
      expect(await write(anna, '1')).toEqual([]);
      await write(bruno, 'MENU');
      expect(await write(bruno, '3')).toEqual([[bruno, expect.stringMatching(/^Sorry/)]]);
      expect(await write(bruno, '1')).toEqual([]);
      await deactivate();
    });

    it('is over after ten minutes', async () => {
      const { write, deactivate } = await converse('menu-with-state', (example) =>
        replaceText(example, '$now.plus({ minutes: 10 })', '$now'),
      );
      expect(await write(anna, 'MENU')).toEqual([[anna, menu]]);
      expect(await write(anna, '1')).toEqual([]);
      await deactivate();
    });
  });

  describe('a person who takes over from the bot', () => {
    const hours = expect.stringMatching(/^We are open/);
    const back = expect.stringContaining('Our assistant answers you again');
    const takenOver = (from: string, text: string) => [
      [team, expect.stringContaining(`${from} needs a person: ${text}`)],
      [from, 'A person will answer you soon.'],
    ];

    it('has what the bot does not know, until the team hands back', async () => {
      const { write, deactivate } = await converse('human-takeover');
      expect(await write(anna, 'hours?')).toEqual([[anna, hours]]);
      expect(await write(anna, 'My parcel is broken')).toEqual(takenOver(anna, 'My parcel is broken'));
      expect(await write(anna, 'HOURS')).toEqual([[team, `${anna}: HOURS`]]);
      expect(await write(bruno, 'Hello')).toEqual(takenOver(bruno, 'Hello'));
      expect(await write(team, 'I am on holiday')).toEqual([]);
      expect(await write(team, 'Back 4567')).toEqual([[bruno, back]]);
      expect(await write(bruno, 'HOURS')).toEqual([[bruno, hours]]);
      expect(await write(anna, 'HOURS')).toEqual([[team, `${anna}: HOURS`]]);
      await write(bruno, 'Hello again');
      expect((await write(team, 'BACK')).sort()).toEqual([
        [anna, back],
        [bruno, back],
      ]);
      expect(await write(anna, 'HOURS')).toEqual([[anna, hours]]);
      await deactivate();
    });
  });

  it('AI agent that answers messages remembers what each person wrote', async () => {
    const model = await startScriptedModel();
    try {
      const { id, name } = await bench.n8n.createCredential({
        name: 'Scripted model',
        type: 'openAiApi',
        data: { apiKey: 'none', url: model.url },
      });
      const { write, deactivate } = await converse('ai-agent-with-memory', (example) => ({
        ...example,
        nodes: example.nodes.map((node) => {
          if (node.name === 'Model') return { ...node, credentials: { openAiApi: { id, name } } };
          if (node.name !== 'Inbound message') return node;
          return { ...node, parameters: { ...node.parameters, options: { waitForPause: 1 } } };
        }),
      }));
      expect(await write(anna, 'I am Anna')).toEqual([[anna, 'You said: I am Anna']]);
      expect(await write(bruno, 'Hello')).toEqual([[bruno, 'You said: Hello']]);
      expect(await write(anna, 'Who am I?')).toEqual([[anna, 'You said: I am Anna / Who am I?']]);
      await deactivate();
    } finally {
      await model.close();
    }
  });

  it('Digest of alarms sends an urgent alarm at once, and the others in one SMS', async () => {
    const workflow = await place('alarm-digest');
    await bench.n8n.activate(workflow);
    const { production } = await bench.n8n.webhookUrls(workflow, 'Alarm');
    let calls = 0;
    const alarm = async (text: string, urgent = false) => {
      calls += 1;
      await post(production, { text, urgent });
      await until(`the end of ${text}`, async () => {
        const done = await bench.n8n.executions(workflow);
        const ended = done.filter(({ mode, status }) => mode === 'webhook' && status === 'success');
        return ended.length === calls;
      });
    };
    const digest = async () => {
      const seen = bench.sandbox.messages().length;
      const { error } = await bench.n8n.run(workflow, 'Every 15 minutes');
      const sent = bench.sandbox.messages().slice(seen);
      const texts = sent.map(({ content }) => ('text' in content ? content.text : ''));
      return { error: error?.message, texts };
    };

    await alarm('Smoke in hall 2', true);
    expect(bench.sandbox.messages()).toMatchObject([{ content: { text: 'Smoke in hall 2' } }]);
    for (const pump of [1, 1, 2, 3, 4, 5, 6, 7, 1]) await alarm(`Pump ${pump} is hot`);
    expect(bench.sandbox.messages()).toHaveLength(1);

    bench.sandbox.change({ points: 0 });
    expect(await digest()).toMatchObject({ error: expect.any(String), texts: [] });
    bench.sandbox.change({ points: 10_000 });
    const lines = ['3x Pump 1 is hot', ...[2, 3, 4, 5].map((pump) => `1x Pump ${pump} is hot`)];
    expect(await digest()).toEqual({ texts: [['Alarms: 9', ...lines, 'and 2 other kinds'].join('\n')] });
    expect(await digest()).toEqual({ texts: [] });
    await bench.n8n.deactivate(workflow);
  });

  it('Bulk SMS from a table makes the table, sends to its rows and reports who got nothing', async () => {
    const workflow = await place('bulk-sms-from-table');
    expect((await bench.n8n.run(workflow, 'Start')).error).toBeUndefined();
    expect(bench.sandbox.calls()).toEqual([]);
    const customers = [
      { name: 'Anna', number: '+41791234567' },
      { name: 'Bruno', number: '079 123 45 67' },
      { name: 'Carla', number: '+41790000400' },
      { name: 'Dario', number: '+41797654321' },
    ];
    const columns = { mappingMode: 'autoMapInputData', value: null };
    await inTable(
      'SMS customers',
      { columns },
      customers.map((each) => ({ json: each })),
    );

    const execution = await bench.n8n.run(workflow, 'Start');

    expect(execution.error).toBeUndefined();
    expect(bench.sandbox.messages().map(({ to, content }) => [to, content])).toMatchObject([
      ['+41791234567', { text: 'Hello Anna, our shop is closed next Monday.' }],
      ['+41797654321', { text: 'Hello Dario, our shop is closed next Monday.' }],
    ]);
    expect(json(execution, 'What failed')).toMatchObject([
      {
        name: 'Bruno',
        number: '079 123 45 67',
        outcome: 'not_sent',
        reason: expect.stringContaining('country code'),
      },
      { name: 'Carla', outcome: 'rejected', reason: expect.any(String) },
    ]);
    const [report] = execution.items('Report of failures');
    expect(report?.binary?.data).toMatchObject({ fileName: 'failures.csv', mimeType: 'text/csv' });
  });

  /** Runs it until it ends at a node; gives the channels by which the message went out. */
  async function channelsUntil(number: string, end: string) {
    const example = replaceText(prepared('whatsapp-then-sms-after-a-day'), '+41791234567', number);
    const workflow = await bench.n8n.importWorkflow(example);
    const { id } = await bench.n8n.run(workflow, 'Start');
    const done = await bench.n8n.waitForExecution((each) => each.id === id && each.status !== 'waiting');
    expect(done.error).toBeUndefined();
    expect(json(done, end)).toHaveLength(1);
    const sent = bench.sandbox.messages().filter(({ to }) => to === number);
    return sent.map(({ channel }) => channel);
  }

  it.each([
    ['is delivered', '+41791234567', 'Delivered', ['Whatsapp']],
    ['fails', '+41790000007', 'By SMS', ['Whatsapp', 'Sms']],
    ['may have been sent', '+41790000600', 'Look in the portal', ['Whatsapp']],
  ])('WhatsApp first, an SMS a day later: a message that %s', async (_, number, end, channels) => {
    bench.sandbox.change({ automaticDelivery: 0 });
    expect(await channelsUntil(number, end)).toEqual(channels);
  });

  it('WhatsApp template with a document uploads the PDF and fills in the placeholders', async () => {
    const execution = await bench.n8n.run(await place('whatsapp-template-with-document'), 'Start');

    expect(execution.error).toBeUndefined();
    const { request } = await bench.sandbox.nextMessage();
    expect(request).toMatchObject({
      channel: 'Whatsapp',
      to: '+41791234567',
      content: {
        type: 'Template',
        components: [
          {
            type: 'Header',
            parameters: [{ type: 'Document', mediaId: expect.any(String), filename: 'Invoice 4711.pdf' }],
          },
          {
            type: 'Body',
            parameters: [
              { type: 'Text', text: 'Anna Muster' },
              { type: 'Text', text: '4711' },
              { type: 'Currency', code: 'CHF', amount: 100_900, fallbackValue: 'CHF 100.90' },
              { type: 'Text', text: '24.07.2031' },
            ],
          },
        ],
      },
    });
    const body = demoTemplates.find(({ name }) => name === 'invoice')?.body ?? '';
    expect(body.match(/\{\{\d\}\}/g)).toHaveLength(4);
    const upload = bench.sandbox.calls().find(({ url }) => url.endsWith('/media'));
    expect(upload?.requestHeaders['content-type']).toContain('multipart/form-data');
  });

  it.each([
    ['+41791234567', ['delivered'], 'Text'],
    ['+41790000008', ['rejected', 'delivered'], 'Template'],
    ['+41790000006', ['rejected', 'rejected', 'delivered'], 'Text'],
  ])("WhatsApp's 24 hours: %s has the attempts %j and gets a %s", async (to, outcomes, type) => {
    bench.sandbox.change({ automaticDelivery: 10 });
    const example = replaceText(prepared('whatsapp-within-24-hours'), '+41791234567', to);
    const execution = await bench.n8n.run(await bench.n8n.importWorkflow(example), 'Start');

    const channel = outcomes.length === 3 ? 'Sms' : 'Whatsapp';
    expect(json(execution, 'Send')).toMatchObject([
      { channel, attempts: outcomes.map((outcome) => ({ outcome })) },
    ]);
    const text = 'Your parcel is at the counter until Friday.';
    expect(bench.sandbox.messages().at(-1)).toMatchObject({
      ...{ to, channel },
      content: type === 'Text' ? { type, text } : { type, components: [{ parameters: [{ text }] }] },
    });
  });

  describe('WhatsApp menu', () => {
    it('is sent to whoever writes', async () => {
      await listen('whatsapp-menu', 'WhatsApp message');

      await bench.sandbox.receive({ from: '+41791112233', channel: 'Whatsapp', text: 'Hello?' });

      const { request } = await bench.sandbox.nextMessage();
      const rows = (...ids: string[]) => ({ rows: ids.map((id) => expect.objectContaining({ id })) });
      expect(request).toMatchObject({
        channel: 'Whatsapp',
        to: '+41791112233',
        content: {
          type: 'Interactive',
          action: { type: 'List', sections: [rows('hours', 'prices'), rows('call')] },
        },
      });
    });

    it.each([
      ['hours', 'We are open Monday to Friday from 8:00 to 17:00.'],
      ['call', 'Thank you. We will call you today.'],
    ])('answers the choice %s by its own branch', async (id, text) => {
      const workflow = await listen('whatsapp-menu', 'WhatsApp message');

      await bench.sandbox.receive({
        from: '+41791112233',
        channel: 'Whatsapp',
        reply: { type: 'List', id, title: id },
      });

      expect(await bench.sandbox.nextMessage(100_000)).toMatchObject({
        channel: 'Whatsapp',
        to: '+41791112233',
        content: { text },
      });
      const execution = await executionOf(workflow);
      expect(json(execution, 'Call this person')).toHaveLength(id === 'call' ? 1 : 0);
      expect(bench.sandbox.messages()).toHaveLength(1);
    });
  });

  it('Delivery reports into a table keeps one row for each message, with its last status, whatever overtakes it', async () => {
    const example = prepared('delivery-reports-into-table');
    const trigger = example.nodes.find(({ name }) => name === 'Delivery report');
    const url = `${bench.n8n.url}/webhook/${trigger?.webhookId}`;
    const workflow = await bench.n8n.importWorkflow(
      replaceText(example, 'https://your-n8n.example.com/webhook/...', url),
    );
    await bench.n8n.activate(workflow);
    expect((await bench.n8n.run(workflow, 'Start')).error).toBeUndefined();
    const { messageId } = await bench.sandbox.nextMessage();
    const row = (status: string) =>
      until(`the row with ${status}`, async () => {
        const done = (await bench.n8n.executions(workflow)).filter(({ mode }) => mode === 'webhook');
        if (done.length === 0 || done.some((each) => each.status !== 'success')) return false;
        const rows = await inTable('Delivery reports', { operation: 'get', returnAll: true });
        return rows.some((each) => each.status === status) && rows;
      });

    bench.sandbox.setState(messageId, 'Delayed');
    expect(await row('delayed')).toMatchObject([{ messageId, recipient: '+41791234567' }]);
    bench.sandbox.setState(messageId, 'Failed', { code: 'AbsentSubscriber', message: 'Not reachable' });

    const last = [{ messageId, status: 'failed', errorText: 'Not reachable' }];
    expect(await row('failed')).toMatchObject(last);

    // Reports that were overtaken.
    for (const status of ['Delayed', 'Sent', 'Delivered']) await post(url, { messageId, status });
    await until('all reports', async () => {
      const done = (await bench.n8n.executions(workflow)).filter(({ mode }) => mode === 'webhook');
      return done.length === 5 && done.every((each) => each.status === 'success');
    });
    expect(await inTable('Delivery reports', { operation: 'get', returnAll: true })).toMatchObject(last);
  });

  it.each([
    [499, 'Warn', ['Only 499 points are left on the messaging account.']],
    [500, 'Enough points', []],
  ])('Alarm when the balance is low, with %d points, ends at %s', async (points, end, texts) => {
    bench.sandbox.change({ points });

    const execution = await bench.n8n.run(await place('low-balance-alarm'), 'Every morning');

    expect(execution.error).toBeUndefined();
    expect(json(execution, end)).toHaveLength(1);
    expect(bench.sandbox.messages().map(({ content }) => content)).toMatchObject(
      texts.map((text) => ({ text })),
    );
  });

  it.each([
    ['hours, please', 'Answer HOURS', ['We are open Monday to Friday from 8:00 to 17:00.']],
    ['Help!', 'Answer HELP', ['Write HOURS for our opening hours.']],
  ])('Answers to keywords: "%s" ends at %s', async (text, end, texts) => {
    const workflow = await listen('keyword-answers', 'Inbound SMS');
    const { production } = await bench.n8n.webhookUrls(workflow, 'Inbound SMS');

    // As a service may write numbers: without the + in front.
    await post(production, { messageId: text, from: '41791112233', to: '41795550100', text });

    const execution = await executionOf(workflow);
    expect(json(execution, end)).toHaveLength(1);
    expect(bench.sandbox.messages().map(({ to, content }) => [to, content])).toMatchObject(
      texts.map((answer) => ['+41791112233', { text: answer }]),
    );
  });

  it('STOP and START: who writes STOP is confirmed once and gets nothing more, until START', async () => {
    const workflow = await listen('opt-out', 'Inbound message');
    const { production } = await bench.n8n.webhookUrls(workflow, 'Inbound message');
    const person = '+41791234567';
    let calls = 0;
    const write = async (text: string, starts = true, from = '41791234567') => {
      const before = (await bench.n8n.executions(workflow)).length;
      calls += 1;
      await post(production, { messageId: `stop ${calls}`, from, to: '41795550100', text });
      if (!starts) return;
      await until(`the end of ${text}`, async () => {
        const done = await bench.n8n.executions(workflow);
        return done.length > before && done.every(({ status }) => status === 'success');
      });
    };
    const sent = () =>
      bench.sandbox.messages().map(({ to, content }) => [to, 'text' in content ? content.text : '']);
    const sendToAll = async () => {
      bench.sandbox.reset();
      const execution = await bench.n8n.run(workflow, 'Start');
      expect(execution.error).toBeUndefined();
      return json(execution, 'Send to all');
    };

    expect((await sendToAll()).map(({ outcome }) => outcome)).toEqual([undefined, undefined]);
    bench.sandbox.reset();
    // Anybody can send under a name. It must not keep the workflow from sending.
    await write('STOP', true, 'Stranger');
    await write('STOP', true, '12345');
    await write('Please do not stop', false);
    await write('Stop!');
    await write('ARRÊT');
    expect(sent()).toEqual([[person, expect.stringContaining('no more messages')]]);
    expect(await sendToAll()).toMatchObject([{ outcome: 'opted_out' }, { messageId: expect.any(String) }]);
    expect(sent()).toEqual([['+41797654321', expect.any(String)]]);

    bench.sandbox.reset();
    await write('start');
    expect(sent()).toEqual([[person, expect.stringContaining('Welcome back')]]);
    expect((await sendToAll()).map(({ outcome }) => outcome)).toEqual([undefined, undefined]);
  });
});
