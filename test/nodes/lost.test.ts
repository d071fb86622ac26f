import { NodeHelpers, type INodeParameters } from 'n8n-workflow';

import { MessagingServiceTrigger } from '../../nodes/MessagingServiceTrigger/MessagingServiceTrigger.node';
import { recipients, texts, useNodeBench } from './inProcess/bench';

/** Expressions that find nothing, and settings that cannot work: no item comes out as if it was sent. */
const bench = useNodeBench();

const sms = { from: 'Test', to: '+41791234567', text: 'Hello' };
const goOn = { onError: 'continueRegularOutput' } as const;
const whatsapp = { channel: 'Whatsapp', from: '+41795550100', to: '+41791234567' };
const lost = 'its expression finds nothing: {{ $json.gone }}';
const gone = '={{ $json.gone }}';

describe('a field whose expression finds nothing is the error of its item:', () => {
  it.each<[string, object, string]>([
    ['a date', { additionalFields: { sendDate: gone } }, 'Send At'],
    ['a recipient', { to: gone }, 'To'],
    ['a channel', { channel: gone }, 'Channel'],
    ['a page limit', { smsOptions: { pageLimit: gone } }, 'Page Limit'],
    ['a request', { defineUsing: 'json', requestJson: gone }, 'Request'],
    ['a list of people', { options: { excludeRecipients: gone } }, 'Exclude Recipients'],
    ['a key', { options: { deduplicateBy: gone } }, 'Deduplicate By'],
    ['a required text', { text: gone }, 'Text'],
    [
      'an address',
      { notification: { entry: { addresses: { entry: [{ type: 'UrlPost', address: gone }] } } } },
      'Status Notification › Addresses 1 › Address',
    ],
  ])('%s', async (_, parameters, label) => {
    const items = (await bench.run({ ...sms, ...parameters }, [{}, {}], goOn)).items();
    expect(items).toHaveLength(2);
    for (const item of items) {
      expect(item).toMatchObject({
        error: expect.stringContaining(`${label}: ${lost}`),
        errorDetails: { outcome: 'not_sent' },
      });
    }
    expect(bench.sandbox.calls()).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['a key', { deduplicateBy: '=order-{{ $json.gone }}' }, 'Deduplicate By'],
    ['a list', { excludeRecipients: '={{ $json.other }}, {{ $json.gone }}' }, 'Exclude Recipients'],
    [
      'an exception',
      { sendingWindow: { values: { exceptions: '=2031-12-24, {{ $json.gone }}', timeZone: 'UTC' } } },
      'Sending Window › Exceptions',
    ],
  ])('also in a part of %s, or only an empty cell', async (_, options, label) => {
    for (const cell of [undefined, '']) {
      const items = [{ json: { other: '+41790000001', gone: cell } }];
      const { error } = await bench.run({ ...sms, options }, items);
      expect(error?.message).toContain(`${label}: ${lost}`);
    }
    expect(bench.sandbox.calls()).toEqual([]);
  });

  it('but not what changes nothing: a customer ID, a caption, an empty list of people, a text left empty on purpose', async () => {
    const options = { excludeRecipients: '={{ [] }}', deduplicateBy: "=a{{ $json.gone ? '-b' : '' }}" };
    await bench.run({ ...sms, additionalFields: { customerid: gone }, options });
    const image = { contentType: 'Image', url: 'https://example.com/a.jpg', caption: gone };
    await bench.run({ ...whatsapp, ...image });
    expect(recipients(bench)).toHaveLength(2);
  });

  it('and not a part of a text, which goes out without it: who tests the node is told', async () => {
    const { hints } = await bench.run({ ...sms, text: "=Hello {{ $json.gone }}{{ $json.no ? '!' : '' }}" });
    expect([hints, texts(bench)]).toEqual([[`A text goes out without a part: ${lost}`], ['Hello ']]);
  });

  it('and the output of a scheduled message says when it goes out', async () => {
    const sendDate = '2031-01-01T12:00:00Z';
    const execution = await bench.run({ ...sms, additionalFields: { sendDate } });
    expect(execution.items()).toMatchObject([{ channel: 'Sms', to: sms.to, sendDate }]);
  });
});

describe('a fault of the settings is the error of every item:', () => {
  const get = { resource: 'message', operation: 'getStatus', messageId: 'a' };
  const ask = { ...whatsapp, operation: 'sendAndWait', responseType: 'approval', message: 'OK?' };
  it.each<[string, object, object]>([
    ['Send', { ...sms, options: { itemsAtOnce: gone } }, {}],
    ['Send Batch', { ...sms, operation: 'sendBatch', options: { chunkSize: gone } }, {}],
    ['Get Status', get, { account: { timeout: undefined } }],
    ['Send and Wait', ask, { account: { timeout: -1 } }],
    ['the rate limit', sms, { account: { mostToOnePerson: 5, mostToOnePersonMinutes: null } }],
    ['no credential', sms, { credentials: undefined }],
    ['options as one expression, in which n8n finds no field', { ...sms, options: gone }, {}],
    ['fields as one expression', { ...sms, additionalFields: gone }, {}],
    ['the operation', { ...sms, operation: 'fax' }, {}],
    ['an operation that cannot be read', { ...sms, operation: "={{ $('Gone').item.json.x }}" }, {}],
  ])('%s', async (_, parameters, settings) => {
    const execution = await bench.run(parameters, [{ json: { row: 1 } }, { json: { row: 2 } }], {
      ...settings,
      onError: 'continueErrorOutput',
    });
    const all = execution.outputs.flat();
    expect(all.map((item) => item?.json)).toMatchObject([
      { error: { code: expect.stringMatching(/^invalid_/), outcome: 'not_sent' } },
      { error: { code: expect.stringMatching(/^invalid_/), outcome: 'not_sent' } },
    ]);
    // n8n sends these to the output for errors, and adds the fields of the input.
    for (const item of all)
      expect([Object.keys(item?.json ?? {}), item?.error]).toEqual([['error'], undefined]);
    expect(bench.sandbox.calls()).toEqual([]);
  });
});

describe('what a new user enters leads to the field:', () => {
  it.each<[string, object, string]>([
    ['no recipient', { to: '' }, 'To: is required'],
    [
      'two recipients',
      { to: '+41791234567, +41791234568' },
      `To: takes one recipient, got "+41791234567, +41791234568": choose 'Several Recipients'`,
    ],
    [
      'two recipients with a word between them',
      { to: '+41791234567 or 0041791234568' },
      `To: takes one recipient, got "+41791234567 or 0041791234568": choose 'Several Recipients'`,
    ],
    ['no recipients', { sendTo: 'several', toListListed: '={{ [] }}' }, 'Recipients: is required'],
    [
      'an object for a file',
      { ...whatsapp, contentType: 'Image', mediaSource: 'binary', binaryField: '={{ { data: 1 } }}' },
      'Input Binary Field: must be the name of a field of the item that holds a file, got an object',
    ],
  ])('%s', async (_, parameters, said) => {
    const { error } = await bench.run({ ...sms, ...parameters });
    expect(error?.message).toContain(said);
  });

  it('the same mistake is said once for all items', async () => {
    const { error } = await bench.run(
      { ...sms, from: 'A sender that is too long' },
      Array.from({ length: 200 }, () => ({})),
    );
    expect(error?.description).toContain('The same on 200 items: 0, 1, 2');
    expect(error?.description?.match(/sender|16 digits/g) ?? []).toHaveLength(0);
  });

  it('buttons from a list with label and value', async () => {
    const list = '={{ [{ label: "Yes", value: "y" }, "No"] }}';
    const buttons = { contentType: 'Interactive', bodyText: 'Go?', actionButtonsListed: list };
    await bench.run({ ...whatsapp, ...buttons });
    expect(bench.sandbox.messages()[0]?.content).toMatchObject({
      action: {
        buttons: [
          { id: 'y', title: 'Yes' },
          { id: 'No', title: 'No' },
        ],
      },
    });
  });
});

describe('a question by WhatsApp while no trigger listens', () => {
  afterEach(() => bench.listens(true));

  it.each(['approval', 'choice'])(
    'has a link beside its buttons (%s), and the output says so',
    async (responseType) => {
      bench.listens(false);
      const choices = { values: [{ label: 'Yes' }, { label: 'No' }] };
      const question = { ...whatsapp, operation: 'sendAndWait', message: 'OK?', responseType, choices };
      const { hints } = await bench.run(question);
      expect(JSON.stringify(bench.sandbox.messages()[0]?.content)).toMatch(/OK\?\\nhttp/);
      expect(hints.join()).toContain('No Messaging Service Trigger for inbound messages is active');
      bench.listens(true);
      bench.sandbox.reset();
      await bench.run(question);
      expect(JSON.stringify(bench.sandbox.messages()[0]?.content)).not.toContain('http');
    },
  );
});

describe('a setting of the trigger whose expression finds nothing', () => {
  const { description } = new MessagingServiceTrigger();
  it.each<[string, INodeParameters, object?]>([
    [`Senders: ${lost}`, { filters: { senders: gone } }],
    [`Senders: ${lost}`, { filters: { senders: ['+41', gone] } }, { senders: ['+41', undefined] }],
    [`Keywords: ${lost}`, { filters: { keywords: gone } }],
    [`Receiving Numbers: ${lost}`, { filters: { receivers: gone } }],
    [`Channels: ${lost}`, { filters: { channels: gone } }],
    [`Opt-Outs: ${lost}`, { filters: { optOuts: gone } }],
    [`Wait for a Pause (Seconds): ${lost}`, { options: { waitForPause: gone } }],
    [`Check a Shared Secret: ${lost}`, { options: { checkSecret: gone } }],
    ['filters: is one expression', { filters: gone }],
  ])('lets nothing through and says so: %s, with %j', async (said, parameters, filters = {}) => {
    const event = { from: '+41791234567', to: '+41795550100', text: 'Hello' };
    const { properties } = description;
    const entered = NodeHelpers.getNodeParameters(properties, parameters, true, false, null, description);
    await expect(bench.receive(event, { filters }, entered ?? {})).rejects.toThrow(said);
  });
});
