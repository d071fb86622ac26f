import { until } from '../hosts/n8n/until';
import { addHints } from '../../nodes/MessagingService/actions/message/output';
import { type InputItem, recipients, serve, useNodeBench, texts } from './inProcess/bench';
import type { Execution } from './inProcess/execution';
import { entries } from './contentCases';

/** What the operations that send do with items. The rules of requests and answers are tested in `core`. */
const bench = useNodeBench();

const number = (index: number) => `+4179100${String(index).padStart(4, '0')}`;
const people = (count: number): InputItem[] =>
  Array.from({ length: count }, (_, index) => ({ json: { to: number(index), text: `Hello ${index}` } }));
const toEach = { from: 'Test', to: '={{ $json.to }}', text: '={{ $json.text }}' };
const batch = { operation: 'sendBatch', ...toEach };
const goOn = { onError: 'continueRegularOutput' } as const;
const whatsapp = { channel: 'Whatsapp', from: '+41795550100', to: '+41791234567' };
const refused = { json: { to: '+41790000400', text: 'refused by the service' } };
const wrong = { json: { to: '079 123 45 67', text: 'no country code' } };

const pairs = ({ outputs }: Execution) => outputs[0]?.map(({ pairedItem }) => pairedItem);
const calls = (path: string) => bench.sandbox.calls().filter(({ url }) => url.startsWith(path));
const bodies = (path: string) => calls(path).map(({ requestBody }) => JSON.parse(requestBody));

describe('Send', () => {
  it('sends a message for each item and gives the results in their order, linked to their items', async () => {
    const execution = await bench.run(toEach, people(30));

    expect(texts(bench).sort()).toEqual(
      people(30)
        .map(({ json }) => json?.text)
        .sort(),
    );
    const sentTo = new Map(bench.sandbox.messages().map(({ messageId, to }) => [messageId, to]));
    expect(execution.items().map(({ messageId }) => sentTo.get(String(messageId)))).toEqual(
      people(30).map(({ json }) => json?.to),
    );
    expect(pairs(execution)).toEqual(people(30).map((_, item) => ({ item })));
  });

  it('evaluates an expression for each item, however deep it stands, and takes what is none from the node', async () => {
    const button = (id: string, title: string) => ({ id, title });
    await bench.run(
      {
        ...whatsapp,
        ...{ contentType: 'Interactive', bodyText: 'Can you come?' },
        actionButtons: entries(button('yes', 'Yes'), button('={{ $json.id }}', '={{ $json.title }}')),
        additionalFields: { customerid: '={{ $json.order }}' },
      },
      [1, 2, 3].map((item) => ({ json: { id: `no-${item}`, title: `No ${item}`, order: `order-${item}` } })),
    );

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
    [50, {}],
    [12, { options: { itemsAtOnce: 12 } }],
    [8, { resource: 'media', operation: 'upload' }],
    [3, { operation: 'getStatus', messageId: '={{ ["a", "a"] }}', options: { itemsAtOnce: 3 } }, 120],
    [4, { ...batch, options: { chunkSize: 10 } }, 6],
    [1, { ...batch, options: { chunkSize: 10, pause: 1 } }, 6],
  ])('makes %i calls at once with %j', async (most, options, calls = 60) => {
    const held: Array<() => void> = [];
    let all = 0;
    let isHolding = true;
    const account = await serve((_, response) => {
      all += 1;
      const answer = () => response.end('{"messageId":"a","mediaId":"m"}');
      if (isHolding) held.push(answer);
      else answer();
    });
    const binary = { data: { data: 'AAAA', mimeType: 'image/png' } };
    const items = people(60).map((each) => ({ ...each, binary }));
    const execution = bench.begin({ ...toEach, ...options }, items, { ...goOn, account });
    await until(`${most} calls`, async () => held.length === most);
    // A further one would come now.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(all).toBe(most);
    isHolding = false;
    held.forEach((answer) => answer());
    await execution.settled();
    expect(all).toBe(calls);
  });

  it('keeps the order of messages to one person, also if the service refuses the first for a while', async () => {
    bench.sandbox.change({ faults: [{ fault: 'too-many-requests', times: 1 }] });
    const parts = Array.from({ length: 5 }, (_, part) => ({ json: { to: number(0), text: `Part ${part}` } }));
    const others = people(3).map(({ json }) => ({ json: { to: number(9), text: String(json?.text) } }));
    await bench.run(toEach, [...parts, ...others]);
    const sentTo = (to: string) => bench.sandbox.messages().filter((sent) => sent.to === to);
    const textsTo = (to: string) => sentTo(to).map(({ content }) => content);
    expect(textsTo(number(0))).toMatchObject(parts.map(({ json: { text } }) => ({ text })));
    expect(textsTo(number(9))).toMatchObject(others.map(({ json: { text } }) => ({ text })));
  });

  it('gives the result of each recipient of a message to several', async () => {
    const toList = entries({ type: 'Group', address: 'Team' }, { address: '+41791234567' });
    const [output] = (await bench.run({ from: 'Test', sendTo: 'several', toList, text: 'Hello' })).items();
    const sent = bench.sandbox.messages();
    expect(sent).toHaveLength(4);
    expect(output?.messageIds).toEqual(sent.map(({ messageId }) => messageId));
    expect(output?.recipients).toHaveLength(4);
  });

  it.each([
    ['Contacts', 'Contacts: is required'],
    ['Location', 'is required'],
  ])('refuses %s that nobody has entered', async (contentType, words) => {
    const { error } = await bench.run({ ...whatsapp, contentType });
    expect(error?.message).toContain(words);
    expect(bench.sandbox.calls()).toEqual([]);
  });
});

describe('fallback channels', () => {
  it('are tried until one delivers, and never after an unknown outcome', async () => {
    bench.sandbox.change({ automaticDelivery: 0 });
    const further = { countsAs: 'delivered', afterSeconds: 20, secondChannel: 'Sms', secondFrom: 'Test' };
    const to = ['+41790000006', '+41791234567', '+41790000600', '+41790000400'];
    const execution = await bench.run(
      {
        ...whatsapp,
        to: '={{ $json.to }}',
        text: 'Your code',
        options: { fallbackChannels: { values: further } },
      },
      to.map((each) => ({ json: { to: each } })),
      goOn,
    );
    expect(execution.items()).toMatchObject([
      {
        channel: 'Sms',
        attempts: [
          { channel: 'Whatsapp', outcome: 'rejected' },
          { channel: 'Sms', outcome: 'delivered' },
        ],
      },
      { channel: 'Whatsapp', attempts: [{ outcome: 'delivered' }] },
      { errorDetails: { outcome: 'unknown', attempts: [{ outcome: 'unknown' }] } },
      { errorDetails: { outcome: 'rejected', attempts: [{ outcome: 'rejected' }, { outcome: 'rejected' }] } },
    ]);
    const sent = bench.sandbox.messages().map((each) => `${each.to} ${each.channel}`);
    expect(sent.sort()).toEqual(['+41790000006 Sms', '+41790000600 Whatsapp', '+41791234567 Whatsapp']);
  });

  it('have their own content, checked before the first message goes out', async () => {
    const template = (text: string) => ({
      ...{ type: 'Template', namespace: 'ns_1', name: 'reminder', language: { code: 'de' } },
      components: [{ type: 'Body', parameters: [{ type: 'Text', text }] }],
    });
    const further = {
      ...{ countsAs: 'accepted', secondChannel: 'Whatsapp', secondFrom: '+41795550100' },
      ...{
        secondContent: 'json',
        secondJson: JSON.stringify(template('{{ $json.name }}')).replace(/^/, '='),
      },
      ...{
        thirdChannel: 'Rcs',
        thirdFrom: 'sandbox-agent',
        thirdContent: 'json',
        thirdJson: '={{ $json.rcs }}',
      },
    };
    const parameters = {
      from: 'Test',
      to: '+41790000400',
      text: 'Call us',
      options: { fallbackChannels: { values: further } },
    };
    const rcs = { type: 'Image', url: 'https://example.com/a.jpg' };
    const execution = await bench.run(parameters, [{ json: { name: 'Anna', rcs } }], goOn);
    expect(execution.items()).toMatchObject([
      { errorDetails: { attempts: [{ channel: 'Sms' }, { channel: 'Whatsapp' }, { channel: 'Rcs' }] } },
    ]);
    expect(bodies('/api/v2/message').map(({ content }) => content)).toMatchObject([
      { type: 'Text', text: 'Call us' },
      { type: 'Template', name: 'reminder', components: [{ parameters: [{ type: 'Text', text: 'Anna' }] }] },
      rcs,
    ]);
    const items = [{ json: { name: 'Anna', rcs: '{ "type": ' } }, { json: { rcs } }];
    expect((await bench.run(parameters, items, goOn)).items()).toMatchObject([
      { error: expect.stringContaining('must be JSON') },
      { error: expect.stringContaining('Second Content › components[0].parameters[0].text: ') },
    ]);
    expect(bodies('/api/v2/message')).toHaveLength(3);
  });
});

it.each(['send', 'sendBatch'])(
  '%s sends no further part of a text after one that failed',
  async (operation) => {
    const text = ['a', 'b', 'c'].map((letter) => letter.repeat(3000)).join('\n');
    const options = { ifTooLong: 'split' };
    const parameters = { ...whatsapp, operation, to: '={{ $json.to }}', text, options };
    const items = [refused, ...people(1), ...people(1)];
    const execution = await bench.run(parameters, items, goOn);
    expect(execution.items()).toMatchObject([
      {
        error: expect.stringMatching(/^Part 1 of 3 did not get through: /),
        errorDetails: { outcome: 'rejected' },
      },
      ...[2, 3].map((part) => ({
        error: expect.stringMatching(
          `^Part ${part} of 3 did not get through: .*because one before it failed`,
        ),
        errorDetails: { outcome: 'not_sent' },
      })),
      ...[1, 2, 3, 1, 2, 3].map(() => ({ messageId: expect.any(String) })),
    ]);
    expect(texts(bench).map((each) => String(each)[0])).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  },
);

describe('what is changed in a message is said in its output', () => {
  const replaced = 'line breaks, tabs and more than four spaces in a row were replaced by one space';
  const template = (text: string) => ({
    ...{ contentType: 'Template', namespace: 'ns', name: 'reminder', languageCode: 'en' },
    components: entries({ type: 'Body', parameters: entries({ type: 'Text', text }) }),
  });
  const opus = Buffer.from(`OggS${'.'.repeat(24)}OpusHead`, 'latin1').toString('base64');

  it('in a template', async () => {
    const execution = await bench.run({ ...whatsapp, ...template('Hello\nAnna') }, [{}]);
    expect(execution.items()).toMatchObject([{ notes: [expect.stringContaining(replaced)] }]);
  });

  it('in a file: a voice note without a name', async () => {
    const binary = { data: { data: opus, mimeType: 'audio/ogg' } };
    const audio = { contentType: 'Audio', mediaSource: 'binary', binaryField: 'data' };
    const { outputs, hints } = await bench.run({ ...whatsapp, ...audio }, [{ binary }]);
    const note = '"data.ogg" is sent as a voice note (audio/ogg; codecs=opus)';
    expect(outputs[0]?.[0]?.json).toMatchObject({ mediaId: expect.any(String), notes: [note] });
    expect(hints).toEqual([note]);
  });

  it('in an SMS, and Check says the same', async () => {
    const plain = { from: 'Test', to: number(1), text: 'it’s', smsOptions: { replaceSpecial: true } };
    const note = 'Text: characters that would make the SMS longer were replaced: ’';
    expect((await bench.run(plain)).items()).toMatchObject([{ sms: { encoding: 'GSM-7' }, notes: [note] }]);
    expect((await bench.run({ ...plain, operation: 'check' })).items()).toMatchObject([
      { request: { content: { text: "it's" } }, notes: [note] },
    ]);
    expect(texts(bench)).toEqual(["it's"]);
  });
});

describe('the hints below the output', () => {
  it.each([
    ['nothing for a short text', 'Hello', []],
    ['the pages of a long text', 'x'.repeat(500), ['The text needs 4 pages']],
    [
      'which characters make a text longer',
      `it’s\u00A0${'x'.repeat(66)}’`,
      ['The text needs 2 pages. A page holds 70 characters instead of 160 because of ’ U+00A0'],
    ],
    [
      'what an expression has left in a text',
      'Hello [object Object]',
      ['Text: contains "[object Object]", so an expression or a field probably found no text'],
    ],
    [
      'where a text of 2,000 characters will be cut',
      'x'.repeat(2000),
      ['The text needs 10 pages', 'The text will be cut at 1530 characters'],
    ],
  ])('say %s', async (_name, text, expected) => {
    expect((await bench.run({ from: 'Test', to: number(1), text })).hints).toEqual(expected);
  });

  it('keep what stands in angle brackets, which n8n would take for HTML', () => {
    const addExecutionHints = jest.fn();
    addHints(Object({ addExecutionHints }), ['<Team> got nothing']);
    expect(addExecutionHints).toHaveBeenCalledWith(
      expect.objectContaining({ message: '&lt;Team> got nothing' }),
    );
  });

  it('say that a moment is in the past, and how many were refused', async () => {
    const additionalFields = { sendDate: '2020-01-01T12:00:00Z' };
    const execution = await bench.run({ ...toEach, additionalFields }, [...people(1), wrong, refused], goOn);
    expect(execution.hints).toEqual([
      'Of 3 items: 1 sent, 1 refused, 1 not sent.',
      "'Send At' is in the past: the service sends at once (1 of 2 items)",
    ]);
  });
});

describe('Send Batch', () => {
  it('sends all items in few calls and gives each item its own result', async () => {
    const execution = await bench.run({ ...batch, options: { chunkSize: 10 } }, people(25));

    const sizes = bodies('/api/v2/messagelist').map(({ messages }) => messages.length);
    expect(sizes.sort()).toEqual([10, 10, 5]);
    const sent = new Map(bench.sandbox.messages().map((message) => [message.messageId, message]));
    for (const [item, { messageId, batchId }] of execution.items().entries()) {
      expect(sent.get(String(messageId))).toMatchObject({ to: number(item), messageListId: batchId });
    }
    expect(pairs(execution)).toEqual(people(25).map((_, item) => ({ item })));
  });

  it('gives a refused message its error, and neither stops nor repeats the others', async () => {
    const [a, b, c, d] = people(4);
    const items = [a ?? {}, wrong, b ?? {}, c ?? {}, refused, d ?? {}];
    const execution = await bench.run({ ...batch, options: { chunkSize: 4 } }, items, goOn);
    expect(texts(bench).sort()).toEqual(['Hello 0', 'Hello 1', 'Hello 2', 'Hello 3']);
    const sent = { messageId: expect.any(String) };
    expect(execution.items()).toMatchObject([
      sent,
      { errorDetails: { code: 'invalid_request', outcome: 'not_sent' } },
      ...[sent, sent],
      { errorDetails: { outcome: 'rejected', requestId: expect.any(String) } },
      sent,
    ]);
  });

  it('stops at a refused message only after the others were sent, and names what was sent', async () => {
    const { error } = await bench.run(batch, [...people(2), refused]);
    expect(texts(bench)).toEqual(['Hello 0', 'Hello 1']);
    expect(error?.context).toMatchObject({ itemIndex: 2, outcome: 'rejected' });
    expect(error?.description).toContain('Of 3 items: 2 sent, 1 refused.');
    expect(error?.description).toContain(String(bench.sandbox.messages()[0]?.messageListId));
  });

  it('begins no further call once one was refused as a whole', async () => {
    const { error } = await bench.run({ ...batch, options: { chunkSize: 1 } }, [refused, ...people(9)]);
    expect(error?.context).toMatchObject({ itemIndex: 0, outcome: 'rejected' });
    expect(calls('/api/v2/messagelist').length).toBeLessThan(10);
    expect(error?.description).toMatch(/Of 10 items: (?:\d sent, )?1 refused, [1-9] not started\./);
  });

  describe('with a list of messages in JSON, as the specification writes it,', () => {
    const message = (to: string) => ({
      channel: 'Sms',
      from: 'Test',
      to,
      content: { type: 'Text', text: to },
    });
    const list = (...messages: unknown[]) => ({ json: { messages } });
    const fromJson = { operation: 'sendBatch', defineUsing: 'json', requestJson: '={{ $json }}' };

    it('sends all in one call, with a result for each message', async () => {
      const notification = { forEvent: 'All', addresses: [{ type: 'Email', address: 'a@example.com' }] };
      const messages = [message(number(1)), message(number(2))];
      const items = [{ json: { messages, notification } }, { json: { ...message(number(3)), notification } }];
      const execution = await bench.run(fromJson, items);
      expect(texts(bench).sort()).toEqual([number(1), number(2), number(3)]);
      expect(pairs(execution)).toEqual([{ item: 0 }, { item: 0 }, { item: 1 }]);
      expect(bodies('/api/v2/messagelist')).toMatchObject([{ notification }]);
    });

    it('refuses an empty one, and names every message that is wrong', async () => {
      const empty = await bench.run(fromJson, [list()]);
      expect(empty.error?.message).toContain('messages: at least one message is required');
      const { error } = await bench.run(fromJson, [
        list(message(number(1)), message('079 12')),
        { json: message('12') },
      ]);
      expect(error?.context).toMatchObject({ itemIndex: 0, outcome: 'not_sent' });
      expect(error?.message).toMatch(/^messages\[1]\.to: must/);
      expect(error?.description).toContain('Item 1: to: must be a number in international format');
      expect(bench.sandbox.calls()).toEqual([]);
    });
  });
});

describe('Reply', () => {
  const reply = { operation: 'reply', text: 'Thank you' };

  it('answers what the trigger gives, on its channel and from the number that was written to', async () => {
    const sms = { channel: 'Sms', from: '0041795550100', to: '+41791112233' };
    await bench.run(reply, [{ json: { reply: sms } }, { json: { reply: whatsapp } }]);
    expect(bench.sandbox.messages()).toMatchObject([
      { ...sms, content: { text: 'Thank you' } },
      { ...whatsapp, content: { text: 'Thank you' } },
    ]);
  });

  it('refuses an item that holds nothing to answer', async () => {
    expect((await bench.run(reply)).error?.message).toContain('Channel: ');
  });
});

describe('an SMS that is too long', () => {
  const limited = { ...toEach, text: 'x'.repeat(307), smsOptions: { pageLimit: 2 } };
  const message = (length: number) => ({
    ...{ channel: 'Sms', from: 'Test', to: number(1) },
    content: { type: 'Text', text: 'x'.repeat(length) },
  });

  it('is cut, and the output has what is missing', async () => {
    const sms = { pages: 2, truncated: true, charactersSent: 306, cutText: 'x' };
    expect((await bench.run(limited, people(1))).items()).toMatchObject([{ sms }]);
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
    ['Send in JSON', { defineUsing: 'json', requestJson: message(1531) }, 'content.text: needs 11 SMS pages'],
    [
      'Send Batch with a list in JSON',
      { operation: 'sendBatch', defineUsing: 'json', requestJson: { messages: [message(1), message(1531)] } },
      'messages[1].content.text: needs 11 SMS pages',
    ],
    [
      'Send on a fallback channel',
      {
        ...{ ...whatsapp, text: 'x'.repeat(1531) },
        options: { fallbackChannels: { values: { secondChannel: 'Sms', secondFrom: 'Test' } } },
      },
      'needs 11 SMS pages',
    ],
  ])('is refused by %s where the option says so: nothing is sent', async (_name, parameters, words) => {
    const options = { ...('options' in parameters ? parameters.options : {}), ifTooLong: 'refuse' };
    const reply = { channel: 'Sms', from: '0041795550100', to: number(1) };
    const { error } = await bench.run({ ...parameters, options }, [{ json: { reply, to: number(1) } }]);
    expect(error?.message).toContain(words);
    expect(error).toMatchObject({ context: { outcome: 'not_sent', code: 'invalid_request' } });
    expect(recipients(bench)).toEqual([]);
  });
});
