import type { INodeProperties } from 'n8n-workflow';

import { MessagingError } from '../../../core/client';
import type { Channel } from '../../../core/contract';
import { formatPath, type LabelOf } from '../../../core/contract/problem';
import { contentFromJson, forms, fromForm, labelOnForm } from '../../../core/forms';
import { asText, isRecord } from '../../../core/reading';
import { choice, type Choice } from '../../choice';
import { layoutOf, type Part } from './layout';
import { filled, type Parameters } from './parameters';
import { read, type ReadSettings } from './read';
import { render } from './render';

/** A further channel. Its parameters begin with `name`, such as `secondChannel`. */
interface FurtherChannelFields {
  name: string;
  label: string;
  byDefault: Channel | '';
}

/** How long to wait for the delivery on a channel, in seconds. */
export const USUAL_WAIT = 60;
export const LONGEST_WAIT = 300;

export const furtherChannels: readonly FurtherChannelFields[] = [
  { name: 'second', label: 'Second', byDefault: 'Sms' },
  { name: 'third', label: 'Third', byDefault: '' },
];

const template = forms.contents.find(({ value }) => value === 'Template');

function templateParts(name: string): Part[] {
  return template === undefined ? [] : layoutOf(template, [name]);
}

function channelProperty({ name, label, byDefault }: FurtherChannelFields): Choice<Channel | ''> {
  return {
    displayName: `${label} Channel`,
    name: `${name}Channel`,
    type: 'options',
    options: [
      { name: 'None', value: '' },
      { name: 'RCS', value: 'Rcs' },
      { name: 'SMS', value: 'Sms' },
      { name: 'WhatsApp', value: 'Whatsapp' },
    ],
    default: byDefault,
    description:
      'The channel to use if the message did not get through on the previous one. It can be the same one with another content, such as a template after the 24 hours of WhatsApp.',
  };
}

function contentProperty({ name, label }: FurtherChannelFields): Choice<'json' | 'template' | 'text'> {
  return {
    displayName: `${label} Content`,
    name: `${name}Content`,
    type: 'options',
    noDataExpression: true,
    options: [
      { name: 'JSON', value: 'json', description: 'Any content that the channel supports' },
      { name: 'Template', value: 'template', description: 'An approved template, for WhatsApp' },
      { name: 'Text', value: 'text' },
    ],
    default: 'text',
    description: 'What to send on that channel',
  };
}

/** The n8n parameters of a further channel. */
export function furtherChannelProperties(fields: FurtherChannelFields): INodeProperties[] {
  const { name, label } = fields;
  const contentIs = (...values: string[]) => ({ show: { [`${name}Content`]: values } });
  return [
    channelProperty(fields),
    {
      displayName: `${label} Sender`,
      name: `${name}From`,
      type: 'string',
      default: '',
      placeholder: 'e.g. MyCompany',
      description: 'The sender on that channel',
    },
    contentProperty(fields),
    {
      displayName: `${label} Text`,
      name: `${name}Text`,
      type: 'string',
      typeOptions: { rows: 2 },
      default: '',
      description: 'What to send there. If empty, the text of the message.',
      displayOptions: contentIs('text'),
    },
    ...render(templateParts(name), contentIs('template')),
    {
      displayName: `${label} Content (JSON)`,
      name: `${name}Json`,
      type: 'json',
      typeOptions: { rows: 6 },
      default: EXAMPLE_CONTENT,
      description: 'The content as the service specifies it, checked by the same rules as the form',
      displayOptions: contentIs('json'),
    },
  ];
}

const EXAMPLE_CONTENT = `{
  "type": "Image",
  "url": "https://example.com/picture.jpg",
  "caption": "Hello"
}`;

/**
 * The channel that was chosen; '' for none.
 * @throws MessagingError for a channel that there is not
 */
export function readFurtherChannel(fields: FurtherChannelFields, given: Parameters): Channel | '' {
  return choice(valueOf(given, channelProperty(fields)), channelProperty(fields));
}

function valueOf(given: Parameters, { name, displayName }: Pick<INodeProperties, 'name' | 'displayName'>) {
  return filled(given, name, displayName);
}

/**
 * The sender on a further channel; '' for none.
 * @throws MessagingError if its expression finds nothing
 */
export function readFurtherSender({ name, label }: FurtherChannelFields, given: Parameters): string {
  return asText(valueOf(given, { name: `${name}From`, displayName: `${label} Sender` })) ?? '';
}

/**
 * The content of a further channel; undefined if it is the text of the message. It is not validated here.
 * @throws MessagingError if there is no such content, the JSON is invalid, or a file would have to be uploaded
 */
export function readFurtherContent(
  fields: FurtherChannelFields,
  given: Parameters,
  settings: ReadSettings,
): unknown {
  const { name, label } = fields;
  const content = choice(given(`${name}Content`), contentProperty(fields));
  if (content === 'json') return contentFromJson(given(`${name}Json`), `${label} Content (JSON)`);
  if (content === 'template' && template !== undefined) {
    const context = { ...settings, mediaIdOf: notUploaded, mayLose: true, within: `${label} Content` };
    const values = read(templateParts(name), given, context)[name];
    return fromForm(template, isRecord(values) ? values : {});
  }
  const text = asText(valueOf(given, { name: `${name}Text`, displayName: `${label} Text` })) ?? '';
  return text === '' ? undefined : { type: 'Text', text };
}

/** The labels of the fields of a message for a further channel: its sender and content have parameters of their own. */
export function labelsOfFurther(
  fields: FurtherChannelFields,
  given: Parameters,
  labelOf: LabelOf = () => undefined,
): LabelOf {
  const { name, label } = fields;
  const entered = choice(given(`${name}Content`), contentProperty(fields));
  return (path, request) => {
    const [part, ...rest] = path;
    if (part === 'channel') return `${label} Channel`;
    if (part === 'from') return `${label} Sender`;
    if (part !== 'content') return labelOf(path, request);
    if (entered !== 'json' && entered !== 'template') return `${label} Text`;
    if (rest[0] === undefined || rest[0] === 'type') return `${label} Content`;
    return `${label} Content › ${entered === 'json' ? formatPath(rest) : labelOnForm(path, request)}`;
  };
}

function notUploaded(binaryField: string): never {
  throw new MessagingError({
    message: `The file in "${binaryField}" cannot be uploaded for a further channel`,
    advice: 'Upload it first with Media: Upload, and enter its media ID. Nothing was sent.',
    outcome: 'not_sent',
    code: 'invalid_input',
  });
}
