import * as option from '../../fields/options';
import { sendingWindow } from '../../fields/sendingWindow';
import type { Operation } from '../run';
import { send } from './send.operation';

/** Answers the inbound message of each item: as *Send*, but addressed with the trigger's output. */
export const reply: Operation = {
  ...send,
  name: 'Reply',
  action: 'Reply to SMS, WhatsApp or RCS message',
  description: 'Answer an inbound message, on its channel and from the number it was sent to',
  properties: [
    option.optionsProperty(
      option.excludeRecipients,
      option.ifTextTooLong,
      option.itemsAtOnce,
      option.output,
      sendingWindow,
    ),
  ],
};
