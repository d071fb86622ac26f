import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Client } from '../../../core/client';
import { cancelSignalOf, inputItems, runItems } from '../items';
import { clientOf } from '../transport/client';
import { numberOption, optionFields, timeoutOption } from './options';
import { stopAtFailure, toItems } from './results';

/** What a task gets: the index of its item, and a signal that fires when a person cancels the execution. */
export interface ItemTask {
  client: Client;
  itemIndex: number;
  signal: AbortSignal | undefined;
}

/**
 * Executes an operation that calls the service for each item: a few at the same time, as its options say, with the output in the order of
 * the items.
 * @throws NodeApiError or NodeOperationError of the first item that failed, unless the node continues after failures
 */
export async function forEachItem(
  context: IExecuteFunctions,
  task: (item: ItemTask) => Promise<IDataObject | IDataObject[]>,
): Promise<INodeExecutionData[]> {
  const client = await clientOf(context, timeoutOption(context));
  const signal = cancelSignalOf(context);
  const run = {
    atOnce: numberOption(context, optionFields.atOnce),
    goOn: context.continueOnFail(),
    signal,
  };
  const outcomes = await runItems(inputItems(context), run, (itemIndex) =>
    task({ client, itemIndex, signal }),
  );
  stopAtFailure(context, outcomes);
  return toItems(outcomes);
}
