import type { INodeExecutionData } from 'n8n-workflow';

import { fallbackChannels } from '../../fields/fallbackChannels';
import { sendingWindow } from '../../fields/sendingWindow';
import type { Operation } from '../run';
import { oneByOne, sendAll } from './sending';

import * as option from '../../fields/options';

/** Sends each item's message in a call of its own. */
export const send: Operation = {
  name: 'Send',
  action: 'Send SMS, WhatsApp or RCS message',
  description: 'Send an SMS, WhatsApp or RCS message to one or several recipients',
  properties: [
    option.optionsProperty(
      option.deduplicateBy,
      option.excludeRecipients,
      fallbackChannels,
      option.ifTextTooLong,
      option.itemsAtOnce,
      option.limitPerRun,
      option.output,
      sendingWindow,
    ),
  ],
  execute: async (run): Promise<INodeExecutionData[]> => await sendAll(run, oneByOne(run)),
};
