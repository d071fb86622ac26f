import type { INodeProperties } from 'n8n-workflow';

import type { FurtherChannel } from '../../../core/client';
import type { Channel } from '../../../core/contract';
import { formatPath, type LabelOf } from '../../../core/contract/problem';
import { contentFromJson } from '../../../core/forms';
import type { FallbackRules } from '../../../core/plan';
import { asText } from '../../../core/reading';
import { choice, numberOf, type Choice } from '../../choice';
import { OptionGroup } from './optionGroup';
import type { Parameters } from './parameters';

/** How long to wait for the delivery on a channel, in seconds. */
const USUAL_WAIT = 60;
const LONGEST_WAIT = 300;

/** When no further channel is tried. */
const countsAs: Choice<'accepted' | 'delivered'> = {
  displayName: 'Counts as Success',
  name: 'countsAs',
  type: 'options',
  options: [
    { name: 'Accepted', value: 'accepted', description: 'The service has taken the message' },
    { name: 'Delivered', value: 'delivered', description: 'The delivery is confirmed' },
  ],
  default: 'delivered',
  description: 'The state after which no further channel is tried',
};
const afterSeconds: INodeProperties = {
  displayName: 'After (Seconds)',
  name: 'afterSeconds',
  type: 'number',
  typeOptions: { minValue: 1, maxValue: LONGEST_WAIT },
  default: USUAL_WAIT,
  displayOptions: { show: { countsAs: ['delivered'] } },
  description:
    "How long to wait for the delivery on each channel, up to 5 minutes. For a longer time, use 'Send and Wait' with the response type Delivery.",
};

/** The fields of one fallback channel. */
interface ChannelFields {
  channel: Choice<Channel | ''>;
  from: INodeProperties;
  content: Choice<'json' | 'text'>;
  text: INodeProperties;
  json: INodeProperties;
}

const EXAMPLE_CONTENT = `{
  "type": "Template",
  "namespace": "your_namespace",
  "name": "appointment_reminder",
  "language": { "code": "en" },
  "components": [
    { "type": "Body", "parameters": [{ "type": "Text", "text": "Tuesday, 9:00" }] }
  ]
}`;

function channelFields(name: string, label: string, byDefault: Channel | ''): ChannelFields {
  const hide = { [`${name}Channel`]: [''] };
  const contentIs = (value: string) => ({ show: { [`${name}Content`]: [value] }, hide });
  return {
    channel: {
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
        'The channel to use if the message did not get through on the previous one. The same channel can be used again with other content, such as a template after the 24 hours of WhatsApp.',
    },
    from: {
      displayName: `${label} Sender`,
      name: `${name}From`,
      type: 'string',
      default: '',
      placeholder: 'e.g. MyCompany',
      description: 'The sender on that channel',
      displayOptions: { hide },
    },
    content: {
      displayName: `${label} Content`,
      name: `${name}Content`,
      type: 'options',
      noDataExpression: true,
      options: [
        {
          name: 'JSON',
          value: 'json',
          description: 'Any content that the channel supports, such as a template',
        },
        { name: 'Text', value: 'text' },
      ],
      default: 'text',
      description: 'What to send on that channel',
      displayOptions: { hide },
    },
    text: {
      displayName: `${label} Text`,
      name: `${name}Text`,
      type: 'string',
      typeOptions: { rows: 2 },
      default: '',
      description: 'What to send there. If empty, the text of the message.',
      displayOptions: contentIs('text'),
    },
    json: {
      displayName: `${label} Content (JSON)`,
      name: `${name}Json`,
      type: 'json',
      typeOptions: { rows: 6 },
      default: EXAMPLE_CONTENT,
      description: 'The content as the service specifies it, checked by the same rules as the form',
      displayOptions: contentIs('json'),
    },
  };
}

const second = channelFields('second', 'Second', 'Sms');
const channels = [second, channelFields('third', 'Third', '')];

const fieldsOf = ({ channel, from, content, text, json }: ChannelFields) => [
  channel,
  from,
  content,
  text,
  json,
];

/** The option with the channels on which a message goes out if it does not get through. */
export const fallbackChannels = new OptionGroup(
  {
    displayName: 'Fallback Channels',
    name: 'fallbackChannels',
    description:
      'Up to two further channels for a message that does not get through. A refused message goes to the next channel at once; one that may have been sent never does. If a message is delivered late, the person can still get it twice.',
  },
  [countsAs, afterSeconds, ...channels.flatMap(fieldsOf)],
  [countsAs, second.channel, second.from],
);

/** What the option says. */
export interface FallbackOption extends Pick<FallbackRules, 'countsAs' | 'afterMs'> {
  further: Array<FurtherChannel & { labelOf: LabelOf }>;
}

/**
 * The option of a message; undefined without it. The contents are not validated here.
 * @param labelOf gives the labels of the message's other fields
 * @throws MessagingError `invalid_request` for a choice that there is not, for invalid JSON, and for an expression that finds nothing
 */
export function readFallbackChannels(
  options: Parameters,
  labelOf: LabelOf = () => undefined,
): FallbackOption | undefined {
  const valueOf = fallbackChannels.valuesIn(options);
  if (valueOf === undefined) return undefined;
  const success = choice(valueOf(countsAs), countsAs);
  const seconds = success === 'accepted' ? USUAL_WAIT : numberOf(valueOf(afterSeconds), afterSeconds);
  const further = channels.flatMap((fields) => {
    const channel = choice(valueOf(fields.channel), fields.channel);
    if (channel === '') return [];
    const kind = choice(valueOf(fields.content), fields.content);
    return [
      {
        channel,
        from: asText(valueOf(fields.from)) ?? '',
        content: contentOf(fields, kind, valueOf),
        labelOf: labelsOf(fields, kind, labelOf),
      },
    ];
  });
  return { countsAs: success, afterMs: seconds * 1000, further };
}

/** Undefined for the text of the message. */
function contentOf(
  { text, json }: ChannelFields,
  kind: 'json' | 'text',
  valueOf: (field: INodeProperties) => unknown,
): unknown {
  if (kind === 'json') return contentFromJson(valueOf(json), json.displayName);
  const entered = asText(valueOf(text)) ?? '';
  return entered === '' ? undefined : { type: 'Text', text: entered };
}

/** The labels of a message on such a channel: its sender and content have fields of their own. */
function labelsOf(
  { channel, from, content, text }: ChannelFields,
  kind: 'json' | 'text',
  labelOf: LabelOf,
): LabelOf {
  return (path, request) => {
    const [part, ...rest] = path;
    if (part === 'channel') return channel.displayName;
    if (part === 'from') return from.displayName;
    if (part !== 'content') return labelOf(path, request);
    if (kind === 'text') return text.displayName;
    const isWhole = rest[0] === undefined || rest[0] === 'type';
    return isWhole ? content.displayName : `${content.displayName} › ${formatPath(rest)}`;
  };
}
