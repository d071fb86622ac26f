import { type INodeProperties, NodeHelpers } from 'n8n-workflow';

import { checkMessage } from '../../core/client';
import type { MessageRequest } from '../../core/contract';
import { flag } from '../../nodes/settings';
import { properties } from '../../nodes/MessagingService/actions/operations';
import { fallbackOf } from '../../nodes/MessagingService/actions/message/fallback';
import { fallbackChannels } from '../../nodes/MessagingService/fields/fallbackChannels';
import { parametersIn } from '../../nodes/parameters';
import { readMessage, readMessageList } from '../../nodes/MessagingService/fields/messageForm';

const context = {
  countryCode: undefined,
  timezone: 'Europe/Zurich',
  mediaIdOf: (field: string) => `id of ${field}`,
};
const read = (parameters: Record<string, unknown>) => readMessage(parametersIn(parameters), context);
const entries = (...entry: object[]) => ({ entry });
const sms = { channel: 'Sms', from: 'Test', to: '+41 79 123 45 67', text: 'Hello' };
const whatsapp = { channel: 'Whatsapp', from: '+41795550100', to: '+41791234567' };

describe('the parameters of the form are read', () => {
  it.each<[string, object, object]>([
    [
      'a channel and a type as people write them',
      { ...whatsapp, channel: 'WhatsApp', contentType: 'text', text: 'Hi' },
      { channel: 'Whatsapp', content: { type: 'Text', text: 'Hi' } },
    ],
    [
      'numbers written as text',
      { ...whatsapp, contentType: 'Location', latitude: '47.37', longitude: 8.54 },
      { content: { type: 'Location', latitude: 47.37, longitude: 8.54 } },
    ],
    [
      'a moment in the time zone of the workflow, and a switch as tables write it',
      { ...sms, additionalFields: { sendDate: '2031-07-01T12:00:00' }, smsOptions: { forceGsm: 'TRUE' } },
      { sendDate: '2031-07-01T12:00:00+02:00', content: { options: { forceGsm: true } } },
    ],
    [
      'recipients from fields and from a text',
      {
        ...sms,
        sendTo: 'several',
        toList: entries({ type: 'Group', address: 'Team' }),
        toListListed: '+41791234567; +41795550112',
      },
      {
        toList: [
          { type: 'Group', address: 'Team' },
          { type: 'Number', address: '+41791234567' },
          { type: 'Number', address: '+41795550112' },
        ],
      },
    ],
    [
      'buttons from an array',
      {
        ...whatsapp,
        contentType: 'Interactive',
        actionType: 'Button',
        actionButtonsListed: ['Yes', { id: 'no', title: 'No' }],
      },
      {
        content: {
          action: {
            buttons: [
              { type: 'Reply', id: 'Yes', title: 'Yes' },
              { type: 'Reply', id: 'no', title: 'No' },
            ],
          },
        },
      },
    ],
    [
      'JSON in any spelling of the names',
      {
        defineUsing: 'json',
        requestJson: '{ "CHANNEL": "Sms", "To": "+41 79 123 45 67", "senddate": "2031-07-01T12:00" }',
      },
      { channel: 'Sms', to: '+41791234567', sendDate: '2031-07-01T12:00:00+02:00' },
    ],
  ])('%s', (_name, parameters, expected) => {
    expect(read({ ...parameters })).toMatchObject(expected);
  });

  it('nothing of an empty field', () => {
    expect(read({ ...sms, additionalFields: { customerid: '' }, smsOptions: {}, notification: {} })).toEqual({
      channel: 'Sms',
      from: 'Test',
      to: '+41791234567',
      content: { type: 'Text', text: 'Hello' },
    });
  });

  it('a number in groups, and a national one as one of the default country, in the form and in JSON', () => {
    const inSwitzerland = { ...context, countryCode: '+41' };
    const form: Record<string, unknown> = {
      channel: 'Sms',
      from: 'Test',
      to: '079 123 45 67',
      text: 'Hello',
    };
    const requestJson = JSON.stringify({ channel: 'Sms', to: '079 123 45 67' });
    const json: Record<string, unknown> = { defineUsing: 'json', requestJson };
    for (const given of [form, json]) {
      expect(readMessage(parametersIn(given), inSwitzerland)).toMatchObject({ to: '+41791234567' });
      expect(readMessage(parametersIn(given), context)).toMatchObject({ to: '0791234567' });
    }
    expect(read({ ...form, to: '+1 202 555 0012' })).toMatchObject({ to: '+12025550012' });
  });

  it('a list of messages, each with the notification of the list', () => {
    const sms = { channel: 'Sms', sendDate: '2031-01-01T12:00' };
    const list = { Messages: [sms, { channel: 'Rcs' }], notification: { forEvent: 'All' } };
    const parameters: Record<string, unknown> = { defineUsing: 'json', requestJson: JSON.stringify(list) };

    expect(readMessageList(parametersIn(parameters), context)).toMatchObject([
      { channel: 'Sms', sendDate: '2031-01-01T12:00:00+01:00', notification: { forEvent: 'All' } },
      { channel: 'Rcs', notification: { forEvent: 'All' } },
    ]);
    expect(readMessageList(parametersIn({}), context)).toBeUndefined();
    const alone = parametersIn({ defineUsing: 'json', requestJson: [{ channel: 'Rcs' }] });
    expect(readMessageList(alone, context)).toMatchObject([{ channel: 'Rcs' }]);
  });
});

/** The fallback channels of a message, as it would send them. */
async function fallback(values: object, request: MessageRequest) {
  const option = fallbackChannels.read(parametersIn({ fallbackChannels: { values } }));
  return option && (await fallbackOf(request, option, { rules: { refuseCut: false }, window: undefined }));
}

describe('what is wrong with a fallback channel is named with its channel and field:', () => {
  const text = { type: 'Text', text: 'Hello' };
  const image = { type: 'Image', url: 'https://example.com/a.jpg' };
  const template = { type: 'Template', namespace: 'ns', name: 'n', language: { code: 'de' } };
  const further = { secondChannel: 'Whatsapp', secondFrom: '+41795550100', secondContent: 'json' };
  const right = { ...further, secondJson: template, thirdChannel: 'Rcs', thirdFrom: 'my-agent' };

  it.each<[string, object, object, string | undefined]>([
    ['nothing', text, {}, undefined],
    ['a sender', text, { secondFrom: 'x' }, 'Second Sender: must be a number'],
    ['no sender', text, { thirdFrom: '' }, 'Third Sender: is required'],
    [
      'a template',
      text,
      { secondJson: { ...template, name: '' } },
      'Second Content › name: must not be empty',
    ],
    ['a text', text, { thirdText: 'x'.repeat(4000) }, 'Third Text: at most'],
    ['no text', image, {}, 'Third Text: is required because the message has no text'],
    ['no JSON', text, { thirdContent: 'json', thirdJson: '{' }, 'Third Content (JSON): must be JSON'],
    ['JSON null', text, { thirdContent: 'json', thirdJson: 'null' }, 'Third Content: must be an object'],
    [
      'a field in JSON',
      text,
      { thirdContent: 'json', thirdJson: { ...image, url: 'x' } },
      'Third Content › url',
    ],
  ])('%s', async (_name, content, entered, said) => {
    const to = '+41791234567';
    const request = await checkMessage({ channel: 'Whatsapp', from: '+41795550100', to, content });
    const reading = fallback({ ...right, ...entered }, request);

    if (said === undefined) expect((await reading)?.further).toHaveLength(2);
    else await expect(reading).rejects.toThrow(said);
  });
});

describe('a choice that there is not', () => {
  it.each<[string, object, string]>([
    ['how a message is defined', { defineUsing: 'yaml' }, 'Define Using: must be fields or json, got "yaml"'],
    ['the number of recipients', { sendTo: 'many' }, 'Send To: must be one or several, got "many"'],
    [
      'the source of a file',
      { ...whatsapp, contentType: 'Image', mediaSource: 'media', url: 'https://example.com/a.png' },
      'File From: must be url, binary or mediaId, got "media"',
    ],
    ['a number', { sendTo: 2 }, 'Send To: must be one or several, got 2'],
  ])('is an error with its label and its values: %s', (_name, entered, said) => {
    expect(() => read({ ...sms, ...entered })).toThrow(said);
  });

  it.each<[string, object, string]>([
    ['success', { countsAs: 'sent' }, 'Counts as Success: must be accepted or delivered, got "sent"'],
    ['a channel', { secondChannel: 'Fax' }, 'Second Channel: must be None, Rcs, Sms or Whatsapp, got "Fax"'],
    ['a content', { thirdContent: 'poem', thirdChannel: 'Rcs' }, 'Third Content: must be json or text'],
  ])('is an error in fallback channels: %s', async (_name, entered, said) => {
    const content = { type: 'Text', text: 'Hello' };
    const request = await checkMessage({ ...whatsapp, channel: 'Whatsapp', content });
    const given = { secondChannel: 'Sms', secondFrom: 'Test', ...entered };

    await expect(fallback(given, request)).rejects.toThrow(said);
  });

  it('may have no second channel', async () => {
    const content = { type: 'Text', text: 'Hello' };
    const request = await checkMessage({ ...whatsapp, channel: 'Whatsapp', content });
    const third = { secondChannel: '', thirdChannel: 'Sms', thirdFrom: 'Test' };

    expect((await fallback(third, request))?.further).toMatchObject([{ channel: 'Sms', from: 'Test' }]);
    expect(await fallback({ secondChannel: '' }, request)).toBeUndefined();
  });

  it.each<[unknown, boolean | undefined]>([
    [true, true],
    ['TRUE', true],
    ['false', false],
    ['', false],
    [undefined, false],
    ['yes', undefined],
    [1, undefined],
  ])('a switch by expression, %p, is %p', (given, expected) => {
    const only = flag('only', 'Only', { usual: false });
    const reading = () => only.read(parametersIn({ only: given }));
    if (expected === undefined) expect(reading).toThrow('Only: must be true or false');
    else expect(reading()).toBe(expected);
  });
});

describe('the form', () => {
  it.each<[string, string, object, string[]]>([
    ['Whatsapp', 'Text', {}, ['text']],
    ['Whatsapp', 'Image', {}, ['mediaSource', 'url', 'caption']],
    ['Whatsapp', 'Document', { mediaSource: 'binary' }, ['mediaSource', 'binaryField', 'filename']],
    ['Whatsapp', 'Audio', { mediaSource: 'mediaId' }, ['mediaSource', 'mediaId']],
    ['Whatsapp', 'Contacts', {}, ['contacts']],
    [
      'Whatsapp',
      'Interactive',
      { headerType: 'Text', actionType: 'List' },
      ['headerType', 'headerText', 'bodyText', 'footerText', 'actionType', 'actionButton', 'actionSections'],
    ],
    ['Whatsapp', 'Template', {}, ['namespace', 'name', 'languageCode', 'languagePolicy', 'components']],
    ['Rcs', 'Sticker', {}, ['mediaSource', 'url']],
    ['Sms', 'Text', {}, ['text', 'smsOptions']],
  ])('shows the fields of %s %s %j', (channel, contentType, chosen, fields) => {
    const entered = { resource: 'message', operation: 'send', channel, contentType, ...chosen };
    const values = NodeHelpers.getNodeParameters(properties, entered, true, false, null, null) ?? {};
    const shown = properties
      .filter((property) => NodeHelpers.displayParameter(values, property, null, null))
      .filter(({ type }) => type !== 'notice')
      .map(({ name }) => name);
    const always = ['resource', 'operation', 'defineUsing', 'channel', 'contentType', 'from', 'sendTo', 'to'];
    const after = ['additionalFields', 'notification', 'options'];
    expect(shown.filter((name) => ![...always, ...after].includes(name))).toEqual(fields);
  });

  const all = (from: INodeProperties[]): INodeProperties[] =>
    from.flatMap((property) => [
      property,
      ...(property.options ?? []).flatMap((option) => {
        if ('values' in option) return all(option.values);
        return 'type' in option && 'displayName' in option ? all([option]) : [];
      }),
    ]);

  it('shows no number that nobody has entered: n8n sends 0 for an empty field of its kind "number"', () => {
    const numbers = all(properties).filter(({ type }) => type === 'number');
    expect(numbers.filter(({ default: value }) => typeof value !== 'number')).toEqual([]);
    expect(all(properties).find(({ name }) => name === 'latitude')).toMatchObject({
      type: 'string',
      default: '',
    });
  });

  it('looks at resource and operation before any condition that can hold an expression', () => {
    const order = properties
      .filter(({ name }) => name !== 'resource' && name !== 'operation')
      .map(({ displayOptions }) => Object.keys(displayOptions?.show ?? {}).slice(0, 2));
    expect(new Set(order.map(String))).toEqual(new Set(['resource,operation']));
  });

  it('lets a table give the channel and the type of content', () => {
    const chosen = properties.filter(({ name }) => name === 'channel' || name === 'contentType');
    expect(chosen.length).toBeGreaterThan(3);
    const fixed = chosen.filter(
      ({ noDataExpression, displayOptions }) =>
        noDataExpression === true && !displayOptions?.show?.operation?.includes('sendAndWait'),
    );
    expect(fixed).toEqual([]);
  });
});
