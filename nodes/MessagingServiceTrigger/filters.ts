import type { INodeProperties } from 'n8n-workflow';

import type { Channel } from '../../core/contract/names';
import { USUAL_OPT_OUT_WORDS, type OptOutFilter } from '../../core/receive';
import { oneOf } from '../settings';

const severalTexts = (
  definition: Pick<INodeProperties, 'displayName' | 'name' | 'description' | 'placeholder'>,
  button: string,
  event: 'inbound' | 'status' = 'inbound',
): INodeProperties => ({
  ...definition,
  displayOptions: { show: { '/event': [event, 'any'] } },
  type: 'string',
  default: [],
  typeOptions: { multipleValues: true, multipleValueButtonText: button },
});

export const unreadable = oneOf(
  'unreadable',
  'Unreadable Events',
  {
    drop: ['Drop', 'Filters cannot check them, so they start nothing'],
    pass: ['Pass On', 'They start the workflow, with all that was received'],
  },
  {
    usual: 'drop',
    help: 'What to do with events that are neither a message nor a status, or whose channel is unknown, if filters are set',
  },
);

export const optOuts = oneOf<OptOutFilter>(
  'optOuts',
  'Opt-Outs',
  {
    only: ['Only Opt-Outs', 'Only messages that consist only of a word such as STOP or START'],
    none: ['No Opt-Outs', 'Only other messages'],
    all: 'All',
  },
  {
    ...{ usual: 'only', when: { '/event': ['inbound', 'any'] } },
    help: 'What to do with messages by which people refuse further messages, or allow them again',
  },
);

/** The options that say which words count. */
export const optOutWords: INodeProperties[] = [
  severalTexts(
    {
      displayName: 'Opt-In Words',
      name: 'optInWords',
      description: `Words by which people allow messages again: the event then has optOut "start". If none is given: ${USUAL_OPT_OUT_WORDS.start.join(', ')}.`,
      placeholder: 'e.g. START',
    },
    'Add Word',
  ),
  severalTexts(
    {
      displayName: 'Opt-Out Words',
      name: 'optOutWords',
      description: `Words by which people refuse messages: the event then has optOut "stop". The message must consist only of the word; case and accents do not matter. If none is given: ${USUAL_OPT_OUT_WORDS.stop.join(', ')}.`,
      placeholder: 'e.g. STOP',
    },
    'Add Word',
  ),
];

/** A channel in the filter of that name. */
export const channelFilter = oneOf<Channel>(
  'channel',
  'Channels',
  { Sms: 'SMS', Whatsapp: 'WhatsApp', Rcs: 'RCS' },
  { usual: 'Sms' },
);

/** All filters of the trigger. */
export const filters: INodeProperties[] = [
  {
    displayName: 'Channels',
    name: 'channels',
    type: 'multiOptions',
    default: [],
    options: channelFilter.property.options ?? [],
    description: 'Only events of these channels',
  },
  severalTexts(
    {
      displayName: 'Keywords',
      name: 'keywords',
      description: 'Only inbound messages that begin with one of these words, in upper or lower case',
      placeholder: 'e.g. STOP',
    },
    'Add Keyword',
  ),
  severalTexts(
    {
      displayName: 'Message Recipients',
      name: 'recipients',
      description: 'Only status notifications of messages to these numbers',
      placeholder: 'e.g. +41791234567',
    },
    'Add Number',
    'status',
  ),
  optOuts.property,
  severalTexts(
    {
      displayName: 'Receiving Numbers',
      name: 'receivers',
      description: 'Only inbound messages to these numbers of yours',
      placeholder: 'e.g. +41791234567',
    },
    'Add Number',
  ),
  severalTexts(
    {
      displayName: 'Reply IDs',
      name: 'replyIds',
      description:
        'Only replies that choose the button or row with one of these IDs, exactly as given when sending',
      placeholder: 'e.g. confirm',
    },
    'Add Reply ID',
  ),
  severalTexts(
    {
      displayName: 'Senders',
      name: 'senders',
      description: 'Only inbound messages from these numbers',
      placeholder: 'e.g. +41791234567',
    },
    'Add Number',
  ),
  unreadable.property,
];
