import type { INodeExecutionData } from 'n8n-workflow';

import { attempt } from '../../../../core/client';
import { itemsAtOnce, optionsProperty, output } from '../../fields/options';
import type { NodeRun, Operation } from '../run';
import { query, requiredTexts } from '../query';
import { statusOutput } from './output';

const LABEL = 'Message ID';

export const getStatus: Operation = {
  name: 'Get Status',
  action: 'Get status of message',
  description: 'Get the status of a message, up to seven days after it was sent',
  properties: [
    {
      displayName: LABEL,
      name: 'messageId',
      type: 'string',
      required: true,
      default: '',
      placeholder: 'e.g. {{ $json.messageId }}',
      description:
        'The ID returned when the message was sent. Enter several as an array or separated by commas to get an item for each.',
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
    (parameters) => {
      const messageIds = requiredTexts(parameters, 'messageId', LABEL);
      return messageIds.map((messageId) => ({ messageId, isOnly: messageIds.length === 1 }));
    },
    async ({ messageId, isOnly }) => {
      const status = await attempt(() => client.messageStatus(messageId, { signal, label: LABEL }));
      if (status.ok) return statusOutput(status.value);
      const { error } = status;
      // Of several, a person must know which one.
      throw isOnly ? error : error.with({ message: `${messageId}: ${error.fact}` });
    },
  );
}
