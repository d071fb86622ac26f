import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { USUAL_LARGEST_MEGABYTES } from '../../../core/client';
import { choice, numberOf, type Choice } from '../../choice';
import { asInputError } from '../errors';
import { parameterOf } from '../items';
import { furtherChannelProperties, furtherChannels, LONGEST_WAIT, USUAL_WAIT } from './furtherChannel';
import { optionValue } from './parameters';

/** What becomes of an SMS with more pages than allowed. */
export const ifTooLong: Choice<'cut' | 'refuse'> = {
  displayName: 'If an SMS Is Too Long',
  name: 'ifTooLong',
  type: 'options',
  options: [
    { name: 'Cut Off', value: 'cut', description: 'The service cuts it, and the output has what is missing' },
    { name: 'Refuse', value: 'refuse', description: 'Nothing is sent, and the item fails' },
  ],
  default: 'cut',
  description: 'What to do with an SMS whose text needs more pages than its page limit',
};
/** The same where a message can also be sent as several. */
export const ifTextTooLong: Choice<'cut' | 'refuse' | 'split'> = {
  ...ifTooLong,
  displayName: 'If a Text Is Too Long',
  options: [
    {
      name: 'Cut Off an SMS',
      value: 'cut',
      description:
        'The service cuts it, and the output has what is missing. On WhatsApp and RCS, the item fails.',
    },
    { name: 'Refuse', value: 'refuse', description: 'Nothing is sent, and the item fails' },
    {
      name: 'Split Into Several Messages',
      value: 'split',
      description: 'On WhatsApp and RCS, with an item for each message. An SMS is refused.',
    },
  ],
  description:
    'What to do with an SMS that needs more pages than its page limit, and with a text that is longer than WhatsApp (4096 characters) or RCS (1000) allows',
};
const uploadForm: Choice<'multipart' | 'raw'> = {
  displayName: 'Upload Format',
  name: 'uploadForm',
  type: 'options',
  options: [
    { name: 'Form', value: 'multipart', description: 'As multipart/form-data' },
    { name: 'Raw', value: 'raw', description: 'The bytes of the file as the body' },
  ],
  default: 'multipart',
  description: 'How to upload a file to the service',
};
/** When no further channel is tried. */
export const countsAs: Choice<'accepted' | 'delivered'> = {
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

export const afterSeconds: INodeProperties = {
  displayName: 'After (Seconds)',
  name: 'afterSeconds',
  type: 'number',
  typeOptions: { minValue: 1, maxValue: LONGEST_WAIT },
  default: USUAL_WAIT,
  displayOptions: { show: { countsAs: ['delivered'] } },
  description:
    "How long to wait for the delivery on each channel, up to 5 minutes. For a longer time, use 'Send and Wait' with the response type Delivery.",
};

/** The options that operations share; each operation takes those it needs, sorted by name. */
export const optionFields = {
  atOnce: {
    displayName: 'Items at Once',
    name: 'itemsAtOnce',
    type: 'number',
    typeOptions: { minValue: 1, maxValue: 50 },
    default: 50,
    description: 'How many items to process at the same time. The output keeps the order of the input.',
  } satisfies INodeProperties,
  chunkSize: {
    displayName: 'Messages per Call',
    name: 'chunkSize',
    type: 'number',
    typeOptions: { minValue: 1, maxValue: 1000 },
    default: 100,
    description: 'How many messages to send in one call to the service',
  } satisfies INodeProperties,
  countPages: {
    displayName: 'Count Pages',
    name: 'countPages',
    type: 'boolean',
    default: true,
    description:
      "Whether 'At Most Per Run' limits the pages of the SMS, times 'Points per Page', and not the messages. A message on another channel counts as one page.",
  } satisfies INodeProperties,
  doNotSendTo: {
    displayName: 'Do Not Send To',
    name: 'doNotSendTo',
    type: 'string',
    default: '',
    placeholder: "e.g. {{ $('Opted out').all().map((row) => row.json.number) }}",
    description:
      'An array of numbers, or text with numbers separated by commas, in any spelling. Who is on it gets nothing, and comes out with the outcome opted_out.',
  } satisfies INodeProperties,
  fallback: {
    displayName: 'If It Does Not Get Through',
    name: 'fallback',
    type: 'fixedCollection',
    default: {},
    description:
      'Up to two further channels. A refused message goes to the next channel at once; one that may have been sent never does. After a late delivery, the person can still get the message twice.',
    options: [
      {
        displayName: 'Further Channels',
        name: 'further',
        values: [countsAs, afterSeconds, ...furtherChannels.flatMap(furtherChannelProperties)],
      },
    ],
  } satisfies INodeProperties,
  ifTextTooLong,
  ifTooLong,
  keysKept: {
    displayName: 'Keys Kept',
    name: 'keysKept',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: 10_000,
    description: "How many of the latest keys of 'Send Only Once Per' to keep for this node",
  } satisfies INodeProperties,
  maxMegabytes: {
    displayName: 'Largest File (MB)',
    name: 'maxMegabytes',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: USUAL_LARGEST_MEGABYTES,
    description: 'A larger file is not uploaded, and its item fails',
  } satisfies INodeProperties,
  mostPerRun: {
    displayName: 'At Most Per Run',
    name: 'mostPerRun',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: 1000,
    description:
      'How many messages all items together may send, each recipient and each further channel counted. If they are more, nothing of the run is sent.',
  } satisfies INodeProperties,
  pause: {
    displayName: 'Pause Between Calls (Ms)',
    name: 'pause',
    type: 'number',
    typeOptions: { minValue: 0 },
    default: 0,
    description: 'How many milliseconds to wait before the next call',
  } satisfies INodeProperties,
  pointsPerPage: {
    displayName: 'Points per Page',
    name: 'pointsPerPage',
    type: 'number',
    typeOptions: { minValue: 0 },
    default: 1,
    description: "What a page costs, if 'At Most Per Run' is in points. Only with 'Count Pages'.",
  } satisfies INodeProperties,
  sendOncePer: {
    displayName: 'Send Only Once Per',
    name: 'sendOncePer',
    type: 'string',
    default: '',
    placeholder: 'e.g. {{ $json.orderId }}',
    description:
      'A value that identifies the message, such as an order number. This node sends only one message per value, even in a retry, for a repeated event, or when a crashed execution starts again.',
  } satisfies INodeProperties,
  timeout: {
    displayName: 'Timeout (Seconds)',
    name: 'timeout',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: 30,
    description: 'How long to wait for the service to answer',
  } satisfies INodeProperties,
  uploadForm,
  validateOnly: {
    displayName: 'Validate Only',
    name: 'validateOnly',
    type: 'boolean',
    default: false,
    description: 'Whether to check everything and return the request that would go out, without sending it',
  } satisfies INodeProperties,
  withinBalance: {
    displayName: 'Within Balance',
    name: 'withinBalance',
    type: 'boolean',
    default: true,
    displayOptions: { show: { countPages: [true] } },
    description:
      "Whether to ask for the balance once, and send nothing of the run if it costs more points. Needs 'Points per Page'.",
  } satisfies INodeProperties,
};

/** The collection with the options of an operation. */
export function optionsProperty(...fields: INodeProperties[]): INodeProperties {
  return {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add option',
    default: {},
    options: fields,
  };
}

/**
 * The whole number of an option; its default if it is not set.
 * @throws MessagingError that names the option, and its bounds or its expression
 */
export function numberOption(context: IExecuteFunctions, field: INodeProperties): number {
  try {
    return Math.trunc(numberOf(optionValue(parameterOf(context, 0), field), field));
  } catch (error) {
    throw asInputError(error);
  }
}

/** How to upload a file. */
export function uploadFormOption(context: IExecuteFunctions, itemIndex: number): 'multipart' | 'raw' {
  return choice(optionValue(parameterOf(context, itemIndex), uploadForm), uploadForm);
}
