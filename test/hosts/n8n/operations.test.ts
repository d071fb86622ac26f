import { createServer } from 'node:http';
import { properties } from '../../../nodes/MessagingService/actions/operations';
import type { Execution } from './execution';
import { asking, branch, waitingWorkflow } from './waiting';
import { closedNow, openNow } from '../windows';
import { entries } from './contentCases';
import { type Bench, type InputItem, outputs, startBench } from './messaging';

/** What the operations do with many items, in a real n8n against the sandbox. */
jest.setTimeout(240_000);

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

const number = (index: number) => `+4179100${String(index).padStart(4, '0')}`;
const people = (count: number): InputItem[] =>
  Array.from({ length: count }, (_, index) => ({ json: { to: number(index), text: `Hello ${index}` } }));
const toEach = { from: 'Test', to: '={{ $json.to }}', text: '={{ $json.text }}' };
const batch = { operation: 'sendBatch', ...toEach };
const goOn = { onError: 'continueRegularOutput' } as const;

const pairs = (execution: Execution) => execution.items('Messaging').map(({ pairedItem }) => pairedItem);
const calls = (path: string) => bench.sandbox.calls().filter(({ url }) => url.startsWith(path));
const texts = () => bench.sandbox.messages().map(({ content }) => ('text' in content ? content.text : ''));

/** How many calls of a path were answered at the same time, at most. */
function mostAtOnce(path: string): number {
  const spans = calls(path).map(({ at, milliseconds }) => ({ from: at, to: at + milliseconds }));
  // Measured in the middle of each call: at the ends, the clock is too coarse to tell consecutive calls from simultaneous ones.
  const middles = spans.map(({ from, to }) => (from + to) / 2);
  return Math.max(
    ...middles.map((middle) => spans.filter(({ from, to }) => from <= middle && middle <= to).length),
  );
}

describe('Send', () => {
  it('tries further channels until one delivers, and never after an unknown outcome', async () => {
    bench.sandbox.change({ automaticDelivery: 0 });
    const further = { countsAs: 'delivered', afterSeconds: 20, secondChannel: 'Sms', secondFrom: 'Test' };
    const people = ['+41790000006', '+41790000007', '+41791234567', '+41790000600', '+41790000400'];
    const execution = await bench.run(
      {
        channel: 'Whatsapp',
        from: '+41795550100',
        to: '={{ $json.to }}',
        text: 'Your code',
        options: { fallback: { further } },
      },
      people.map((to) => ({ json: { to } })),
      goOn,
    );
    const [refused, failed, delivered, unknown, nowhere] = outputs(execution);
    const sms = { channel: 'Sms', state: 'delivered', messageId: expect.any(String) };
    expect(refused).toMatchObject({
      channel: 'Sms',
      attempts: [
        { channel: 'Whatsapp', state: 'rejected', reason: expect.stringContaining('Whatsapp') },
        sms,
      ],
    });
    expect(failed).toMatchObject({
      channel: 'Sms',
      attempts: [{ channel: 'Whatsapp', state: 'failed', reason: expect.any(String) }, sms],
    });
    expect(delivered).toMatchObject({ channel: 'Whatsapp', attempts: [{ state: 'delivered' }] });
    expect(unknown).toMatchObject({ error: { outcome: 'unknown', attempts: [{ state: 'unknown' }] } });
    expect(nowhere).toMatchObject({
      error: { outcome: 'rejected', attempts: [{ state: 'rejected' }, { state: 'rejected' }] },
    });
    const sent = bench.sandbox.messages().map(({ to, channel }) => `${to} ${channel}`);
    expect(sent.sort()).toEqual([
      '+41790000006 Sms',
      '+41790000007 Sms',
      '+41790000007 Whatsapp',
      '+41790000600 Whatsapp',
      '+41791234567 Whatsapp',
    ]);
  });

  it('sends each further channel its own content, checked before the first message goes out', async () => {
    bench.sandbox.change({ automaticDelivery: 0 });
    const template = { secondNamespace: 'ns_1', secondName: 'reminder', secondLanguageCode: 'de' };
    const body = { type: 'Body', parameters: entries({ type: 'Text', text: '={{ $json.name }}' }) };
    const further = {
      secondChannel: 'Whatsapp',
      secondFrom: '+41795550100',
      secondContent: 'template',
      ...template,
      secondComponents: entries(body),
      thirdChannel: 'Rcs',
      thirdFrom: 'sandbox-agent',
      thirdContent: 'json',
      thirdJson: '={{ $json.rcs }}',
    };
    const parameters = {
      from: 'Test',
      to: '+41790000002',
      text: 'Call us',
      options: { fallback: { further } },
    };
    const rcs = { type: 'Image', url: 'https://example.com/a.jpg' };
    const items = [{ json: { name: 'Anna', rcs } }];
    const [failed] = outputs(await bench.run(parameters, items, goOn));
    expect(failed).toMatchObject({
      error: { attempts: [{ channel: 'Sms' }, { channel: 'Whatsapp' }, { channel: 'Rcs', state: 'failed' }] },
    });
    const sent = bench.sandbox.messages().map(({ content }) => content);
    expect(sent).toEqual([
      { type: 'Text', text: 'Call us' },
      {
        type: 'Template',
        namespace: 'ns_1',
        name: 'reminder',
        language: { code: 'de' },
        components: [{ type: 'Body', parameters: [{ type: 'Text', text: 'Anna' }] }],
      },
      rcs,
    ]);
    bench.sandbox.reset();
    const wrong = [{ json: { rcs: '{ "type": ' } }, { json: { rcs: { type: 'Image' } } }];
    expect(outputs(await bench.run(parameters, wrong, goOn))).toMatchObject([
      { error: { message: expect.stringContaining('must be JSON') } },
      { error: { code: 'invalid_request', outcome: 'not_sent' } },
    ]);
    expect(bench.sandbox.messages()).toEqual([]);
  });

  it('sends a message for each item and gives the results in their order, linked to their items', async () => {
    const execution = await bench.run(toEach, people(30));

    expect(execution.error).toBeUndefined();
    expect(texts().sort()).toEqual(
      people(30)
        .map(({ json }) => json?.text)
        .sort(),
    );
    const sentTo = new Map(bench.sandbox.messages().map(({ messageId, to }) => [messageId, to]));
    expect(outputs(execution).map(({ messageId }) => sentTo.get(String(messageId)))).toEqual(
      people(30).map(({ json }) => json?.to),
    );
    expect(pairs(execution)).toEqual(people(30).map((_, item) => ({ item })));
  });

  it('evaluates an expression for each item, however deep it stands, and takes what is none from the node', async () => {
    const button = (id: string, title: string) => ({ id, title });
    const execution = await bench.run(
      {
        channel: 'Whatsapp',
        from: '+41795550100',
        to: '+41791234567',
        contentType: 'Interactive',
        bodyText: 'Can you come?',
        actionButtons: entries(button('yes', 'Yes'), button('={{ $json.id }}', '={{ $json.title }}')),
        additionalFields: { customerid: '={{ $json.order }}' },
      },
      [1, 2, 3].map((item) => ({ json: { id: `no-${item}`, title: `No ${item}`, order: `order-${item}` } })),
    );

    expect(execution.error).toBeUndefined();
    const sent = bench.sandbox.messages().map(({ customerid, content }) => [customerid, content]);
    expect(sent.sort()).toMatchObject(
      [1, 2, 3].map((item) => [
        `order-${item}`,
        {
          body: { text: 'Can you come?' },
          action: { buttons: [button('yes', 'Yes'), button(`no-${item}`, `No ${item}`)] },
        },
      ]),
    );
  });

  it.each([
    // Slow enough for a busy machine to send so many before the first one is answered.
    ['fifty items at once unless told otherwise', {}, 50, 6000],
    ['as many items at once as the option says', { options: { itemsAtOnce: 12 } }, 12, 1500],
  ])('works on %s', async (_name, options, most, slowAnswer) => {
    bench.sandbox.change({ faults: [{ fault: 'slow', times: 60 }], slowAnswer });

    const execution = await bench.run({ ...toEach, ...options }, people(60));

    expect(execution.error).toBeUndefined();
    expect(calls('/api/v2/message')).toHaveLength(60);
    expect(mostAtOnce('/api/v2/message')).toBe(most);
  });

  it('waits as long as the service asks, and sends each message once', async () => {
    bench.sandbox.change({ faults: [{ fault: 'too-many-requests', times: 2 }] });

    const execution = await bench.run(toEach, people(2));

    expect(execution.error).toBeUndefined();
    expect(texts().sort()).toEqual(['Hello 0', 'Hello 1']);
    const [first, ...later] = calls('/api/v2/message');
    expect((later.at(-1)?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1000);
  });

  it('gives the result of each recipient of a message to several', async () => {
    const toList = entries({ type: 'Group', address: 'Team' }, { address: '+41791234567' });

    const execution = await bench.run({ from: 'Test', sendTo: 'several', toList, text: 'Hello' });

    const [output] = outputs(execution);
    const sent = bench.sandbox.messages();
    expect(sent).toHaveLength(4);
    expect(output?.messageIds).toEqual(sent.map(({ messageId }) => messageId));
    expect(output?.recipients).toHaveLength(4);
  });

  it('takes channel and type of content from a table, as people write them there', async () => {
    const rows = [
      { channel: 'sms', type: 'text', from: 'Test' },
      { channel: 'WhatsApp', type: 'Text', from: '+41795550100' },
      { channel: 'Rcs', type: 'TEXT', from: 'sandbox-agent' },
    ];
    const execution = await bench.run(
      {
        channel: '={{ $json.channel }}',
        contentType: '={{ $json.type }}',
        from: '={{ $json.from }}',
        to: '+41791234567',
        text: 'Hello',
      },
      rows.map((json) => ({ json })),
    );

    expect(execution.error).toBeUndefined();
    expect(
      bench.sandbox
        .messages()
        .map(({ channel }) => channel)
        .sort(),
    ).toEqual(['Rcs', 'Sms', 'Whatsapp']);
  });

  it.each([
    ['an array', '={{ $json.list }}', ['+41 79 123 45 67', { type: 'Group', address: 'Team' }]],
    ['a text with commas', '={{ $json.list }}', '+41 79 123 45 67, +41795550112'],
  ])('takes several recipients from %s', async (_name, toListListed, list) => {
    await bench.run({ from: 'Test', sendTo: 'several', toListListed, text: 'Hello' }, [{ json: { list } }]);

    const [call] = calls('/api/v2/message');
    expect(JSON.parse(call?.requestBody ?? '{}').toList).toEqual(
      typeof list === 'string'
        ? [
            { type: 'Number', address: '+41791234567' },
            { type: 'Number', address: '+41795550112' },
          ]
        : [{ type: 'Number', address: '+41791234567' }, list[1]],
    );
  });

  it('takes buttons and rows from a text or an array, after those that were filled in', async () => {
    const whatsapp = { channel: 'Whatsapp', from: '+41795550100', to: '+41791234567' };
    const interactive = { ...whatsapp, contentType: 'Interactive', bodyText: 'Can you come?' };
    await bench.run({
      ...interactive,
      actionButtons: entries({ id: 'yes', title: 'Yes' }),
      actionButtonsListed: 'No, Maybe',
    });
    await bench.run(
      {
        ...interactive,
        actionType: 'List',
        actionButton: 'Choose',
        actionSections: entries({ rowsListed: '={{ $json.rows }}' }),
      },
      [{ json: { rows: ['Monday', { id: 'tue', title: 'Tuesday', description: 'Only mornings' }] } }],
    );

    const [buttons, list] = bench.sandbox.messages().map(({ content }) => content);
    const button = (id: string, title: string) => ({ type: 'Reply', id, title });
    expect(buttons).toMatchObject({
      action: { buttons: [button('yes', 'Yes'), button('No', 'No'), button('Maybe', 'Maybe')] },
    });
    expect(list).toMatchObject({
      action: {
        sections: [
          {
            rows: [
              { id: 'Monday', title: 'Monday' },
              { id: 'tue', title: 'Tuesday', description: 'Only mornings' },
            ],
          },
        ],
      },
    });
  });

  it('refuses contacts without a contact, and a position that nobody has entered', async () => {
    const whatsapp = { channel: 'Whatsapp', from: '+41795550100', to: '+41791234567' };

    const contacts = await bench.run({ ...whatsapp, contentType: 'Contacts' });
    const location = await bench.run({ ...whatsapp, contentType: 'Location' });

    expect(contacts.error?.message).toContain('Contacts: is required');
    expect(location.error?.message).toContain('is required');
    expect(bench.sandbox.calls()).toEqual([]);
  });

  it('only validates when told so, and shows the request that would go out', async () => {
    const execution = await bench.run(
      { from: 'Test', to: '0041 79 123 45 67', text: 'é'.repeat(200), options: { validateOnly: true } },
      [{}],
    );

    expect(outputs(execution)).toEqual([
      {
        valid: true,
        request: {
          channel: 'Sms',
          from: 'Test',
          to: '0041791234567',
          content: { type: 'Text', text: 'é'.repeat(200) },
        },
        sms: { encoding: 'GSM-7', pages: 2, characters: 200, truncated: false },
      },
    ]);
    expect(bench.sandbox.calls()).toEqual([]);
  });
});

const hints = (execution: Execution) =>
  (execution.data.resultData.runData.Messaging?.[0]?.hints ?? []).map(({ message }) => message);

describe('the hints below the output', () => {
  it.each([
    ['nothing for a short text', 'Hello', []],
    ['the pages of a long text', 'x'.repeat(500), ['The text needs 4 pages']],
    [
      'where a text of 2,000 characters will be cut',
      'x'.repeat(2000),
      ['The text needs 10 pages', 'The text will be cut at 1530 characters'],
    ],
  ])('say %s', async (_name, text, expected) => {
    const execution = await bench.run({ from: 'Test', to: '+41791234567', text });

    expect(execution.error).toBeUndefined();
    expect(hints(execution)).toEqual(expected);
  });

  it('say that a moment is in the past', async () => {
    const sendDate = '2020-01-01T12:00:00Z';
    const execution = await bench.run({ ...toEach, additionalFields: { sendDate } }, people(2));

    expect(hints(execution)).toEqual([
      "'Send At' of 2 of 2 messages is in the past: the service sends at once",
    ]);
  });

  it('count what was refused', async () => {
    const items = people(5);
    items[1] = { json: { to: '079 123 45 67', text: 'no country code' } };
    items[3] = { json: { to: '+41790000400', text: 'refused by the service' } };

    const execution = await bench.run(toEach, items, goOn);

    expect(hints(execution)).toEqual(['2 of 5 were not accepted. The reason of each is in its item.']);
  });
});

describe('Send Batch', () => {
  it('sends all items in few calls and gives each item its own result', async () => {
    const execution = await bench.run({ ...batch, options: { chunkSize: 10 } }, people(25));

    expect(execution.error).toBeUndefined();
    const sizes = calls('/api/v2/messagelist').map(
      ({ requestBody }) => JSON.parse(requestBody).messages.length,
    );
    // Two calls are on their way at a time: the second can arrive first.
    expect(sizes.sort()).toEqual([10, 10, 5]);
    expect(texts().sort()).toEqual(
      people(25)
        .map(({ json }) => json?.text)
        .sort(),
    );
    const sent = new Map(bench.sandbox.messages().map((message) => [message.messageId, message]));
    for (const [item, { messageId, batchId }] of outputs(execution).entries()) {
      const message = sent.get(String(messageId));
      expect(message).toMatchObject({
        to: number(item),
        messageListId: batchId,
        content: { text: `Hello ${item}` },
      });
    }
    expect(pairs(execution)).toEqual(people(25).map((_, item) => ({ item })));
  });

  it('gives a refused message its error, and neither stops nor repeats the others', async () => {
    const items = people(6);
    items[1] = { json: { to: '079 123 45 67', text: 'no country code' } };
    items[4] = { json: { to: '+41790000400', text: 'refused by the service' } };

    const execution = await bench.run({ ...batch, options: { chunkSize: 4 } }, items, goOn);

    expect(texts().sort()).toEqual(['Hello 0', 'Hello 2', 'Hello 3', 'Hello 5']);
    const results = outputs(execution);
    expect(results.map((result) => 'error' in result)).toEqual([false, true, false, false, true, false]);
    expect(results[1]).toMatchObject({ error: { code: 'invalid_request', outcome: 'not_sent' } });
    expect(results[4]).toMatchObject({
      error: { code: expect.any(String), outcome: 'rejected', requestId: expect.any(String) },
    });
    expect(pairs(execution)).toEqual(items.map((_, item) => ({ item })));
  });

  it('stops at a refused message only after the others were sent, and names what was sent', async () => {
    const items = [...people(2), { json: { to: '+41790000400', text: 'refused by the service' } }];

    const execution = await bench.run(batch, items);

    expect(texts()).toEqual(['Hello 0', 'Hello 1']);
    expect(execution.error?.context).toMatchObject({ itemIndex: 2, outcome: 'rejected' });
    expect(execution.error?.description).toContain('Of 3 items: 2 sent, 1 refused or not sent.');
    expect(execution.error?.description).toContain(String(bench.sandbox.messages()[0]?.messageListId));
  });

  it('begins no further call once one was refused as a whole', async () => {
    const items = people(10);
    items[0] = { json: { to: '+41790000400', text: 'refused by the service' } };

    const execution = await bench.run({ ...batch, options: { chunkSize: 1 } }, items);

    expect(execution.error?.context).toMatchObject({ itemIndex: 0, outcome: 'rejected' });
    // The other call that was under way is finished, and so is any that started meanwhile.
    expect(calls('/api/v2/messagelist').length).toBeLessThan(items.length);
    expect(execution.error?.description).toMatch(
      /Of 10 items: (?:\d sent, )?1 refused or not sent, [1-9] not started\./,
    );
  });

  it.each([
    ['two calls on their way at once', {}, 2],
    ['one call at a time where there are to be pauses', { pause: 1 }, 1],
  ])('has %s', async (_name, options, most) => {
    bench.sandbox.change({ faults: [{ fault: 'slow', times: 6 }], slowAnswer: 600 });

    const execution = await bench.run({ ...batch, options: { chunkSize: 2, ...options } }, people(12));

    expect(execution.error).toBeUndefined();
    expect(calls('/api/v2/messagelist')).toHaveLength(6);
    expect(mostAtOnce('/api/v2/messagelist')).toBe(most);
  });

  it('gives the notification once for all messages of a call', async () => {
    const addresses = entries({
      type: 'Email',
      address: '={{ $json.to === "+41791000002" ? "b@example.com" : "a@example.com" }}',
    });
    const notification = { entry: { forEvent: 'All', addresses } };

    await bench.run({ ...batch, notification }, people(4));

    const bodies = calls('/api/v2/messagelist').map(({ requestBody }) => JSON.parse(requestBody));
    bodies.sort((one, other) => other.messages.length - one.messages.length);
    expect(bodies.map(({ messages, notification: given }) => [messages.length, given])).toEqual([
      [3, { forEvent: 'All', addresses: [{ type: 'Email', address: 'a@example.com' }] }],
      [1, { forEvent: 'All', addresses: [{ type: 'Email', address: 'b@example.com' }] }],
    ]);
  });

  it('pauses between calls and sends nothing more once the execution is cancelled', async () => {
    const workflow = await bench.workflow({ ...batch, options: { chunkSize: 2, pause: 600_000 } }, people(6));
    const running = bench.n8n.run(workflow);
    await bench.sandbox.until(() => bench.sandbox.messages().length === 2, 100_000);

    const [{ id } = { id: '' }] = await bench.n8n.executions(workflow);
    await bench.n8n.call('POST', `/rest/executions/${id}/stop`);

    expect((await running).status).toBe('canceled');
    expect(texts()).toEqual(['Hello 0', 'Hello 1']);
  });

  it('only validates when told so', async () => {
    const execution = await bench.run({ ...batch, options: { validateOnly: true } }, people(2));

    expect(outputs(execution)).toMatchObject([{ valid: true }, { valid: true }]);
    expect(bench.sandbox.calls()).toEqual([]);
  });
});

describe('a list of messages in JSON, as the specification writes it,', () => {
  const message = (to: string) => ({ channel: 'Sms', from: 'Test', to, content: { type: 'Text', text: to } });
  const list = (messages: unknown[]) => ({
    json: {
      messages,
      Notification: { forEvent: 'All', addresses: [{ type: 'Email', address: 'a@example.com' }] },
    },
  });
  const fromJson = { operation: 'sendBatch', defineUsing: 'json', requestJson: '={{ $json }}' };

  it('goes out in one call, with a result for each message', async () => {
    const execution = await bench.run(fromJson, [
      list([message(number(1)), message(number(2))]),
      { json: message(number(3)) },
    ]);

    expect(execution.error).toBeUndefined();
    expect(texts().sort()).toEqual([number(1), number(2), number(3)]);
    expect(pairs(execution)).toEqual([{ item: 0 }, { item: 0 }, { item: 1 }]);
    const [call] = calls('/api/v2/messagelist').map(({ requestBody }) => JSON.parse(requestBody));
    expect(call).toMatchObject({ notification: { forEvent: 'All' } });
  });

  it('is refused if it is empty', async () => {
    const execution = await bench.run(fromJson, [list([])]);

    expect(execution.error?.message).toContain('messages: at least one message is required');
    expect(bench.sandbox.calls()).toEqual([]);
  });

  it('names every message that is wrong, by its item', async () => {
    const execution = await bench.run(fromJson, [
      list([message(number(1)), message('079 123 45 67')]),
      { json: message('12') },
    ]);

    expect(execution.error?.context).toMatchObject({ itemIndex: 0, outcome: 'not_sent' });
    expect(execution.error?.message).toContain('country code');
    expect(execution.error?.description).toContain('Item 1: to: must be a number in international format');
    expect(bench.sandbox.calls()).toEqual([]);
  });
});

describe('Reply', () => {
  const reply = { operation: 'reply', text: 'Thank you' };

  it('answers what the trigger gives, on its channel and from the number that was written to', async () => {
    const items = [
      { json: { reply: { channel: 'Sms', from: '0041795550100', to: '+41791112233' } } },
      { json: { reply: { channel: 'Whatsapp', from: '+41795550100', to: '+41791112244' } } },
    ];

    const execution = await bench.run(reply, items);

    expect(execution.error).toBeUndefined();
    expect(bench.sandbox.messages().map(({ channel, to, content }) => [channel, to, content])).toMatchObject([
      ['Sms', '+41791112233', { text: 'Thank you' }],
      ['Whatsapp', '+41791112244', { text: 'Thank you' }],
    ]);
  });

  it('refuses an item that holds nothing to answer', async () => {
    const execution = await bench.run(reply, [{ json: { text: 'Hello' } }]);

    expect(execution.error?.message).toContain('nobody to reply to');
    expect(bench.sandbox.calls()).toEqual([]);
  });
});

describe('Get Status', () => {
  it.each([
    ['an array', (ids: unknown[]) => ids],
    ['a text with commas', (ids: unknown[]) => ids.join(', ')],
  ])('takes several ids from %s', async (_name, asGiven) => {
    await bench.run(toEach, people(3));
    const ids = bench.sandbox.messages().map(({ messageId }) => messageId);

    const execution = await bench.run({ operation: 'getStatus', messageId: '={{ $json.ids }}' }, [
      { json: { ids: asGiven(ids) } },
    ]);

    expect(outputs(execution).map(({ messageId }) => messageId)).toEqual(ids);
    expect(pairs(execution)).toEqual([{ item: 0 }, { item: 0 }, { item: 0 }]);
  });

  it('tells what became of each message', async () => {
    await bench.run(toEach, people(3));
    const [delivered, failed, open] = bench.sandbox.messages().map(({ messageId }) => messageId);
    bench.sandbox.setState(delivered ?? '', 'Delivered');
    bench.sandbox.setState(failed ?? '', 'Failed', { code: 'AbsentSubscriber', message: 'Not reachable' });

    const items = [delivered, failed, open].map((id) => ({ json: { id } }));
    const execution = await bench.run({ operation: 'getStatus', messageId: '={{ $json.id }}' }, items);

    expect(outputs(execution)).toMatchObject([
      { messageId: delivered, status: 'delivered', statusText: 'Delivered', final: true },
      {
        messageId: failed,
        status: 'failed',
        final: true,
        errorCode: 'AbsentSubscriber',
        errorText: 'Not reachable',
      },
      {
        messageId: open,
        status: 'other',
        final: false,
        requestId: expect.any(String),
        raw: expect.any(Object),
      },
    ]);
    expect(pairs(execution)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
  });

  it('gives each message that is not known its error and goes on when told so', async () => {
    await bench.run(toEach, people(1));
    const items = [{ json: { id: 'nothing' } }, { json: { id: bench.sandbox.messages()[0]?.messageId } }];

    const execution = await bench.run({ operation: 'getStatus', messageId: '={{ $json.id }}' }, items, goOn);

    expect(outputs(execution)).toMatchObject([
      { error: { status: 404, outcome: 'rejected' } },
      { final: false },
    ]);
  });

  it('gives each of several ids of an item its result or its error, which names it', async () => {
    await bench.run(toEach, people(2));
    const [first, last] = bench.sandbox.messages().map(({ messageId }) => messageId);
    const query = { operation: 'getStatus', messageId: [first, 'nothing', last].join() };

    expect(outputs(await bench.run(query, [{}], goOn))).toMatchObject([
      { messageId: first },
      { error: { status: 404, message: expect.stringMatching(/^nothing: /) } },
      { messageId: last },
    ]);

    const { error } = await bench.run(query);
    expect(error?.message).toMatch(/^nothing: /);
    // The node fails and has no output: the error says what the others gave.
    expect(error?.description).toMatch(new RegExp(`The others: ${first} \\w+, ${last} \\w+\\.`));
  });

  it('asks for no further id where every call would fail', async () => {
    bench.sandbox.change({ faults: [{ fault: 'unauthorized', times: 30 }] });
    const messageId = Array.from({ length: 30 }, (_, index) => `id-${index}`).join();
    const { error } = await bench.run({ operation: 'getStatus', messageId, options: { itemsAtOnce: 1 } });
    expect(error?.message).toMatch(/^id-0: /);
    expect(bench.sandbox.calls()).toHaveLength(1);
  });

  it.each(['={{ $json.id }}', ', ,'])('asks for the id that is missing: %s', async (messageId) => {
    const execution = await bench.run({ operation: 'getStatus', messageId }, [{}]);

    expect(execution.error?.message).toBe('Message ID: is required');
    expect(bench.sandbox.calls()).toEqual([]);
  });
});

describe('Get Batch Status', () => {
  it('gives an item for each message of the batch', async () => {
    await bench.run(batch, people(3));
    const sent = bench.sandbox.messages();
    bench.sandbox.setState(sent[1]?.messageId ?? '', 'Delivered');

    const execution = await bench.run({ operation: 'getBatchStatus', batchId: sent[0]?.messageListId });

    expect(outputs(execution)).toMatchObject(
      sent.map(({ messageId }, index) => ({ messageId, status: index === 1 ? 'delivered' : 'other' })),
    );
    expect(pairs(execution)).toEqual([{ item: 0 }, { item: 0 }, { item: 0 }]);
  });

  it('gives an error for a message that the service refused', async () => {
    const entries = [
      { messageId: 'a', status: 'Delivered' },
      { error: { errorCode: 'InvalidContent', errorMessage: 'Invalid receiver' } },
    ];
    const stub = createServer((_, answer) => answer.end(JSON.stringify({ messages: entries })));
    await new Promise<void>((resolve) => stub.listen(0, '127.0.0.1', resolve));
    const bound = stub.address();
    const baseUrl = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`;

    const execution = await bench.run({ operation: 'getBatchStatus', batchId: 'b' }, [{}], {
      credential: await bench.newCredential({ baseUrl }),
    });
    stub.close();

    expect(outputs(execution)).toMatchObject([
      { messageId: 'a', status: 'delivered' },
      { error: { outcome: 'rejected', message: expect.stringContaining('Invalid receiver') } },
    ]);
  });
});

describe('Get Balance', () => {
  it('asks once, however many items come in', async () => {
    bench.sandbox.change({ points: 4711 });

    const execution = await bench.run({ resource: 'account', operation: 'getBalance' }, people(3));

    expect(outputs(execution)).toMatchObject([
      { points: 4711, requestId: expect.any(String), raw: { balance: 4711 } },
    ]);
    expect(pairs(execution)).toEqual([[{ item: 0 }, { item: 1 }, { item: 2 }]]);
    expect(bench.sandbox.calls()).toHaveLength(1);
  });
});

describe('an account', () => {
  it.each([
    ['version 2 by path when it says nothing', {}, '/api/v2/message', undefined],
    ['version 1 by header', { version: 1 }, '/api/message', '1'],
    ['version 1 by header, whatever else was chosen', { version: 1, versionIn: 'path' }, '/api/message', '1'],
    ['version 2 by header', { version: 2, versionIn: 'header' }, '/api/message', '2'],
    ['version 2 by path', { version: 2, versionIn: 'path' }, '/api/v2/message', undefined],
  ])('is spoken to in %s', async (_name, settings, path, header) => {
    const credential = await bench.newCredential(settings);

    await bench.run({ from: 'Test', to: '+41791234567', text: 'Hello' }, [{}], { credential });

    expect(calls(path)).toHaveLength(1);
    expect(calls(path)[0]?.requestHeaders['x-api-version']).toBe(header);
  });

  it.each(['messagelist', '/messagelist', '/api/messagelist', '/api/v2/messagelist', ''])(
    'has its batches sent to the batch path %p',
    async (batchPath) => {
      const credential = await bench.newCredential({ otherPaths: true, batchPath });

      const execution = await bench.run(batch, people(1), { credential });

      expect(execution.error).toBeUndefined();
      expect(bench.sandbox.calls().map(({ url }) => url)).toEqual(['/api/v2/messagelist']);
    },
  );

  it.each([
    ['of its default country', '+41', '+41791234567'],
    ['refused, where it has no default country', '', undefined],
  ])('takes a national number as one %s', async (_name, defaultCountry, to) => {
    const credential = await bench.newCredential({ defaultCountry });

    await bench.run({ from: 'Test', to: '079 123 45 67', text: 'Hello' }, [{}], { credential });

    expect(bench.sandbox.messages().map((message) => message.to)).toEqual(to === undefined ? [] : [to]);
  });
});

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
  const message = { from: 'Test', to: '+41791000001', text: 'Hello' };
  const file = { data: Buffer.from('Hello').toString('base64'), mimeType: 'text/plain', fileName: 'a.txt' };
  const received: InputItem = {
    json: { reply: { channel: 'Sms', from: '+41790000000', to: '+41791000001' } },
  };
  /** The least that each operation needs. */
  const least: Record<string, () => { parameters: object; item?: InputItem }> = {
    send: () => ({ parameters: message }),
    sendBatch: () => ({ parameters: message }),
    sendAndWait: () => ({ parameters: { from: 'Test', to: '+41791000001', message: 'May we?' } }),
    reply: () => ({ parameters: { text: 'Thank you' }, item: received }),
    check: () => ({ parameters: message }),
    getStatus: () => ({ parameters: { messageId: sent()?.messageId } }),
    getBatchStatus: () => ({ parameters: { batchId: sent()?.messageListId } }),
    upload: () => ({ parameters: {}, item: { json: {}, binary: { data: file } } }),
    getBalance: () => ({ parameters: {} }),
  };
  const sent = () => bench.sandbox.messages()[0];

  it.each(offered)('%s: %s runs', async (resource, operation) => {
    await bench.run({ operation: 'sendBatch', ...message });
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

describe('an SMS that is too long', () => {
  const text = 'x'.repeat(307);
  const limited = { ...toEach, text, smsOptions: { pageLimit: 2 } };
  const reply = { channel: 'Sms', from: '0041795550100', to: number(1) };
  const message = (length: number) => ({
    ...{ channel: 'Sms', from: 'Test', to: number(1) },
    content: { type: 'Text', text: 'x'.repeat(length) },
  });

  it('is cut, and the output has what is missing', async () => {
    const execution = await bench.run(limited, people(1));
    expect(outputs(execution)).toMatchObject([
      { sms: { pages: 2, truncated: true, charactersSent: 306, cutText: 'x' } },
    ]);
  });

  it.each([
    ['Send', limited, 'Text: needs 3 SMS pages, but the page limit is 2'],
    [
      'Send Batch',
      { ...limited, operation: 'sendBatch' },
      'Text: needs 3 SMS pages, but the page limit is 2',
    ],
    ['Reply', { operation: 'reply', text: 'x'.repeat(1531) }, 'Text: needs 11 SMS pages'],
    [
      'Send and Wait',
      { ...toEach, operation: 'sendAndWait', message: 'x'.repeat(1500) },
      'Message: needs 11 SMS pages',
    ],
    [
      'Send in JSON',
      { defineUsing: 'json', requestJson: JSON.stringify(message(1531)) },
      'content.text: needs 11 SMS pages',
    ],
    [
      'Send Batch with a list in JSON',
      {
        ...{ operation: 'sendBatch', defineUsing: 'json' },
        requestJson: JSON.stringify({ messages: [message(1), message(1531)] }),
      },
      'messages[1].content.text: needs 11 SMS pages',
    ],
    [
      'Send on a further channel',
      {
        ...{ channel: 'Whatsapp', from: '+41795550100', to: number(1), text: 'x'.repeat(1531) },
        options: { fallback: { further: { secondChannel: 'Sms', secondFrom: 'Test' } } },
      },
      'needs 11 SMS pages',
    ],
  ])('is refused by %s where the option says so: nothing is sent', async (_name, parameters, words) => {
    const options = { ...('options' in parameters ? parameters.options : {}), ifTooLong: 'refuse' };
    const { error } = await bench.run({ ...parameters, options }, [{ json: { reply, to: number(1) } }]);
    expect(error?.message).toContain(words);
    expect(error).toMatchObject({ context: { outcome: 'not_sent', code: 'invalid_request' } });
    expect(bench.sandbox.messages()).toEqual([]);
  });

  it('must be told to be cut or refused', async () => {
    const { error } = await bench.run({ ...limited, options: { ifTooLong: '={{ "shorten" }}' } }, people(1));
    expect(error?.message).toContain('If an SMS Is Too Long: must be cut or refuse, got "shorten"');
  });
});

describe('Do Not Send To', () => {
  const ANNA = '+41791234567';
  const BEAT = '+41781234567';
  const CLEO = '+41761234567';
  const to = (...numbers: unknown[]): InputItem[] => numbers.map((each) => ({ json: { to: each } }));
  const message = { from: 'Test', to: '={{ $json.to }}', text: 'Hello' };
  const listed = (list: unknown) => ({ options: { doNotSendTo: list } });
  const sentTo = () => bench.sandbox.messages().map((each) => each.to);
  const optedOut = (...numbers: string[]) => ({
    outcome: 'opted_out',
    recipients: numbers.map((address) => ({
      address,
      accepted: false,
      error: { code: 'opted_out', message: expect.any(String) },
    })),
  });

  it.each([
    ['an array', '={{ ["+41 79 123 45 67", 41781234567] }}'],
    ['items of another node', '={{ $("Items").all().map((row) => row.json.out) }}'],
    ['a text', '0041791234567; +41 (0)78 123 45 67'],
  ])('sends nothing to a number in %s, and everything to the others', async (_, list) => {
    const items = [ANNA, CLEO, BEAT].map((each, index) => ({
      json: { to: each, out: [ANNA, BEAT, '+41771234567'][index] },
    }));
    const execution = await bench.run({ ...message, ...listed(list) }, items);
    expect(execution.error).toBeUndefined();
    expect(outputs(execution)).toEqual([
      optedOut(ANNA),
      expect.objectContaining({ messageId: expect.any(String) }),
      optedOut(BEAT),
    ]);
    expect(sentTo()).toEqual([CLEO]);
    expect(hints(execution).join()).toContain('2 recipients got nothing');
  });

  it.each(['send', 'sendBatch'])('leaves out only some of several with %s', async (operation) => {
    const several = { sendTo: 'several', toListListed: '={{ $json.to }}' };
    const parameters = { operation, from: 'Test', text: 'Hello', ...several, ...listed(`${BEAT}`) };
    const execution = await bench.run(parameters, to([ANNA, BEAT, CLEO], [BEAT]));
    expect(outputs(execution)).toEqual([
      expect.objectContaining({
        messageIds: [expect.any(String), expect.any(String)],
        recipients: [
          expect.objectContaining({ address: ANNA, accepted: true }),
          expect.objectContaining({ address: BEAT, accepted: false }),
          expect.objectContaining({ address: CLEO, accepted: true }),
        ],
      }),
      optedOut(BEAT),
    ]);
    expect(sentTo()).toEqual([ANNA, CLEO]);
  });

  it('reads national numbers with the default country of the account', async () => {
    const credential = await bench.newCredential({ defaultCountry: '+41' });
    const execution = await bench.run({ ...message, ...listed('079 123 45 67') }, to(ANNA, BEAT), {
      credential,
    });
    expect(outputs(execution)[0]).toEqual(optedOut(ANNA));
    expect(sentTo()).toEqual([BEAT]);
  });

  it('holds for Reply', async () => {
    const reply = { channel: 'Sms', from: '0041795550100', to: ANNA };
    const items = [{ json: { event: 'inbound', reply } }];
    const parameters = { operation: 'reply', text: 'Hello' };
    const addressed = {
      channel: '={{ $json.reply.channel }}',
      from: '={{ $json.reply.from }}',
      to: '={{ $json.reply.to }}',
    };
    const execution = await bench.run({ ...parameters, ...addressed, ...listed(ANNA) }, items);
    expect(outputs(execution)).toEqual([optedOut(ANNA)]);
    expect(sentTo()).toEqual([]);
  });

  it('tries no further channel', async () => {
    const further = { countsAs: 'accepted', secondChannel: 'Rcs', secondFrom: 'sandbox-agent' };
    const options = { doNotSendTo: ANNA, fallback: { further } };
    const execution = await bench.run({ ...message, options }, to(ANNA, BEAT));
    expect(outputs(execution)).toMatchObject([optedOut(ANNA), { channel: 'Sms' }]);
    expect(sentTo()).toEqual([BEAT]);
  });

  it('says so when messages are only validated', async () => {
    const options = { doNotSendTo: ANNA, validateOnly: true };
    const execution = await bench.run({ ...message, options }, to(ANNA, BEAT));
    expect(outputs(execution)).toMatchObject([optedOut(ANNA), { valid: true, request: { to: BEAT } }]);
  });

  it.each([
    ['a field that is not there', '={{ $json.missing }}', 'there is no list for this message'],
    ['nothing', '={{ null }}', 'there is no list for this message'],
    ['a name', '={{ ["Anna"] }}', 'entry 1 is not a phone number, got "Anna"'],
    ['a wrong column', '={{ $("Items").all().map((row) => row.json.nummer) }}', 'got undefined'],
    ['whole rows', '={{ $("Items").all() }}', 'entry 1 is not a phone number, got an object'],
    ['a national number', '079 123 45 67', 'the account has no default country'],
  ])('sends nothing of the run if the list is %s', async (_, list, reason) => {
    const execution = await bench.run({ ...message, ...listed(list) }, to(ANNA, BEAT));
    expect(execution.error?.message).toContain('Do Not Send To: ');
    expect(execution.error?.message).toContain(reason);
    expect(sentTo()).toEqual([]);
  });

  it('sends to everybody with an empty list', async () => {
    const execution = await bench.run({ ...message, ...listed('={{ [] }}') }, to(ANNA));
    expect(execution.error).toBeUndefined();
    expect(sentTo()).toEqual([ANNA]);
  });

  it('sends nothing to a group, whose members it cannot know', async () => {
    const toList = [{ type: 'Group', address: 'On call' }];
    const several = { sendTo: 'several', toListListed: '={{ $json.to }}' };
    const execution = await bench.run(
      { from: 'Test', text: 'Hello', ...several, ...listed('={{ [] }}') },
      to(toList),
    );
    expect(execution.error?.message).toContain('people and groups of the address book');
    expect(sentTo()).toEqual([]);
  });

  it('keeps Send and Wait from asking, and the item leaves the branch of those without an answer', async () => {
    const parameters = asking('Whatsapp', { to: '={{ $json.to }}', options: { doNotSendTo: ANNA } });
    const execution = await bench.n8n.run(await waitingWorkflow(bench, parameters, to(ANNA)));
    expect(execution).toMatchObject({ status: 'success' });
    expect(branch(execution, 'No Answer')).toMatchObject([
      { to: ANNA, error: { outcome: 'opted_out', code: 'opted_out' } },
    ]);
    expect(sentTo()).toEqual([]);
  });

  it('lets Send and Wait wait for the answers of the others', async () => {
    const parameters = asking('Whatsapp', { to: '={{ $json.to }}', options: { doNotSendTo: ANNA } });
    const execution = await bench.n8n.run(await waitingWorkflow(bench, parameters, to(ANNA, BEAT)));
    expect(execution.status).toBe('waiting');
    expect(sentTo()).toEqual([BEAT]);
  });
});

describe('Sending Window', () => {
  const to = (...dates: Array<string | undefined>): InputItem[] =>
    dates.map((sendDate) => ({ json: { to: '+41791234567', sendDate } }));
  const message = { from: 'Test', to: '={{ $json.to }}', text: 'Hello' };
  const withDate = { ...message, additionalFields: { sendDate: '={{ $json.sendDate }}' } };
  const during = (window: object, more: object = {}) => ({ options: { sendingWindow: { window }, ...more } });
  const sentAt = () => bench.sandbox.messages().map(({ sendAt }) => sendAt && new Date(sendAt).toISOString());

  it.each(['send', 'sendBatch'])('sends at once inside of it with %s', async (operation) => {
    const execution = await bench.run({ operation, ...message, ...during(openNow()) }, to(undefined));
    expect(execution.error).toBeUndefined();
    expect(outputs(execution)[0]).not.toHaveProperty('sendDate');
    expect(sentAt()).toEqual([undefined]);
  });

  it.each(['send', 'sendBatch'])('plans for when it opens with %s', async (operation) => {
    const { window, opens } = closedNow();
    const execution = await bench.run({ operation, ...message, ...during(window) }, to(undefined, undefined));
    expect(outputs(execution)).toMatchObject([{ sendDate: opens }, { sendDate: opens }]);
    expect(sentAt()).toEqual([opens, opens]);
    expect(hints(execution).join()).toContain(
      `2 of 2 are planned by the 'Sending Window', the first for ${opens}`,
    );
  });

  it.each(['send', 'sendBatch'])(
    'sends nothing if it refuses with %s, which is no failure',
    async (operation) => {
      const { window, opens, later } = closedNow();
      const parameters = { operation, ...withDate, ...during({ ...window, outside: 'refuse' }) };
      const execution = await bench.run(parameters, to('', later));
      expect(execution.error).toBeUndefined();
      expect(outputs(execution)).toEqual([
        { outcome: 'outside_window', opensAt: opens },
        expect.objectContaining({ messageId: expect.any(String) }),
      ]);
      expect(sentAt()).toEqual([later]);
      expect(hints(execution).join()).toContain(
        "1 of 2 were not sent, because the 'Sending Window' is closed",
      );
    },
  );

  it('takes all its fields by expression, and the time zone of the workflow', async () => {
    const { opens } = closedNow();
    const window = {
      days: '={{ ["monday","tuesday","wednesday","thursday","friday","saturday","sunday"] }}',
      from: `={{ "${opens}".toDateTime().setZone($now.zoneName).toFormat("HH:mm") }}`,
      until: `={{ "${opens}".toDateTime().setZone($now.zoneName).plus({ hours: 1 }).toFormat("HH:mm") }}`,
      exceptions: '={{ [] }}',
    };
    const execution = await bench.run({ ...message, ...during(window) }, to(undefined));
    expect(execution.error).toBeUndefined();
    expect(sentAt()).toEqual([opens]);
  });

  it('holds for Reply', async () => {
    const reply = { operation: 'reply', text: 'Hello', channel: 'Sms', from: 'Test', to: '+41791234567' };
    const { window } = closedNow();
    const execution = await bench.run({ ...reply, ...during({ ...window, outside: 'refuse' }) }, [{}]);
    expect(outputs(execution)).toMatchObject([{ outcome: 'outside_window' }]);
    expect(bench.sandbox.calls()).toEqual([]);
  });

  it('says so when messages are only validated', async () => {
    const { window, opens } = closedNow();
    const execution = await bench.run(
      { ...message, ...during(window, { validateOnly: true }) },
      to(undefined),
    );
    expect(outputs(execution)).toMatchObject([{ valid: true, request: { sendDate: opens } }]);
  });

  it('plans a further channel that counts when it is accepted, and follows no planned message', async () => {
    const { window, opens } = closedNow();
    const further = (countsAs: string) => ({
      fallback: { further: { countsAs, secondChannel: 'Rcs', secondFrom: 'sandbox-agent' } },
    });
    const accepted = await bench.run({ ...message, ...during(window, further('accepted')) }, to(undefined));
    expect(outputs(accepted)).toMatchObject([
      { channel: 'Sms', sendDate: opens, attempts: [{ sendDate: opens }] },
    ]);
    const delivered = await bench.run(
      { ...message, ...during(openNow(), further('delivered')) },
      to(undefined),
    );
    expect(delivered.error?.message).toContain(
      'Sending Window › Outside: a message with further channels cannot',
    );
    expect(sentAt()).toEqual([opens]);
  });

  it.each<[string, object, string]>([
    ['no days', { days: [] }, 'Days: choose at least one day'],
    ['an unknown day', { days: '={{ ["Montag"] }}' }, 'Days: must be days such as monday, got "Montag"'],
    ['no time', { from: '8 am' }, 'From: must be a time such as 08:00, got "8 am"'],
    [
      'the same time twice',
      { from: '20:00', until: '20:00' },
      'Until: must not be the time at which the window opens',
    ],
    [
      'an unknown time zone',
      { timeZone: 'Europe/Bern' },
      'Time Zone: must be a time zone such as Europe/Zurich, got "Europe/Bern"',
    ],
    [
      'an exception that is no date',
      { exceptions: '2026-12-25, Easter' },
      'Exceptions: must be dates such as 2026-12-25, got "Easter"',
    ],
    [
      'a missing list',
      { exceptions: '={{ $json.missing }}' },
      'Exceptions: there is no list for this message',
    ],
  ])('sends nothing of the run with %s', async (_, changes, reason) => {
    const execution = await bench.run(
      { ...message, ...during({ ...openNow(), ...changes }) },
      to(undefined, undefined),
    );
    expect(execution.error?.message).toContain(`Sending Window › ${reason}`);
    expect(bench.sandbox.calls()).toEqual([]);
  });

  it.each([[{}], ['={{ $json.missing }}']])('sends nothing with an option that is %j', async (window) => {
    const execution = await bench.run({ ...message, options: { sendingWindow: window } }, to(undefined));
    expect(execution.error?.message).toContain('Sending Window: is empty: enter the window');
    expect(bench.sandbox.calls()).toEqual([]);
  });

  it('sends nothing if an expression of Validate Only finds nothing', async () => {
    const options = { validateOnly: '={{ $json.missing }}' };
    const execution = await bench.run({ ...message, options }, to(undefined));
    expect(execution.error?.message).toContain('Validate Only: must be true or false, got nothing');
    expect(bench.sandbox.calls()).toEqual([]);
  });

  it('plans a question of Send and Wait if that is before its time limit', async () => {
    const { window, opens } = closedNow();
    const limit = (resumeAmount: number) => ({
      limitWaitTime: { values: { limitType: 'afterTimeInterval', resumeAmount, resumeUnit: 'hours' } },
    });
    const ask = async (options: object) =>
      bench.n8n.run(await waitingWorkflow(bench, asking('Whatsapp', during(window, options)), [{}]));
    expect(await ask({})).toMatchObject({ status: 'waiting' });
    expect(await ask(limit(3))).toMatchObject({ status: 'waiting' });
    expect(sentAt()).toEqual([opens, opens]);
    const late = await ask(limit(1));
    expect(branch(late, 'No Answer')).toMatchObject([{ error: { outcome: 'outside_window' } }]);
    expect(JSON.stringify(branch(late, 'No Answer'))).toContain('after its time limit');
    expect(sentAt()).toHaveLength(2);
  });

  it('keeps Send and Wait from asking if it refuses', async () => {
    const window = { ...closedNow().window, outside: 'refuse' };
    const execution = await bench.n8n.run(
      await waitingWorkflow(bench, asking('Whatsapp', during(window)), [{}]),
    );
    expect(execution).toMatchObject({ status: 'success' });
    expect(branch(execution, 'No Answer')).toMatchObject([
      { error: { outcome: 'outside_window', code: 'outside_window' } },
    ]);
    expect(bench.sandbox.calls()).toEqual([]);
  });
});

describe('an account that allows only certain recipients', () => {
  const allowed = { recipientsAllowed: '+41791234567, +4178*' };
  const message = { from: 'Test', to: '={{ $json.to }}', text: 'Hello' };
  const to = (...numbers: string[]): InputItem[] => numbers.map((each) => ({ json: { to: each } }));
  const refused = 'To: is not among the recipients that the account allows, got "+41761234567"';

  it.each(['send', 'sendBatch'])(
    'refuses all others with %s, and sends nothing of the run',
    async (operation) => {
      const credential = await bench.newCredential(allowed);
      const parameters = { operation, ...message };
      const run = (...numbers: string[]) => bench.run(parameters, to(...numbers), { credential });
      const execution = await run('+41791234567', '+41761234567');
      expect(execution.error?.message).toContain(refused);
      expect(bench.sandbox.messages()).toEqual([]);
      expect((await run('+41791234567', '+41781111111')).error).toBeUndefined();
      expect(bench.sandbox.messages()).toHaveLength(2);
    },
  );

  it('asks nobody else', async () => {
    const credential = await bench.newCredential(allowed);
    const parameters = asking('Whatsapp', { to: '+41761234567' });
    const workflow = await waitingWorkflow(bench, parameters, [{}], { credential });
    const execution = await bench.n8n.run(workflow);
    expect(execution.error?.message).toContain('is not among the recipients that the account allows');
    expect(bench.sandbox.messages()).toEqual([]);
  });

  it.each([
    ['+41791234567, everybody', 'everybody'],
    ['={{ $vars.missing }}', 'undefined'],
  ])('sends nothing at all if the list cannot be read: %s', async (recipientsAllowed, entry) => {
    const credential = await bench.newCredential({ recipientsAllowed });
    const execution = await bench.run(message, to('+41791234567'), { credential });
    expect(execution.error?.message).toContain(
      `"${entry}" among the allowed recipients is neither a number nor the beginning of one`,
    );
    expect(bench.sandbox.messages()).toEqual([]);
  });
});

describe('Check', () => {
  it('says when the sending window lets a message out, or that it is closed', async () => {
    const { window, opens } = closedNow();
    const message = { operation: 'check', from: 'Test', to: '+41791234567', text: 'Hello' };
    const during = (outside: string) => ({ options: { sendingWindow: { window: { ...window, outside } } } });
    const planned = await bench.run({ ...message, ...during('plan') }, [{}]);
    expect(outputs(planned)).toMatchObject([{ goesOut: true, request: { sendDate: opens } }]);
    const refused = await bench.run({ ...message, ...during('refuse') }, [{}]);
    expect(outputs(refused)).toMatchObject([{ goesOut: false, problem: { code: 'outside_window' } }]);
    expect(bench.sandbox.calls()).toEqual([]);
  });

  const message = { operation: 'check', from: 'Test', to: '={{ $json.to }}', text: '={{ $json.text }}' };
  const ANNA = '+41791234567';

  it('says of each item what would become of it, and calls nobody', async () => {
    const items: InputItem[] = [
      { json: { to: ANNA, text: 'Grüezi' } },
      { json: { to: '079 12', text: 'Hello' } },
      { json: { to: ANNA, text: `“${'x'.repeat(70)}” – 👋👋` } },
      { json: { to: '+41781234567', text: 'Hello' } },
    ];
    const execution = await bench.run({ ...message, options: { doNotSendTo: '0041781234567' } }, items);
    expect(execution.error).toBeUndefined();
    expect(outputs(execution)).toEqual([
      {
        goesOut: true,
        request: expect.objectContaining({ to: ANNA }),
        sms: { encoding: 'GSM-7', pages: 1, characters: 6, truncated: false },
      },
      { goesOut: false, problem: expect.objectContaining({ message: expect.stringContaining('To: ') }) },
      {
        goesOut: true,
        request: expect.objectContaining({ to: ANNA }),
        sms: expect.objectContaining({ encoding: 'UCS-2', pages: 2, outsideGsm: ['“', '”', '–', '👋'] }),
      },
      {
        goesOut: false,
        problem: expect.objectContaining({ code: 'opted_out' }),
        leftOut: ['+41781234567'],
      },
    ]);
    expect(hints(execution).join()).toContain('2 of 4 would not go out');
    expect(bench.sandbox.calls()).toEqual([]);
  });

  it('names those of several who would get nothing, and the fault of a further channel', async () => {
    const several = { operation: 'check', from: 'Test', text: 'Hello', sendTo: 'several' };
    const listed = { toListListed: `={{ ["${ANNA}", "+41781234567"] }}` };
    const partly = await bench.run({ ...several, ...listed, options: { doNotSendTo: ANNA } }, [{}]);
    expect(outputs(partly)).toMatchObject([{ goesOut: true, leftOut: [ANNA] }]);

    const further = { countsAs: 'accepted', secondChannel: 'Whatsapp', secondFrom: 'no number' };
    const options = { fallback: { further } };
    const faulty = await bench.run({ ...message, to: ANNA, text: 'Hello', options }, [{}]);
    expect(outputs(faulty)).toEqual([
      {
        goesOut: false,
        problem: expect.objectContaining({ message: expect.stringContaining('Second Sender: ') }),
      },
    ]);
    expect(bench.sandbox.calls()).toEqual([]);
  });

  it('takes a request as JSON, and a file that is not uploaded', async () => {
    const request = { channel: 'Sms', from: 'Test', to: ANNA, content: { type: 'Sticker' } };
    const json = { operation: 'check', defineUsing: 'json', requestJson: JSON.stringify(request) };
    const [wrong] = outputs(await bench.run(json, [{}]));
    expect(wrong).toMatchObject({ goesOut: false, problem: { message: expect.stringContaining('content') } });

    const data = Buffer.from('%PDF-1.4').toString('base64');
    const file = { data, mimeType: 'application/pdf', fileName: 'a.pdf' };
    const whatsapp = { channel: 'Whatsapp', from: '+41795550100', to: ANNA };
    const document = { contentType: 'Document', mediaSource: 'binary', binaryField: 'data' };
    const parameters = { operation: 'check', ...whatsapp, ...document };
    const withFile = await bench.run(parameters, [{ json: {}, binary: { data: file } }]);
    expect(outputs(withFile)).toMatchObject([{ goesOut: true }]);
    expect(bench.sandbox.calls()).toEqual([]);
  });
});
