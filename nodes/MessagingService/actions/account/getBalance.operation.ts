import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { asData } from '../../../data';
import { cancelSignalOf, runItems } from '../../items';
import { settingsOf } from '../eachItem';
import type { Operation } from '../operation';
import { stopAtFailure, toItems } from '../results';

/** Asks once for the points left on the account, however many items come in. */
export const getBalance: Operation = {
  name: 'Get Balance',
  action: 'Get account balance',
  description: 'Get the number of points left on the account',
  properties: [],
  execute,
};

async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const { client } = await settingsOf(context);
  const signal = cancelSignalOf(context);
  const outcomes = await runItems(
    [{ ok: true, value: 0 }],
    { atOnce: 1, goOn: context.continueOnFail(), signal },
    async () => asData(await client.balance({ signal })),
  );
  stopAtFailure(context, outcomes);
  const pairedItem = context.getInputData().map((_, item) => ({ item }));
  return toItems(context, outcomes).map((item) => ({ ...item, pairedItem }));
}
