import type { INodeExecutionData } from 'n8n-workflow';

import { attempt } from '../../../../core/client';
import { requiredTexts } from '../../../settings';
import { itemsAtOnce, optionsProperty, output } from '../../fields/options';
import type { NodeRun, Operation } from '../run';
import { query } from '../query';
import { statusOutput } from './output';

const messageId = requiredTexts('messageId', 'Message ID', {
  placeholder: 'e.g. {{ $json.messageId }}',
  help: 'The ID returned when the message was sent. Enter several as an array or separated by commas to get an item for each.',
});

export const getStatus: Operation = {
  name: 'Get Status',
  action: 'Get status of message',
  description: 'Get the status of a message, up to seven days after it was sent',
  properties: [messageId.property, optionsProperty(itemsAtOnce, output)],
  sendsNothing: true,
  execute,
};

async function execute(run: NodeRun): Promise<INodeExecutionData[]> {
  const { client, signal } = run;
  return await query(
    run,
    (parameters) => {
      const ids = messageId.read(parameters);
      return ids.map((id) => ({ id, isOnly: ids.length === 1 }));
    },
    async ({ id, isOnly }) => {
      const status = await attempt(() => client.messageStatus(id, { signal, label: messageId.label }));
      if (status.ok) return statusOutput(status.value);
      const { error } = status;
      // Of several, a person must know which one.
      throw isOnly ? error : error.with({ message: `${id}: ${error.fact}` });
    },
  );
}
