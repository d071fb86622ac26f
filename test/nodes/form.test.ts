import { NodeHelpers, type INode, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import { forms } from '../../core/forms';
import { properties } from '../../nodes/MessagingService/actions/operations';
import { layoutOf } from '../../nodes/MessagingService/fields/layout';
import { labelsOf, layout, readMessage } from '../../nodes/MessagingService/fields/messageForm';
import { momentText, read, render, type FormPart } from '../../nodes/MessagingService/fields/fieldParts';
import { singular } from '../../nodes/MessagingService/fields/groupParts';
import { parametersIn } from '../../nodes/parameters';
import { choiceNamed } from '../../nodes/settings';
import { checkMessage, MessagingError } from '../../core/client';

const context = {
  countryCode: undefined,
  timezone: 'Europe/Zurich',
  mediaIdOf: (field: string) => `id of ${field}`,
};
const of = (parameters: Record<string, unknown>) => parametersIn(parameters);

/** A form that a person has filled in: its parameters, and every text that was typed. */
interface FilledIn {
  parameters: Record<string, unknown>;
  typed: string[];
}

const nodeValue = z.union([z.string(), z.boolean(), z.undefined()]).catch(undefined);

/** Fills in all that n8n shows; in each list of options the person chooses the one at `choice`. */
function fillIn(properties: readonly INodeProperties[], choice: number, typed: string[] = []): FilledIn {
  const parameters: Record<string, unknown> = {};
  const shows = ({ displayOptions }: INodeProperties) =>
    Object.entries(displayOptions?.show ?? {}).every(([name, conditions = []]) =>
      NodeHelpers.checkConditions(conditions, [nodeValue.parse(parameters[name])]),
    );
  for (const property of properties) {
    if (property.type !== 'hidden' && shows(property))
      parameters[property.name] = valueFor(property, choice, typed);
  }
  return { parameters, typed };
}

function valueFor(property: INodeProperties, choice: number, typed: string[]): unknown {
  const { type, name, typeOptions, options = [] } = property;
  if (type === 'boolean') return true;
  if (type === 'options') {
    const option = options[choice % options.length];
    return option !== undefined && 'value' in option ? option.value : undefined;
  }
  if (type === 'collection') {
    const fields = options.flatMap((option) => ('type' in option && 'displayName' in option ? [option] : []));
    return fillIn(fields, choice, typed).parameters;
  }
  if (type === 'fixedCollection') {
    const [group] = options;
    if (group === undefined || !('values' in group)) return {};
    const entry = fillIn(group.values, choice, typed).parameters;
    return { [group.name]: typeOptions?.multipleValues === true ? [entry] : entry };
  }
  typed.push(`${typed.length} in ${name}`);
  return typed.at(-1);
}

const partsByName: Array<[string, readonly FormPart[]]> = [
  ['sender', layout.sender],
  ['one recipient', layout.one],
  ['several recipients', layout.several],
  ['SMS options', [layout.smsOptions]],
  ['notification', layout.notification],
  ['additional fields', [layout.additional]],
  ...forms.contents.map(({ value, label }): [string, readonly FormPart[]] => [
    label,
    layout.contents.get(value) ?? [],
  ]),
];

describe('whatever a person types into the form is read', () => {
  // No list that selects fields has more than seven options.
  const choices = [0, 1, 2, 3, 4, 5, 6];

  it.each(partsByName)('%s', (_name, parts) => {
    const counts = choices.map((choice) => {
      const { parameters, typed } = fillIn(render(parts), choice);
      const found = JSON.stringify(read(parts, of(parameters), context));
      expect(typed.filter((text) => !found.includes(text))).toEqual([]);
      return typed.length;
    });
    expect(Math.max(...counts)).toBeGreaterThan(0);
  });

  it('and nothing where nothing was typed', () => {
    for (const [, parts] of partsByName) {
      const empty = read(parts, of({}), context);
      expect(JSON.stringify(empty)).toBe('{}');
    }
  });
});

describe('what is no value of the form', () => {
  const sms = { channel: 'Sms', from: 'Test', to: '+41791234567', text: 'Hello' };
  const whatsapp = { channel: 'Whatsapp', from: '+41795550100', to: '+41791234567' };
  const image = { ...whatsapp, contentType: 'Image' };

  it.each<[string, object, string]>([
    ['a channel that there is not', { ...sms, channel: 'Fax' }, 'Channel: must be one of'],
    ['a channel that is no text', { ...sms, channel: 7 }, 'Channel: must be one of'],
    ['a content that there is not', { ...whatsapp, contentType: 'Poem' }, 'Content Type: must be one of'],
    ['no content', { ...whatsapp, contentType: '' }, 'Content Type: is required and must be one of Text,'],
    [
      'a file without a field',
      { ...image, mediaSource: 'binary', binaryField: ' ' },
      'Input Binary Field: must be the name',
    ],
    [
      'a text in place of recipients',
      { ...sms, sendTo: 'several', toList: 'Anna' },
      'Recipients 1 › Number: must be a number',
    ],
    [
      'a number in a list of recipients',
      { ...sms, sendTo: 'several', toListListed: [7] },
      'Recipients 1 › Number: must be a number',
    ],
    [
      'a null in a list of buttons',
      { ...whatsapp, contentType: 'Interactive', actionType: 'Button', actionButtonsListed: ['Yes', null] },
      'Buttons 2 › Title: is required',
    ],
    ['no date', { ...sms, additionalFields: { sendDate: new Date('') } }, 'Send At: must be a date and time'],
    ['a request that is a list', { defineUsing: 'json', requestJson: '[]' }, 'must be an object, got a list'],
    ['a request that is null', { defineUsing: 'json', requestJson: 'null' }, 'must be an object'],
  ])('is named by the form: %s', async (_name, parameters, said) => {
    const entered = of({ ...parameters });
    const reading = async () => checkMessage(readMessage(entered, context), { labelOf: labelsOf(entered) });

    const error: unknown = await reading().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'invalid_request' });
    expect(error instanceof MessagingError && error.describe()).toContain(said);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['an empty text', ' , ;\n'],
    ['an empty list', []],
  ])('leaves the entries above as they are: %s', (_name, toListListed) => {
    const toList = { entry: [{ type: 'Number', address: '+41791234567' }] };
    const request = readMessage(of({ ...sms, sendTo: 'several', toList, toListListed }), context);

    expect(request).toMatchObject({ toList: [{ type: 'Number', address: '+41791234567' }] });
  });

  it.each([undefined, null, 7, {}, '', 'Telegram'])('is no choice: %p', (name) => {
    expect(choiceNamed([{ value: 'Sms', label: 'SMS' }], name)).toBeUndefined();
  });
});

describe('a date and time', () => {
  const summer = new Date('2031-07-01T10:00:00Z');

  it.each<[string, unknown, string, unknown]>([
    ['of the calendar, in winter', '2031-01-01T12:00:00', 'Europe/Zurich', '2031-01-01T12:00:00+01:00'],
    ['of the calendar, in summer', '2031-07-01 12:00', 'Europe/Zurich', '2031-07-01T12:00:00+02:00'],
    ['with a fraction', '2031-07-01T12:00:00.5', 'UTC', '2031-07-01T12:00:00.500Z'],
    ['in a zone of half hours', '2031-07-01T12:00', 'Asia/Kolkata', '2031-07-01T12:00:00+05:30'],
    ['west of Greenwich', '2031-07-01T12:00', 'America/St_Johns', '2031-07-01T12:00:00-02:30'],
    ['after the clock went forward', '2031-03-30T03:00', 'Europe/Zurich', '2031-03-30T03:00:00+02:00'],
    ['before the clock went forward', '2031-03-30T01:59', 'Europe/Zurich', '2031-03-30T01:59:00+01:00'],
    ['of an expression', { toISO: () => '', toString: () => 'as luxon' }, 'UTC', 'as luxon'],
    ['of a code node', summer, 'Europe/Zurich', '2031-07-01T10:00:00.000Z'],
    ['with an offset', ' 2031-07-01 12:00+0000', 'Europe/Zurich', '2031-07-01T12:00:00Z'],
    ['that the calendar lacks', '2031-13-01T12:00', 'Europe/Zurich', '2031-13-01T12:00'],
    ['that is none', 'soon', 'Europe/Zurich', 'soon'],
    ['that is a number', 7, 'Europe/Zurich', 7],
  ])('%s', (_name, entered, timezone, text) => {
    expect(momentText(entered, timezone)).toBe(text);
  });
});

const send = { resource: 'message', operation: 'send', defineUsing: 'fields', sendTo: 'one' };

/** Whether n8n's editor shows a parameter; it puts in what expressions give, or '' if they cannot be read. */
function isShown(property: INodeProperties | undefined, values: INodeParameters): boolean {
  return property !== undefined && NodeHelpers.displayParameter(values, property, null, null);
}

describe('the form, where an expression gives', () => {
  const namesFor = (values: INodeParameters) =>
    properties.filter((property) => isShown(property, { ...send, ...values })).map(({ name }) => name);
  const common = ['resource', 'operation', 'defineUsing', 'channel', 'from', 'sendTo', 'to', 'notification'];

  it.each<[string, INodeParameters, string[], string[]]>([
    [
      'a channel in another spelling',
      { channel: 'WhatsApp ' },
      ['contentType', 'text', 'url'],
      ['smsOptions'],
    ],
    ['the only content', { channel: 'sms' }, ['text', 'smsOptions'], ['contentType', 'url']],
    ['no channel yet', { channel: '', contentType: '' }, ['contentType', 'text', 'url', 'smsOptions'], []],
    ['an unknown channel', { channel: 'Fax' }, ['contentType', 'text', 'url', 'smsOptions'], []],
    [
      'a content in another spelling',
      { channel: 'Whatsapp', contentType: 'image' },
      ['contentType', 'mediaSource', 'url', 'caption'],
      ['text', 'longitude', 'latitude', 'filename'],
    ],
    [
      'a file in another spelling',
      { channel: 'Rcs', contentType: 'Image', mediaSource: 'Binary Field' },
      ['binaryField'],
      ['url', 'mediaId'],
    ],
    [
      'no source of a file yet',
      { channel: 'Rcs', contentType: 'Image', mediaSource: '' },
      ['binaryField', 'url', 'mediaId'],
      [],
    ],
  ])('%s, shows what may be needed and hides what surely is not', (_name, values, shown, hidden) => {
    const names = namesFor(values);
    expect(names).toEqual(expect.arrayContaining([...common, ...shown]));
    expect(names.filter((name) => hidden.includes(name))).toEqual([]);
  });

  it.each([['Sms'], ['Whatsapp'], ['Rcs'], ['WHATSAPP'], [''], ['Fax']])(
    'the channel %j, offers one list of contents at most',
    (channel) => {
      const lists = namesFor({ channel }).filter((name) => name === 'contentType');
      expect(lists).toHaveLength(channel === 'Sms' ? 0 : 1);
    },
  );
});

describe('the form', () => {
  it('shows a parameter that several types of content have once, for all of them', () => {
    const captions = properties.filter(
      ({ name, displayOptions }) => name === 'caption' && displayOptions?.show?.operation?.includes('send'),
    );
    expect(captions).toHaveLength(1);
    const shown = forms.contents.filter(({ value }) =>
      isShown(captions[0], { ...send, channel: 'Whatsapp', contentType: value }),
    );
    expect(shown.map(({ value }) => value)).toEqual(['Image', 'Video']);
  });

  it('names the file of a header after the header', () => {
    const header = { headerType: 'Image', headerMediaSource: 'binary', headerBinaryField: 'data' };

    expect(read(layout.contents.get('Interactive') ?? [], of(header), context)).toMatchObject({
      header: { type: 'Image', mediaId: 'id of data' },
    });
  });

  it('calls an entry by its list', () => {
    expect(['Addresses', 'Buttons', 'Web Pages', 'Data'].map(singular)).toEqual([
      'Address',
      'Button',
      'Web Page',
      'Data',
    ]);
  });

  it('has a list from a text only where the entries are one text each', () => {
    const names = forms.contents.flatMap((content) => render(layoutOf(content)).map(({ name }) => name));
    expect(names.filter((name) => name.endsWith('Listed'))).toEqual(['actionButtonsListed']);
  });
});

it('n8n runs a message whose channel comes from an expression with any content', () => {
  const addresses = { from: '+41795550100', to: '+41791234567' };
  const image = { contentType: 'Image', url: 'https://example.com/a.jpg' };
  const given = { channel: '={{ "Whatsapp" }}', ...addresses, ...image };
  const node: INode = { id: '', name: '', type: '', typeVersion: 1, position: [0, 0], parameters: given };
  node.parameters = NodeHelpers.getNodeParameters(properties, given, true, false, node, null) ?? {};
  expect(NodeHelpers.getNodeParametersIssues(properties, node, null)).toBeNull();
});
