import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { attempt, nothingSent } from '../../../core/client';
import type { Parameters } from '../../parameters';
import { asInputError, stopAtFailure, toItems, type Entry } from '../outcomes';
import { runAtOnce, UNDER_WAY, type NodeRun } from './run';

/**
 * Asks the service for each item, or for each part of it: a few at the same time, with the output in the order of the items. After a failure,
 * nothing more is asked, unless the node continues.
 * @throws NodeApiError or NodeOperationError of the first item that failed, unless the node continues after failures
 */
export async function query<Part>(
  { context, options, signal, itemAt }: NodeRun,
  partsOf: (parameters: Parameters, itemIndex: number) => Part[],
  ask: (part: Part, itemIndex: number) => Promise<IDataObject | IDataObject[]>,
): Promise<INodeExecutionData[]> {
  const entries: Array<Entry<IDataObject | IDataObject[]> & { part?: Part }> = [];
  for (const itemIndex of context.getInputData().keys()) {
    try {
      for (const part of partsOf(itemAt(itemIndex).parameters, itemIndex))
        entries.push({ itemIndex, part, outcome: undefined });
    } catch (error) {
      entries.push({ itemIndex, outcome: { ok: false, error: nothingSent(asInputError(error)) } });
    }
  }
  // If one item is wrong, nothing is asked, so that all items can be run again once it is corrected.
  stopAtFailure(context, entries);
  let hasFailed = false;
  const goesOn = () => !hasFailed || context.continueOnFail();
  await runAtOnce(entries, { atOnce: options.atOnce, goesOn, signal }, async (entry) => {
    const { part, itemIndex } = entry;
    if (part === undefined) return;
    entry.outcome = { ok: false, error: UNDER_WAY.error };
    entry.outcome = await attempt(() => ask(part, itemIndex));
    if (entry.outcome.ok) return;
    hasFailed = true;
    entry.outcome = { ok: false, error: nothingSent(entry.outcome.error) };
  });
  stopAtFailure(context, entries);
  return toItems(context, entries);
}
