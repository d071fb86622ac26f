import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { BatchMessageStatus } from '../../../../core/client';
import { asData } from '../../../data';
import { requiredText } from '../../../settings';
import { failedItem } from '../../outcomes';
import { itemsAtOnce, optionsProperty, output } from '../../fields/options';
import type { NodeRun, Operation } from '../run';
import { query } from '../query';
import { statusOutput } from './output';

const batchId = requiredText('batchId', 'Batch ID', {
  placeholder: 'e.g. {{ $json.batchId }}',
  help: 'The ID returned when the batch was sent',
});

/** Asks for the status of all messages in the batch of each item, with an output item for each message. */
export const getBatchStatus: Operation = {
  name: 'Get Batch Status',
  action: 'Get status of batch',
  description: 'Get the status of every message of a batch, up to seven days after it was sent',
  properties: [batchId.property, optionsProperty(itemsAtOnce, output)],
  sendsNothing: true,
  execute,
};

async function execute(run: NodeRun): Promise<INodeExecutionData[]> {
  const { client, context, signal } = run;
  return await query(
    run,
    (parameters) => [batchId.read(parameters)],
    async (id, itemIndex) => {
      const { messages, requestId, raw } = await client.batchStatus(id, { signal, label: batchId.label });
      // An answer without a list that this package knows is passed on whole.
      if (messages.length === 0) return [asData({ batchId: id, requestId, raw })];
      return messages.map((message) =>
        message.error === undefined
          ? statusOutput({ ...message, requestId })
          : refusedOutput(context.getInputData()[itemIndex]?.json, message),
      );
    },
  );
}

/** A message that the service refused leaves as an item that failed. */
function refusedOutput(
  input: IDataObject | undefined,
  { recipient: to, channel, customerid, raw, error }: BatchMessageStatus,
): IDataObject {
  return failedItem(input, asData({ channel, to, customerid }), asData({ ...error, raw }));
}
