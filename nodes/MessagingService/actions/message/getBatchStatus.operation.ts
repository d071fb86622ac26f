import type { INodeExecutionData } from 'n8n-workflow';

import { asData } from '../../../data';
import { failedItem } from '../../outcomes';
import { itemsAtOnce, optionsProperty, output } from '../../fields/options';
import type { NodeRun, Operation } from '../run';
import { query, requiredText } from '../query';
import { statusOutput } from './output';

const LABEL = 'Batch ID';

/** Asks for the status of all messages in the batch of each item, with an output item for each message. */
export const getBatchStatus: Operation = {
  name: 'Get Batch Status',
  action: 'Get status of batch',
  description: 'Get the status of every message of a batch, up to seven days after it was sent',
  properties: [
    {
      displayName: LABEL,
      name: 'batchId',
      type: 'string',
      required: true,
      default: '',
      placeholder: 'e.g. {{ $json.batchId }}',
      description: 'The ID returned when the batch was sent',
    },
    optionsProperty(itemsAtOnce, output),
  ],
  sendsNothing: true,
  execute,
};

async function execute(run: NodeRun): Promise<INodeExecutionData[]> {
  const { client, signal } = run;
  return await query(
    run,
    (parameters) => [requiredText(parameters, 'batchId', LABEL)],
    async (batchId) => {
      const { messages, requestId, raw } = await client.batchStatus(batchId, { signal, label: LABEL });
      // An answer without a list that this package knows is passed on whole.
      if (messages.length === 0) return [asData({ batchId, requestId, raw })];
      return messages.map(({ error, ...message }) =>
        error === undefined
          ? statusOutput({ ...message, requestId })
          : failedItem(undefined, undefined, asData(error)),
      );
    },
  );
}
