import { sendingWindow } from '../../fields/sendingWindow';
import type { Operation } from '../run';
import { inCalls, sendAll } from './sending';

import * as option from '../../fields/options';

/** Sends the messages of all items in few calls. */
export const sendBatch: Operation = {
  name: 'Send Batch',
  action: 'Send SMS, WhatsApp or RCS messages in batches',
  description:
    "Send the messages of all input items in few calls, with a result for each item. The option 'Fallback Channels' is available only for Send.",
  properties: [
    option.optionsProperty(
      option.deduplicateBy,
      option.excludeRecipients,
      option.ifTextTooLong,
      option.limitPerRun,
      option.chunkSize,
      option.output,
      option.pause,
      sendingWindow,
    ),
  ],
  execute: async (run) => await sendAll(run, inCalls(run), true),
};
