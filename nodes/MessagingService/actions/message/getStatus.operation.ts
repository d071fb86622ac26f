import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { cancelSignalOf, inputItems, runItems } from '../../items';
import { clientOf } from '../../transport/client';
import type { Operation } from '../operation';
import { numberOption, optionFields, optionsProperty, timeoutOption } from '../options';
import { statusOutput } from './output';
import { requiredText, stopAtFailure, toItems } from '../results';

/** Asks for the status of the message that each item names. */
export const getStatus: Operation = {
  name: 'Get Status',
  action: 'Get the status of a message',
  description: 'Ask what became of a message, up to seven days after it was sent',
  properties: [
    {
      displayName: 'Message ID',
      name: 'messageId',
      type: 'string',
      required: true,
      default: '',
      placeholder: 'e.g. {{ $json.messageId }}',
      description: 'The ID that the message got when it was sent',
    },
    optionsProperty(optionFields.atOnce, optionFields.timeout),
  ],
  execute,
};

async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const client = await clientOf(context, timeoutOption(context));
  const signal = cancelSignalOf(context);
  const run = {
    atOnce: numberOption(context, optionFields.atOnce),
    goOn: context.continueOnFail(),
    signal,
  };
  const outcomes = await runItems(inputItems(context), run, async (itemIndex) => {
    const messageId = requiredText(context, itemIndex, 'messageId', 'Message ID');
    return statusOutput(await client.messageStatus(messageId, { signal }));
  });
  stopAtFailure(context, outcomes);
  return toItems(outcomes);
}
