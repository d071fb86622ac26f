import type { INodeExecutionData } from 'n8n-workflow';

import { asData } from '../../../data';
import type { NodeRun, Operation } from '../run';
import { query } from '../query';

/** Asks once for the points left on the account, however many items come in. */
export const getBalance: Operation = {
  name: 'Get Balance',
  action: 'Get account balance',
  description: 'Get the number of points left on the account',
  properties: [],
  sendsNothing: true,
  execute,
};

async function execute(run: NodeRun): Promise<INodeExecutionData[]> {
  const { client, context, signal } = run;
  const items = await query(
    run,
    (_, itemIndex) => (itemIndex === 0 ? ['balance'] : []),
    async () => asData(await client.balance({ signal })),
  );
  const pairedItem = context.getInputData().map((_, item) => ({ item }));
  return items.map((item) => ({ ...item, pairedItem }));
}
