import type { INodeProperties } from 'n8n-workflow';

import type { Choice } from '../../choice';
import { fallbackChannels } from './fallbackChannels';
import { limitPerRun } from './limitPerRun';
import { outputOption } from './outputOption';
import { sendingWindow } from './sendingWindow';

/** What becomes of an SMS with more pages than allowed. */
export const ifTooLong: Choice<'cut' | 'refuse'> = {
  displayName: 'If an SMS Is Too Long',
  name: 'ifTooLong',
  type: 'options',
  options: [
    {
      name: 'Cut Off',
      value: 'cut',
      description: 'The service cuts the text off, and the output has the missing part',
    },
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
        'The service cuts the text off, and the output has the missing part. On WhatsApp and RCS, the item fails.',
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
  deduplicateBy: {
    displayName: 'Deduplicate By',
    name: 'deduplicateBy',
    type: 'string',
    default: '',
    placeholder: 'e.g. {{ $json.orderId }}',
    description:
      'A value that identifies the message, such as an order number. This node sends only one message per value, even in a retry, for a repeated event, or when a crashed execution starts again.',
  } satisfies INodeProperties,
  excludeRecipients: {
    displayName: 'Exclude Recipients',
    name: 'excludeRecipients',
    type: 'string',
    default: '',
    placeholder: "e.g. {{ $('Opted out').all().map((row) => row.json.number) }}",
    description:
      'The suppression list: an array of numbers, or text with numbers separated by commas, in any spelling. Messages to them are skipped, with the outcome opted_out.',
  } satisfies INodeProperties,
  fallbackChannels: fallbackChannels.property,
  ifTextTooLong,
  ifTooLong,
  limitPerRun: limitPerRun.property,
  pause: {
    displayName: 'Pause Between Calls (Ms)',
    name: 'pause',
    type: 'number',
    typeOptions: { minValue: 0 },
    default: 0,
    description: 'How many milliseconds to wait before the next call',
  } satisfies INodeProperties,
  output: outputOption.property,
  sendingWindow: sendingWindow.property,
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
