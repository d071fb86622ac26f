import type { Operation } from '../operation';
import { optionFields, optionsProperty } from '../../fields/options';
import { send } from './send.operation';

/** Answers the inbound message of each item: as *Send*, but addressed with the trigger's output. */
export const reply: Operation = {
  ...send,
  name: 'Reply',
  action: 'Reply to SMS, WhatsApp or RCS message',
  description: 'Answer an inbound message, on its channel and from the number it was sent to',
  properties: [
    optionsProperty(
      optionFields.excludeRecipients,
      optionFields.ifTextTooLong,
      optionFields.atOnce,
      optionFields.output,
      optionFields.sendingWindow,
    ),
  ],
};
