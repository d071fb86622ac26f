import type { INodeProperties } from 'n8n-workflow';

import { channels, type Channel } from '../../core/contract/names';
import { labelOf } from '../../core/forms/labels';
import { USUAL_OPT_OUT_WORDS, type OptOutFilter } from '../../core/receive';
import type { Choice } from '../choice';

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

export const unreadable: Choice<'drop' | 'pass'> = {
  displayName: 'Unreadable Events',
  name: 'unreadable',
  type: 'options',
  default: 'drop',
  options: [
    { name: 'Drop', value: 'drop', description: 'Filters cannot check them, so they start nothing' },
    { name: 'Pass On', value: 'pass', description: 'They start the workflow, with all that was received' },
  ],
  description:
    'What to do with events that are neither a message nor a status, or whose channel is unknown, if filters are set',
};

export const optOuts: Choice<OptOutFilter> = {
  displayName: 'Opt-Outs',
  name: 'optOuts',
  type: 'options',
  default: 'only',
  options: [
    {
      name: 'Only Opt-Outs',
      value: 'only',
      description: 'Only messages that consist only of a word such as STOP or START',
    },
    { name: 'No Opt-Outs', value: 'none', description: 'Only other messages' },
    { name: 'All', value: 'all' },
  ],
  description: 'What to do with messages by which people refuse further messages, or allow them again',
  displayOptions: { show: { '/event': ['inbound', 'any'] } },
};

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
export const channelFilter: Choice<Channel> = {
  displayName: 'Channels',
  name: 'channel',
  type: 'options',
  default: 'Sms',
  options: channels.map((value) => ({ name: labelOf(value), value })),
};

/** All filters of the trigger. */
export const filters: INodeProperties[] = [
  {
    displayName: 'Channels',
    name: 'channels',
    type: 'multiOptions',
    default: [],
    options: channelFilter.options,
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
  optOuts,
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
  unreadable,
];
