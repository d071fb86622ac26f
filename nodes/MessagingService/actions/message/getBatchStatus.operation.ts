import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { cancelSignalOf, inputItems, runItems } from '../../items';
import { clientOf } from '../../transport/client';
import type { Operation } from '../operation';
import { numberOption, optionFields, optionsProperty, timeoutOption } from '../options';
import { statusOutput } from './output';
import { requiredText, stopAtFailure, toItems } from '../results';

/** Asks for the status of every message of the batch that each item names: an output item for each message. */
export const getBatchStatus: Operation = {
  name: 'Get Batch Status',
  action: 'Get the status of a batch',
  description: 'Ask what became of every message of a batch, up to seven days after it was sent',
  properties: [
    {
      displayName: 'Batch ID',
      name: 'batchId',
      type: 'string',
      required: true,
      default: '',
      placeholder: 'e.g. {{ $json.batchId }}',
      description: 'The ID that the batch got when it was sent',
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
    const batchId = requiredText(context, itemIndex, 'batchId', 'Batch ID');
    const { messages, requestId } = await client.batchStatus(batchId, { signal });
    return messages.map((message) => statusOutput({ ...message, requestId }));
  });
  stopAtFailure(context, outcomes);
  return toItems(outcomes);
}
