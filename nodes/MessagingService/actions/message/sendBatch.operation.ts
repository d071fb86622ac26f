import { groupByNotification } from '../../../../core/client';
import { sendingWindow } from '../../fields/sendingWindow';
import type { Operation } from '../run';
import type { Draft } from './drafts';
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
  execute: async (run) => {
    const { callSize } = run.options;
    const callsOf = (messages: readonly Draft[]) =>
      groupByNotification(messages).flatMap((group) => chunksOf(group, callSize));
    return await sendAll(run, inCalls(run, callsOf), true);
  },
};

function chunksOf(messages: readonly Draft[], size: number): Draft[][] {
  return Array.from({ length: Math.ceil(messages.length / size) }, (_, index) =>
    messages.slice(index * size, (index + 1) * size),
  );
}
